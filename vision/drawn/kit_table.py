"""The drawn table with the printed kit on it, as a camera with a real lens sees it."""

from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np

from calibration.board import HEIGHT_MM, WIDTH_MM
from calibration.kit.mats import mat_shapes
from calibration.kit.pages import board_shapes
from calibration.kit.raster import paint
from calibration.kit.words import WORDS
from calibration.mat import Mat
from vision.drawn.ground import bare_table
from vision.drawn.paper import Paper, lay_paper
from vision.drawn.view import View
from vision.pictures import Picture

_PRINT_PX_PER_MM = 6.0
_PLAIN_BGR = np.array([70.0, 100.0, 130.0], np.float32)


@lru_cache(maxsize=4)
def mat_print(table: Mat) -> Paper:
    """A mat as printed, lying as its frame says."""
    shapes = mat_shapes(table, WORDS["en"])
    picture = paint(shapes, -table.width / 2, table.height / 2, table.width, table.height, _PRINT_PX_PER_MM)
    return Paper(picture, _PRINT_PX_PER_MM)


@lru_cache(maxsize=1)
def board_print() -> Paper:
    """The calibration board with a white rim of 10 mm, lying in the middle of the table."""
    width, height = WIDTH_MM + 20, HEIGHT_MM + 20
    return Paper(paint(board_shapes(), -10, 10, width, height, _PRINT_PX_PER_MM), _PRINT_PX_PER_MM)


def photograph(
    view: View,
    papers: Sequence[Paper],
    *,
    seed: int = 0,
    noise: float = 2.0,
    blur_px: float = 0.6,
    light: float = 1.0,
    tint: tuple[float, float, float] = (1.0, 1.0, 1.0),
    wood: bool = True,
) -> Picture:
    """What `view` sees of papers on the table, the upper ones last.

    noise: the sensor's deviation in grey levels; blur_px: the lens's softness (deviation); light, tint (blue, green,
    red): how bright, and of what colour; wood: the whole drawn table, else one colour in its place, which is quicker.
    """
    picture = bare_table(view, 0).copy() if wood else np.full((view.size[1], view.size[0], 3), _PLAIN_BGR, np.float32)
    for paper in papers:
        lay_paper(picture, paper, view)
    picture *= np.array(tint, np.float32) * np.float32(light)
    if blur_px:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), blur_px), np.float32)
    if noise:
        picture += np.random.default_rng(seed).normal(0, noise, picture.shape).astype(np.float32)
    return np.clip(np.round(picture), 0, 255).astype(np.uint8)
