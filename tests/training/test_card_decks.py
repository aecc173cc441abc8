"""What the card reader may learn from, and what must only ever measure it."""

import gzip
from pathlib import Path

import pytest

from training.cards.decks import art_files, is_kept_for_measuring
from training.cards.measure import is_unseen

KEPT = [
    "dondorf",
    "svg-dondorf",
    "tigullio",
    "tigullio-international",
    "Tigullio_International",
    "jolly-royal",
    "jollyroyal",
    "nicu-white",
    "svg-nicu-white",
    "NicuWhite",
]


@pytest.mark.parametrize("name", KEPT)
def test_decks_kept_for_measuring_are_known_in_every_spelling(name: str) -> None:
    """Packages spell the same deck differently."""
    assert is_kept_for_measuring(name)


@pytest.mark.parametrize("name", ["anglo", "nicu-ornamental", "oxygen-white", "standard", "gm-paris"])
def test_other_decks_may_be_learnt_from(name: str) -> None:
    """The rule must not swallow decks that only sound alike."""
    assert not is_kept_for_measuring(name)


def test_no_measuring_deck_is_ever_listed(tmp_path: Path) -> None:
    """Laid out as the packages lay them out: KDE names the deck by its folder, its file by half a name."""
    gnome, kde = tmp_path / "gnome", tmp_path / "kde"
    gnome.mkdir()
    for name in ("anglo", "dondorf", "tigullio"):
        (gnome / f"{name}.svgz").write_bytes(gzip.compress(b"<svg/>"))
    folders = ("svg-dondorf/dondorf", "svg-nicu-white/white", "svg-jolly-royal/jolly-royal", "svg-standard/standard")
    for path in (*folders, "svg-tigullio-international/tigullio-international", "svg-oxygen-white/oxygen-white"):
        (kde / path).parent.mkdir(parents=True)
        (kde / f"{path}.svgz").write_bytes(gzip.compress(b"<svg/>"))
    assert set(art_files(gnome, kde)) == {"gnome-anglo", "kde-standard", "kde-oxygen-white"}


def test_the_unseen_third_is_fixed() -> None:
    """The split hangs on the name alone, and takes about a third."""
    names = [f"IMG_{n}.jpg" for n in range(3000)]
    assert 0.29 < sum(map(is_unseen, names)) / 3000 < 0.38
    assert [is_unseen(n) for n in ("a.jpg", "b.jpg", "c.jpg")] == [is_unseen(n) for n in ("a.jpg", "b.jpg", "c.jpg")]
