"""A part of the table as seen from straight above, taken out of a picture."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.table import TableProfile
from vision.pictures import Picture

#: Pixels for a millimetre.
GRAIN = 3.0

Maps = NDArray[np.float32]
Box = tuple[float, float, float, float]
"""Left, low, right and top in mm."""


@dataclass(frozen=True, slots=True, eq=False)
class Above:
    """profile: the camera; left, top: the place in mm of the first pixel, from where x grows and y falls; maps: the
    pixel of the picture for each of the part, (2, height, width).
    """

    profile: TableProfile
    left: float
    top: float
    maps: Maps

    @classmethod
    def of(cls, profile: TableProfile, left: float, low: float, right: float, top: float) -> "Above":
        """A box on the table in mm."""
        xs = np.arange(left, right, 1 / GRAIN)
        ys = np.arange(top, low, -1 / GRAIN)
        pixels = profile.project(np.stack(np.meshgrid(xs, ys), axis=-1))
        maps = np.nan_to_num(pixels, nan=-1e4).clip(-1e4, 1e5)
        return cls(profile, left, top, np.ascontiguousarray(np.moveaxis(maps, -1, 0), np.float32))

    def cut(self, left: int, top: int, right: int, bottom: int) -> "Above":
        """The part of it between these pixels."""
        x, y = self.place(left, top)
        return Above(self.profile, x, y, np.ascontiguousarray(self.maps[:, top:bottom, left:right]))

    def without(self, boxes: Iterable[Box], but: Box) -> "Above":
        """The same part as if the picture did not show these boxes on the table, but for what of them lies in `but`."""
        maps = self.maps.copy()
        kept = maps[:, *self._pixels(but)].copy()
        for box in boxes:
            maps[:, *self._pixels(box)] = -1e4
        maps[:, *self._pixels(but)] = kept
        return Above(self.profile, self.left, self.top, maps)

    def _pixels(self, box: Box) -> tuple[slice, slice]:
        left, low, right, top = box
        rows = slice(max(0, round((self.top - top) * GRAIN)), max(0, round((self.top - low) * GRAIN)))
        return rows, slice(max(0, round((left - self.left) * GRAIN)), max(0, round((right - self.left) * GRAIN)))

    def look(self, picture: Picture) -> Picture:
        """That part of a picture of the profile's size, from above; black where the picture ends."""
        return np.asarray(cv2.remap(picture, self.maps[0], self.maps[1], cv2.INTER_LINEAR), np.uint8)

    def inside(self, margin: float = 1.0) -> NDArray[np.bool_]:
        """Which of its pixels the picture shows, at least `margin` pixels from its edge."""
        x, y = self.maps
        lens = self.profile.camera
        near, far_x, far_y = margin, lens.width - 1 - margin, lens.height - 1 - margin
        return np.asarray((x >= near) & (y >= near) & (x <= far_x) & (y <= far_y), np.bool_)

    def place(self, x: float, y: float) -> tuple[float, float]:
        """Where on the table in mm a pixel of the part lies."""
        return self.left + x / GRAIN, self.top - y / GRAIN

    def lean(self, x: float, y: float) -> tuple[float, float]:
        """By how many pixels, right and down in the part, something there seems moved for each pixel of its height."""
        eye, (at_x, at_y) = self.profile.eye, self.place(x, y)
        return (at_x - float(eye[0])) / float(eye[2]), -(at_y - float(eye[1])) / float(eye[2])

    def seen(self, x: float, y: float) -> float:
        """How many pixels of the picture a millimetre is there, across the way to the camera."""
        eye, place = self.profile.eye, np.array([*self.place(x, y), 0.0])
        lens = self.profile.camera
        return math.sqrt(lens.focal[0] * lens.focal[1]) / max(1.0, float(np.linalg.norm(place - eye)))
