"""The kit as it comes out of a printer: every page rendered from the PDF and measured."""

import io
from pathlib import Path

import numpy as np
import pypdfium2
import pytest

from calibration.board import board_corners, find_board
from calibration.kit.cards import CARD_MARKER_MM
from calibration.kit.pages import PAPERS, kit_pages
from calibration.kit.pdf import KitError, write_pdf
from calibration.kit.shapes import Words
from calibration.kit.words import LANGUAGES, WORDS
from calibration.markers import ACTION_CARD_IDS, ActionCard, ActionKind, find_markers
from calibration.mat import MARKER_MM, mat
from calibration.picture import Picture

_DPI = 150
_MM = 25.4 / _DPI

Rendered = dict[str, Picture]


@pytest.fixture(scope="module", params=sorted(PAPERS))
def rendered(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Rendered:
    """Every page of the kit as a picture, by name."""
    file = tmp_path_factory.mktemp("kit") / "kit.pdf"
    pages = kit_pages(request.param)
    write_pdf(pages, file, "kit")
    with pypdfium2.PdfDocument(io.BytesIO(file.read_bytes())) as document:
        assert len(document) == len(pages)
        pictures = {}
        for page, printed in zip(pages, document, strict=True):
            assert printed.get_size() == pytest.approx((page.width * 72 / 25.4, page.height * 72 / 25.4), abs=0.05)
            pictures[page.name] = np.asarray(printed.render(scale=_DPI / 72).to_numpy())[..., :3].copy()
        return pictures


def sides(corners: np.ndarray) -> np.ndarray:
    """The four sides of a marker, in mm on paper."""
    return np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1) * _MM


@pytest.mark.parametrize(("name", "sheets"), [("mentiroso", 3), ("detective", 4)])
def test_markers_of_a_mat_measure_what_they_should(rendered: Rendered, name: str, sheets: int) -> None:
    """Sizes and places on every sheet are right within 0.2 mm, and every marker is there once."""
    table, seen = mat(name, 4), set()
    for sheet in range(sheets):
        found = find_markers(rendered[f"{name} {sheet + 1}"])
        for number, corners in found.items():
            marker = table.marker(number)
            assert marker is not None
            assert table.sheet_of(marker) == sheet
            assert np.abs(sides(corners) - MARKER_MM).max() < 0.2
        # On one sheet the distances between markers are those of the mat.
        pixels = np.concatenate([found[n] for n in sorted(found)]) * (_MM, -_MM)
        places = np.concatenate([m.corners for n in sorted(found) if (m := table.marker(n))])
        apart = (pixels - pixels.mean(axis=0)) - (places - places.mean(axis=0))
        assert np.abs(apart).max() < 0.2
        assert not seen & set(found)
        seen |= set(found)
    assert seen == {m.number for m in table.markers}


def test_action_cards_carry_their_own_markers(rendered: Rendered) -> None:
    """Sixteen faces, a row for each colour; the backs show none."""
    found = find_markers(rendered["card faces"])
    assert sorted(found) == list(ACTION_CARD_IDS)
    assert all(np.abs(sides(corners) - CARD_MARKER_MM).max() < 0.2 for corners in found.values())
    rows = {n: round(float(c[:, 1].mean()) * _MM / 63 - 0.8) for n, c in found.items()}
    assert len(set(rows.values())) == 4
    assert find_markers(rendered["card backs"]) == {}


def test_the_calibration_board_is_found_whole(rendered: Rendered) -> None:
    """All inner corners, 36 mm apart within 0.1 mm, in the order that the solver expects."""
    seen = find_board(rendered["board"])
    assert seen is not None
    assert len(seen.numbers) == len(board_corners())
    apart = seen.pixels * _MM - seen.places[:, :2]
    assert np.abs(apart - apart.mean(axis=0)).max() < 0.1


def test_rulers_are_true(rendered: Rendered) -> None:
    """The base line of the ruler on the first page is 150 mm long, and as wide as its pen at either end."""
    dark = rendered["first"].max(axis=2) < 210
    longest = max(_longest_run(row) for row in dark)
    assert longest * _MM == pytest.approx(150.2, abs=0.3)


def _longest_run(row: np.ndarray) -> int:
    edges = np.flatnonzero(np.diff(np.concatenate([[0], row.astype(np.int8), [0]])))
    return int((edges[1::2] - edges[::2]).max(initial=0))


def test_margins_stay_white(rendered: Rendered) -> None:
    """Nothing lies within 4 mm of the paper's edge, which home printers cannot reach."""
    rim = round(4 / _MM)
    for name, picture in rendered.items():
        inner = picture[rim:-rim, rim:-rim]
        assert int((picture < 250).sum()) == int((inner < 250).sum()), name


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_can_be_printed(language: str, tmp_path: Path) -> None:
    """Every text fits the built-in font and keeps to its page."""
    for players in (2, 3, 10):
        pages = kit_pages("letter", language, players)
    write_pdf(pages, tmp_path / "kit.pdf", WORDS[language].title)
    for page in pages:
        for layer in page.layers:
            for shape in layer.shapes:
                if isinstance(shape, Words):
                    shape.text.encode("latin-1")


def test_languages_say_different_things() -> None:
    """No text was forgotten in translation."""
    said = [WORDS[language].how for language in LANGUAGES]
    assert len(set(said)) == len(said)
    assert all(len(how) == len(said[0]) for how in said)


def test_the_same_kit_gives_the_same_file(tmp_path: Path) -> None:
    """Nothing of the clock is in it, so that a reprint can be compared."""
    for name in ("a", "b"):
        write_pdf(kit_pages()[:2], tmp_path / name, "kit")
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    """One message instead of a traceback."""
    with pytest.raises(KitError, match=r"cannot be written.*choose another place"):
        write_pdf(kit_pages()[:1], tmp_path / "none" / "kit.pdf", "kit")


def test_D3_each_card_has_a_marker_of_its_own() -> None:
    """16 cards = four colours x four kinds, back and forth."""
    cards = [ActionCard(seat, kind) for seat in range(4) for kind in ActionKind]
    assert [ActionCard.of(card.marker) for card in cards] == cards
    assert len({card.marker for card in cards}) == 16
    assert ActionCard.of(3) is None
