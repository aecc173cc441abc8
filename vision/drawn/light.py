"""The lamp over the drawn table, and the soft shadows it casts."""

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.drawn.view import Points, View

#: The middle of the lamp's disc and its radius, in millimetres; its size is what makes shadows soft.
LAMP = np.array([-310.0, -110.0, 600.0])
_LAMP_RADIUS = 62.0
_SAMPLES = 20
#: What is left of the light in full shadow: the room around.
SHADE = 0.34


@cache
def lamp_points(count: int = _SAMPLES) -> Points:
    """Points spread evenly over the lamp's disc, (count, 3) (Vogel's spiral)."""
    index = np.arange(count)
    radius = _LAMP_RADIUS * np.sqrt((index + 0.5) / count)
    angle = index * np.pi * (3 - np.sqrt(5))
    return np.asarray(LAMP + np.column_stack([radius * np.cos(angle), radius * np.sin(angle), np.zeros(count)]))


def cast_on_table(points: Points, lamp: Points) -> Points:
    """Where the shadows of points (n, 3) fall on the table (z = 0), (n, 3)."""
    share = lamp[2] / (lamp[2] - points[:, 2:])
    return np.asarray(lamp + (points - lamp) * share)


def light_left(view: View, bodies: list[Points], coarse: int = 2) -> NDArray[np.float32]:
    """The share of the light that reaches the table past convex bodies, each given by its corners (n, 3).

    Returns (height, width), 1 in full light, `SHADE` in full shadow. It is worked out on a picture `coarse` times
    smaller; shadows are soft anyway.
    """
    width, height = (side // coarse for side in view.size)
    blocked = np.zeros((height, width), np.uint16)
    for lamp in lamp_points():
        mask = np.zeros((height, width), np.uint8)
        for body in bodies:
            outline = view.project(cast_on_table(body, lamp))
            hull = cv2.convexHull(((outline + 0.5) / coarse - 0.5).astype(np.float32))
            cv2.fillConvexPoly(mask, np.round(hull * 16).astype(np.int32), 255, cv2.LINE_AA, shift=4)
        blocked += mask
    share = blocked.astype(np.float32) * np.float32(-(1 - SHADE) / (255 * _SAMPLES)) + np.float32(1)
    return np.asarray(cv2.resize(share, view.size, interpolation=cv2.INTER_LINEAR), np.float32)


def lamp_strength(points: NDArray[np.float32]) -> NDArray[np.float32]:
    """How strongly the lamp lights a level surface at points (..., 3), 1 right at the cup's place."""
    away = LAMP.astype(np.float32) - points
    squared = np.einsum("...i,...i->...", away, away)
    strength = away[..., 2] ** 2 / squared**2
    reference = LAMP[2] ** 2 / float(LAMP @ LAMP) ** 2
    return np.asarray(strength / np.float32(reference), np.float32)
