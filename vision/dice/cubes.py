"""Fitting cubes to the dice of a teaching picture: how large they are, from which height they are seen, how each lies.

All dice of one picture share one camera, so two numbers (width of a die, elevation of the view) are common to them,
and each die adds its place and its turn. A fit is good where the cube's outline falls on steps of colour and its
silhouette on colours that are rare on the table.
"""

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.dice_view import DiceView, square
from vision.dice.rarity import rarity
from vision.dice.row import Spot
from vision.pictures import Picture

#: Points along each edge, as shares of it; corners are left out, because real dice round them.
_ALONG = np.linspace(0.15, 0.85, 6)
#: A colour step of this many Lab units a pixel counts half.
_HALF_STEP = 6.0
#: The step that an edge in a wrong place meets on average.
_CHANCE = 0.05
#: Pixels from which two edges beside each other count as two.
_APART = 5.0
UN = 0.5
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
class CubeFit:
    """All dice of one picture and the camera that they tell; quality from 0 to about 2, one figure a die."""

    view: DiceView
    cubes: tuple[Cube, ...]
    qualities: tuple[float, ...]


class _Evidence:
    """What a picture shows of edges and of things on the table, ready to be sampled."""

    def __init__(self, picture: Picture) -> None:
        lab = cv2.GaussianBlur(cv2.cvtColor(picture, cv2.COLOR_BGR2Lab).astype(np.float32), (0, 0), 0.8)
        self.dx = np.stack([cv2.Sobel(lab[..., c], cv2.CV_32F, 1, 0, scale=1 / 8) for c in range(3)], -1)
        self.dy = np.stack([cv2.Sobel(lab[..., c], cv2.CV_32F, 0, 1, scale=1 / 8) for c in range(3)], -1)
        self.thing = np.clip((rarity(picture) - _TABLE) / (_THING - _TABLE), 0, 1)
        self.height, self.width = picture.shape[:2]

    def _at(self, points: Floats) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        x = np.clip(np.rint(points[..., 0]), 0, self.width - 1).astype(np.intp)
        y = np.clip(np.rint(points[..., 1]), 0, self.height - 1).astype(np.intp)
        return y, x

    def steps(self, points: Floats, normals: Floats) -> Floats:
        """How much more colour changes across an edge than along it, -1 to 1, at points (..., 2) with unit normals."""
        at = self._at(points)
        dx, dy = self.dx[at], self.dy[at]
        across = np.linalg.norm(dx * normals[..., :1] + dy * normals[..., 1:], axis=-1)
        along = np.linalg.norm(dx * normals[..., 1:] - dy * normals[..., :1], axis=-1)
        return np.asarray(across / (across + _HALF_STEP) - along / (along + _HALF_STEP), np.float64)

    def unrest(self, points: Floats) -> Floats:
        """How strongly colour changes at points (..., 2) in any direction, 0 to 1."""
        at = self._at(points)
        change = np.sqrt((self.dx[at] ** 2 + self.dy[at] ** 2).sum(-1))
        return np.asarray(change / (change + _HALF_STEP), np.float64)

    def things(self, points: Floats) -> Floats:
        """How little the colour at points (..., 2) is one of the table, 0 to 1."""
        return np.asarray(self.thing[self._at(points)], np.float64)


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
        inside = np.vstack([centre + ring * k for k in (0.35, 0.65, 0.88)])
        rim = view.project(square(middle, angle, 0.88)) - origin
        margin = np.vstack([rim[i] + _ALONG[:, None] * (rim[(i + 1) % 4] - rim[i]) for i in range(4)])
        return cls(np.vstack(points), np.vstack(normals), np.concatenate(weights), margin, inside, centre + ring * 1.22)

    def middle(self) -> Floats:
        """Middle of the box around the outline."""
        return np.asarray((self.points.min(0) + self.points.max(0)) / 2, np.float64)


def _quality(evidence: _Evidence, shape: _Outline, at: Floats, extent: float) -> Floats:
    """Fit of one outline at pixel positions (..., 2) for dice of about `extent` pixels."""
    spots = at[..., None, :]
    steps = evidence.steps(spots + shape.points, shape.normals)
    edges = ((steps - _CHANCE) * shape.weights).sum(-1) / (6 * extent)
    unrest = evidence.unrest(spots + shape.margin).mean(-1)
    contrast = evidence.things(spots + shape.inside).mean(-1) - evidence.things(spots + shape.outside).mean(-1)
    return np.asarray(2 * edges + 0.6 * contrast - UN * unrest, np.float64)


def fit_cubes(picture: Picture, spots: tuple[Spot, ...], focal: float = 0.0) -> CubeFit:
    """The common camera and every die's pose, from the boxes around the dice (see `row.find_row`).

    focal: in pixels where it is known, else 0. About two seconds for five dice.
    """
    evidence = _Evidence(picture)
    height, width = picture.shape[:2]
    row = (float(np.mean([s.centre[0] for s in spots])), float(np.mean([s.centre[1] for s in spots])))
    extent = float(np.median([s.extent for s in spots]))
    search = _Search(evidence, np.array([s.centre for s in spots]), extent)

    def camera(size: float, elevation: float) -> DiceView:
        return DiceView.from_die(width, height, row, size, elevation, focal)

    best = (-np.inf, extent, 1.0)
    for elevation in np.radians(np.arange(40, 90, 5.0)):
        for size in extent * np.arange(0.5, 1.06, 0.06):
            total = float(search.poses(camera(size, elevation), 9, 2)[0].sum())
            best = max(best, (total, size, elevation))
    for step in (1.0, 0.5, 0.25):
        _, size, elevation = best
        for e in elevation + np.radians([-3.0, 0.0, 3.0]) * step:
            for s in size * (1 + np.array([-0.03, 0.0, 0.03]) * step):
                total = float(search.poses(camera(s, min(e, math.pi / 2)), 15, 3)[0].sum())
                best = max(best, (total, s, min(e, math.pi / 2)))
    view = camera(best[1], best[2])
    qualities, angles, at = search.poses(view, 45, 6)
    ground = view.on_plane(at)
    cubes = tuple(Cube(float(x), float(y), float(a)) for (x, y), a in zip(ground, angles, strict=True))
    return CubeFit(view, cubes, tuple(float(q) for q in qualities))


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
        steps = np.arange(-reach, reach + 1) * (self.extent * 0.2 / reach)
        offsets = np.stack(np.meshgrid(steps, steps), -1).reshape(-1, 2)
        for angle in np.arange(turns) * (math.pi / 2 / turns):
            shape = _Outline.of(view, float(angle))
            at = (self.middles - shape.middle())[:, None] + offsets
            quality = _quality(self.evidence, shape, at, self.extent)
            k = quality.argmax(1)
            better = quality[np.arange(count), k] > best
            best = np.where(better, quality[np.arange(count), k], best)
            angles = np.where(better, angle, angles)
            places = np.where(better[:, None], at[np.arange(count), k], places)
        return best, angles, places
