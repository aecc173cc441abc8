"""How dice stand before a camera of which only their top faces are known: which way is up, where a side would be.

The up direction n (3,), in the camera's frame (x right, y down, z forward), is what makes all tops squares that lie
level. Of a square seen at p = (x, y, 1), but for its size, M M^T = B (I - n n^T) B^T with B = [I | -(x, y)]; B n is the
way in which an edge that stands upright is seen. M as in `vision.dice.shape`.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from calibration.dice_view import TYPICAL_FOCAL
from vision.dice.detect import TopFace
from vision.dice.shape import corners_apart
from vision.pictures import Picture

Array = NDArray[np.float64]

#: With so many likely tops the camera is known, if most are squeezed as it says within this.
_KNOWN, _LIKELY, _WELL = 3, 0.5, 0.06
#: Elevations and rolls in degrees among which the camera is looked for, how near the last look comes, and how much a
#: camera that is held askew must explain (squeeze a radian).
_ELEVATIONS, _ROLLS, _LAST, _ASKEW = np.arange(26.0, 91.0, 4.0), np.arange(-20.0, 21.0, 4.0), 0.5, 0.2
#: A top is squeezed as it must be within this; edges of a side stand upright within so many degrees.
_AS_IT_MUST, _UPRIGHT = 0.06, 15.0
#: A side's corners lie where they must, root mean square, within so much of its size.
_FITS = 0.25
#: A place as plain as this is looked at so.
_PLAIN = 0.9


@dataclass(frozen=True, slots=True)
class Standing:
    """up: (3,) as above; width, height: of the picture, which an ordinary lens took."""

    up: tuple[float, float, float]
    width: int
    height: int

    @classmethod
    def of(cls, tops: Sequence[TopFace], width: int, height: int) -> "Standing | None":
        """As most of the likely ones say that are no sides; None where they are few, or no camera explains them."""
        likely = [t for t in tops if t.score > _LIKELY]
        if len(likely) < _KNOWN:
            return None
        here, misfit = cls._explaining(likely, width, height)
        no_sides = [t for t in likely if not any(here.is_side_of(t, other) for other in likely)]
        if _KNOWN <= len(no_sides) < len(likely):
            here, misfit = cls._explaining(no_sides, width, height)
        return here if misfit < _WELL else None

    @classmethod
    def _explaining(cls, tops: Sequence[TopFace], width: int, height: int) -> "tuple[Standing, float]":
        """What explains these tops best, and how far the middle one of them is off."""
        at = _directions(np.array([t.middle for t in tops]), width, height)
        shapes = np.array([t.shape for t in tops])
        elevations, rolls = _ELEVATIONS, _ROLLS
        step = elevations[1] - elevations[0]
        while True:
            poses = np.radians(np.stack(np.meshgrid(elevations, rolls, indexing="ij"), axis=-1).reshape(-1, 2))
            ups = _up(poses)
            off = np.hypot(*np.moveaxis(_squeezes(ups, at) - shapes, -1, 0))
            best = int((off.sum(axis=1) + _ASKEW * np.abs(poses[:, 1])).argmin())
            if step <= _LAST:
                right, down, forward = ups[best].tolist()
                return cls((right, down, forward), width, height), float(np.median(off[best]))
            step /= 2
            around = np.arange(-2, 3) * step
            elevation, roll = np.degrees(poses[best])
            elevations, rolls = np.minimum(elevation + around, 90.0), roll + around

    def squeeze(self, middle: Array) -> tuple[float, float]:
        """The shape (a, b) of `vision.dice.shape` that a level square has at a pixel (2,)."""
        a, b = _squeezes(np.array([self.up]), self._directions(middle[None]))[0, 0].tolist()
        return a, b

    def is_top(self, top: TopFace) -> bool:
        """Whether it is plainly no side: squeezed as a top there must be, and none of its edges stands upright."""
        lies = math.dist(self.squeeze(top.middle), top.shape) < _AS_IT_MUST
        return lies and top.score > _PLAIN and self.askew(top.quad) > _UPRIGHT

    def is_side_of(self, place: TopFace, top: TopFace) -> bool:
        """Whether a place lies where a side of the die with that top must be seen."""
        if place is top or place.apart(top) > 2 * top.size:
            return False
        return any(corners_apart(side, place.quad) < _FITS * place.size for side in self.sides(top))

    def sides(self, top: TopFace) -> list[Array]:
        """(4, 2) pixels of the sides that are seen of a die with that top."""
        at = self._directions(top.quad)
        upwards = self._upwards(at)
        (p, q), (r, s) = np.eye(2) + at[0, :, None] * at[0] - upwards[0, :, None] * upwards[0]
        edge = top.size / max(p * s - q * r, 1e-9) ** 0.25
        lower = top.quad - edge * upwards
        across, down = np.roll(top.quad, -1, axis=0) - top.quad, lower - top.quad
        turns = across[:, 0] * down[:, 1] - across[:, 1] * down[:, 0]
        inwards = across[0, 0] * across[1, 1] - across[0, 1] * across[1, 0]
        # Going round, a side is seen where its upright edges lead away from the top.
        return [
            np.array([top.quad[i], top.quad[i - 3], lower[i - 3], lower[i]]) for i in range(4) if turns[i] * inwards < 0
        ]

    def askew(self, quad: Array) -> float:
        """By how many degrees those two opposite edges differ from upright that do least, on the average."""
        off = self._off_upright(quad)
        return float(min(off[0] + off[2], off[1] + off[3])) / 2

    def _off_upright(self, quad: Array) -> Array:
        """(4,) degrees by which the edges differ from upright."""
        following = np.roll(quad, -1, axis=0)
        edges, upwards = following - quad, self._upwards(self._directions((quad + following) / 2))
        aside = np.abs(edges[:, 0] * upwards[:, 1] - edges[:, 1] * upwards[:, 0])
        return np.asarray(np.degrees(np.arctan2(aside, np.abs((edges * upwards).sum(axis=1)))))

    def _directions(self, pixels: Array) -> Array:
        return _directions(pixels, self.width, self.height)

    def _upwards(self, at: Array) -> Array:
        return np.asarray(np.array(self.up[:2]) - at * self.up[2])


def plain_tops(picture: Picture, tops: Sequence[TopFace], *, side_by_side: bool = False) -> Callable[[TopFace], bool]:
    """What tells of a place whether it is plainly no side; nothing is reckoned before it is asked.

    side_by_side: no die lies in front of another, so what is seen below a face shows that it is a top.
    """
    height, width = picture.shape[:2]
    standing = cache(lambda: Standing.of(tops, width, height))

    def is_no_side(top: TopFace) -> bool:
        here = standing()
        if here is None:
            return False
        return here.is_top(top) or (side_by_side and any(here.is_side_of(other, top) for other in tops))

    return is_no_side


def _directions(pixels: Array, width: int, height: int) -> Array:
    """Where pixels (..., 2) lie on the plane one unit before an ordinary lens."""
    return np.asarray((pixels - [(width - 1) / 2, (height - 1) / 2]) / (TYPICAL_FOCAL * max(width, height)))


def _up(poses: Array) -> Array:
    """(P, 3) the up directions of cameras with elevation and roll (P, 2), in radians."""
    elevation, roll = poses.T
    flat = np.cos(elevation)
    return np.stack([flat * np.sin(roll), -flat * np.cos(roll), -np.sin(elevation)], axis=1)


def _squeezes(ups: Array, at: Array) -> Array:
    """(P, N, 2) shapes that level squares have in N directions (N, 2), for each of the up directions (P, 3)."""
    x, y = at.T
    right, down = ups[:, :1] - x * ups[:, 2:], ups[:, 1:2] - y * ups[:, 2:]
    xx, yy, xy = 1 + x * x - right * right, 1 + y * y - down * down, x * y - right * down
    area = np.sqrt(np.maximum(xx * yy - xy * xy, 1e-9))
    mean = np.sqrt(((xx + yy) / area / 2 + 1) / 2)
    return np.stack([(xx - yy) / (4 * area * mean), xy / (2 * area * mean)], axis=-1)
