"""A careful guess without a taught set: where dice lie, never surely which face they show.

Dice are small things of one size whose colours are rare on the table, about as high as wide. Printing differs so much
from set to set that all six faces stay open.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.dice_set import FACES
from vision.dice.rarity import rarity
from vision.pictures import Picture
from vision.readings import Alternative, DieReading

#: Working width, the least surprise of a thing, and the sizes of dice as shares of the picture's longer side.
_WIDTH, _THRESHOLD = 1280, 7.0
_SMALLEST, _LARGEST = 0.012, 0.25
_WHY = "this dice set has not been taught"


def find_dice(picture: Picture) -> tuple[DieReading, ...]:
    """Everything that may be a die, left to right; `sure` is never set."""
    scale = min(1.0, _WIDTH / max(picture.shape[:2]))
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else picture
    small = np.asarray(small, np.uint8)
    _, lit = rarity(small)
    mask = np.asarray(lit > _THRESHOLD, np.uint8)
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (5, 5))
    mask = np.asarray(
        cv2.morphologyEx(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, kernel), cv2.MORPH_OPEN, kernel), np.uint8
    )
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    longer = max(small.shape[:2])
    things = [c for c in contours if _may_be_die(np.asarray(c, np.int32), longer)]
    if not things:
        return ()
    # Dice of one picture are of one size: the middle size decides which things are too small or too large.
    typical = float(np.median([np.sqrt(cv2.contourArea(c)) for c in things]))
    dice = [c for c in things if 0.6 < np.sqrt(cv2.contourArea(c)) / typical < 1.6]
    readings = [_reading(np.asarray(c, np.int32), scale) for c in dice]
    return tuple(sorted(readings, key=lambda r: r.centre[0]))


def _may_be_die(contour: NDArray[np.int32], longer: int) -> bool:
    _, (width, height), _ = cv2.minAreaRect(contour)
    if not _SMALLEST * longer < min(width, height) <= max(width, height) < _LARGEST * longer:
        return False
    solid = cv2.contourArea(contour) / max(cv2.contourArea(cv2.convexHull(contour)), 1.0)
    return bool(max(width, height) < 1.7 * min(width, height) and solid > 0.8)


def _reading(contour: NDArray[np.int32], scale: float) -> DieReading:
    box = cv2.boxPoints(cv2.minAreaRect(contour)) / scale
    a, b, c, d = ((float(x), float(y)) for x, y in box)
    share = 1 / len(FACES)
    return DieReading(FACES[0], (a, b, c, d), share, False, tuple(Alternative(f, share) for f in FACES), _WHY)
