"""Printed shapes as a picture, for the simulated table and for tests; words are left out."""

from collections.abc import Iterable

import cv2
import numpy as np

from calibration.kit.shapes import Area, Colour, Shape, Stroke
from calibration.picture import Picture

_SHIFT = 4  # fractional bits of OpenCV's drawing


def paint(shapes: Iterable[Shape], left: float, top: float, width: float, height: float, px_per_mm: float) -> Picture:
    """What is printed on the rectangle whose top left corner is (`left`, `top`), in mm, y upwards; BGR on white paper.

    Drawn twice as fine as asked and averaged, so that edges are soft as in print.
    """
    scale = 2 * px_per_mm
    rows, columns = round(height * scale), round(width * scale)
    picture = np.full((rows, columns, 3), 255, np.uint8)

    def pixels(points: Iterable[tuple[float, float]]) -> np.ndarray[tuple[int, ...], np.dtype[np.int32]]:
        flat = (np.array(list(points)) - (left, top)) * (scale, -scale) - 0.5
        return np.round(flat * (1 << _SHIFT)).astype(np.int32).reshape(-1, 1, 2)

    for shape in shapes:
        if isinstance(shape, Area):
            if shape.fill:
                cv2.fillPoly(picture, [pixels(shape.corners)], _bgr(shape.fill), cv2.LINE_AA, _SHIFT)
            if shape.edge:
                thick = max(1, round(shape.line * scale))
                cv2.polylines(picture, [pixels(shape.corners)], True, _bgr(shape.edge), thick, cv2.LINE_AA, _SHIFT)
        elif isinstance(shape, Stroke):
            thick = max(1, round(shape.line * scale))
            cv2.polylines(picture, [pixels(shape.points)], False, _bgr(shape.colour), thick, cv2.LINE_AA, _SHIFT)
    half = cv2.resize(picture, (columns // 2, rows // 2), interpolation=cv2.INTER_AREA)
    return np.asarray(half, np.uint8)


def _bgr(colour: Colour) -> tuple[int, int, int]:
    return colour[2], colour[1], colour[0]
