"""A top face as it is kept and compared: upright, square, with a little of what lies around."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures import Picture

#: Side of a patch, and of the face in it, in pixels.
PATCH, FACE = 40, 32


def size_of(quad: NDArray[np.float64]) -> float:
    """Root of the area inside corners (4, 2): the edge of a square as large."""
    return float(np.sqrt(abs(cv2.contourArea(quad.astype(np.float32)))))


def cut(picture: Picture, quad: NDArray[np.float64], side: int = PATCH) -> Picture:
    """The face with corners `quad` (4, 2), pixels of `picture`, going round from its top left: (side, side, 3).

    The face fills FACE / PATCH of the patch; what lies outside the picture repeats its edge.
    """
    corners = np.asarray(quad, dtype=np.float64)
    face = side * FACE / PATCH
    low = (side - face) / 2 - 0.5
    high = low + face
    target = np.array([[low, low], [high, low], [high, high], [low, high]], np.float32)
    # What is larger than the patch is shrunk first, so that no pixel is skipped.
    size = size_of(corners)
    shrink = max(1, round(size / face))
    if shrink > 1:
        height, width = picture.shape[:2]
        x0, y0 = np.clip(np.floor(corners.min(axis=0) - size), 0, [width - 1, height - 1]).astype(int)
        x1, y1 = np.clip(np.ceil(corners.max(axis=0) + size), [x0 + 1, y0 + 1], [width, height]).astype(int)
        small = (max(1, (x1 - x0) // shrink), max(1, (y1 - y0) // shrink))
        picture = np.asarray(cv2.resize(picture[y0:y1, x0:x1], small, interpolation=cv2.INTER_AREA), np.uint8)
        corners = (corners - [x0, y0] + 0.5) * [small[0] / (x1 - x0), small[1] / (y1 - y0)] - 0.5
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), target)
    out = cv2.warpPerspective(picture, matrix, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(out, np.uint8)


def face_alone(patch: Picture) -> Picture:
    """The face in a square patch of any size, without what lies around it."""
    rim = round(patch.shape[0] * (PATCH - FACE) / PATCH / 2)
    return patch[rim : patch.shape[0] - rim, rim : patch.shape[1] - rim]
