"""Reading a moving picture: a frame in which nothing changed is not read again."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.read import read_cards
from vision.cards.reading import CardReading
from vision.pictures import Picture, resized

#: Frames are compared at this width: noise averages out, an index of ten pixels in 1920 still covers two.
_WIDTH = 384
#: A place has changed where two frames differ by this many levels; and how many places make a change.
_LEVELS, _PLACES = 14, 3


class CardWatch:
    """`read_cards` for the frames of one camera, in order.

    The frame that was read last is what each new one is compared with, so that slow changes add up and are seen.
    """

    def __init__(self) -> None:
        self._read: NDArray[np.uint8] | None = None
        self._readings: tuple[CardReading, ...] = ()

    def read(self, picture: Picture) -> tuple[CardReading, ...]:
        """The cards in this frame (BGR); those of the frame read last where nothing changed since."""
        small = _small(picture)
        if self._read is None or _changed(self._read, small):
            self._readings = read_cards(picture)
            self._read = small
        return self._readings

    def reset(self) -> None:
        """Forgets the last frame, as after another camera or profile."""
        self._read, self._readings = None, ()


def _small(picture: Picture) -> NDArray[np.uint8]:
    height = max(1, round(picture.shape[0] * _WIDTH / picture.shape[1]))
    return resized(picture, (_WIDTH, height))


def _changed(before: NDArray[np.uint8], now: NDArray[np.uint8]) -> bool:
    if before.shape != now.shape:
        return True
    # Colour by colour: numpy takes the largest of three neighbours forty times as slowly.
    difference = np.maximum.reduce(cv2.split(cv2.absdiff(before, now)))
    return int(np.count_nonzero(difference > _LEVELS)) >= _PLACES
