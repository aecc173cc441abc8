"""Dice under a camera whose place is known: size, squeeze and sides are a matter of geometry."""

import math
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.dice_set import DiceSet
from calibration.lens import Lens
from calibration.table import TableProfile
from calibration.zones import Zone, ZoneKind, box
from tests.vision.dice.drawn_dice import Placed, draw, view
from vision.dice.align import find_tops
from vision.dice.detect import TopFace
from vision.dice.doubt import LEANS, SIDE
from vision.dice.on_table import OnTable, tops_on_table
from vision.dice.read import read_dice
from vision.dice.shape import half_edges, pose_of

EDGE = 16.0
Points = NDArray[np.float64]


def profile(elevation: float = 48.0, roll: float = 4.0, **rest: object) -> TableProfile:
    """A camera 500 mm away that looks at the middle of the table, held a little askew."""
    up, turned = math.radians(elevation), math.radians(roll)
    level = np.array([[1, 0, 0], [0, -math.sin(up), -math.cos(up)], [0, math.cos(up), -math.sin(up)]])
    askew = np.array([[math.cos(turned), -math.sin(turned), 0], [math.sin(turned), math.cos(turned), 0], [0, 0, 1]])
    rotation = askew @ level
    eye = np.array([0.0, -500 * math.cos(up), 500 * math.sin(up)])
    return TableProfile.of(Lens.typical(1280, 720), rotation, -rotation @ eye, **rest)


def face(table: TableProfile, corners: Points, score: float = 0.98) -> TopFace:
    """A top face as it would be found at corners (4, 3) in mm."""
    quad = table.project(corners)
    if np.linalg.det(half_edges(quad)) < 0:
        quad = quad[::-1].copy()
    size, a, b, _, _ = pose_of(half_edges(quad)[None])[0]
    return TopFace(quad, score, 1.0, float(size), (float(a), float(b)), 26.0)


def top(x: float, y: float, turn: float = 0.3, edge: float = EDGE, tilt: float = 0.0) -> Points:
    """Corners (4, 3) in mm of the top face of a die there, leaning over by `tilt` degrees."""
    half = edge / 2
    flat = np.array([[-half, -half, 0], [half, -half, 0], [half, half, 0], [-half, half, 0]])
    lean, turned = math.radians(tilt), turn
    over = np.array([[1, 0, 0], [0, math.cos(lean), -math.sin(lean)], [0, math.sin(lean), math.cos(lean)]])
    way = np.array([[math.cos(turned), -math.sin(turned), 0], [math.sin(turned), math.cos(turned), 0], [0, 0, 1]])
    return np.asarray(flat @ over.T @ way.T + np.array([x, y, edge]), np.float64)


def side(x: float, y: float, turn: float = 0.3) -> Points:
    """Corners (4, 3) in mm of that side of a die which faces the camera most."""
    upper = top(x, y, turn)
    pairs = [(upper[i], upper[(i + 1) % 4]) for i in range(4)]
    one, other = min(pairs, key=lambda pair: float((pair[0] + pair[1])[1]))
    down = np.array([0, 0, EDGE])
    return np.array([one, other, other - down, one - down])


@pytest.mark.parametrize("elevation", [35.0, 48.0, 65.0, 88.0])
@pytest.mark.parametrize("at", [(0.0, 0.0), (90.0, 60.0), (-110.0, -40.0)])
def test_a_die_that_lies_flat_fits_wherever_it_lies(elevation: float, at: tuple[float, float]) -> None:
    """Its edge is told in mm, also under a camera held askew; nothing speaks against it."""
    table = profile(elevation)
    tops = [face(table, top(*at)), face(table, top(-60, 30, 1.1)), face(table, top(40, -50, 0.7))]
    known = OnTable.of(table, tops)
    assert known is not None
    assert abs(known.edge_mm - EDGE) < 0.2
    for each in tops:
        assert known.misfit(each) < 0.02
        assert known.same_size(each)
        assert known.doubt(each, tops) == ""


def test_a_die_of_another_size_and_a_cocked_one_are_told() -> None:
    """A large one among others; one that leans by thirty degrees, though it is the only one in view."""
    table = profile()
    tops = [face(table, top(60.0 * k, 0)) for k in range(-1, 2)]
    known = OnTable.of(table, tops)
    assert known is not None
    large = face(table, top(0, 60, edge=26))
    assert known.edge(large) == pytest.approx(26, abs=0.01)
    assert not known.same_size(large)
    cocked = face(table, top(0, 0, turn=0.5, tilt=30))
    alone = OnTable.of(table, [cocked])
    assert alone is not None
    assert alone.doubt(cocked, [cocked]) == LEANS


