"""The marks in the middle of a card: where they lie between its indices, and what outlines they have."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.patches import Picture, Pyramid
from vision.readings import Quad

#: The card is seen straight at this size; marks are sought between the indices' columns.
WIDTH, HEIGHT = 126, 176
ASIDE, ABOVE = 26, 14
#: Ink differs from the paper by more than this in Lab.
INK = 28.0
#: OpenCV's bytes hold the lightness in 255 steps instead of 100.
STEP = np.array([[100 / 255], [1], [1]], np.float32)
#: Area in pixels from which on something is a mark.
SMALLEST = 45
#: Side of the picture of an outline, and how much larger it is than the mark.
SIDE, MARGIN = 24, 1.3


@dataclass(frozen=True, slots=True, eq=False)
class Marks:
    """ink: (height, width) how far each pixel is from the paper's colour (Lab); labels: (height, width) the number of
    the mark there, 0 for none; stats: (N + 1, 5) as OpenCV's, of all of them, specks too."""

    ink: NDArray[np.float32]
    labels: NDArray[np.int32]
    stats: NDArray[np.int32]

    def areas(self) -> NDArray[np.int32]:
        """(N,) of marks that are no specks."""
        areas = self.stats[1:, cv2.CC_STAT_AREA]
        return np.asarray(areas[areas > SMALLEST])

    def numbers(self, smallest: float, largest: float) -> list[int]:
        """Of those marks whose area lies between the two."""
        areas = self.stats[1:, cv2.CC_STAT_AREA]
        return [int(i) + 1 for i in np.flatnonzero((areas >= smallest) & (areas <= largest))]

    def outline(self, number: int) -> NDArray[np.uint8]:
        """(SIDE, SIDE) a mark alone, filled, bright where it is as dark as its ink."""
        x, y, width, height = (int(v) for v in self.stats[number, :4])
        mine = (self.labels == number).astype(np.uint8)
        full = float(np.percentile(self.ink[mine > 0], 70))
        strength = np.clip(self.ink * (255 / max(full, 1e-3)), 0, 255).astype(np.uint8)
        strength[cv2.dilate(mine, np.ones((3, 3), np.uint8)) == 0] = 0
        # Some aces are ornaments with paper inside: only their outline tells the suit.
        whole = np.zeros_like(mine)
        cv2.drawContours(whole, cv2.findContours(mine, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0], -1, 255, -1)
        strength = np.maximum(strength, cv2.erode(whole, np.ones((3, 3), np.uint8), borderValue=0))
        side = MARGIN * max(width, height)
        scale = SIDE / side
        left, top = x + (width - side) / 2, y + (height - side) / 2
        if scale < 0.6:  # what is larger is shrunk first, so that no pixel is skipped
            strength = cv2.GaussianBlur(strength, (0, 0), 0.4 / scale)
        to = np.array([[scale, 0, -left * scale], [0, scale, -top * scale]])
        return np.asarray(cv2.warpAffine(strength, to, (SIDE, SIDE)), np.uint8)


def marks_of(pyramid: Pyramid, quad: Quad) -> Marks | None:
    """What lies between the indices of a card with such corners; None where the picture does not hold all of it."""
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
    return marks_in(np.asarray(cv2.warpPerspective(level, cv2.getPerspectiveTransform(there, inner), size), np.uint8))


def marks_in(card: Picture) -> Marks:
    """The marks on a part of a card seen straight (height, width, 3), BGR, of which most is paper."""
    height, width = card.shape[:2]
    lab = np.ascontiguousarray(cv2.cvtColor(card, cv2.COLOR_BGR2Lab).reshape(-1, 3).T)
    lit = lab.compress(lab[0] >= _ranked(lab[0], 0.6), axis=1)
    away = np.square((lab - np.array([[_ranked(channel, 0.5)] for channel in lit], np.float32)) * STEP).sum(axis=0)
    ink = np.sqrt(away).astype(np.float32).reshape(height, width)
    _, labels, stats, _ = cv2.connectedComponentsWithStats((ink > INK).astype(np.uint8), connectivity=4)
    return Marks(ink, np.asarray(labels, np.int32), np.asarray(stats, np.int32))


def _ranked(values: NDArray[np.uint8], share: float) -> int:
    """The value below which so large a share of them lies."""
    return int(np.searchsorted(np.bincount(values, minlength=256).cumsum(), share * len(values)))
