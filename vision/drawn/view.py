"""The perspective camera of the drawn table.

The table's frame is in millimetres: x to the right, y away from the camera, z up, the origin where the cup stands.
Pixels count from the top-left pixel's centre.
"""

from dataclasses import dataclass
from functools import cached_property
from math import cos, radians, sin

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]


@dataclass(frozen=True)
class View:
    """A pinhole camera that looks at a point above the table.

    size: width and height in pixels. elevation_deg: its angle above the table as seen from the target. distance_mm: to
    the target. focal_share: the focal length in widths of the picture (1.1 is a common webcam). target_mm: the point
    it looks at.
    """

    size: tuple[int, int] = (1280, 720)
    elevation_deg: float = 52.0
    distance_mm: float = 480.0
    focal_share: float = 1.15
    target_mm: tuple[float, float, float] = (0.0, 18.0, 20.0)

    @cached_property
    def eye(self) -> Points:
        """Where the camera is, (3,)."""
        up = radians(self.elevation_deg)
        back = np.array([0.0, -cos(up), sin(up)]) * self.distance_mm
        return np.asarray(self.target_mm) + back

    @cached_property
    def axes(self) -> Points:
        """Rows: right, down and forward of the camera in the table's frame, (3, 3)."""
        up = radians(self.elevation_deg)
        return np.array([[1.0, 0.0, 0.0], [0.0, -sin(up), -cos(up)], [0.0, cos(up), -sin(up)]])

    @cached_property
    def focal_px(self) -> float:
        """The focal length in pixels."""
        return self.focal_share * self.size[0]

    @cached_property
    def _centre(self) -> Points:
        return np.array([(self.size[0] - 1) / 2, (self.size[1] - 1) / 2])

    def project(self, points: Points) -> Points:
        """Pixels (..., 2) of points (..., 3)."""
        seen = (np.asarray(points, float) - self.eye) @ self.axes.T
        return np.asarray(seen[..., :2] / seen[..., 2:] * self.focal_px + self._centre)

    def rays(self, pixels: Points) -> Points:
        """Unit directions (..., 3) from the eye through pixels (..., 2)."""
        flat = (np.asarray(pixels, float) - self._centre) / self.focal_px
        along = np.concatenate([flat, np.ones_like(flat[..., :1])], axis=-1) @ self.axes
        return np.asarray(along / np.linalg.norm(along, axis=-1, keepdims=True))

    def on_table(self, pixels: Points) -> Points:
        """Where the table (z = 0) is seen at pixels (..., 2): x and y in millimetres, (..., 2)."""
        along = self.rays(pixels)
        return np.asarray(self.eye[:2] - along[..., :2] * (self.eye[2] / along[..., 2:]))
