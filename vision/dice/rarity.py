"""Colours that are rare in a picture: what lies on a table, whatever the table looks like.

The table fills most of the picture, so its colours are common; dice cover about one hundredth of it. Surprise, the
negative logarithm of a colour's share of the picture, needs no model of the table and no threshold per colour.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures import Picture

#: Colours are counted in cubes of 8 units of 8-bit Lab.
_SHIFT = 3
_SIDE = 256 >> _SHIFT
#: Share given to a colour that never occurs, so that the logarithm stays finite.
_FLOOR = 1e-6


def rarity(picture: Picture) -> NDArray[np.float32]:
    """Surprise in nats of every pixel's colour, (height, width); a table lies below 6, dice mostly above 7."""
    lab = cv2.cvtColor(picture, cv2.COLOR_BGR2Lab)
    lab = cv2.GaussianBlur(lab, (0, 0), max(1.0, picture.shape[1] / 1000))
    cells = np.asarray(lab, np.int32) >> _SHIFT
    index = (cells[..., 0] * _SIDE + cells[..., 1]) * _SIDE + cells[..., 2]
    counts = np.bincount(index.ravel(), minlength=_SIDE**3).reshape(_SIDE, _SIDE, _SIDE).astype(np.float64)
    for axis in range(3):
        counts = (np.roll(counts, 1, axis) + 2 * counts + np.roll(counts, -1, axis)) / 4
    surprise = -np.log(counts.ravel() / counts.sum() + _FLOOR)
    return np.asarray(surprise[index], np.float32)
