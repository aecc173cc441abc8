"""Whether the scene holds still, and its mean picture while it does."""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures import Picture

#: Frames are compared at this width: noise averages out, a die's movement by a third of its edge still shows.
_WIDTH = 320
#: A place has moved where the difference of two frames is this many times the noise, and at least this many levels.
_NOISES, _LEAST, _MOST = 6.0, 6.0, 16.0


@dataclass(frozen=True, slots=True)
class StillResult:
    """still: nothing moved against the frame before, in the part that was asked about; moved: share of that part in
    which something did; frames: how many frames in a row have been still, this one included; run: the newest of them,
    oldest first, at least this one.
    """

    still: bool
    moved: float
    frames: int
    run: tuple[Picture, ...]

    @property
    def mean(self) -> Picture:
        """Mean picture of `run`; counted anew at every call, because most frames are never read."""
        if len(self.run) == 1:
            return self.run[0]
        total = np.add(self.run[0], self.run[1], dtype=np.uint16)
        for picture in self.run[2:]:
            np.add(total, picture, out=total)
        return np.asarray(cv2.convertScaleAbs(total, alpha=1 / len(self.run)), np.uint8)


class Stillness:
    """Compares every frame with the one before. Feed it the frames of one camera in order."""

    def __init__(self, most_moved: float = 0.002, average: int = 8) -> None:
        """most_moved: share of the picture that may differ; average: frames that the mean picture takes at most."""
        self._most_moved = most_moved
        self._average = average
        self._before: NDArray[np.uint8] | None = None
        self._run: tuple[Picture, ...] = ()
        self._frames = 0

    def update(self, picture: Picture, box: tuple[float, float, float, float] | None = None) -> StillResult:
        """Takes the next frame; box = (left, top, right, bottom) in pixels limits the comparison to a part of it."""
        small = _small(picture)
        moved = self._moved(small, box, small.shape[1] / picture.shape[1])
        still = moved <= self._most_moved
        self._before = small
        if not still or (self._run and self._run[-1].shape != picture.shape):
            self._run, self._frames = (), 0
        self._run = (*self._run, picture)[-self._average :]
        self._frames = self._frames + 1 if still else 0
        return StillResult(still, moved, self._frames, self._run)

    def reset(self) -> None:
        """Forgets all frames, as after a cut or a change of camera."""
        self._before, self._run, self._frames = None, (), 0

    def _moved(self, small: NDArray[np.uint8], box: tuple[float, float, float, float] | None, scale: float) -> float:
        if self._before is None or self._before.shape != small.shape:
            return 1.0
        difference = _largest(cv2.absdiff(small, self._before))
        if box is not None:
            left, top, right, bottom = (round(b * scale) for b in box)
            difference = difference[max(0, top) : max(top, bottom) + 1, max(0, left) : max(left, right) + 1]
        if not difference.size:
            return 1.0
        # Capped, or a light that changes everywhere would pass for noise.
        threshold = min(_MOST, max(_LEAST, _NOISES * float(np.median(difference))))
        moved = (difference > threshold).astype(np.uint8)
        # Compression makes single places at the edges of dice flicker; what moves is larger.
        return float(np.mean(cv2.morphologyEx(moved, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))))


def _small(picture: Picture) -> Picture:
    """At `_WIDTH`, by halves as far as they go: OpenCV averages four pixels far faster than any other number."""
    while picture.shape[1] >= 2 * _WIDTH:
        half = (picture.shape[1] // 2, max(1, picture.shape[0] // 2))
        picture = np.asarray(cv2.resize(picture, half, interpolation=cv2.INTER_AREA), np.uint8)
    if picture.shape[1] > _WIDTH:
        size = (_WIDTH, max(1, round(picture.shape[0] * _WIDTH / picture.shape[1])))
        picture = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
    return picture


def _largest(difference: Any) -> NDArray[np.uint8]:
    """Of the three colours, at each place."""
    blue, green, red = cv2.split(difference)
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.uint8)
