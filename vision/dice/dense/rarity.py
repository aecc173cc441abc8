"""Colours that are rare in a picture: what lies on a table, whatever the table looks like.

The table fills most of the picture, so its colours are common; dice cover about one hundredth of it. Surprise, the
negative logarithm of a colour's share of the picture, needs no model of the table and no threshold per colour. A shadow
is the table's colour made darker: in the second map a colour counts as no rarer than any of its brighter versions,
which frees dice of their shadows, but loses grey sides of white dice on a white table.
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
#: By what the 8-bit colour of a shaded place is multiplied; 1.7 is a third of the light, in gamma-coded values.
_BRIGHTER = (1.0, 1.12, 1.25, 1.4, 1.55, 1.7)


def rarity(picture: Picture) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Surprise in nats of every pixel's colour, (height, width), plain and with shadows taken off.

    A table lies below 6, dice mostly above 7.
    """
    smooth = cv2.GaussianBlur(picture, (0, 0), max(1.0, picture.shape[1] / 1000)).astype(np.float32)
    index = _cells(smooth)
    counts = np.bincount(index.ravel(), minlength=_SIDE**3).reshape(_SIDE, _SIDE, _SIDE).astype(np.float64)
    for axis in range(3):
        counts = (np.roll(counts, 1, axis) + 2 * counts + np.roll(counts, -1, axis)) / 4
    surprise = -np.log(counts.ravel() / counts.sum() + _FLOOR)
    plain = np.asarray(surprise[index], np.float32)
    lit = plain.copy()
    # Only rare colours need the dearer look at their brighter versions.
    rare = lit > 5
    colours = smooth[rare][:, None]
    for factor in _BRIGHTER[1:] if rare.any() else ():
        lit[rare] = np.minimum(lit[rare], surprise[_cells(np.minimum(colours * factor, 255))[:, 0]])
    return plain, lit


def _cells(bgr: NDArray[np.float32]) -> NDArray[np.int32]:
    """Number of the Lab cube of every colour (rows, columns, 3)."""
    lab = np.asarray(cv2.cvtColor(np.rint(bgr).astype(np.uint8), cv2.COLOR_BGR2Lab), np.int32) >> _SHIFT
    return np.asarray((lab[..., 0] * _SIDE + lab[..., 1]) * _SIDE + lab[..., 2], np.int32)
