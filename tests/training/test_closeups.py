"""Dice painted one by one, from which the namer learns."""

import cv2
import numpy as np

from training.cards.backgrounds import background
from training.dice.closeups import closeup
from training.dice.painting import soft
from training.dice.prints import PRINT, DiceLook
from training.dice.scenes import COLUMNS
from vision.dice.patch import cut


def _look() -> DiceLook:
    """Six faces, each with a dark bar as wide as its number tells."""
    prints = []
    for face in range(6):
        art = np.zeros((PRINT, PRINT, 4), np.uint8)
        art[20:76, 12 : 24 + 12 * face, 3] = 255
        prints.append(art)
    return DiceLook(tuple(prints), np.float32([240, 245, 250]), 0.08, 0.0, "international")


def test_a_close_up_shows_the_named_face_where_it_says() -> None:
    """The wider the bar, the darker the patch that is cut there; light and spoiling are chance, so many are asked."""
    rng = np.random.default_rng(4)
    table = background(rng)
    tables = [(table, table.mean((0, 1)).astype(np.float32))]
    told = {0: [], 5: []}
    for number in range(40):
        face = 5 * (number % 2)
        picture, rows = closeup(rng, _look(), face, tables)
        row = dict(zip(COLUMNS, rows[0], strict=True))
        quad = rows[0, :8].reshape(4, 2).astype(np.float64)
        assert picture.shape[0] == picture.shape[1] and row["face"] == face and row["visible"] == 1
        assert quad.min() > -2 and quad.max() < picture.shape[0] + 1
        patch = cut(picture, quad).astype(np.float64).mean(axis=2)
        told[face].append(patch[10:30, 8:32].mean() / max(np.percentile(patch, 95), 1))
    assert np.mean(told[5]) < np.mean(told[0]) - 0.15


def test_a_wide_blur_at_a_coarser_scale_is_the_same_blur() -> None:
    """Within four levels of 255, but for the rim."""
    rng = np.random.default_rng(1)
    picture = rng.uniform(0, 255, (96, 120, 3)).astype(np.float32)
    assert np.abs(soft(picture, 9.0) - cv2.GaussianBlur(picture, (0, 0), 9.0))[20:-20, 20:-20].max() < 4
