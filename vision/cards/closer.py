"""Where a picture is worth a look from nearer: the places of indices that a look at all of it is too coarse for.

Most of a picture is plain table, or lies beside cards whose indices were told plainly: what is near them is about as
large and would have been told as well. What is left is busy, or was told only weakly.
"""

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.patches import Pyramid

#: How busy a place is, is asked of the smallest halving of at least this longer side, in cells of so many pixels.
SIDE, CELL = 480, 8
#: A cell is busy where levels of grey differ by more than this: an index on its card does by several times as much.
BUSY = 16
#: Within so many of its heights round a plain index others are about as large: two cards to each side.
AS_LARGE = 10.0
#: Within so many of its heights round an index told weakly it is looked for again.
ROUND = 2.0
#: Cells round what is looked at, so that nothing is cut and the network sees what lies beside it.
MARGIN = 2
#: From this share of the picture on it is looked at as a whole, which costs less than its parts.
WHOLE = 0.8

#: Left, top, right, bottom, in pixels of the whole picture.
Box = tuple[int, int, int, int]
Mask = NDArray[np.uint8]


def worth_a_closer_look(pyramid: Pyramid, found: NDArray[np.float64], plain: NDArray[np.bool_]) -> list[Box]:
    """Parts of the picture, given the indices (N, 6 or more) that a look told, and which (N,) of them plainly."""
    number = pyramid.halvings(SIDE)
    cells = _busy(pyramid.level(number))
    height, width = pyramid.level(0).shape[:2]
    size = CELL * float(pyramid.steps(number).max())
    heights = np.hypot(found[:, 2], found[:, 3])
    for radius, places, value in ((AS_LARGE, plain, 0), (ROUND, ~plain, 1)):
        for (x, y), reach in zip(found[places, :2], radius * heights[places], strict=True):
            cv2.circle(cells, (int(x / size), int(y / size)), math.ceil(reach / size), value, -1)
    cells = np.asarray(cv2.dilate(cells, np.ones((2 * MARGIN + 1, 2 * MARGIN + 1), np.uint8)), np.uint8)
    spans = cv2.connectedComponentsWithStats(cells, connectivity=8)[2][1:, : cv2.CC_STAT_AREA]
    if (spans[:, 2] * spans[:, 3]).sum() > WHOLE * cells.size:
        return [(0, 0, width, height)]
    return [
        (int(x * size), int(y * size), min(width, math.ceil((x + w) * size)), min(height, math.ceil((y + h) * size)))
        for x, y, w, h in spans.tolist()
    ]


def _busy(level: NDArray[np.uint8]) -> Mask:
    """1 in each cell of a BGR picture where something is, 0 where it is plain."""
    grey = cv2.cvtColor(level, cv2.COLOR_BGR2GRAY)
    grey = cv2.copyMakeBorder(grey, 0, -grey.shape[0] % CELL, 0, -grey.shape[1] % CELL, cv2.BORDER_REPLICATE)
    around = np.ones((CELL + 1, CELL + 1), np.uint8)
    differ = cv2.subtract(cv2.dilate(grey, around), cv2.erode(grey, around))[CELL // 2 :: CELL, CELL // 2 :: CELL]
    return (differ > BUSY).astype(np.uint8)
