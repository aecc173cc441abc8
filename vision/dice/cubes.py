"""Fitting cubes to the dice of a teaching picture: how large they are, from which height they are seen, how each lies.

All dice of one picture share one camera, so two numbers (width of a die, elevation of the view) are common to them,
and each die adds its place and its turn. A fit is good where the cube's outline falls on steps of colour and its
silhouette on colours that are rare on the table.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.dice_view import DiceView, square
from vision.dice.likeness import Likeness
from vision.dice.rarity import rarity
from vision.dice.row import Spot
from vision.pictures import Picture

#: Points along each edge, as shares of it; corners are left out, because real dice round them.
_ALONG = np.linspace(0.15, 0.85, 4)
#: A colour step of this many Lab units a pixel counts half.
_HALF_STEP = 4.0
#: The step that an edge in a wrong place meets on average.
_CHANCE = 0.05
#: Pixels from which two edges beside each other count as two.
_APART = 5.0
#: Weight of how much less the table's the colours inside an outline are than those outside.
_CONTRAST = 1.0
#: Weight of restlessness in the rim of the top face, which real dice leave free of print.
_RIM = 0.5
#: Weight of how alike a face looks in two places against the fit of outlines.
_ALIKE = 1.0
#: The table's surprise and that of things lying on it.
_TABLE, _THING = 5.0, 8.0

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Cube:
    """One die on the table: the middle of its top face in world units and its turn in radians (0 to pi/2)."""

    x: float
    y: float
    angle: float


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture, the boxes around its dice and the face on top of each."""

    picture: Picture
    spots: tuple[Spot, ...]
    faces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CubeFit:
    """The camera that the dice tell, and for every shot its dice; quality from 0 to about 1, one figure a die."""

    view: DiceView
    cubes: tuple[tuple[Cube, ...], ...]
    qualities: tuple[tuple[float, ...], ...]


class _Evidence:
    """What a picture shows of edges and of things on the table, ready to be sampled."""

    def __init__(self, picture: Picture) -> None:
        lab = cv2.GaussianBlur(cv2.cvtColor(picture, cv2.COLOR_BGR2Lab).astype(np.float32), (0, 0), 0.8)
        dx = np.asarray(cv2.Sobel(lab, cv2.CV_32F, 1, 0, scale=1 / 8), np.float32)
        dy = np.asarray(cv2.Sobel(lab, cv2.CV_32F, 0, 1, scale=1 / 8), np.float32)
        # The structure tensor: the square of the colour step in direction n is n' J n.
        self.tensor = np.stack([(dx * dx).sum(2), (dx * dy).sum(2), (dy * dy).sum(2)], -1)
        plain, lit = (np.clip((r - _TABLE) / (_THING - _TABLE), 0, 1) for r in rarity(picture))
        # Shadows are half a thing inside an outline and none beside it: dice stand in their own shadow.
        self.thing, self.lit_thing = (plain + lit) / 2, lit
        self.height, self.width = picture.shape[:2]

    def _at(self, points: Floats) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        x = np.clip(points[..., 0] + 0.5, 0, self.width - 1).astype(np.intp)
        y = np.clip(points[..., 1] + 0.5, 0, self.height - 1).astype(np.intp)
        return y, x

    def steps(self, points: Floats, normals: Floats) -> tuple[Floats, Floats]:
        """How strongly colour changes across and along an edge, 0 to 1, at points (..., 2) with unit normals (n, 2)."""
        tensor = self.tensor[self._at(points)]
        xx, xy, yy = tensor[..., 0], tensor[..., 1], tensor[..., 2]
        nx, ny = normals[:, 0].astype(np.float32), normals[:, 1].astype(np.float32)
        across = np.sqrt(np.maximum(nx * nx * xx + 2 * nx * ny * xy + ny * ny * yy, 0))
        along = np.sqrt(np.maximum(ny * ny * xx - 2 * nx * ny * xy + nx * nx * yy, 0))
        return across / (across + _HALF_STEP), along / (along + _HALF_STEP)

    def contrast(self, inside: Floats, outside: Floats) -> Floats:
        """How much less the table's the colours inside are than those outside, -1 to 1; both (..., n, 2)."""
        return np.asarray(
            self.thing[self._at(inside)].mean(-1) - self.lit_thing[self._at(outside)].mean(-1), np.float64
        )


