"""What a camera's lens does: where a direction in front of it lands in the picture, and back.

The model is the usual one (D. C. Brown, 1966; the five numbers in OpenCV's order): a pinhole, and a radial and
tangential shift of the points on it. Directions are written as (x, y), the point where they meet the plane one unit
before the lens, x to the right and y down. Pixels count from the middle of the top left pixel.
"""

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]

#: Focal length in widths of the longer side where nothing is known: 58 degrees across, as most webcams and phones.
TYPICAL_FOCAL = 0.9
#: Rounds of the inverse; the strongest webcam lenses need about a dozen for a thousandth of a pixel.
_ROUNDS = 20


@dataclass(frozen=True, slots=True)
class Lens:
    """width, height: of its pictures; focal, centre: in pixels, across and down; distortion: k1, k2, p1, p2, k3.

    measured: taken from pictures of the calibration board; otherwise a guess that a table's solver may better.
    """

    width: int
    height: int
    focal: tuple[float, float]
    centre: tuple[float, float]
    distortion: tuple[float, float, float, float, float] = (0.0, 0.0, 0.0, 0.0, 0.0)
    measured: bool = False

    @classmethod
    def typical(cls, width: int, height: int, focal_share: float = TYPICAL_FOCAL) -> "Lens":
        """What is assumed of a camera that was never measured."""
        focal = focal_share * max(width, height)
        return cls(width, height, (focal, focal), ((width - 1) / 2, (height - 1) / 2))

    @property
    def matrix(self) -> Points:
        """The pinhole's 3 x 3 matrix."""
        return np.array([[self.focal[0], 0, self.centre[0]], [0, self.focal[1], self.centre[1]], [0, 0, 1.0]])

    def resized(self, width: int, height: int) -> "Lens":
        """The same camera giving pictures of another size.

        A size of another shape is taken as a crop of the middle, as cameras do between 4:3 and 16:9. Exact for scaling
        by whole pixels; a driver that crops elsewhere shows in the reprojection error.
        """
        if (width, height) == (self.width, self.height):
            return self
        scale = max(width / self.width, height / self.height)
        shift_x, shift_y = (self.width * scale - width) / 2, (self.height * scale - height) / 2
        return replace(
            self,
            width=width,
            height=height,
            focal=(self.focal[0] * scale, self.focal[1] * scale),
            centre=((self.centre[0] + 0.5) * scale - 0.5 - shift_x, (self.centre[1] + 0.5) * scale - 0.5 - shift_y),
        )

    def pixels(self, directions: Points) -> Points:
        """Pixels (..., 2) of directions (..., 2)."""
        bent = _bent(directions, self.distortion) if any(self.distortion) else directions
        return np.asarray(bent * self.focal + self.centre, np.float64)

    def directions(self, pixels: Points) -> Points:
        """Directions (..., 2) seen at pixels (..., 2)."""
        seen = (np.asarray(pixels, np.float64) - self.centre) / self.focal
        if not any(self.distortion):
            return np.asarray(seen, np.float64)
        straight = seen
        for _ in range(_ROUNDS):
            step = _newton(straight, _bent(straight, self.distortion) - seen, self.distortion)
            # Held within reach: far outside the picture the rounds may run away.
            straight = np.clip(straight - step, -20, 20)
            if step.size == 0 or np.nanmax(np.abs(step)) < 1e-9:
                break
        return np.asarray(straight, np.float64)

    @property
    def sane(self) -> bool:
        """Whether the numbers describe a lens: focal lengths of 0.2 to 20 widths, no point bent back over another."""
        longer = max(self.width, self.height)
        numbers = (*self.focal, *self.centre, *self.distortion)
        if not all(map(math.isfinite, numbers)) or not all(0.2 * longer < f < 20 * longer for f in self.focal):
            return False
        if not 0.9 < self.focal[0] / self.focal[1] < 1.1:
            return False
        if not (0.2 < self.centre[0] / self.width < 0.8 and 0.2 < self.centre[1] / self.height < 0.8):
            return False
        corner = math.hypot(self.width / self.focal[0], self.height / self.focal[1]) / 2
        # The corner's direction may lie farther out than the corner: up to there the lens must not fold.
        radius = np.linspace(0, 4 * corner, 400)
        k1, k2, _, _, k3 = self.distortion
        bent = radius * (1 + k1 * radius**2 + k2 * radius**4 + k3 * radius**6)
        beyond = np.flatnonzero(bent > 1.02 * corner)
        return bool(len(beyond)) and bool(np.all(np.diff(bent[: beyond[0] + 1]) > 0))


def _newton(at: Points, off: Points, distortion: tuple[float, float, float, float, float]) -> Points:
    """How far to step back from `at` (..., 2) where `_bent` is off by `off`: near the fold of a wide-angle lens plain
    rounds would take hundreds."""
    k1, k2, p1, p2, k3 = distortion
    x, y = at[..., 0], at[..., 1]
    r2 = x * x + y * y
    radial, slope = 1 + r2 * (k1 + r2 * (k2 + r2 * k3)), 2 * (k1 + r2 * (2 * k2 + r2 * 3 * k3))
    xx = radial + x * x * slope + 2 * p1 * y + 6 * p2 * x
    yy = radial + y * y * slope + 6 * p1 * y + 2 * p2 * x
    xy = x * y * slope + 2 * p1 * x + 2 * p2 * y
    whole = xx * yy - xy * xy
    whole = np.where(np.abs(whole) < 0.01, 0.01, whole)
    step = np.stack([yy * off[..., 0] - xy * off[..., 1], xx * off[..., 1] - xy * off[..., 0]], axis=-1)
    return np.asarray(step / whole[..., None], np.float64)


def _bent(points: Points, distortion: tuple[float, float, float, float, float]) -> Points:
    k1, k2, p1, p2, k3 = distortion
    x, y = points[..., 0], points[..., 1]
    r2 = x * x + y * y
    radial = 1 + r2 * (k1 + r2 * (k2 + r2 * k3))
    return np.stack(
        [
            x * radial + 2 * p1 * x * y + p2 * (r2 + 2 * x * x),
            y * radial + p1 * (r2 + 2 * y * y) + 2 * p2 * x * y,
        ],
        axis=-1,
    )
