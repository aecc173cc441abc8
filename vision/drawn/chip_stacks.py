"""Stacks of chips on the drawn table, seen from above: one of each of the usual colours, side by side on a cloth."""

import cv2
import numpy as np

from vision.drawn.paper import Paper
from vision.pictures import Picture

COLOURS = {"red": (40, 40, 200), "yellow": (60, 210, 230), "green": (60, 150, 50), "blue": (190, 90, 40)}
_CLOTH_BGR, _PX_PER_MM = (96, 98, 100), 3.0
_CLOTH_MM, _RADIUS_MM, _STEP_MM = (900.0, 640.0), 20.0, 75.0


def stacks_print(colours: tuple[str, ...] = tuple(COLOURS)) -> Paper:
    """A grey cloth with the stacks on it, in their order from left to right."""
    width, height = (round(side * _PX_PER_MM) for side in _CLOTH_MM)
    picture: Picture = np.full((height, width, 3), _CLOTH_BGR, np.uint8)
    for number, colour in enumerate(colours):
        across = _CLOTH_MM[0] / 2 + (number - (len(colours) - 1) / 2) * _STEP_MM
        middle = (round(across * _PX_PER_MM), height // 2)
        radius = round(_RADIUS_MM * _PX_PER_MM)
        ink = COLOURS[colour]
        cv2.circle(picture, middle, radius, ink, -1, cv2.LINE_AA)
        darker = tuple(0.8 * part for part in ink)
        cv2.circle(picture, middle, round(radius * 0.72), darker, max(2, radius // 16), cv2.LINE_AA)
    return Paper(picture, _PX_PER_MM)
