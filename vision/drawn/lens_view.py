"""The drawn table's camera with a real lens: distortion, an axis off the middle, held askew, from any side."""

from dataclasses import dataclass, field
from functools import cached_property
from math import cos, radians, sin

import numpy as np

from calibration.lens import Lens
from calibration.table import TableProfile
from vision.drawn.view import Points, View


@dataclass(frozen=True)
class LensView(View):
    """As `View`, seen through `lens`, whose size of picture counts.

    azimuth_deg: from which side, anticlockwise seen from above, 0 from the near side; roll_deg: how far the camera is
    turned clockwise around its axis.
    """

    lens: Lens = field(default_factory=lambda: Lens.typical(1280, 720))
    azimuth_deg: float = 0.0
    roll_deg: float = 0.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "size", (self.lens.width, self.lens.height))

    @cached_property
    def axes(self) -> Points:
        """See `View.axes`."""
        up, around, roll = radians(self.elevation_deg), radians(self.azimuth_deg), radians(self.roll_deg)
        level = np.array([[1.0, 0.0, 0.0], [0.0, -sin(up), -cos(up)], [0.0, cos(up), -sin(up)]])
        turn = np.array([[cos(around), sin(around), 0.0], [-sin(around), cos(around), 0.0], [0.0, 0.0, 1.0]])
        tilt = np.array([[cos(roll), sin(roll), 0.0], [-sin(roll), cos(roll), 0.0], [0.0, 0.0, 1.0]])
        return np.asarray(tilt @ level @ turn)

    @cached_property
    def eye(self) -> Points:
        """See `View.eye`."""
        return np.asarray(np.asarray(self.target_mm) - self.axes[2] * self.distance_mm)

    @cached_property
    def focal_px(self) -> float:
        """See `View.focal_px`."""
        return self.lens.focal[0]

    def project(self, points: Points) -> Points:
        """See `View.project`."""
        seen = (np.asarray(points, float) - self.eye) @ self.axes.T
        return self.lens.pixels(seen[..., :2] / seen[..., 2:])

    def rays(self, pixels: Points) -> Points:
        """See `View.rays`."""
        flat = self.lens.directions(pixels)
        along = np.concatenate([flat, np.ones_like(flat[..., :1])], axis=-1) @ self.axes
        return np.asarray(along / np.linalg.norm(along, axis=-1, keepdims=True))

    @cached_property
    def profile(self) -> TableProfile:
        """The truth that a calibration should find."""
        return TableProfile.of(self.lens, self.axes, -self.axes @ self.eye)