@dataclass(frozen=True, slots=True)
class _Outline:
    """A die's outline in pixels relative to the middle of its top face.

    points, normals (n, 2) and weights (n,): samples of the edges that the camera sees, each weighed by the length that
    it stands for; inside, outside (m, 2): points on the die and just beside it.
    """

    points: Floats
    normals: Floats
    weights: Floats
    margin: Floats
    margin_normals: Floats
    inside: Floats
    outside: Floats

    @classmethod
    def of(cls, view: DiceView, angle: float) -> "_Outline":
        """The outline of a die turned by `angle` in the middle of the view; small shifts leave the shape unchanged."""
        middle = np.array([0.0, view.distance / math.tan(view.elevation)])
        ground = square(middle, angle)
        upper, lower = view.project(ground), view.project(ground, 1.0)
        origin = view.project(middle)
        faces_us = [
            (ground[i] + ground[(i + 1) % 4] - 2 * middle) @ (ground[i] + ground[(i + 1) % 4]) < 0 for i in range(4)
        ]
        edges = []
        for i in range(4):
            j = (i + 1) % 4
            edges.append((upper[i], upper[j], 1.0))
            if faces_us[i]:
                # Seen from above, a die's lower edge nearly coincides with its upper one and is no second witness.
                gap = float(np.linalg.norm(lower[i] - upper[i]) + np.linalg.norm(lower[j] - upper[j])) / 2
                edges.append((lower[i], lower[j], min(1.0, gap / _APART)))
            if faces_us[i] or faces_us[i - 1]:
                edges.append((upper[i], lower[i], 1.0))
        points, normals, weights = [], [], []
        for a, b, weight in edges:
            along = b - a
            length = max(float(np.hypot(*along)), 1e-6)
            points.append(a + _ALONG[:, None] * along - origin)
            normals.append(np.repeat([[-along[1] / length, along[0] / length]], len(_ALONG), 0))
            weights.append(np.full(len(_ALONG), weight * length / len(_ALONG)))
        hull = cv2.convexHull(np.vstack([upper, lower]).astype(np.float32))[:, 0].astype(np.float64)
        ring = np.vstack([hull, (hull + np.roll(hull, -1, 0)) / 2]) - hull.mean(0)
        centre = hull.mean(0) - origin
        inside = np.vstack([centre + ring * k for k in (0.4, 0.75, 0.92)])
        rim = view.project(square(middle, angle, 0.88)) - origin
        sides = np.roll(rim, -1, 0) - rim
        margin = np.vstack([rim[i] + _ALONG[:, None] * sides[i] for i in range(4)])
        facing = np.stack([-sides[:, 1], sides[:, 0]], -1) / np.maximum(np.linalg.norm(sides, axis=1), 1e-6)[:, None]
        return cls(
            np.vstack(points),
            np.vstack(normals),
            np.concatenate(weights),
            margin,
            np.repeat(facing, len(_ALONG), 0),
            inside,
            centre + ring * 1.15,
        )

    def middle(self) -> Floats:
        """Middle of the box around the outline."""
        return np.asarray((self.points.min(0) + self.points.max(0)) / 2, np.float64)


@lru_cache(maxsize=64)
def _outline(view: DiceView, angle: float) -> _Outline:
    """Outlines are asked for once a shot, and all shots have one camera."""
    return _Outline.of(view, angle)


def _quality(evidence: _Evidence, shape: _Outline, at: Floats, extent: float) -> Floats:
    """Fit of one outline at pixel positions (..., 2) for dice of about `extent` pixels."""
    spots = at[..., None, :]
    across, along = evidence.steps(spots + shape.points, shape.normals)
    edges = ((across - along - _CHANCE) * shape.weights).sum(-1) / (6 * extent)
    unrest = evidence.steps(spots + shape.margin, shape.margin_normals)[1].mean(-1)
    contrast = evidence.contrast(spots + shape.inside, spots + shape.outside)
    return np.asarray(2 * edges + _CONTRAST * contrast - _RIM * unrest, np.float64)


