"""Which way is up, told by top faces alone, and what follows of tops and sides."""

import math
from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.dice_view import DiceView, square
from tests.vision.dice.drawn_dice import view
from vision.dice.detect import TopFace
from vision.dice.doubt import SIDE, Squeeze, is_side, place_doubt
from vision.dice.shape import corners_apart, half_edges, pose_of
from vision.dice.standing import Standing, plain_tops

WIDTH, HEIGHT = 640, 360
#: x from the middle, y from the middle, turn in radians.
PLACES = [(-4.0, 1.0, 0.5), (3.5, -2.0, 0.9), (0.0, 0.0, 0.0), (2.0, 2.5, 1.2)]
BLANK = np.zeros((HEIGHT, WIDTH, 3), np.uint8)


def seen(quad: NDArray[np.float64], score: float = 0.99) -> TopFace:
    size, a, b, _, _ = pose_of(half_edges(quad)[None])[0].tolist()
    return TopFace(quad, score, 1.0, size, (a, b), size)


def dice(camera: DiceView, places: Sequence[tuple[float, float, float]] = PLACES) -> list[TopFace]:
    middle = camera.on_plane(np.array([camera.width / 2, camera.height / 2]))
    return [seen(camera.project(square(middle + np.array([x, y]), turn))) for x, y, turn in places]


def front(camera: DiceView, place: tuple[float, float, float]) -> TopFace:
    """The side that faces the camera most."""
    middle = camera.on_plane(np.array([camera.width / 2, camera.height / 2]))
    corners = square(middle + np.array(place[:2]), place[2])
    near = min(range(4), key=lambda i: corners[i, 1] + corners[i - 1, 1])
    edge = corners[[near, near - 1]]
    return seen(np.concatenate([camera.project(edge), camera.project(edge[::-1], 1.0)]))


def rolled(tops: Sequence[TopFace], degrees: float) -> list[TopFace]:
    """As a camera turned around its axis sees them."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    middle = np.array([(WIDTH - 1) / 2, (HEIGHT - 1) / 2])
    return [seen((top.quad - middle) @ np.array([[c, s], [-s, c]]) + middle) for top in tops]


@pytest.mark.parametrize("elevation", [0.7, 0.9, 1.2])
@pytest.mark.parametrize("roll", [-12, 0, 7])
def test_tops_tell_which_way_is_up(elevation: float, roll: float) -> None:
    """Within two degrees, from any height, the camera held level or not."""
    camera = view(elevation=elevation)
    found = Standing.of(rolled(dice(camera), roll), WIDTH, HEIGHT)
    assert found is not None
    flat, aside = math.cos(camera.elevation), math.radians(roll)
    up = (flat * math.sin(aside), -flat * math.cos(aside), -math.sin(camera.elevation))
    assert math.degrees(math.acos(min(1.0, float(np.dot(found.up, up))))) < 2


def test_two_tops_tell_nothing() -> None:
    """Both may be sides; and what no camera squeezes so tells nothing either."""
    tops = dice(view())
    assert Standing.of(tops[:2], WIDTH, HEIGHT) is None
    scales = ([1, 3], [3, 1], [1, 2], [2, 1])
    odd = [seen((t.quad - t.middle) * scale + t.middle) for t, scale in zip(tops, scales, strict=True)]
    assert Standing.of(odd, WIDTH, HEIGHT) is None


@pytest.mark.parametrize("place", PLACES)
def test_sides_are_seen_where_they_stand(place: tuple[float, float, float]) -> None:
    """Within a twelfth of an edge of where the camera projects them; and no side lies where a neighbour does."""
    camera = view(elevation=0.8)
    tops = dice(camera, PLACES)
    here = Standing.of(tops, WIDTH, HEIGHT)
    assert here is not None
    top, side = tops[PLACES.index(place)], front(camera, place)
    assert min(corners_apart(quad, side.quad) for quad in here.sides(top)) < 0.08 * side.size
    assert here.is_side_of(side, top)
    assert not any(here.is_side_of(other, top) for other in tops)


def test_what_has_no_upright_edge_is_no_side() -> None:
    """A top that is turned; a square one may be a side, and so may every side."""
    camera = view(elevation=0.8)
    tops = dice(camera)
    here = Standing.of(tops, WIDTH, HEIGHT)
    assert here is not None
    assert [here.is_top(top) for top in tops] == [True, True, False, True]
    assert not any(here.is_top(front(camera, place)) for place in PLACES)


def test_in_a_row_a_side_below_shows_that_it_is_a_top() -> None:
    """Where no die lies in front of another; elsewhere that may be the next die's top."""
    camera = view(elevation=0.8)
    tops = [*dice(camera), front(camera, PLACES[2])]
    assert plain_tops(BLANK, tops, side_by_side=True)(tops[2])
    assert not plain_tops(BLANK, tops)(tops[2])
    assert not plain_tops(BLANK, tops[:4], side_by_side=True)(tops[2])


def test_a_die_pushed_up_before_another_is_told_by_its_turn() -> None:
    """Its top hangs below the other's as a side does, and is none: no side's edges lie askew."""
    camera = view(elevation=0.8)
    turn = 0.45
    behind, before = (0.0, 0.0, turn), (math.sin(turn), -math.cos(turn), turn)
    tops = dice(camera, [*PLACES[:2], behind, before])
    squeeze = Squeeze.of(tops)
    assert is_side(tops[3], tops, squeeze)
    assert place_doubt(tops[3], tops, squeeze) == SIDE
    assert place_doubt(tops[3], tops, squeeze, plain_tops(BLANK, tops)) == ""


def test_no_turn_lets_two_dice_stand_in_one_another() -> None:
    """Whatever tells that a place is no side: one of them is no top."""
    camera = view(elevation=0.8)
    tops = dice(camera, [*PLACES[:2], (0.0, 0.0, 0.45), (0.1, -0.6, 0.45)])
    assert is_side(tops[3], tops, Squeeze.of(tops), lambda _: True)
