"""Upright patches: an index cut out of the picture, stood up and brought to one size.

A pose is where an index lies: (x, y) its centre, (up_x, up_y) from its bottom to its top, (right_x, right_y) the
card's direction across, as long as the index is high on the card. All in pixels; the two axes need not be at right
angles in the picture.
"""

import math
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

#: Size of a patch in pixels.
PATCH_WIDTH, PATCH_HEIGHT = 32, 44
#: The patch shows a little more than the index: its height is this many index heights.
MARGIN = 1.3

Picture = NDArray[np.uint8]
Pose = NDArray[np.float64]


class Pyramid:
    """A picture and its halves, made when needed, so that a large index is not sampled with holes."""

    def __init__(self, picture: Picture) -> None:
        self._levels = [picture]

    def level(self, number: int) -> Picture:
        """The picture halved `number` times."""
        while len(self._levels) <= number:
            last = self._levels[-1]
            size = (max(1, last.shape[1] // 2), max(1, last.shape[0] // 2))
            self._levels.append(np.asarray(cv2.resize(last, size, interpolation=cv2.INTER_AREA), dtype=np.uint8))
        return self._levels[number]

    def patch(self, pose: Sequence[float] | Pose) -> Picture:
        """The upright patch (PATCH_HEIGHT, PATCH_WIDTH, 3) at a pose (x, y, up_x, up_y, right_x, right_y)."""
        x, y, up_x, up_y, right_x, right_y = (float(v) for v in pose)
        # Picture pixels for one patch pixel, down and across.
        step = MARGIN / PATCH_HEIGHT
        coarse = max(math.hypot(up_x, up_y), math.hypot(right_x, right_y)) * step
        number = max(0, min(6, math.floor(math.log2(max(coarse, 1e-6)) + 0.4)))
        level = self.level(number)
        across, down = level.shape[1] / self._levels[0].shape[1], level.shape[0] / self._levels[0].shape[0]
        mx, my = (PATCH_WIDTH - 1) / 2, (PATCH_HEIGHT - 1) / 2
        a = np.array([[right_x * step, -up_x * step, 0.0], [right_y * step, -up_y * step, 0.0]])
        a[:, 2] = (x, y) - a[:, :2] @ (mx, my)
        # Pixel centres: (v + 0.5) * scale - 0.5 on the halved picture.
        a[0] *= across
        a[1] *= down
        a[:, 2] += (0.5 * across - 0.5, 0.5 * down - 0.5)
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        out = cv2.warpAffine(level, a, (PATCH_WIDTH, PATCH_HEIGHT), flags=flags, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(out, dtype=np.uint8)
