"""A top face as it is kept and compared: upright, square, with a little of what lies around."""

from collections.abc import Sequence
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.shape import from_unit_square
from vision.pictures import Picture

#: Side of a patch, and of the face in it, in pixels.
PATCH, FACE = 40, 32
#: A patch needs so much of the picture around a face, in the face's extent: twice as much as it shows.
_AROUND = (PATCH - FACE) / FACE


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
    shrinks = np.maximum(1, np.round(_sizes(corners) / face)).astype(int)
    sources, corners = _around(picture, corners, shrinks)
    # From the patch's pixels to the unit square, and on to the picture.
    low = (side - face) / 2 - 0.5
    to_unit = np.array([[1 / face, 0, -low / face], [0, 1 / face, -low / face], [0, 0, 1]])
    out = np.empty((len(corners), side, side, 3), np.uint8)
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    for source, matrix, patch in zip(sources, from_unit_square(corners) @ to_unit, out, strict=True):
        cv2.warpPerspective(source, matrix, (side, side), patch, flags=how, borderMode=cv2.BORDER_REPLICATE)
    return out


def _around(
    picture: Picture, quads: NDArray[np.float64], shrinks: NDArray[np.int_]
) -> tuple[list[Picture], NDArray[np.float64]]:
    """The picture around each of N quads, so many times smaller (N,), and the quads (N, 4, 2) in their pixels.

    They begin at whole multiples of `shrinks`: so they are parts of one smaller picture, wherever a quad lies, and
    OpenCV is ten times faster.
    """
    size, times = np.array(picture.shape[1::-1]), shrinks[:, None]
    low, high = quads.min(axis=1) / times, quads.max(axis=1) / times
    reach = _AROUND * (high - low) + 2
    first = np.clip(low - reach, 0, (size - 1) // times).astype(int)
    last = np.clip(high + reach, first + 1, np.maximum(size // times, first + 1)).astype(int)
    parts = []
    for shrink, (x0, y0), (x1, y1) in zip(shrinks.tolist(), first.tolist(), last.tolist(), strict=True):
        part = picture[y0 * shrink : y1 * shrink, x0 * shrink : x1 * shrink]
        small = part if shrink == 1 else cv2.resize(part, (x1 - x0, y1 - y0), interpolation=cv2.INTER_AREA)
        parts.append(np.asarray(small, np.uint8))
    middles = times[:, None] / 2 - 0.5
    return parts, (quads - (first * times)[:, None] - middles) / times[:, None]


def all_turns(patches: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Each of N square patches in its four quarter turns, one after the other: (4 N, side, side, 3)."""
    turned = np.stack([np.rot90(patches, quarter, axes=(1, 2)) for quarter in range(4)], axis=1)
    return turned.reshape(-1, *patches.shape[1:])


def clearest_edges(patches: NDArray[np.uint8]) -> NDArray[np.float64]:
    """(N,) the largest step in a colour across an edge of each face in N patches, to the patch's mean brightness."""
    colours = patches.transpose(0, 3, 1, 2).reshape(-1, PATCH * PATCH).astype(np.float32)
    steps = np.abs(colours @ _across_edges().T).reshape(len(patches), -1).max(axis=1)
    brightness = colours.mean(axis=1).reshape(len(patches), -1).mean(axis=1)
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
