"""Many vectors at once, as arrays (3, n).

One contiguous row per coordinate is several times faster in NumPy than sums over the short axis of (n, 3).
"""

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[np.float32]


def dot(a: Rows, b: Rows) -> Rows:
    """The products (n,) of vectors (3, n)."""
    return np.asarray(a[0] * b[0] + a[1] * b[1] + a[2] * b[2], np.float32)


def unit(a: Rows) -> Rows:
    """Vectors (3, n) of length 1."""
    return np.asarray(a / np.maximum(np.sqrt(dot(a, a)), np.float32(1e-6)), np.float32)


def column(vector: NDArray[np.float64]) -> Rows:
    """One vector (3,) as (3, 1), to go with rows."""
    return np.asarray(vector, np.float32).reshape(3, 1)


def through_box(start: Rows, way: Rows, half: float) -> tuple[Rows, Rows]:
    """Where lines start + t way enter and leave the box of +-half around the origin, (n,) each; no meeting where
    enter >= leave (the slab test).
    """
    # A way exactly along a slab would divide by zero; a way almost along it gives the same answer.
    safe = np.where(np.abs(way) < 1e-9, np.float32(1e-9), way)
    one, two = (-half - start) / safe, (half - start) / safe
    near, far = np.minimum(one, two), np.maximum(one, two)
    enter = np.maximum(np.maximum(near[0], near[1]), near[2])
    leave = np.minimum(np.minimum(far[0], far[1]), far[2])
    return np.asarray(enter, np.float32), np.asarray(leave, np.float32)
