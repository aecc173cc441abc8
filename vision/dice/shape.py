"""The shape of a top face in numbers without jumps: a square looks the same after a quarter turn.

A face seen from afar is a parallelogram: its middle and two half edges u, v, the columns of M. M = S R with S symmetric
and R a turn. S is the same for all quarter turns; R's angle is told by the cosine and sine of four times itself.
"""

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

#: Corners (4, 2) of a square, going round from the top left: in edges from the first, in half edges from its middle.
UNIT_SQUARE = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
_CORNERS = 2 * UNIT_SQUARE - 1


def from_square(quads: Array) -> Array:
    """(N, 3, 3) the perspectives that take UNIT_SQUARE to corners (N, 4, 2); finite, also where they span nothing.

    P. Heckbert, Fundamentals of Texture Mapping and Image Warping, 1989, section 2.2.3.
    """
    start, across, end, down = quads.transpose(1, 2, 0)
    (p, q), (r, s), (x, y) = across - end, down - end, start - across + end - down
    area = p * s - r * q
    area[area == 0] = np.inf
    g, h = (x * s - r * y) / area, (p * y - x * q) / area
    out = np.empty((3, 3, len(quads)))
    out[:2, 0], out[:2, 1], out[:2, 2] = across * (1 + g) - start, down * (1 + h) - start, start
    out[2, 0], out[2, 1], out[2, 2] = g, h, 1
    return out.transpose(2, 0, 1)


def seen_through(perspectives: Array, points: Array) -> Array:
    """Where perspectives (N, 3, 3) take points (N or 1, P, 2): (N, P, 2)."""
    seen = points @ perspectives[:, :, :2].transpose(0, 2, 1) + perspectives[:, None, :, 2]
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(seen[..., :2] / seen[..., 2:])


def pose_of(half_edges: Array) -> Array:
    """(N, 2, 2) matrices M -> (N, 5): size (square root of the parallelogram's area), a, b, cos 4t, sin 4t.

    Written out for 2 x 2 matrices: numpy's solvers take ten times as long for so small ones.
    """
    (p, q), (r, s) = half_edges.transpose(1, 2, 0)
    xx, xy, yy = p * p + q * q, p * r + q * s, r * r + s * s
    area = np.maximum(np.abs(p * s - q * r), 1e-5)
    # Square root of the symmetric matrix M M^T = S S, but for the factor `trace`.
    trace = np.sqrt(np.maximum(xx + yy + 2 * area, 1e-9))
    side = np.sqrt(area)
    # First column of R, whose length does not matter.
    angle = 4 * np.arctan2((xx + area) * r - xy * p, (yy + area) * p - xy * r)
    a, b = (xx - yy) / (2 * trace * side), xy / (trace * side)
    return np.array([2 * side, a, b, np.cos(angle), np.sin(angle)]).T


def elevation_sine(a: float) -> float:
    """Sine of the camera's elevation over a flat face, held level: there a = (1 - sin e) / (2 sqrt(sin e))."""
    root = float(np.sqrt(a * a + 1)) - a
    return min(1.0, root * root)


def half_edges_of(pose: Array) -> Array:
    """The other way round: (N, 5) -> (N, 2, 2), one of the four that look the same."""
    size, a, b, c, s = np.asarray(pose, dtype=np.float64).T
    mean = np.sqrt(1 + a * a + b * b)
    root = np.array([[mean + a, b], [b, mean - a]]) * (size / 2)
    angle = np.arctan2(s, c) / 4
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return np.asarray(root.transpose(2, 0, 1) @ turn.transpose(2, 0, 1), dtype=np.float64)


def half_edges(quads: Array) -> Array:
    """M of faces with corners (..., 4, 2), going round from the top left: (..., 2, 2)."""
    return np.asarray(np.swapaxes(quads, -1, -2) @ (_CORNERS / 4))


def corners(middles: Array, half: Array) -> Array:
    """The other way round, for middles (..., 2) and M (..., 2, 2): (..., 4, 2)."""
    return np.asarray(middles[..., None, :] + _CORNERS @ np.swapaxes(half, -1, -2))


def corners_apart(one: Array, other: Array) -> float:
    """How far two quads' corners are apart, root mean square in pixels, in whichever order they come."""
    orders = [np.roll(way, k, axis=0) for way in (one, one[::-1]) for k in range(4)]
    return float(np.sqrt(min(((order - other) ** 2).sum(axis=1).mean() for order in orders)))
