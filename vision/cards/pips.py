"""The pips in the middle of a card: how many equal marks lie between its indices."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.classify import RANKS
from vision.cards.patches import Pyramid
from vision.readings import Quad

#: The card is seen straight at this size; marks are sought between the indices' columns.
WIDTH, HEIGHT = 126, 176
ASIDE, ABOVE = 26, 14
#: Ink differs from the paper by more than this in Lab.
INK = 28.0
#: OpenCV's bytes hold the lightness in 255 steps instead of 100.
STEP = np.array([[100 / 255], [1], [1]], np.float32)
#: Areas of a pip in pixels, and how much larger or smaller than the median another may be.
SMALLEST, LARGEST = 45, 700
ALIKE = (0.4, 2.2)
#: How likely a number card shows just its number of marks, one more or less, or any other number; measured on the
#: development photographs, where 139 of 153 clear counts were right.
RIGHT, NEAR, OTHER = 0.85, 0.12, 0.03
NUMBERS = {rank: int(rank) for rank in "23456789"} | {"T": 10}


def count_pips(pyramid: Pyramid, quad: Quad) -> int | None:
    """How many marks of about one size lie in the middle of a card, two or more; None where that is not clear."""
    corners = np.asarray(quad, np.float32)
    height, width = pyramid.level(0).shape[:2]
    if corners.min() < -5 or corners[:, 0].max() > width + 5 or corners[:, 1].max() > height + 5:
        return None
    side = max(1.0, float(np.sqrt(cv2.contourArea(corners) / (WIDTH * HEIGHT))))
    number = min(6, int(np.log2(side) + 0.4))
    level, there = pyramid.level(number), np.asarray(corners / pyramid.steps(number), np.float32)
    # Only what lies between the indices' columns.
    left, top, right, bottom = -ASIDE, -ABOVE, WIDTH - ASIDE, HEIGHT - ABOVE
    inner = np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)
    size = (WIDTH - 2 * ASIDE, HEIGHT - 2 * ABOVE)
    card = cv2.warpPerspective(level, cv2.getPerspectiveTransform(there, inner), size)
    lab = np.ascontiguousarray(cv2.cvtColor(card, cv2.COLOR_BGR2Lab).reshape(-1, 3).T)
    lit = lab.compress(lab[0] >= _ranked(lab[0], 0.6), axis=1)
    away = np.square((lab - np.array([[_ranked(channel, 0.5)] for channel in lit], np.float32)) * STEP).sum(axis=0)
    ink = (away > INK * INK).astype(np.uint8).reshape(size[::-1])
    areas = cv2.connectedComponentsWithStats(ink, connectivity=4)[2][1:, cv2.CC_STAT_AREA]
    marks = areas[areas > SMALLEST]
    if len(marks) < 2:
        return None
    middle = float(np.median(marks))
    alike = middle < LARGEST and marks.max() < ALIKE[1] * middle and marks.min() > ALIKE[0] * middle
    return len(marks) if alike else None


def _ranked(values: NDArray[np.uint8], share: float) -> int:
    """The value below which so large a share of them lies."""
    return int(np.searchsorted(np.bincount(values, minlength=256).cumsum(), share * len(values)))


def likelihoods(count: int) -> NDArray[np.float64]:
    """(52,) how likely each card shows that many marks, in the order of `Seen.cards`."""
    shown = [NUMBERS.get(rank, 0) for rank in RANKS]
    row = [RIGHT if n == count else NEAR if n and abs(n - count) == 1 else OTHER for n in shown]
    return np.tile(np.array(row), 4)
