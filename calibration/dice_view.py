"""Where the camera stands, measured in dice: enough geometry to see the table from above.

The unit of length is the edge of one die, because a picture of dice tells nothing about millimetres. The camera is a
pinhole with square pixels, its axis through the middle of the picture, held level (no roll). World axes: X to the
right, Y away from the camera, Z up; the origin lies straight below the camera on the plane of the dice's top faces.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

#: Focal length in widths of the picture's longer side, where nothing better is known: 58 degrees across, as most
#: webcams and phones have. An error of 20 % here only changes how quickly dice shrink towards the far edge.
TYPICAL_FOCAL = 0.9

Points = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class DiceView:
    """A camera above the plane of the top faces.

    width, height: size of the picture in pixels; focal: in pixels; elevation: of the optical axis above the table in
    radians (pi/2 looks straight down); distance: height of the camera over the plane of the top faces, in die edges.
    """

    width: int
    height: int
    focal: float
    elevation: float
    distance: float

    @classmethod
    def from_die(
        cls, width: int, height: int, at: tuple[float, float], size: float, elevation: float, focal: float = 0.0
    ) -> "DiceView":
        """The view in which a die at pixel `at` is `size` pixels wide and seen at `elevation` (radians)."""
        focal = focal or TYPICAL_FOCAL * max(width, height)
        below_axis = math.atan2(at[1] - height / 2, focal)
        axis = elevation - below_axis
        depth = focal / size
        return cls(width, height, focal, axis, depth * (math.tan(below_axis) * math.cos(axis) + math.sin(axis)))

    def resized(self, width: int, height: int) -> "DiceView":
        """The same camera delivering pictures of another size (or another crop of the same width)."""
        return DiceView(width, height, self.focal * width / self.width, self.elevation, self.distance)

    def project(self, points: Points, below: float = 0.0) -> Points:
        """Pixels (..., 2) of world points (..., 2) that lie `below` die edges under the plane of the top faces."""
        sin, cos = math.sin(self.elevation), math.cos(self.elevation)
        x, y, drop = points[..., 0], points[..., 1], self.distance + below
        depth = np.maximum(y * cos + drop * sin, 1e-6)
        u = self.focal * x / depth + self.width / 2
        v = self.focal * (drop * cos - y * sin) / depth + self.height / 2
        return np.stack([u, v], axis=-1)

    def on_plane(self, pixels: Points) -> Points:
        """World points (..., 2) on the plane of the top faces seen at `pixels` (..., 2); above the horizon: far."""
        sin, cos = math.sin(self.elevation), math.cos(self.elevation)
        x = (pixels[..., 0] - self.width / 2) / self.focal
        y = (pixels[..., 1] - self.height / 2) / self.focal
        reach = self.distance / np.maximum(y * cos + sin, 0.02)
        return np.stack([reach * x, reach * (cos - y * sin)], axis=-1)

    def homography(self) -> NDArray[np.float64]:
        """3 x 3 matrix that takes homogeneous plane points (X, Y, 1) to pixels."""
        sin, cos = math.sin(self.elevation), math.cos(self.elevation)
        f, h = self.focal, self.distance
        rows = [
            [f, self.width / 2 * cos, self.width / 2 * h * sin],
            [0.0, -f * sin + self.height / 2 * cos, h * (f * cos + self.height / 2 * sin)],
            [0.0, cos, h * sin],
        ]
        return np.array(rows)

    def size_at(self, point: Points) -> float:
        """Width in pixels of one die edge lying across the view at a world point (2,)."""
        return self.focal / float(point[1] * math.cos(self.elevation) + self.distance * math.sin(self.elevation))

    def elevation_at(self, point: Points) -> float:
        """Angle in radians above the table at which a world point (2,) is seen."""
        return math.atan2(self.distance, float(np.hypot(point[0], point[1])))


def square(centre: tuple[float, float] | Points, angle: float, size: float = 1.0) -> Points:
    """Corners (4, 2) of a square with its middle at `centre`, turned by `angle` radians."""
    c, s = math.cos(angle) * size / 2, math.sin(angle) * size / 2
    corners = np.array([[-c + s, -s - c], [c + s, s - c], [c - s, s + c], [-c - s, -s + c]])
    return corners + np.asarray(centre, dtype=np.float64)
