"""A deck is taught by laying out its cards in rows, and then its unusual letters are read."""

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from calibration.profiles import ProfileError
from calibration.profiles.pieces_file import PieceSet
from companion.cli import main
from vision.cards.deck import Deck, DeckError, deck_of_pieces, load_deck, save_deck
from vision.cards.read import read_cards
from vision.cards.teach import teach_deck
from vision.pictures import Picture, encode_png

ROW = ("AS", "KH", "7S", "4D")
Table = Callable[..., Picture]


def row(table: Table, turn: float = 0.0, order: tuple[str, ...] = ROW) -> Picture:
    """Four cards side by side."""
    return table(*((code, 160 + 230 * i, 300, turn, 260) for i, code in enumerate(order)), size=(600, 1020))


@pytest.fixture(scope="module")
def taught(table: Table) -> Deck:
    """The four cards, taught under their names."""
    return teach_deck([(row(table), ROW)], "drawn")


def test_a_taught_deck_reads_its_cards(table: Table, taught: Deck) -> None:
    """In another order, turned and smaller: more are right than without the deck, and none is surely another card."""
    picture = table(*((c, 160 + 230 * i, 320, 25, 210) for i, c in enumerate(ROW[::-1])), size=(640, 1020))
    with_deck, without = read_cards(picture, taught), read_cards(picture)
    assert {r.card for r in with_deck if r.sure} <= set(ROW)
    right = {r.card for r in with_deck if r.confidence > 0.5} & set(ROW)
    assert len(right) >= 3 and len(right) >= len({r.card for r in without if r.confidence > 0.5} & set(ROW))
    assert sum(r.sure for r in with_deck) >= sum(r.sure for r in without)


def test_where_the_classifier_does_not_know_the_deck_tells(taught: Deck) -> None:
    """Patches of taught indices, of which the classifier says only that they are indices: each is told."""
    seen = np.full((len(taught.cards), 52), 0.8 / 52)
    told = taught.weigh(taught.patches, seen)
    assert tuple(told.argmax(axis=1)) == taught.cards
    assert (told.max(axis=1) > 0.9).all() and (told.sum(axis=1) <= 1).all()


def test_cards_that_were_not_taught_are_read_as_ever(table: Table, taught: Deck) -> None:
    """Cards that were not shown keep what the reader says of them, and none is surely another."""
    picture = table(("QH", 300, 300, 0, 280), ("9D", 650, 300, 0, 280))
    readings = read_cards(picture, taught)
    assert {r.card for r in readings if r.sure} <= {"QH", "9D"}
    assert {"QH", "9D"} <= {a.value for r in readings for a in r.alternatives}


def test_another_number_of_cards_is_refused(table: Table) -> None:
    """The message tells both numbers and what to do."""
    with pytest.raises(DeckError, match=r"expected 3 cards .* found 4"):
        teach_deck([(row(table), ("AS", "KH", "QS"))], "short")


def test_what_is_no_card_or_named_twice_is_refused(table: Table) -> None:
    """Names are checked before the picture is looked at."""
    for names, why in ((("AS", "XX"), "'XX'"), (("AS", "as"), "twice")):
        with pytest.raises(DeckError, match=why):
            teach_deck([(row(table), names)], "wrong")


def test_a_deck_comes_back_from_its_file(tmp_path: Path, taught: Deck) -> None:
    """Name, cards and pictures; and files that are no deck are refused."""
    save_deck(taught, tmp_path / "deck.toml")
    again = load_deck(tmp_path / "deck.toml")
    assert (again.name, sorted(again.cards)) == (taught.name, sorted(taught.cards))
    seen = np.full((len(taught.cards), 52), 0.8 / 52)
    assert np.allclose(again.weigh(taught.patches, seen), taught.weigh(taught.patches, seen))
    assert len(again.missing) == 48
    (tmp_path / "none.toml").write_bytes(b"no deck")
    for path in (tmp_path / "none.toml", tmp_path / "missing.toml"):
        with pytest.raises(ProfileError, match=path.name):
            load_deck(path)
    with pytest.raises(DeckError, match="toml"):
        save_deck(taught, tmp_path / "deck")


def test_pictures_that_are_no_indices_are_no_deck() -> None:
    """A profile of chips or of other sizes is refused, and so is what is no card."""
    picture = np.zeros((5, 5, 3), np.uint8)
    for pieces in (PieceSet("deck", "x", "", {"AS": (picture,)}), PieceSet("deck", "x", "", {"red": (picture,)})):
        with pytest.raises(DeckError, match="expected"):
            deck_of_pieces(pieces)


def test_the_command_teaches_and_reads(tmp_path: Path, table: Table) -> None:
    """`teach deck`, then `read cards --deck`; too few names end in one message."""
    (tmp_path / "row.png").write_bytes(encode_png(row(table)))
    out = str(tmp_path / "deck.toml")
    run = CliRunner().invoke(main, ["teach", "deck", "--photo", f"{tmp_path}/row.png=AS,KH,7S,4D", "--out", out])
    assert run.exit_code == 0 and "Learned 4 cards" in run.output
    run = CliRunner().invoke(main, ["read", "cards", "--deck", out, "--json", f"{tmp_path}/row.png"])
    assert run.exit_code == 0 and '"card": "7S"' in run.output
    run = CliRunner().invoke(main, ["teach", "deck", "--photo", f"{tmp_path}/row.png=AS", "--out", out])
    assert run.exit_code == 2 and "expected 1" in run.output


def test_a_deck_says_nothing_of_what_resembles_none_of_its_cards(taught: Deck) -> None:
    """Noise is left as the classifier sees it."""
    noise = np.random.default_rng(3).integers(0, 256, (5, 44, 32, 3), dtype=np.uint8)
    noise = np.stack([cv2.GaussianBlur(patch, (0, 0), 2) for patch in noise])
    seen = np.full((5, 52), 0.01)
    assert np.array_equal(taught.weigh(noise, seen), seen)
