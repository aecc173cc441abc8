"""Chips are told by colour and counted, sure only where the count shows."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from calibration.profiles import ProfileError
from calibration.profiles.pieces_file import PieceSet
from companion.cli import main
from vision.cards.reading import CardReading
from vision.chips.read import ChipSet, read_chips
from vision.chips.teach import ChipSetError, chips_of_pieces, load_chips, save_chips, teach_chips
from vision.pictures import Picture, encode_png

BGR = {"red": (40, 40, 200), "yellow": (60, 210, 230), "green": (60, 150, 50), "blue": (190, 90, 40)}
#: The table is seen from 45 degrees: 2 pixels a mm across, 1.41 down.
SCALE, SINE = 2.0, 0.7071
RADIUS_MM, THICK_MM = 15.0, 5.1


def stack(table: Picture, colour: str, x: float, y: float, count: int) -> None:
    """Paints a column of chips standing at (x, y): walls darker than the tops, the highest last."""
    axes = (round(RADIUS_MM * SCALE), round(RADIUS_MM * SCALE * SINE))
    rise = THICK_MM * SCALE * SINE
    for level in range(count):
        base = (round(x), round(y - level * rise))
        for step in range(round(rise)):
            wall = tuple(0.75 * c for c in BGR[colour])
            cv2.ellipse(table, (base[0], base[1] - step), axes, 0, 0, 360, wall, -1, cv2.LINE_AA)
        cv2.ellipse(table, (base[0], round(base[1] - rise)), axes, 0, 0, 360, BGR[colour], -1, cv2.LINE_AA)


def cloth() -> Picture:
    """A grey table with a little grain."""
    grain = np.random.default_rng(3).normal(0, 2, (600, 900, 1))
    return np.clip(np.full((600, 900, 3), (100, 96, 98)) + grain, 0, 255).astype(np.uint8)


def card_at(x: float, y: float) -> CardReading:
    """A card that lies straight in front of that camera."""
    w, h = 63 * SCALE, 88 * SCALE * SINE
    return CardReading("KH", ((x, y), (x + w, y), (x + w, y + h), (x, y + h)), 0.99, True, (), "")


CHIPS = ChipSet(thickness=THICK_MM)


@pytest.mark.parametrize("colour", list(BGR))
@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_column_is_told_by_colour_and_counted(colour: str, count: int) -> None:
    """One to three chips on each other, of each colour."""
    table = cloth()
    stack(table, colour, 450, 320, count)
    (pile,) = read_chips(table, [card_at(600, 300)], CHIPS)
    assert (pile.colour, pile.count) == (colour, count)
    # A tall column's height may lie between two counts; then it is asked, not told.
    assert pile.sure or count == 3


def test_chips_side_by_side_are_one_pile_and_other_colours_another() -> None:
    """Two red ones beside each other with a third on top of one; blue ones farther off."""
    table = cloth()
    stack(table, "red", 300, 300, 1)
    stack(table, "red", 365, 300, 2)
    stack(table, "blue", 300, 480, 2)
    piles = {pile.colour: pile for pile in read_chips(table, [card_at(500, 300)], CHIPS)}
    assert {name: (pile.count, pile.sure) for name, pile in piles.items()} == {"red": (3, True), "blue": (2, True)}
    assert abs(piles["blue"].centre[0] - 300) < 10


def test_from_straight_above_nothing_is_sure() -> None:
    """A chip under another does not show there."""
    table = cloth()
    cv2.circle(table, (450, 320), 30, BGR["red"], -1, cv2.LINE_AA)
    straight = CardReading("KH", ((600, 300), (726, 300), (726, 476), (600, 476)), 0.99, True, (), "")
    (pile,) = read_chips(table, [straight], CHIPS)
    assert not pile.sure and "above" in pile.why


def test_a_pile_at_the_edge_is_not_sure() -> None:
    """What the picture cuts off cannot be counted."""
    table = cloth()
    stack(table, "green", 24, 320, 2)
    assert all(not pile.sure for pile in read_chips(table, [card_at(200, 300)], CHIPS))


def test_no_cards_no_chips_and_an_empty_table_is_empty() -> None:
    """Without a card nothing tells how large a chip is."""
    table = cloth()
    assert read_chips(table, [card_at(500, 300)]) == ()
    stack(table, "red", 300, 300, 1)
    assert read_chips(table, []) == ()


def taught_row() -> Picture:
    """Stacks of two, red, yellow, green, blue."""
    table = cloth()
    for i, colour in enumerate(BGR):
        stack(table, colour, 150 + 180 * i, 300, 2)
    return table


def test_colours_are_taught_by_showing_them_once(tmp_path: Path) -> None:
    """The names given left to right come back when the chips are read, also from the file."""
    chips = teach_chips(taught_row(), ("rot", "gelb", "grün", "blau"))
    save_chips(chips, tmp_path / "chips.toml")
    assert load_chips(tmp_path / "chips.toml") == chips
    table = cloth()
    stack(table, "green", 450, 320, 1)
    assert [pile.colour for pile in read_chips(table, [card_at(600, 300)], chips)] == ["grün"]


def test_another_number_of_stacks_is_refused() -> None:
    """Five names for four stacks: the message tells both numbers."""
    with pytest.raises(ChipSetError, match=r"expected 5 .* found 4"):
        teach_chips(taught_row(), ("a", "b", "c", "d", "e"))


def test_files_that_are_no_chip_set_are_refused(tmp_path: Path) -> None:
    """Missing, damaged, without colours, without a hue: one clear error each."""
    (tmp_path / "a.toml").write_text("{")
    for path in (tmp_path / "a.toml", tmp_path / "missing.toml"):
        with pytest.raises(ProfileError, match=path.name):
            load_chips(path)
    for texts, numbers in (({}, {"thickness": 3.0}), ({"colour0": "red"}, {"thickness": 3.0})):
        with pytest.raises(ChipSetError, match="expected"):
            chips_of_pieces(PieceSet("chips", "x", "", texts=texts, numbers=numbers))
    with pytest.raises(ChipSetError, match="toml"):
        save_chips(CHIPS, tmp_path / "chips")


def test_the_commands(tmp_path: Path) -> None:
    """Teach, then read; a bad row ends in one message and exit code 2."""
    (tmp_path / "row.png").write_bytes(encode_png(taught_row()))
    out = tmp_path / "chips.toml"
    run = CliRunner().invoke(main, ["teach", "chips", "--photo", f"{tmp_path}/row.png=r,y,g,b", "--out", str(out)])
    assert run.exit_code == 0, run.output
    run = CliRunner().invoke(main, ["read", "chips", "--set", str(out), "--json", f"{tmp_path}/row.png"])
    assert run.exit_code == 0 and '"chips": []' in run.output
    run = CliRunner().invoke(main, ["teach", "chips", "--photo", f"{tmp_path}/row.png=r,y", "--out", str(out)])
    assert run.exit_code == 2 and "expected 2" in run.output
