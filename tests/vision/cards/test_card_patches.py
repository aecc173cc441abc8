"""Upright patches: an index anywhere, any way up, any size gives the same patch."""

import math

import cv2
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from vision.cards.patches import PATCH_HEIGHT, PATCH_WIDTH, Pyramid


def flag(size: int = 240, height: float = 60.0, degrees: float = 0.0) -> NDArray[np.uint8]:
    """A picture with one upright mark, dark over red, turned about its middle; smooth, so that sampling is exact."""
    picture = np.full((size, size, 3), 240, np.uint8)
    c, h = size // 2, round(height / 2)
    cv2.rectangle(picture, (c - h // 2, c - h), (c + h // 2, c - 4), (20, 20, 20), -1)
    cv2.rectangle(picture, (c - h // 3, c + 4), (c + h // 3, c + h), (30, 30, 220), -1)
    picture = cv2.GaussianBlur(picture, (0, 0), height / 20)
    turn = cv2.getRotationMatrix2D((c, c), degrees, 1.0)
    return cv2.warpAffine(picture, turn, (size, size), borderMode=cv2.BORDER_REPLICATE)


def pose(centre: float, height: float, degrees: float) -> tuple[float, ...]:
    """Pose of a mark turned counter-clockwise by that many degrees, as OpenCV turns pictures."""
    a = math.radians(degrees)
    up = (-math.sin(a) * height, -math.cos(a) * height)
    return centre, centre, *up, -up[1], up[0]


@settings(max_examples=40, deadline=None)
@given(st.floats(0, 360), st.floats(24, 90))
def test_turned_and_scaled_marks_give_the_upright_patch(degrees: float, height: float) -> None:
    """The patch does not depend on how the index lies; a few grey levels are the cost of sampling twice."""
    upright = Pyramid(flag(height=height)).patch(pose(120, height, 0))
    turned = Pyramid(flag(height=height, degrees=degrees)).patch(pose(120, height, degrees))
    assert turned.shape == (PATCH_HEIGHT, PATCH_WIDTH, 3)
    assert np.abs(upright.astype(int) - turned).mean() < 6


def test_rank_stands_above_suit() -> None:
    """Up is up: the dark half of the mark is the upper half of the patch, and the red one the lower."""
    patch = Pyramid(flag()).patch(pose(120, 60, 0)).astype(int)
    upper, lower = patch[14, PATCH_WIDTH // 2], patch[30, PATCH_WIDTH // 2]
    assert upper.max() < 80
    assert lower[2] > 180 and lower[0] < 90


def test_a_large_index_is_not_sampled_with_holes() -> None:
    """A fine chequer 20 times finer than the patch turns grey; nearest samples would leave it black and white."""
    board = np.uint8(np.indices((1600, 1600)).sum(axis=0) % 2 * 255)
    patch = Pyramid(np.dstack([board] * 3)).patch((800, 800, 0, -900, 900, 0))
    assert patch.min() > 90 and patch.max() < 165


def test_beyond_the_border_the_edge_goes_on() -> None:
    """An index at the picture's edge is cut out without a dark rim."""
    patch = Pyramid(np.full((50, 50, 3), 200, np.uint8)).patch((0, 0, 0, -40, 40, 0))
    assert (patch == 200).all()


@given(st.integers(1, 300), st.integers(1, 300), st.integers(1, 300))
def test_a_picture_is_halved_as_often_as_a_side_allows(width: int, height: int, side: int) -> None:
    """Once more, and it would be shorter; the steps tell how many pixels became one, whatever was rounded."""
    pyramid = Pyramid(np.zeros((height, width, 3), np.uint8))
    number, longest = pyramid.halvings(side), max(width, height)
    assert longest < side * 2 ** (number + 1) and (number == 0 or longest >= side * 2**number)
    across, down = pyramid.steps(number)
    assert pyramid.level(number).shape == (round(height / down), round(width / across), 3)
