"""The shape of a top face in numbers without jumps: a square looks the same after a quarter turn.

A face seen from afar is a parallelogram: its middle and two half edges u, v, the columns of M. M = S R with S symmetric
and R a turn. S is the same for all quarter turns; R's angle is told by the cosine and sine of four times itself.
"""

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def pose_of(half_edges: Array) -> Array:
    """(N, 2, 2) matrices M -> (N, 5): size (square root of the parallelogram's area), a, b, cos 4t, sin 4t."""
    square = half_edges @ half_edges.transpose(0, 2, 1)
    area = np.sqrt(np.maximum(np.linalg.det(square), 1e-9))
    # Square root of a symmetric 2 x 2 matrix.
    root = square + area[:, None, None] * np.eye(2)
    root /= np.sqrt(np.maximum(square[:, 0, 0] + square[:, 1, 1] + 2 * area, 1e-9))[:, None, None]
    side = np.sqrt(area)
    turn = np.linalg.solve(root, half_edges)
    angle = 4 * np.arctan2(turn[:, 1, 0], turn[:, 0, 0])
    a, b = (root[:, 0, 0] - root[:, 1, 1]) / 2 / side, root[:, 0, 1] / side
    return np.stack([2 * side, a, b, np.cos(angle), np.sin(angle)], axis=1)


def elevation_sine(a: float) -> float:
    """Sine of the camera's elevation over a flat face, held level: there a = (1 - sin e) / (2 sqrt(sin e))."""
    root = float(np.sqrt(a * a + 1)) - a
    return min(1.0, root * root)


def half_edges_of(pose: Array) -> Array:
    """The other way round: (N, 5) -> (N, 2, 2), one of the four that look the same."""
    size, a, b, c, s = np.asarray(pose, dtype=np.float64).T
    mean = np.sqrt(1 + a * a + b * b)
    root = np.stack([np.stack([mean + a, b], -1), np.stack([b, mean - a], -1)], -2) * (size / 2)[:, None, None]
    angle = np.arctan2(s, c) / 4
    turn = np.stack([np.stack([np.cos(angle), -np.sin(angle)], -1), np.stack([np.sin(angle), np.cos(angle)], -1)], -2)
    return np.asarray(root @ turn, dtype=np.float64)


def half_edges(quads: Array) -> Array:
    """M of faces with corners (..., 4, 2), going round from the top left: (..., 2, 2)."""
    a, b, c, d = np.moveaxis(quads, -2, 0)
    return np.stack([(b + c - a - d) / 4, (c + d - a - b) / 4], axis=-1)


def corners(middles: Array, half: Array) -> Array:
    """The other way round, for middles (..., 2) and M (..., 2, 2): (..., 4, 2)."""
    u, v = half[..., 0], half[..., 1]
    return np.asarray(middles[..., None, :] + np.stack([-u - v, u - v, u + v, v - u], axis=-2))
