"""Which corners belong to one card, seen from any side."""

import math

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from vision.cards.classify import code_of
from vision.cards.corners import Corner, join
from vision.cards.merge import card_quad, one_card

CARD = np.array([63.0, 88.0])  # millimetres
Matrix = NDArray[np.float64]


def camera(turn: float, tilt: float, scale: float = 3.0) -> Matrix:
    """Homography from millimetres on the table to pixels, a camera half a metre off."""
    ct, st_, cx, sx = math.cos(turn), math.sin(turn), math.cos(tilt), math.sin(tilt)
    around = np.array([[ct, -st_, 0], [st_, ct, 0], [0, 0, 1]])
    rotation = np.array([[1, 0, 0], [0, cx, -sx], [0, sx, cx]]) @ around
    focal = 500 * scale
    k = np.array([[focal, 0, 640], [0, focal, 360], [0, 0, 1]])
    return np.asarray(k @ np.column_stack([rotation[:, 0], rotation[:, 1], (0, 0, 500)]))


def project(points: Matrix, view: Matrix) -> Matrix:
    """Points (N, 2) in millimetres to pixels."""
    return np.asarray(cv2.perspectiveTransform(points[None], view)[0])


def index(view: Matrix, at: tuple[float, float], tall: float, turned: bool) -> Matrix:
    """Pose of an index centred there on the table, `tall` millimetres high."""
    sign = -1 if turned else 1
    centre = np.array(at)
    ends = centre + sign * tall / 2 * np.array([[0, 0], [0, -1], [0, 1], [1, 0], [-1, 0]])
    c, top, bottom, right, left = project(ends, view)
    return np.concatenate([c, top - bottom, right - left])


def corners(view: Matrix, tall: float, at: tuple[float, float] = (0.0, 0.0)) -> list[Matrix]:
    """Poses of the four corner indices of a card: top left, top right, bottom right, bottom left."""
    x, y = 0.35 * tall + 1, 0.5 * tall + 2
    w, h = CARD
    places = [(x, y, False), (w - x, y, False), (w - x, h - y, True), (x, h - y, True)]
    return [index(view, (at[0] + px - w / 2, at[1] + py - h / 2), tall, turned) for px, py, turned in places]


@settings(max_examples=25, deadline=None)
@given(st.floats(0, 2 * math.pi), st.floats(0, 0.9), st.floats(10, 26))
def test_all_corners_of_a_card_are_one_card(turn: float, tilt: float, tall: float) -> None:
    """Small to jumbo indices, any turn, tilted by up to 50 degrees."""
    poses = corners(camera(turn, tilt), tall)
    for i, one in enumerate(poses):
        for k, other in enumerate(poses):
            assert i == k or one_card(one, other)


@pytest.mark.parametrize("away", [(80.0, 0.0), (0.0, 110.0), (200.0, 30.0), (-150.0, -150.0)])
def test_the_same_index_on_another_card_is_another_card(away: tuple[float, float]) -> None:
    """Top left corners of two cards lying alike are never one card's, nor are far ones."""
    view = camera(0.4, 0.5)
    assert not one_card(corners(view, 16)[0], corners(view, 16, (away[0] * 2, away[1] * 2))[0])


def test_an_index_across_is_no_corner_of_the_same_card() -> None:
    """A card's indices stand alike or upside down to each other, never at right angles."""
    view = camera(0.0, 0.0)
    one = corners(view, 16)[0]
    across = corners(view, 16)[2].copy()
    across[2:4], across[4:6] = across[4:6].copy(), -across[2:4].copy()
    assert not one_card(one, across)


@settings(max_examples=40, deadline=None)
@given(st.floats(0, 2 * math.pi), st.floats(0, 0.7), st.floats(13, 20))
def test_two_opposite_corners_give_the_outline(turn: float, tilt: float, tall: float) -> None:
    """Within a sixth of the card's height, in the order top left, top right, bottom right, bottom left."""
    view = camera(turn, tilt)
    w, h = CARD / 2
    truth = project(np.array([[-w, -h], [w, -h], [w, h], [-w, h]]), view)
    poses = corners(view, tall)
    quad = np.array(card_quad([poses[0], poses[2]]))
    assert np.linalg.norm(quad - truth, axis=1).max() < np.linalg.norm(truth[0] - truth[3]) / 6 + 12


def _showing(pose: Matrix, card: str, likely: float = 0.97) -> Corner:
    cards = np.full(52, (1 - likely) / 51)
    cards[[code_of(n) for n in range(52)].index(card)] = likely
    return Corner(pose, 0.9, cards)


def _turned(pose: Matrix, degrees: float) -> Matrix:
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    turn = np.array([[c, -s], [s, c]])
    return np.concatenate([pose[:2], turn @ pose[2:4], turn @ pose[4:6]])


def test_two_corners_that_hardly_fit_are_one_card_where_their_outlines_lie_on_each_other() -> None:
    """Poses turned apart by 48 degrees: a deck holds no second two of diamonds that could lie there."""
    first, _, opposite, _ = corners(camera(0.4, 0.7), 14)
    askew = _turned(first, -24), _turned(opposite, 24)
    assert not one_card(*askew)
    (reading,) = join([_showing(pose, "2D") for pose in askew])
    assert reading.card == "2D" and reading.sure


def test_the_same_card_in_two_places_is_never_sure() -> None:
    """Two outlines beside each other: one of them is read wrongly, and nobody knows which."""
    poses = corners(camera(0.4, 0.3), 14)[0], corners(camera(0.4, 0.3), 14, (130.0, 10.0))[0]
    readings = join([_showing(pose, "2D") for pose in poses])
    assert len(readings) == 2 and not any(r.sure for r in readings)
