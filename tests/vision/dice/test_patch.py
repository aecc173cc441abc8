"""Cutting a face out of a picture, upright and square."""

import cv2
import numpy as np
import pytest

from vision.dice.patch import FACE, PATCH, all_turns, clearest_edges, cut, cut_all, size_of


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


def test_many_are_cut_as_each_alone() -> None:
    """Small and large ones, inside and across the picture's edge."""
    picture = np.random.default_rng(3).integers(0, 256, (240, 320, 3), np.uint8)
    unit = np.array([[0, 0], [1, 0.1], [1, 1], [0, 1]])
    quads = [unit * size + at for size, at in ((12.0, 60), (70.0, 30), (150.0, -40), (40.0, 300))]
    patches = cut_all(picture, quads)
    assert patches.shape == (4, PATCH, PATCH, 3)
    assert all(np.array_equal(patch, cut(picture, quad)) for patch, quad in zip(patches, quads, strict=True))


def test_a_large_face_is_cut_as_from_the_whole_picture_made_smaller() -> None:
    """Each pixel of its patch is a mean of as many as are there, on the picture's own grid."""
    picture = np.random.default_rng(4).integers(0, 256, (300, 300, 3), np.uint8)
    third = picture.reshape(100, 3, 100, 3, 3).mean(axis=(1, 3)).round().astype(np.uint8)
    face = np.array([[0, 0], [FACE, 0], [FACE, FACE], [0, FACE]]) + 30.0 - 0.5
    small = cut(third, face).astype(int)
    assert np.abs(cut(picture, (face + 0.5) * 3 - 0.5) - small).max() <= 1


def test_the_four_turns_stand_one_after_the_other() -> None:
    """Of each patch, before those of the next."""
    patches = np.stack([quartered(PATCH), 255 - quartered(PATCH)])
    turned = all_turns(patches)
    assert all(np.array_equal(turned[4 * i + k], np.rot90(patches[i], k)) for i in range(2) for k in range(4))


def test_the_size_of_a_quad_is_the_root_of_its_area() -> None:
    """Of a rectangle, and of one that is squeezed aslant."""
    assert size_of(np.array([[0, 0], [8, 0], [8, 2], [0, 2]], float)) == pytest.approx(4)
    assert size_of(np.array([[0, 0], [8, 0], [11, 2], [3, 2]], float)) == pytest.approx(4)


def test_a_face_on_ground_of_its_own_colour_has_no_clear_edge() -> None:
    """A speck on a blank table has no edge around it; a die has one, though the light be dim."""
    blank = np.full((PATCH, PATCH, 3), 180, np.uint8)
    blank[18:22, 18:22] = 60
    die = np.full((PATCH, PATCH, 3), 180, np.uint8)
    die[(PATCH + FACE) // 2 :] = 150
    dim = die // 8
    none, clear, as_clear = clearest_edges(np.stack([blank, die, dim]))
    assert none < 0.001
    assert clear > 0.1
    assert abs(clear - as_clear) < 0.05
