"""The pose of a camera over a plane, from places on the plane and where they are seen; with how sure it is.

A damped least-squares fit (Levenberg 1944, Marquardt 1963) of the reprojection error, with Huber's weights against
single wrong points, started from both poses that a plane allows (Collins and Bartoli's IPPE, 2014). Where the lens was
never measured, its focal length, first distortion and centre are fitted along, held near their usual values.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.errors import CalibrationError
from calibration.lens import Lens
from calibration.table import TableProfile

Points = NDArray[np.float64]

#: How exactly a corner is found, in pixels: no fit may claim to be surer.
CORNER_PX = 0.25
#: Points further off than this many deviations count less and less.
_HUBER = 2.5
#: How far an unmeasured lens may be from the usual one: log of the focal length, k1, centre in widths.
_FOCAL_SPREAD, _BEND_SPREAD, _CENTRE_SPREAD = 0.2, 0.15, 0.02
_ROUNDS = 60


@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """profile: the camera over the plane, without zones; misses: pixels seen minus pixels expected, (n, 2).

    spread: the deviation in mm with which each of the asked-for places is known, (m,); cost: how badly it fits, an
    unusual lens included, to choose among several.
    """

    profile: TableProfile
    misses: Points
    spread: Points
    cost: float

    @property
    def miss_px(self) -> float:
        """The typical distance (root mean square) between where a point is seen and where it is expected."""
        return float(np.sqrt((self.misses**2).sum(axis=1).mean()))


def solve_pose(
    places: Points,
    pixels: Points,
    lens: Lens,
    asked: Points,
    *,
    corner_px: float = CORNER_PX,
) -> Pose:
    """The pose that explains places (n, 2) in mm seen at pixels (n, 2), n >= 4; asked: (m, 2) in mm, see `Pose.spread`.

    Raises CalibrationError where no camera above the table can have seen them so.
    """
    if len(places) < 4:
        raise CalibrationError(f"expected at least four points on the table, found {len(places)}")
    starts = _starts(places, lens.directions(pixels))
    tried = [_Fit(places, pixels, lens, corner_px).run(*start) for start in starts]
    fits = [fit for fit in tried if fit is not None and fit.profile().eye[2] > 0]
    if not fits:
        raise CalibrationError(
            "the points cannot lie so on a table seen from above: they may be mirrored, crossed over, or in one line"
        )
    best = min(fits, key=lambda fit: fit.cost)
    return Pose(best.profile(), best.misses(), best.spread(asked), best.cost)


def _starts(places: Points, directions: Points) -> list[tuple[Points, Points]]:
    """Poses to begin with; wrong points are left out first where there are enough to tell."""
    kept = np.ones(len(places), bool)
    if len(places) > 8:
        _, good = cv2.findHomography(places, directions, cv2.RANSAC, 0.004)
        if good is not None and good.sum() >= 8:
            kept = good.ravel().astype(bool)
    flat = np.column_stack([places[kept], np.zeros(int(kept.sum()))])
    try:
        _, turns, moves, _ = cv2.solvePnPGeneric(
            flat, directions[kept].reshape(-1, 1, 2), np.eye(3), None, flags=cv2.SOLVEPNP_IPPE
        )
    except cv2.error as error:
        raise CalibrationError("the points lie in one line or on one spot; choose points further apart") from error
    return [
        (np.asarray(cv2.Rodrigues(turn)[0], np.float64), np.asarray(move, np.float64).ravel())
        for turn, move in zip(turns, moves, strict=True)
    ]


class _Fit:
    """One fit. The numbers that are varied: turn (3), move (3, in hundreds of mm), then those of an unmeasured lens."""

    def __init__(self, places: Points, pixels: Points, lens: Lens, corner_px: float) -> None:
        self._places = np.column_stack([places, np.zeros(len(places))])
        self._pixels, self._lens, self._corner_px = pixels, lens, corner_px
        self._rotation, self._move = np.eye(3), np.zeros(3)
        self._count = 6 if lens.measured else 10
        self._at = np.zeros(self._count)
        self.cost = np.inf

    def run(self, rotation: Points, move: Points) -> "_Fit | None":
        """Fits from a start; None where it runs away."""
        self._rotation, self._move = rotation, move
        at, damping = np.zeros(self._count), 1e-3
        cost = self._cost_at(at)
        for _ in range(_ROUNDS):
            error = self._errors(at)
            slope = _slope(self._errors, at, error)
            weight = self._weights(error)
            pull, bend = slope.T @ (weight * error), slope.T @ (weight[:, None] * slope)
            step = np.linalg.lstsq(bend + damping * np.diag(np.diag(bend) + 1e-9), -pull, rcond=None)[0]
            tried = self._cost_at(at + step)
            if not np.isfinite(tried) or tried > cost:
                damping *= 8
                if damping > 1e8:
                    break
                continue
            done = cost - tried < 1e-9 * (1 + cost)
            at, cost, damping = at + step, tried, max(damping / 8, 1e-9)
            if done:
                break
        self._at, self.cost = at, float(cost)
        return self if np.isfinite(cost) else None

    def profile(self, at: Points | None = None) -> TableProfile:
        """The camera that the numbers describe."""
        numbers = self._at if at is None else at
        rotation = np.asarray(cv2.Rodrigues(numbers[:3])[0]) @ self._rotation
        lens = self._lens
        if not lens.measured:
            focal, bend, x, y = numbers[6:]
            width = max(lens.width, lens.height)
            grown = float(np.exp(np.clip(focal, -2, 2)))
            lens = replace(
                lens,
                focal=(lens.focal[0] * grown, lens.focal[1] * grown),
                distortion=(lens.distortion[0] + float(np.clip(bend, -0.5, 0.5)), *lens.distortion[1:]),
                centre=(lens.centre[0] + float(x) * width, lens.centre[1] + float(y) * width),
            )
        return TableProfile.of(lens, rotation, self._move + 100 * numbers[3:6])

    def misses(self) -> Points:
        """Seen minus expected, (n, 2) pixels."""
        return np.asarray(self._pixels - self.profile().project(self._places))

    def spread(self, asked: Points) -> Points:
        """How surely the places (m, 2) are known, in mm."""
        error = self._errors(self._at)
        slope = _slope(self._errors, self._at, error)
        weight = self._weights(error)
        points = 2 * len(self._places)
        excess = max(1.0, float((weight[:points] * error[:points] ** 2).sum()) / max(1, points - 6))
        unsure = np.linalg.pinv(slope.T @ (weight[:, None] * slope)) * excess
        profile = self.profile()
        pixels = profile.project(asked)

        def moved(at: Points) -> Points:
            return self.profile(at).on_table(pixels).ravel()

        reach = _slope(moved, self._at, moved(self._at))
        variance = np.einsum("ij,jk,ik->i", reach, unsure, reach).reshape(-1, 2).sum(axis=1)
        return np.asarray(np.sqrt(np.maximum(variance, 0)))

    def _errors(self, at: Points) -> Points:
        seen = self.profile(at).project(self._places)
        errors = ((self._pixels - seen) / self._corner_px).ravel()
        if self._count > 6:
            usual = at[6:] / (_FOCAL_SPREAD, _BEND_SPREAD, _CENTRE_SPREAD, _CENTRE_SPREAD)
            errors = np.concatenate([errors, usual])
        return np.where(np.isfinite(errors), errors, 1e6)

    def _weights(self, errors: Points) -> Points:
        points = 2 * len(self._places)
        size = np.repeat(np.hypot(errors[:points:2], errors[1:points:2]), 2)
        # What counts as far off is judged by the bulk of the points: a soft picture is no crowd of wrong points.
        far = _HUBER * max(1.0, float(np.median(size)))
        weights = np.ones(len(errors))
        weights[:points] = np.minimum(1.0, far / np.maximum(size, 1e-9))
        return weights

    def _cost_at(self, at: Points) -> float:
        errors = self._errors(at)
        points = 2 * len(self._places)
        size = np.hypot(errors[:points:2], errors[1:points:2])
        far = _HUBER * 2
        robust = np.where(size < far, size**2, 2 * far * size - far**2)
        return float(robust.sum() + (errors[points:] ** 2).sum())


def _slope(errors: Callable[[Points], Points], at: Points, here: Points) -> Points:
    """The derivative of `errors` at a point, (len(here), len(at)), by small steps."""
    slope = np.empty((len(here), len(at)))
    for k in range(len(at)):
        step = np.zeros(len(at))
        step[k] = 1e-5
        slope[:, k] = (errors(at + step) - here) / 1e-5
    return slope
