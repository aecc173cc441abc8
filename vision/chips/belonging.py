"""How like chips, or like the table round them, each pixel of a part is, in whatever light.

A shadow is the table in less light, a chip's wall is the chip in less light: each is known by its colours at every
brightness, and a pixel belongs to what it resembles more.
"""

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.chips.above import GRAIN
from vision.pictures import Picture

#: The table and what lies on it have so many colours near a pile.
KINDS = 6
#: How light may change the chips' colour, and the table's: factors of linear light.
CHIP_LIGHT, TABLE_LIGHT = np.geomspace(0.25, 1.35, 10), np.geomspace(0.3, 1.1, 7)
#: A difference of so much (Lab) tells surely; lightness counts less than colour.
CLEAR, LIGHTNESS = 8.0, 0.5
#: So many mm round a column nothing of it is expected, and so far round it the table is looked at.
COLUMN, AROUND = 4.0, 16.0
#: Pixels of the table that are looked at.
_SAMPLE = 3000

Values = NDArray[np.float32]
Linear = NDArray[np.floating[Any]]
Seen = NDArray[np.bool_]


def belonging(view: Picture, tops: Sequence[tuple[float, float]], down: Values, radius: float, inside: Seen) -> Values:
    """From 1 (chip) to -1 (anything else) for each pixel of a part from above (BGR); 0: cannot be told.

    tops: middles in pixels of the chips that surely are there; down: from the top of a high column to its foot, in
    pixels; radius: in mm; inside: where the picture goes on.
    """
    light = (cv2.GaussianBlur(view, (0, 0), 1.0).astype(np.float32) / 255) ** 2.2
    chips = _discs(view, tops, 0 * down, 0.8 * radius)
    columns, around = (_discs(view, tops, down, radius + reach) for reach in (COLUMN, AROUND))
    chips &= inside
    table = light[~columns & around & inside]
    if not chips.any() or len(table) < 200:
        return np.zeros(view.shape[:2], np.float32)
    table = table[:: max(1, len(table) // _SAMPLE)]
    cv2.setRNGSeed(1)
    ends = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 10, 0.1)
    _, kinds, _ = cv2.kmeans(_lab(table), KINDS, np.zeros((0, 1), np.int32), ends, 1, cv2.KMEANS_PP_CENTERS)
    colours = [table[kinds.ravel() == kind].mean(axis=0) for kind in range(KINDS) if (kinds == kind).mean() > 0.02]
    lab = np.asarray(cv2.cvtColor(light ** (1 / 2.2), cv2.COLOR_BGR2Lab), np.float32)
    chip = np.median(light[chips], axis=0)
    to_chip = _nearest(lab, np.outer(CHIP_LIGHT, chip))
    to_table = _nearest(lab, np.concatenate([np.outer(TABLE_LIGHT, colour) for colour in colours]))
    return np.asarray(np.clip((to_table - to_chip) / CLEAR, -1, 1), np.float32)


def _discs(view: Picture, tops: Sequence[tuple[float, float]], down: Values, radius: float) -> Seen:
    mask = np.zeros(view.shape[:2], np.uint8)
    for x, y in tops:
        foot = round(x + float(down[0])), round(y + float(down[1]))
        cv2.line(mask, (round(x), round(y)), foot, 255, max(1, round(2 * radius * GRAIN)))
    return np.asarray(mask > 0)


def _lab(light: Linear) -> Values:
    """Lab (n, 3) of linear light (n, 3)."""
    levels = np.clip(light, 0, 1).astype(np.float32) ** np.float32(1 / 2.2)
    return np.asarray(cv2.cvtColor(levels[None], cv2.COLOR_BGR2Lab)[0], np.float32)


def _nearest(lab: Values, light: Linear) -> Values:
    nearest = np.full(lab.shape[:2], np.inf, np.float32)
    for colour in _lab(light):
        away = (lab - colour) * np.array([LIGHTNESS, 1, 1], np.float32)
        nearest = np.minimum(nearest, np.einsum("ijk,ijk->ij", away, away))
    return np.asarray(np.sqrt(nearest), np.float32)
