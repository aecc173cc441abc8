"""Corners of something with straight edges, found from its edges: far finer than a finger or a contour gives them."""

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.lens import Lens
from calibration.picture import Picture

Points = NDArray[np.float64]

#: The part of each side that is looked at: cards have round corners.
_FROM, _TO = 0.14, 0.86
_SAMPLES = 48
_STEP = 0.5  # pixels along the line across the edge
#: Least step of brightness (grey levels a pixel) that counts as an edge.
_FAINT = 2.0


def refine_quad(picture: Picture, corners: Points, lens: Lens, reach_px: float) -> Points | None:
    """Corners (4, 2) in pixels put where the edges between them meet; edges up to `reach_px` away are looked for.

    The lens matters because it bends the edges. None where a side shows no edge all along.
    """
    soft = cv2.GaussianBlur(picture, (0, 0), 0.8).astype(np.float32)
    sides = []
    for one, other in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        found = _edge_points(soft, one, other, reach_px, lens)
        line = None if found is None else _line(lens.directions(found))
        if line is None:
            return None
        sides.append(line)
    meets = [_meet(before, after) for before, after in zip(np.roll(sides, 1, axis=0), sides, strict=True)]
    if any(m is None for m in meets):
        return None
    refined = lens.pixels(np.array(meets, np.float64))
    if not np.isfinite(refined).all() or np.abs(refined - corners).max() > 3 * reach_px + 3:
        return None
    return refined


def _edge_points(soft: NDArray[np.float32], one: Points, other: Points, reach: float, lens: Lens) -> Points | None:
    """Where the strongest step of brightness or colour lies, on lines across the side from `one` to `other`."""
    share = np.linspace(_FROM, _TO, _SAMPLES)[:, None]
    # Along the bent line: straight between the two directions, seen through the lens.
    ends = lens.directions(np.array([one, other]))
    middle = lens.pixels(ends[0] + (ends[1] - ends[0]) * share)
    along = (other - one) / max(1e-9, float(np.linalg.norm(other - one)))
    across = np.array([-along[1], along[0]])
    offsets = np.arange(-reach, reach + _STEP, _STEP)
    at = middle[:, None] + offsets[None, :, None] * across
    height, width = soft.shape[:2]
    if (at < 1).any() or (at > (width - 2, height - 2)).any():
        return None
    lines = cv2.remap(soft, at[..., 0].astype(np.float32), at[..., 1].astype(np.float32), cv2.INTER_LINEAR)
    steps = np.abs(np.gradient(lines.astype(np.float64), _STEP, axis=1)).sum(axis=2)
    # Of two edges the nearer one was meant.
    steps *= np.exp(-2 * (offsets / reach) ** 2)
    best = np.clip(steps.argmax(axis=1), 1, len(offsets) - 2)
    rows = np.arange(len(steps))
    before, peak, after = steps[rows, best - 1], steps[rows, best], steps[rows, best + 1]
    bend = before - 2 * peak + after
    shift = np.where(np.abs(bend) > 1e-9, 0.5 * (before - after) / np.where(bend == 0, 1, bend), 0)
    exact = offsets[best] + np.clip(shift, -1, 1) * _STEP
    clear = peak > _FAINT
    if clear.mean() < 0.6:
        return None
    return np.asarray((middle + exact[:, None] * across)[clear])


def _line(points: Points) -> Points | None:
    """The line a x + b y = c through most of the points, as (a, b, c); points beside it count less and less."""
    weights = np.ones(len(points))
    for _ in range(12):
        centre = (points * weights[:, None]).sum(axis=0) / weights.sum()
        spread = (points - centre) * weights[:, None]
        _, _, ways = np.linalg.svd(spread, full_matrices=False)
        normal = ways[1]
        miss = np.abs((points - centre) @ normal)
        typical = max(float(np.median(miss)), 1e-6)
        weights = 1 / (1 + (miss / (2 * typical)) ** 2)
    if (miss < 4 * typical).mean() < 0.5:
        return None
    return np.array([normal[0], normal[1], float(normal @ centre)])


def _meet(one: Points, other: Points) -> Points | None:
    across = np.array([one[:2], other[:2]])
    if abs(np.linalg.det(across)) < 1e-6:
        return None
    return np.asarray(np.linalg.solve(across, np.array([one[2], other[2]])))
