"""Chips are told by colour and counted, sure only where the count shows."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from calibration.lens import Lens
from calibration.profiles import ProfileError, StoredTable
from calibration.profiles.pieces_file import PieceSet
from calibration.table import TableProfile
from companion.cli import main
from vision.cards.reading import CardReading
from vision.chips.read import ChipSet, read_chips
from vision.chips.teach import ChipSetError, chips_of_pieces, load_chips, save_chips, teach_chips
from vision.chips.view import view_of_cards
from vision.drawn.card_table import CardTable, Chip
from vision.drawn.chip_stacks import stacks_print
from vision.drawn.kit_table import photograph
from vision.drawn.lens_view import LensView
from vision.drawn.playing_cards import lay_cards
from vision.pictures import Picture, encode_png

BGR = {"red": (40, 40, 200), "yellow": (60, 210, 230), "green": (60, 150, 50), "blue": (190, 90, 40)}
VIEW = LensView(elevation_deg=52.0, distance_mm=700.0, target_mm=(0.0, 0.0, 0.0), lens=Lens.typical(1600, 900, 0.8))
ROW = ("AS", "TH", "7D", "2C", "9H")


def stacks(*counts: tuple[str, int], view: LensView = VIEW) -> tuple[CardTable, Picture]:
    """Columns of chips beside a board of five cards, 90 mm from each other, on the near side."""
    table = CardTable(3, view)
    chips = tuple(
        Chip(-90.0 + 90 * number, -100.0, level, colour)
        for number, (colour, count) in enumerate(counts)
        for level in range(count)
    )
    table.scene = replace(table.scene.with_board(ROW), chips=chips)
    return table, table.frame()


def test_chips_on_a_table_that_was_set_up_are_told_by_colour_and_counted() -> None:
    """One, two and three chips on each other; only the single one is sure."""
    table, picture = stacks(("red", 1), ("blue", 2), ("yellow", 3))
    piles = {pile.colour: pile for pile in read_chips(picture, (), profile=table.profile)}
    assert {name: pile.count for name, pile in piles.items()} == {"red": 1, "blue": 2, "yellow": 3}
    assert not piles["blue"].sure
    assert not piles["yellow"].sure
    at = table.profile.project(np.array([-90.0, -100.0, 3.3]))
    assert np.hypot(*(np.array(piles["red"].centre) - at)) < 3


def test_cards_tell_how_the_table_lies_where_nothing_was_set_up() -> None:
    """Their outlines alone, here right to some pixels, give the camera's elevation; one is no card at all."""
    papers = lay_cards((("AS", "TH", "7D"), ("2C", "9H")), apart=30.0)
    picture = photograph(VIEW, papers, wood=False)
    readings = []
    for number, paper in enumerate(papers):
        off = np.random.default_rng(number).normal(0, 3, (4, 2))
        a, b, c, d = ((float(x), float(y)) for x, y in VIEW.project(paper.corners) + off)
        readings.append(CardReading("AS", (a, b, c, d), 0.99, True, (), ""))
    readings[0] = replace(readings[0], quad=((100.0, 100.0), (180.0, 100.0), (180.0, 160.0), (100.0, 160.0)))
    found = view_of_cards(picture, readings)
    assert found is not None
    profile, witnesses = found
    assert witnesses == 4
    assert np.degrees(profile.elevation_at(np.array([799.5, 449.5]))) == pytest.approx(52, abs=2)


def test_chips_side_by_side_are_one_pile() -> None:
    """Three red ones beside each other."""
    table = CardTable(3, VIEW)
    table.scene = replace(table.scene, chips=tuple(Chip(-60.0 + 41 * k, -100.0, 0, "red") for k in range(3)))
    (pile,) = read_chips(table.frame(), (), profile=table.profile)
    assert (pile.colour, pile.count) == ("red", 3)


def test_from_straight_above_no_count_is_sure() -> None:
    """A chip under another does not show there."""
    view = replace(VIEW, elevation_deg=89.0, target_mm=(0.0, -100.0, 0.0))
    table, picture = stacks(("red", 0), ("red", 2), view=view)
    piles = read_chips(picture, (), profile=table.profile)
    assert piles
    assert not any(pile.sure for pile in piles)
    assert "above" in piles[0].why


def test_a_high_column_is_never_sure() -> None:
    """Four chips a little askew that explain the picture best as three: they are not told surely."""
    view = LensView(elevation_deg=53.3, distance_mm=609.0, target_mm=(46.0, 18.0, 0.0), lens=VIEW.lens)
    table = CardTable(3, view)
    places = ((-0.5, 62.1), (0.5, 57.3), (1.5, 60.1), (2.6, 58.8))
    chips = tuple(Chip(x, y, level, "green") for level, (x, y) in enumerate(places))
    table.scene = replace(table.scene, chips=chips)
    (pile,) = read_chips(table.frame(), (), profile=table.profile)
    assert pile.count > 2
    assert not pile.sure


def test_a_pile_at_the_edge_is_not_sure() -> None:
    """What the picture cuts off cannot be counted."""
    view = replace(VIEW, target_mm=(260.0, 0.0, 0.0), distance_mm=560.0)
    table, picture = stacks(("green", 1), view=view)
    x, _ = table.profile.project(np.array([-90.0, -100.0]))
    assert x < 30
    assert all(not pile.sure for pile in read_chips(picture, (), profile=table.profile))


def test_no_cards_no_chips_and_an_empty_table_is_empty() -> None:
    """Without a table profile or a card nothing tells how large a chip is."""
    _, picture = stacks(("red", 1))
    assert read_chips(picture, []) == ()
    empty, bare = stacks()
    assert read_chips(bare, (), profile=empty.profile) == ()


