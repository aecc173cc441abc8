"""Cutting a face out of a picture, upright and square."""

import cv2
import numpy as np
import pytest

from vision.dice.patch import FACE, PATCH, cut


def quartered(side: int) -> np.ndarray:
    """A square picture: red top left, green top right, blue bottom right, white bottom left."""
    picture = np.zeros((side, side, 3), np.uint8)
    half = side // 2
    picture[:half, :half, 2] = 255
    picture[:half, half:, 1] = 255
    picture[half:, half:, 0] = 255
    picture[half:, :half] = 255
    return picture


@pytest.mark.parametrize("side", [40, 300, 1200])
@pytest.mark.parametrize("turn", [0.0, 0.6, 2.0])
def test_corners_land_where_they_are_named(side: int, turn: float) -> None:
    """The first corner comes to the top left, at any size and turn."""
    reach = side * 2
    middle = np.array([reach / 2, reach / 2])
    to = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    shift = middle - to @ np.array([side / 2 - 0.5, side / 2 - 0.5])
    scene = cv2.warpAffine(quartered(side), np.column_stack([to, shift]), (reach, reach))
    corners = np.array([[0, 0], [side - 1, 0], [side - 1, side - 1], [0, side - 1]], float) @ to.T + shift
    patch = cut(np.asarray(scene, np.uint8), corners)
    assert patch.shape == (PATCH, PATCH, 3)
    low, high = (PATCH - FACE) // 2 + FACE // 4, PATCH - (PATCH - FACE) // 2 - FACE // 4
    assert patch[low, low].tolist() == [0, 0, 255]
    assert patch[low, high].tolist() == [0, 255, 0]
    assert patch[high, high].tolist() == [255, 0, 0]
    assert patch[high, low].tolist() == [255, 255, 255]


@pytest.mark.parametrize("at", [-200.0, -10.0, 90.0, 500.0])
def test_a_face_partly_or_wholly_outside_is_cut_all_the_same(at: float) -> None:
    """The picture's edge is repeated; nothing fails."""
    corners = np.array([[0, 0], [80, 0], [80, 80], [0, 80]], float) + at
    assert cut(quartered(100), corners).shape == (PATCH, PATCH, 3)
