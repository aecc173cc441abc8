"""What a picture shows along rays from the middle of a column's top outwards, and how well a column explains it.

From above a column is simple along each ray: the top, the wall of the highest chip, perhaps a crescent of the next
chip where it lies askew, its wall, and so on to the table. Where one follows the other an edge is expected; up to the
last one all is chip, beyond it nothing is.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.chips.above import GRAIN, Above

#: Rays all round, and steps (mm) along each.
RAYS, STEP = 48, 0.2
#: Looked at from this share of the radius to so many mm beyond the foot of a column of so many chips.
FROM, BEYOND, HIGH = 0.7, 4.0, 6
#: An edge is blurred by so much (mm), counts within so much of where it is expected, and two nearer than this are one.
BLUR, NEAR, MERGE = 0.4, 0.3, 0.8
#: Of an edge's strength, in deviations of the noise: nothing below the first, clear from the second on.
NOISE, CLEAR = 1.5, 6.5
#: What an expected edge costs (a clear one gives 1), what each wrong mm of a ray costs.
COST, WRONG = 0.3, 0.8
#: Where a wall stands on the table a shadow may put the edge so much (mm) farther out.
SHADOW = 0.5
#: So many mm within and beyond the last edge may be either: colours blur into each other, and into the shadow.
EITHER = (0.35, 0.6)
#: Chips on each other lie askew by so much (mm) unless told otherwise; size and thickness are known so well (shares).
ASKEW, SIZE, THICK = 1.0, 0.02, 0.07
#: What one more chip costs: it can always explain a little more.
CHIP = 8.0

_ANGLES = np.linspace(0, 2 * np.pi, RAYS, endpoint=False)
WAYS = np.stack([np.cos(_ANGLES), np.sin(_ANGLES)], axis=-1).astype(np.float32)
Values = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Tries:
    """Columns of n chips to be tried: askew (k, n, 2), how far in mm each chip lies from right under the one above (the
    first: the top from where it was found); size, thick: factors of radius and thickness (k).
    """

    askew: Values
    size: Values
    thick: Values

    def best(self, scores: Values, keep: int) -> "Tries":
        """Those with the highest scores, the best first."""
        order = np.argsort(-scores)[:keep]
        return Tries(self.askew[order], self.size[order], self.thick[order])


@dataclass(frozen=True, slots=True, eq=False)
class Rays:
    """edges: how clear an edge is, less its cost; feet: the same for
    where walls stand; not_chip, chip: summed along the rays; all (RAYS, steps). radius,
    thickness in mm; lean: right and down for each mm of height; height: of the camera, in mm.
    """

    radius: float
    thickness: float
    lean: Values
    height: float
    start: float
    edges: Values
    feet: Values
    not_chip: Values
    chip: Values
    seen: float
    askew: float

    @classmethod
    def of(
        cls,
        above: Above,
        lab: Values,
        belongs: Values,
        free: NDArray[np.uint8],
        top: tuple[float, float],
        radius: float,
        thickness: float,
        askew: float = ASKEW,
    ) -> "Rays":
        """lab, belongs (see `belonging`), free (255 where nothing else hides the column): of the part; top: a pixel."""
        start = FROM * radius

        def along(values: Values | NDArray[np.uint8], reach: Values, how: int = cv2.INTER_LINEAR) -> Values:
            at = np.array(top, np.float32) + reach[None, :, None] * GRAIN * WAYS[:, None, :]
            found = cv2.remap(values, at[..., 0], at[..., 1], how, borderMode=cv2.BORDER_CONSTANT)
            return np.asarray(found, np.float32)

        beyond = BEYOND + HIGH * thickness * float(np.hypot(*above.lean(*top)))
        reach = np.arange(start, radius + beyond, STEP, dtype=np.float32)
        steps = _steps(along(lab, reach))
        noise = float(np.median(_steps(along(lab, np.arange(1.0, 0.75 * radius, STEP, dtype=np.float32)))))
        # Behind something else nothing more of this column shows.
        open_ = np.logical_and.accumulate(along(free, reach, cv2.INTER_NEAREST) > 127, axis=1)
        like = along(belongs, reach) * open_
        edges = np.asarray((_peaks(steps, noise) - np.float32(COST)) * open_, np.float32)
        return cls(
            radius,
            thickness,
            np.array(above.lean(*top), np.float32),
            float(above.profile.eye[2]),
            start,
            edges,
            _farther(edges),
            np.cumsum(np.maximum(-like, 0), axis=1) * np.float32(STEP * WRONG),
            np.cumsum(np.maximum(like, 0), axis=1) * np.float32(STEP * WRONG),
            float(open_[:, round(0.4 * radius / STEP)].mean()),
            askew,
        )

    def scores(self, tries: Tries) -> Values:
        """How well each column explains the rays (k); about -40 to 80."""
        count = tries.askew.shape[1]
        thickness = self.thickness * tries.thick[:, None]
        below = np.arange(count, dtype=np.float32)[None] * thickness
        # Against the top, lower circles are farther from the camera.
        far = (self.height - count * thickness) / (self.height - count * thickness + below)
        near = (self.height - count * thickness) / (self.height - count * thickness + below + thickness)
        radius = self.radius * tries.size[:, None]
        at = np.asarray(np.cumsum(tries.askew, axis=1) - below[..., None] * self.lean, np.float32)
        rims = _exits(at, radius * far)
        feet = _exits(at - thickness[..., None] * self.lean, radius * near)
        edge = rims[:, 0]
        found, last = self._at(self.edges, edge), edge
        for chip in range(count):
            foot = np.maximum(edge, feet[:, chip])
            if chip + 1 == count:
                found = found + self._at(self.feet, foot) * _ramp(foot - last)
                edge = foot
                break
            crescent = np.maximum(foot, rims[:, chip + 1])
            wall = np.maximum(crescent, feet[:, chip + 1])
            counts = _ramp(foot - last) * _ramp(crescent - foot) * (foot > edge)
            found = found + self._at(self.edges, foot) * counts
            last = np.where(counts > 0.5, foot, last)
            counts = _ramp(crescent - last) * _ramp(wall - crescent) * (crescent > foot)
            found = found + self._at(self.edges, crescent) * counts
            last = np.where(counts > 0.5, crescent, last)
            edge = crescent
        wrong = self._at(self.not_chip, edge - EITHER[0]) + self.chip[:, -1] - self._at(self.chip, edge + EITHER[1])
        odd = (tries.askew[:, 1:] ** 2).sum(axis=(1, 2)) / self.askew**2
        odd = odd + ((tries.size - 1) / SIZE) ** 2 + ((tries.thick - 1) / THICK) ** 2
        return np.asarray((found - wrong).sum(axis=1) * (72 / RAYS) - odd / 2 - CHIP * (count - 1), np.float32)

    def _at(self, values: Values, reach: Values) -> Values:
        """Values (RAYS, steps) at distances (k, RAYS) in mm."""
        place = np.clip((reach - self.start) / STEP, 0, values.shape[1] - 1.001)
        step = place.astype(np.int32)
        part = place - step
        rays = np.arange(RAYS)
        return np.asarray(values[rays, step] * (1 - part) + values[rays, step + 1] * part, np.float32)


def _exits(at: Values, radius: Values) -> Values:
    """Where rays leave circles round `at` (k, n, 2): (k, n, RAYS), in mm."""
    along = at @ WAYS.T
    across = at[..., :1] * WAYS[:, 1] - at[..., 1:] * WAYS[:, 0]
    return np.asarray(along + np.sqrt(np.maximum(radius[..., None] ** 2 - across**2, 0)), np.float32)


def _ramp(width: Values) -> Values:
    return np.asarray(np.clip(width / MERGE, 0, 1), np.float32)


def _steps(lab: Values) -> Values:
    """Steps of colour along rays (RAYS, steps, 3), in Lab for a mm; neighbouring rays count as one."""
    smooth = (np.roll(lab, 1, axis=0) + 2 * lab + np.roll(lab, -1, axis=0)) / 4
    reach = np.arange(-4, 5) * STEP
    slope = -reach * np.exp(-(reach**2) / (2 * BLUR**2))
    slope = (slope / np.abs((slope * reach).sum())).astype(np.float32)[None]
    parts = [cv2.filter2D(smooth[..., k], cv2.CV_32F, slope, borderType=cv2.BORDER_REPLICATE) for k in range(3)]
    return np.asarray(np.sqrt(sum(part**2 for part in parts)), np.float32)


def _peaks(steps: Values, noise: float) -> Values:
    """How clear an edge is at or near each step along the rays, 0 to 1."""
    clear = np.clip((steps / max(noise, 1e-3) - NOISE) / (CLEAR - NOISE), 0, 1)
    peak = (steps >= np.roll(steps, 1, axis=1)) & (steps > np.roll(steps, -1, axis=1))
    peak[:, :2] = peak[:, -2:] = False
    sharp = np.where(peak, clear, 0)
    found = np.zeros_like(sharp)
    for away in range(-4, 5):
        found = np.maximum(found, np.roll(sharp, away, axis=1) * np.exp(-((away * STEP / NEAR) ** 2) / 2))
    return np.asarray(found, np.float32)


def _farther(edges: Values) -> Values:
    """At each step the clearest edge from there to a shadow's width farther out."""
    found = edges.copy()
    for away in range(1, round(SHADOW / STEP) + 1):
        found[:, :-away] = np.maximum(found[:, :-away], edges[:, away:])
    return found
