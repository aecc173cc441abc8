"""A top face as it is kept and compared: upright, square, with a little of what lies around."""

from collections.abc import Sequence
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.shape import UNIT_SQUARE
from vision.pictures import Picture

#: Side of a patch, and of the face in it, in pixels.
PATCH, FACE = 40, 32
#: A patch needs so much of the picture around a face, in the face's extent: twice as much as it shows.
_AROUND = (PATCH - FACE) / FACE
_QUARTERS = (cv2.ROTATE_90_COUNTERCLOCKWISE, cv2.ROTATE_180, cv2.ROTATE_90_CLOCKWISE)


def size_of(quad: NDArray[np.float64]) -> float:
    """Root of the area inside corners (4, 2): the edge of a square as large."""
    return float(_sizes(np.asarray(quad, np.float64)[None])[0])


def cut(picture: Picture, quad: NDArray[np.float64], side: int = PATCH) -> Picture:
    """The face with corners `quad` (4, 2), pixels of `picture`, going round from its top left: (side, side, 3).

    The face fills FACE / PATCH of the patch; what lies outside the picture repeats its edge.
    """
    return np.asarray(cut_all(picture, [quad], side)[0], np.uint8)


def cut_all(picture: Picture, quads: Sequence[NDArray[np.float64]], side: int = PATCH) -> NDArray[np.uint8]:
    """As `cut`, many faces: (N, side, side, 3)."""
    corners = np.asarray(quads, np.float64).reshape(-1, 4, 2)
    face = side * FACE / PATCH
    # What is larger than the patch is shrunk first, so that no pixel is skipped.
    shrinks = np.maximum(1, np.rint(_sizes(corners) / face)).astype(int)
    target = (UNIT_SQUARE * face + (side - face) / 2 - 0.5).astype(np.float32)
    times = shrinks[:, None, None]
    corners = (corners + 0.5) / times - 0.5
    spans = _spans(corners, np.array(picture.shape[1::-1]) / times[:, 0])
    there = (corners - spans[:, :1]).astype(np.float32)
    out = np.empty((len(corners), side, side, 3), np.uint8)
    for quad, span, shrink, patch in zip(there, spans.tolist(), shrinks.tolist(), out, strict=True):
        matrix = cv2.getPerspectiveTransform(quad, target)
        part = _smaller(picture, span, shrink)
        cv2.warpPerspective(part, matrix, (side, side), patch, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return out


def _spans(quads: NDArray[np.float64], sizes: NDArray[np.float64]) -> NDArray[np.int_]:
    """(N, 2, 2) first pixels, and those after the last, that quads (N, 4, 2) need of pictures with sizes (N, 2)."""
    low, high = quads.min(axis=1), quads.max(axis=1)
    reach = _AROUND * (high - low) + 2
    first = np.minimum(np.maximum(low - reach, 0), np.ceil(sizes) - 1).astype(int)
    last = np.maximum(first + 1, np.minimum(high + reach, sizes).astype(int))
    return np.stack([first, last], axis=1)


def _smaller(picture: Picture, span: Sequence[Sequence[int]], shrink: int) -> Picture:
    """A part of the picture so many times smaller, from one of its pixels to another.

    As it begins at whole multiples of `shrink` it is the same wherever it begins, and OpenCV is ten times faster.
    """
    (x0, y0), (x1, y1) = span
    part = picture[y0 * shrink : y1 * shrink, x0 * shrink : x1 * shrink]
    if shrink == 1:
        return part
    return np.asarray(cv2.resize(part, (x1 - x0, y1 - y0), interpolation=cv2.INTER_AREA), np.uint8)


def all_turns(patches: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Each of N square patches in its four quarter turns, one after the other: (4 N, side, side, 3)."""
    out = np.repeat(patches, 4, axis=0)
    for i, turned in enumerate(out):
        if i % 4:
            # Five times faster than np.rot90.
            cv2.rotate(patches[i // 4], _QUARTERS[i % 4 - 1], turned)
    return out


def clearest_edges(patches: NDArray[np.uint8]) -> NDArray[np.float64]:
    """(N,) the largest step in a colour across an edge of each face in N patches, to the patch's mean brightness."""
    colours = patches.reshape(-1, PATCH * PATCH, 3).astype(np.float32)
    steps = np.abs(_across_edges() @ colours).max(axis=(1, 2))
    brightness = colours.mean(axis=(1, 2))
    return np.asarray(steps / np.maximum(brightness, 1), np.float64)


@cache
def _across_edges() -> NDArray[np.float32]:
    """(4, PATCH * PATCH): the mean of what lies inside an edge of the face, less that of what lies outside of it."""
    rim, along = (PATCH - FACE) // 2, slice(PATCH // 5, -(PATCH // 5))
    upper = np.zeros((PATCH, PATCH), np.float32)
    upper[: rim - 1, along], upper[rim + 2 : 2 * rim + 1, along] = -1, 1
    upper /= upper.clip(0).sum()
    return np.stack([np.rot90(upper, quarter).ravel() for quarter in range(4)])


def face_alone(patch: Picture) -> Picture:
    """The face in a square patch of any size, without what lies around it."""
    rim = round(patch.shape[0] * (PATCH - FACE) / PATCH / 2)
    return patch[rim : patch.shape[0] - rim, rim : patch.shape[1] - rim]


def _sizes(quads: NDArray[np.float64]) -> NDArray[np.float64]:
    """Roots of the areas inside corners (N, 4, 2): half of what the diagonals span."""
    (x1, x2), (y1, y2) = (quads[:, 2:] - quads[:, :2]).transpose(2, 1, 0)
    return np.asarray(np.sqrt(np.abs(x1 * y2 - x2 * y1) / 2))