@pytest.mark.parametrize("turn", [0.0, 0.2, 0.5, 0.78])
def test_the_side_of_a_die_is_no_top_face(turn: float) -> None:
    """From half height it looks like one: 48 degrees, where it is as high as a top face is deep."""
    table = profile(48.0, roll=0.0)
    tops = [
        face(table, top(0, 20, turn)),
        face(table, side(0, 20, turn)),
        face(table, top(70, 0)),
        face(table, top(-70, 0)),
    ]
    known = OnTable.of(table, tops)
    assert known is not None
    assert known.stands_in(tops[1], tops) or known.doubt(tops[1], tops) in (SIDE, LEANS)
    for each in (tops[0], *tops[2:]):
        assert not known.stands_in(each, tops)
        assert known.doubt(each, tops) == ""


def test_what_may_be_a_side_is_doubted_where_its_own_top_was_not_found() -> None:
    """Geometry says nothing of a die that nobody saw; the look at the place above does."""
    table = profile()
    alone = face(table, top(0, 0))
    known = OnTable.of(table, [alone])
    assert known is not None
    for above, doubt in ((0.1, ""), (0.5, SIDE)):
        assert known.doubt(replace(alone, above=above), [alone]) == doubt


def test_dice_put_aside_do_not_count_where_a_mat_tells() -> None:
    """Beside the ground for the dice; without a mat dice count wherever they lie."""
    ground = Zone(ZoneKind.DICE, box(0, 0, 200, 200))
    table = profile(zones=(ground,), mat="mentiroso")
    known = OnTable.of(table, [face(table, top(0, 0))])
    assert known is not None
    assert known.counts(face(table, top(60, 60)))
    assert not known.counts(face(table, top(140, 0)))
    assert replace(known, profile=replace(table, mat="")).counts(face(table, top(140, 0)))


def _of_view() -> TableProfile:
    """The drawn dice's camera in mm, with dice of 16 mm; the table's middle under the camera."""
    drawn = view()
    up = drawn.elevation
    rotation = np.array([[1, 0, 0], [0, -math.sin(up), -math.cos(up)], [0, math.cos(up), -math.sin(up)]])
    eye = np.array([0.0, 0.0, (drawn.distance + 1) * EDGE])
    lens = Lens(drawn.width, drawn.height, (drawn.focal, drawn.focal), (drawn.width / 2, drawn.height / 2))
    return TableProfile.of(lens, rotation, -rotation @ eye)


def test_what_is_put_straight_is_told_with_how_it_was_found_and_takes_no_die_away() -> None:
    """A top face found askew is put straight; one that was put on a die found well already is that die, as it was."""
    middle = float(view().on_plane(np.array([320.0, 180.0]))[1])
    dice: list[Placed] = [(-3, middle + 2, 0.3, "K"), (0.2, middle, 1.0, "9"), (3, middle + 0.3, 0.2, "10")]
    picture = draw(view(), dice, seed=9)
    tops = find_tops(picture)
    assert len(tops) == 3
    skew = tops[0].quad.mean(axis=0) + (tops[0].quad - tops[0].quad.mean(axis=0)) @ np.array([[1.2, 0.1], [0, 0.95]])
    askew = replace(tops[0], quad=skew)
    placed = {id(each.first): each for each in tops_on_table(picture, [askew, *tops[1:]], _of_view())}
    assert np.abs(placed[id(askew)].top.quad - tops[0].quad).max() < 2.0
    both = tops_on_table(picture, [askew, *tops], _of_view())
    assert sorted(id(each.top) for each in both) == sorted(map(id, tops))
    assert all(each.first is None for each in both)


def test_a_throw_is_read_as_well_with_a_profile(taught: DiceSet) -> None:
    """Nothing that is sure without it is lost; a die beside the ground is not one of the five, and six are too many."""
    middle = float(view().on_plane(np.array([320.0, 180.0]))[1])
    throw: list[Placed] = [
        (-3, middle + 2, 0.3, "K"),
        (0.2, middle, 1.0, "9"),
        (2.5, middle + 0.3, 0.2, "10"),
        (4, middle - 2, 0.7, "A"),
        (-2, middle - 3, 2.5, "K"),
    ]
    table = _of_view()
    picture = draw(view(), throw, seed=9)
    without = read_dice(picture, taught, expected=5)
    readings = read_dice(picture, taught, profile=table, expected=5)
    assert sorted(r.face for r in without if r.sure) == sorted(r.face for r in readings if r.sure)
    six = draw(view(), [*throw, (6.0, middle + 1.5, 0.4, "J")], seed=9)
    assert len(read_dice(six, taught, profile=table, expected=5, thorough=False)) == 6
    ground = Zone(ZoneKind.DICE, box(0, middle * EDGE, 11 * EDGE, 20 * EDGE))
    on_mat = replace(table, zones=(ground,), mat="mentiroso")
    five = read_dice(six, taught, profile=on_mat, expected=5, thorough=False)
    assert sorted(r.face for r in five if r.sure) == sorted(r.face for r in readings if r.sure)
    assert len(five) == 5
