"""Upright patches: an index cut out of the picture, stood up and brought to one size.

A pose is where an index lies: (x, y) its centre, (up_x, up_y) from its bottom to its top, (right_x, right_y) the
card's direction across, as long as the index is high on the card. All in pixels; the two axes need not be at right
angles in the picture.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

#: Size in pixels of the patch that is read.
PATCH_WIDTH, PATCH_HEIGHT = 32, 44

Picture = NDArray[np.uint8]
Pose = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Frame:
    """What a patch shows: width and height in pixels, and how many index heights its height is."""

    width: int
    height: int
    margin: float


#: The patch that is read shows a little more than the index.
INDEX = Frame(PATCH_WIDTH, PATCH_HEIGHT, 1.3)
_FLAGS = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP


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

    def halvings(self, side: int) -> int:
        """How often the picture may be halved so that its longer side keeps `side` pixels."""
        longest: int = max(self._levels[0].shape[:2])
        return max(0, (longest // side).bit_length() - 1)

    def steps(self, number: int) -> NDArray[np.float64]:
        """(2,) the picture's pixels, across and down, to one of what is halved `number` times."""
        (height, width), (low, narrow) = self._levels[0].shape[:2], self.level(number).shape[:2]
        return np.array([width / narrow, height / low])

    def patch(self, pose: Sequence[float] | Pose, frame: Frame = INDEX) -> Picture:
        """The upright patch (height, width, 3) at a pose (x, y, up_x, up_y, right_x, right_y)."""
        return np.asarray(self.patches(np.asarray(pose, np.float64)[None], frame)[0], np.uint8)

    def patches(self, poses: NDArray[np.float64], frame: Frame = INDEX) -> NDArray[np.uint8]:
        """(N, height, width, 3), the upright patches at N poses (N, 6)."""
        out = np.empty((len(poses), frame.height, frame.width, 3), np.uint8)
        # Picture pixels for one patch pixel, down and across.
        step = frame.margin / frame.height
        up_x, up_y, right_x, right_y = poses.T[2:]
        coarse = np.maximum(np.maximum(np.hypot(up_x, up_y), np.hypot(right_x, right_y)) * step, 1e-6)
        numbers = np.clip(np.floor(np.log2(coarse) + 0.4), 0, 6).astype(int)
        matrices = np.empty((len(poses), 2, 3))
        matrices[:, 0, 0], matrices[:, 0, 1] = right_x * step, -up_x * step
        matrices[:, 1, 0], matrices[:, 1, 1] = right_y * step, -up_y * step
        middle = np.array([(frame.width - 1) / 2, (frame.height - 1) / 2])
        matrices[:, :, 2] = poses[:, :2] - matrices[:, :, :2] @ middle
        for number in set(numbers[numbers > 0].tolist()):
            here, halved = numbers == number, 1 / self.steps(number)
            # Pixel centres: (v + 0.5) * scale - 0.5 on the halved picture.
            matrices[here] *= halved[:, None]
            matrices[here, :, 2] += 0.5 * halved - 0.5
        size = (frame.width, frame.height)
        for patch, matrix, number in zip(out, matrices, numbers.tolist(), strict=True):
            cv2.warpAffine(self.level(number), matrix, size, patch, flags=_FLAGS, borderMode=cv2.BORDER_REPLICATE)
        return out
