"""Where the camera stands over the table: pixels to millimetres and back, and whose place is where."""

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.dice_view import DiceView
from calibration.lens import Lens
from calibration.zones import Zone, ZoneKind

Points = NDArray[np.float64]
Row = tuple[float, float, float]

#: A camera turned further than this around its axis is no `DiceView`, which is held level.
_LEVEL_DEG = 4.0


@dataclass(frozen=True, slots=True)
class TableProfile:
    """A camera's place over one table.

    camera: its lens; rotation (rows) and translation (mm) take the table's frame (see `calibration.zones`; z upwards)
    to the camera's (x right, y down, z forward); zones: places on the table; players: how many seats; mat: the name of
    the printed mat, "" where there is none; error_mm: how far off a place on the table is to be expected.
    """

    camera: Lens
    rotation: tuple[Row, Row, Row]
    translation: Row
    zones: tuple[Zone, ...] = ()
    players: int = 4
    mat: str = ""
    error_mm: float = 0.0

    @classmethod
    def of(cls, camera: Lens, rotation: Points, translation: Points, **rest: object) -> "TableProfile":
        """From arrays (3, 3) and (3,)."""
        rows = [tuple(float(v) for v in row) for row in rotation]
        moved = tuple(float(v) for v in np.ravel(translation))
        return cls(camera, tuple(rows), moved, **rest)  # type: ignore[arg-type]

    @property
    def turn(self) -> Points:
        """The rotation as an array, (3, 3)."""
        return np.array(self.rotation)

    @property
    def eye(self) -> Points:
        """Where the camera is, (3,) in mm."""
        return np.asarray(-self.turn.T @ np.array(self.translation))

    def project(self, points: Points) -> Points:
        """Pixels (..., 2) of points in mm, (..., 3), or (..., 2) on the table; nan for what lies behind the camera."""
        places = np.asarray(points, np.float64)
        if places.shape[-1] == 2:
            places = np.concatenate([places, np.zeros_like(places[..., :1])], axis=-1)
        seen = places @ self.turn.T + np.array(self.translation)
        depth = np.where(seen[..., 2:] > 1e-6, seen[..., 2:], np.nan)
        return self.camera.pixels(seen[..., :2] / depth)

    def on_table(self, pixels: Points, height_mm: float = 0.0) -> Points:
        """Where pixels (..., 2) meet the level `height_mm` above the table: x and y in mm; nan above the horizon."""
        flat = self.camera.directions(np.asarray(pixels, np.float64))
        along = np.concatenate([flat, np.ones_like(flat[..., :1])], axis=-1) @ self.turn
        eye = self.eye
        drop = along[..., 2:]
        reach = (height_mm - eye[2]) / np.where(np.abs(drop) < 1e-9, np.nan, drop)
        reach = np.where(reach > 0, reach, np.nan)
        return np.asarray(eye[:2] + along[..., :2] * reach)

    def mm_per_px(self, pixel: Points) -> float:
        """How many millimetres of the table one pixel spans there (the geometric mean of its two directions)."""
        at = np.asarray(pixel, np.float64)
        around = self.on_table(at + np.array([[0.5, 0], [-0.5, 0], [0, 0.5], [0, -0.5]]))
        across, down = around[0] - around[1], around[2] - around[3]
        return math.sqrt(abs(float(across[0] * down[1] - across[1] * down[0])))

    def elevation_at(self, pixel: Points) -> float:
        """The angle in radians above the table at which the place at a pixel is seen; pi/2 is from straight above."""
        x, y = self.on_table(np.asarray(pixel, np.float64)) - self.eye[:2]
        return math.atan2(float(self.eye[2]), math.hypot(float(x), float(y)))

    def up_at(self, pixel: Points) -> Points:
        """The direction (2,) in the picture in which something that stands on the table there goes up.

        Length: pixels a millimetre of height. Near zero where the camera looks straight down.
        """
        x, y = self.on_table(np.asarray(pixel, np.float64))
        low, high = self.project(np.array([[x, y, 0.0], [x, y, 10.0]]))
        return np.asarray((high - low) / 10)

    def zone_at(self, pixel: Points, kind: ZoneKind | None = None, height_mm: float = 0.0) -> Zone | None:
        """The first zone (of a kind) in which a pixel lies, as seen `height_mm` above the table; None for none."""
        x, y = (float(v) for v in self.on_table(np.asarray(pixel, np.float64), height_mm))
        if not math.isfinite(x):
            return None
        return next((z for z in self.zones if (kind is None or z.kind is kind) and z.holds(x, y)), None)

    def zones_of(self, kind: ZoneKind) -> tuple[Zone, ...]:
        """All zones of a kind, in order."""
        return tuple(z for z in self.zones if z.kind is kind)

    def resized(self, width: int, height: int) -> "TableProfile":
        """For pictures of another size from the same camera at the same place (see `Lens.resized`)."""
        return replace(self, camera=self.camera.resized(width, height))

    def dice_view(self, die_mm: float) -> DiceView | None:
        """The view that the dice reader reckons with, for dice of this edge; None where the camera is held askew."""
        forward, right = self.turn[2], self.turn[0]
        level = math.degrees(math.asin(min(1.0, abs(float(right[2])))))
        if level > _LEVEL_DEG:
            return None
        elevation = math.asin(max(-1.0, min(1.0, -float(forward[2]))))
        focal = (self.camera.focal[0] + self.camera.focal[1]) / 2
        distance = (float(self.eye[2]) - die_mm) / die_mm
        return DiceView(self.camera.width, self.camera.height, focal, elevation, distance)