def fit_cubes(shots: Sequence[Shot], focal: float = 0.0) -> CubeFit:
    """The camera that all `shots` share and every die's pose, shot after shot.

    focal: in pixels where it is known, else 0. About five seconds for ten dice.
    """
    height, width = shots[0].picture.shape[:2]
    row = np.mean([s.centre for s in shots[0].spots], axis=0)
    extent = float(np.median([spot.extent for shot in shots for spot in shot.spots]))
    searches = [_Search(_Evidence(s.picture), np.array([p.centre for p in s.spots]), extent) for s in shots]
    likeness = Likeness([s.picture for s in shots], [s.faces for s in shots])

    def camera(size: float, elevation: float) -> DiceView:
        return DiceView.from_die(width, height, (row[0], row[1]), size, min(elevation, math.pi / 2), focal)

    def judge(size: float, elevation: float, turns: int, reach: int, alike: bool = True) -> float:
        view = camera(size, elevation)
        found = [search.poses(view, turns, reach) for search in searches]
        quality = float(np.mean(np.concatenate([f[0] for f in found])))
        return quality + (_ALIKE * likeness.of(view, [view.on_plane(f[2]) for f in found]) if alike else 0)

    coarse = []
    for elevation in np.radians(np.arange(38, 91, 6.5)):
        # A die turned half way fills a box of about this many edges; the box may hold its shadow, or miss a plain rim.
        filled = max(1.25, 1.25 * math.sin(elevation) + math.cos(elevation))
        sizes = extent / filled * np.arange(0.75, 1.26, 0.08)
        found = [(judge(size, elevation, 7, 2, alike=False), size) for size in sizes]
        coarse.append((judge(max(found)[1], elevation, 7, 2), max(found)[1], elevation))
    best = max(coarse)
    for step in (1.0, 0.5):
        _, size, elevation = best
        for e in elevation + np.radians([-2.5, 0.0, 2.5]) * step:
            for s in size * (1 + np.array([-0.03, 0.0, 0.03]) * step):
                best = max(best, (judge(s, e, 15, 3), s, e))
    view = camera(best[1], best[2])
    cubes, qualities = [], []
    for search in searches:
        quality, angles, at = search.poses(view, 45, 6)
        ground = view.on_plane(at)
        cubes.append(tuple(Cube(float(x), float(y), float(a)) for (x, y), a in zip(ground, angles, strict=True)))
        qualities.append(tuple(float(q) for q in quality))
    return CubeFit(view, tuple(cubes), tuple(qualities))


@dataclass(frozen=True, slots=True)
class _Search:
    """Where to look for the dice of one picture: middles of their boxes (n, 2) and their extent in pixels."""

    evidence: _Evidence
    middles: Floats
    extent: float

    def poses(self, view: DiceView, turns: int, reach: int) -> tuple[Floats, Floats, Floats]:
        """Quality (n,), angle (n,) and pixel of the top face's middle (n, 2) of every die's best pose."""
        count = len(self.middles)
        best, angles, places = np.full(count, -np.inf), np.zeros(count), np.zeros((count, 2))
        steps = np.arange(-reach, reach + 1) * (self.extent * 0.22 / reach)
        offsets = np.stack(np.meshgrid(steps, steps), -1).reshape(-1, 2)
        for angle in np.arange(turns) * (math.pi / 2 / turns):
            shape = _outline(view, float(angle))
            at = (self.middles - shape.middle())[:, None] + offsets
            quality = _quality(self.evidence, shape, at, self.extent)
            k = quality.argmax(1)
            better = quality[np.arange(count), k] > best
            best = np.where(better, quality[np.arange(count), k], best)
            angles = np.where(better, angle, angles)
            places = np.where(better[:, None], at[np.arange(count), k], places)
        return best, angles, places
