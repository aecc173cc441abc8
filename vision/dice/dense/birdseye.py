"""The table seen from straight above: the plane of the top faces, so that every top face is a square of one size."""

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.dice_view import DiceView, Points
from vision.pictures import Picture

#: Weight of the two colour axes of Lab against lightness: red and black pips differ in little else.
COLOUR_WEIGHT = 1.5
#: Dice that would be narrower than this in the picture are not looked for, in pixels.
SMALLEST_DIE = 12.0

Field = NDArray[np.float32]


def lab_field(picture: Picture) -> Field:
    """Lab as floats (height, width, 3), colour weighed; L in 0..100, neutral grey at 0."""
    lab = np.asarray(cv2.cvtColor(picture.astype(np.float32) / 255, cv2.COLOR_BGR2Lab), np.float32)
    lab[..., 1:] *= COLOUR_WEIGHT
    return np.asarray(lab, np.float32)


@dataclass(frozen=True, slots=True)
class Birdseye:
    """A piece of the plane of the top faces, resampled.

    field: (rows, columns, 3) weighed Lab; seen: (rows, columns), whether the camera sees the place; left, far: world
    coordinates of the first column and row (rows run towards the camera); scale: samples a die edge.
    """

    field: Field
    seen: NDArray[np.bool_]
    left: float
    far: float
    scale: float

    @classmethod
    def of(cls, lab: Field, view: DiceView, box: tuple[float, float, float, float], scale: float) -> "Birdseye":
        """Resamples the world box (left, far, right, near) with far > near."""
        left, far, right, near = box
        columns, rows = max(1, math.ceil((right - left) * scale)), max(1, math.ceil((far - near) * scale))
        to_world = np.array([[1 / scale, 0, left], [0, -1 / scale, far], [0, 0, 1]])
        matrix = view.homography() @ to_world
        middle = np.array([(left + right) / 2, (far + near) / 2])
        shrink = view.size_at(middle) / scale
        source = cv2.GaussianBlur(lab, (0, 0), 0.45 * shrink) if shrink > 1.2 else lab
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        field = cv2.warpPerspective(source, matrix, (columns, rows), flags=flags, borderMode=cv2.BORDER_REPLICATE)
        inside = np.ones(lab.shape[:2], np.uint8)
        seen = cv2.warpPerspective(inside, matrix, (columns, rows), flags=cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP)
        return cls(np.asarray(field, np.float32), seen > 0, left, far, scale)

    def to_samples(self, points: Points) -> Points:
        """Columns and rows (..., 2) of world points (..., 2)."""
        return np.stack([(points[..., 0] - self.left) * self.scale, (self.far - points[..., 1]) * self.scale], -1)

    def to_world(self, samples: Points) -> Points:
        """World points (..., 2) of columns and rows (..., 2)."""
        return np.stack([samples[..., 0] / self.scale + self.left, self.far - samples[..., 1] / self.scale], -1)


def visible_box(view: DiceView) -> tuple[float, float, float, float]:
    """World box (left, far, right, near) of what the picture shows near enough for dice to be read."""
    width, height = view.width, view.height
    sin, cos = math.sin(view.elevation), math.cos(view.elevation)
    farthest = (view.focal / SMALLEST_DIE - view.distance * sin) / max(cos, 1e-3)
    rim = np.array([[x, y] for x in (0, width / 2, width) for y in (0, height / 2, height)], np.float64)
    ground = view.on_plane(rim)
    far = min(float(ground[:, 1].max()), farthest)
    near = float(ground[:, 1].min())
    reach = max(view.distance * sin + far * cos, view.distance * sin + near * cos) * width / 2 / view.focal
    return -reach, far, reach, min(near, far - 1)
