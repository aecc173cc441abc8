"""Zones drawn over the live picture: their outlines in pixels, cut to what the camera sees."""

import numpy as np
from numpy.typing import NDArray

from calibration.table import TableProfile
from calibration.zones import Zone

Points = NDArray[np.float64]

#: Table further away than this, in mm, is not drawn: near the horizon a pixel spans metres.
_FAR_MM = 3000.0


def outline(profile: TableProfile, zone: Zone) -> Points | None:
    """A zone's outline in pixels, (n, 2), as far as it lies in the picture; None where none of it does."""
    cut = _cut(zone.points, _in_view(profile))
    return None if len(cut) < 3 else profile.project(cut)


def _in_view(profile: TableProfile) -> Points:
    """The part of the table that the picture shows, its four corners anticlockwise seen from above, in mm."""
    width, height = profile.camera.width - 1, profile.camera.height - 1
    near = profile.on_table(np.array([[0.0, height], [width, height]]))
    far = []
    for x in (width, 0.0):
        for y in np.linspace(0, height * 0.98, 50):
            place = profile.on_table(np.array([x, float(y)]))
            if np.isfinite(place).all() and np.hypot(*place) < _FAR_MM:
                far.append(place)
                break
    corners = np.array([*near, *far])
    if len(corners) < 4 or not np.isfinite(corners).all():
        return np.zeros((0, 2))
    x, y = corners.T
    turning = float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1)))
    return corners if turning > 0 else corners[::-1]


def _cut(zone: Points, window: Points) -> Points:
    """The part of a polygon inside a convex one that goes anticlockwise (Sutherland and Hodgman, 1974)."""
    if not len(window):
        return window
    kept = list(zone)
    for start, end in zip(window, np.roll(window, -1, axis=0), strict=True):
        way = end - start
        inside = [float(way[0] * (p - start)[1] - way[1] * (p - start)[0]) for p in kept]
        cut: list[Points] = []
        for k, point in enumerate(kept):
            before, was, now = kept[k - 1], inside[k - 1], inside[k]
            if (was < 0) != (now < 0):
                cut.append(before + (point - before) * (was / (was - now)))
            if now >= 0:
                cut.append(point)
        kept = cut
        if not kept:
            break
    return np.array(kept).reshape(-1, 2)