def stack(table: Picture, colour: str, x: float, y: float, count: int) -> None:
    """A column of chips from above at a slant: walls darker than the tops, the highest last."""
    for level in range(count):
        for step in range(7):
            wall = tuple(0.75 * c for c in BGR[colour])
            cv2.ellipse(table, (round(x), round(y - 7 * level - step)), (30, 21), 0, 0, 360, wall, -1, cv2.LINE_AA)
        cv2.ellipse(table, (round(x), round(y - 7 * level - 7)), (30, 21), 0, 0, 360, BGR[colour], -1, cv2.LINE_AA)


def cloth() -> Picture:
    """A grey table with a little grain."""
    grain = np.random.default_rng(3).normal(0, 2, (600, 900, 1))
    return np.clip(np.full((600, 900, 3), (100, 96, 98)) + grain, 0, 255).astype(np.uint8)


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
    table, picture = stacks(("green", 1))
    assert [pile.colour for pile in read_chips(picture, (), chips, table.profile)] == ["grün"]


@cache
def teaching_row() -> tuple[TableProfile, Picture]:
    """Chips of 40 mm on a cloth, one of each colour, and the camera that sees them."""
    view = replace(VIEW, elevation_deg=70.0, distance_mm=520.0)
    return view.profile, photograph(view, [stacks_print()], wood=False)


def test_where_the_table_was_set_up_chips_are_measured_as_they_are_taught(tmp_path: Path) -> None:
    """Within a millimetre across, also in a picture of another size; what was told counts; the file keeps it."""
    table, picture = teaching_row()
    for seen in (picture, cv2.resize(picture, None, fx=0.75, fy=0.75, interpolation=cv2.INTER_AREA)):
        chips = teach_chips(np.asarray(seen, np.uint8), ("r", "y", "g", "b"), table)
        assert chips.radius == pytest.approx(20, abs=0.5)
    assert teach_chips(picture, ("r", "y", "g", "b"), table, diameter=39).radius == 19.5
    assert teach_chips(picture, ("r", "y", "g", "b")).radius is None
    save_chips(chips, tmp_path / "chips.toml")
    assert load_chips(tmp_path / "chips.toml") == chips


def test_chips_of_another_size_than_the_taught_are_not_sure() -> None:
    """Something else of their colour, or a table set up with a wrong scale."""
    table, picture = stacks(("red", 1))
    for radius, sure in ((19.5, True), (16.0, False)):
        (pile,) = read_chips(picture, (), ChipSet(radius=radius), table.profile)
        assert (pile.colour, pile.count, pile.sure) == ("red", 1, sure), pile.why


def test_chips_taught_before_they_were_measured_are_of_unknown_size() -> None:
    """Files of earlier versions hold no diameter; one that no chip has, and a misspelt one, are refused."""
    numbers = {"thickness": 3.3, "hue0": 28.0}
    for more, radius in (({}, None), ({"diameter": 39.0}, 19.5)):
        assert chips_of_pieces(PieceSet("chips", "x", "", {}, {"colour0": "red"}, numbers | more)).radius == radius
    for bad in ({"diameter": 390.0}, {"diametre": 39.0}):
        with pytest.raises(ChipSetError, match=next(iter(bad))):
            chips_of_pieces(PieceSet("chips", "x", "", {}, {"colour0": "red"}, numbers | bad))


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
        save_chips(ChipSet(), tmp_path / "chips")


def test_the_commands(tmp_path: Path) -> None:
    """Teach, then read; a bad row ends in one message and exit code 2."""
    (tmp_path / "row.png").write_bytes(encode_png(taught_row()))
    out = tmp_path / "chips.toml"
    run = CliRunner().invoke(main, ["teach", "chips", "--photo", f"{tmp_path}/row.png=r,y,g,b", "--out", str(out)])
    assert run.exit_code == 0, run.output
    assert "not known" in run.stderr
    run = CliRunner().invoke(main, ["read", "chips", "--set", str(out), "--json", f"{tmp_path}/row.png"])
    assert run.exit_code == 0 and '"chips": []' in run.output
    run = CliRunner().invoke(main, ["teach", "chips", "--photo", f"{tmp_path}/row.png=r,y", "--out", str(out)])
    assert run.exit_code == 2 and "expected 2" in run.output


def test_the_commands_take_a_table(tmp_path: Path) -> None:
    """Teaching measures by it, and reading needs no cards then."""
    table, row = teaching_row()
    lying, picture = stacks(("red", 1))
    for name, profile in (("teach", table), ("read", lying.profile)):
        StoredTable(name, "cam", profile, "2026-11-30T12:00:00+00:00").save(tmp_path / f"{name}.toml")
    (tmp_path / "row.png").write_bytes(encode_png(row))
    (tmp_path / "one.png").write_bytes(encode_png(picture))
    out = tmp_path / "chips.toml"
    args = ["teach", "chips", "--photo", f"{tmp_path}/row.png=r,y,g,b", "--out", str(out)]
    run = CliRunner().invoke(main, [*args, "--profile", str(tmp_path / "teach.toml")])
    assert run.exit_code == 0 and "mm across" in run.output, run.output
    run = CliRunner().invoke(main, [*args, "--diameter", "39"])
    assert run.exit_code == 0 and "39.0 mm across" in run.output, run.output
    assert CliRunner().invoke(main, [*args, "--diameter", "390"]).exit_code == 2
    read = ["read", "chips", "--set", str(out), f"{tmp_path}/one.png"]
    run = CliRunner().invoke(main, [*read, "--profile", str(tmp_path / "read.toml")])
    assert (run.exit_code, run.output) == (0, "one.png: 1 r\n")
    run = CliRunner().invoke(main, [*read, "--profile", "nowhere"])
    assert run.exit_code == 2 and "nowhere" in run.output
