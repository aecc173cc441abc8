"""Columns of chips in a part of the table seen from above: where they stand, and how many chips show in each.

From above (`vision.chips.above`) the top of a chip is a circle; each chip in a column moves the next top away from the
camera. On the camera's side the walls show: a band of another tone for each chip, with a bright crescent between two
where they do not lie exactly on each other.
"""

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.chips.above import GRAIN, Above

#: Radii of chips in mm.
RADII = (10.0, 23.0)
#: The radius in mm to which a chip set's thickness belongs; smaller chips are thinner alike.
USUAL_RADIUS = 19.5
#: What is narrower than this (mm) is no chip: print, the rims of cards.
NARROW = 8.0
#: A top counts where this share of its circle fits in; a sliver of a hidden chip does not.
FITS = 0.92
#: Directions in which walls are sought, in degrees from the way to the camera.
SECTORS = tuple(range(-75, 76, 15))
#: A wall differs from the tops by this much in lightness at least, and by so many deviations of their noise.
TONE, NOISES = 3.0, 1.8
#: So many mm beyond a top are looked at for walls.
BEYOND = 14.0
#: A chip must add this many pixels to its column for the count to be sure; with less, half of the counts were wrong.
LAYER = 4.0
#: One chip looks as high as so many: more or less, and something else is there.
SINGLE = (0.35, 1.6)
#: Of its height, in chips, a column loses so much to the soft edge of its foot; a clear one is this near to a number.
LOST, NEAR = 0.12, 0.3
#: A height is clear only where one chip adds so many pixels.
CLEAR = 2.5
#: Columns explain a place of their colour where theirs and its shape share this part of what either covers.
EXPLAINED = 0.86
SHAPELESS = "its shape is not that of chips"

Mask = NDArray[np.uint8]
Points = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of chips: the pixel of its highest top's middle in the part, its radius in mm, how many chips it seems
    to be; clear: its height alone says so, as of chips that lie exactly on each other; sure: they can be no others, and
    if not, why.
    """

    top: tuple[float, float]
    radius: float
    count: int
    clear: bool
    sure: bool
    why: str


def columns_of(
    above: Above,
    mask: Mask,
    light: NDArray[np.float32],
    thickness: float,
) -> tuple[Column, ...]:
    """Every column that shows a whole top.

    mask: where one colour of chips is, 255 or 0; light: lightness, 0 to 100; both (height, width) of `above`.
    thickness: of a chip of the usual size, in mm.
    """
    narrow = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (round(NARROW * GRAIN) | 1,) * 2)
    solid = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, narrow), np.uint8)
    edge = ~above.inside()
    found: list[Column] = []
    count, labels, boxes, _ = cv2.connectedComponentsWithStats(solid, connectivity=8)
    for number in range(1, count):
        left, top, width, height = (int(v) for v in boxes[number, :4])
        # A margin of nothing: what touches the border of the part would else seem to go on there.
        part = np.pad((labels[top : top + height, left : left + width] == number).astype(np.uint8), 1)
        inner = cv2.distanceTransform(part, cv2.DIST_L2, cv2.DIST_MASK_PRECISE)[1:-1, 1:-1]
        largest = float(inner.max())
        if not RADII[0] < largest / GRAIN < RADII[1]:
            continue
        blob = _Blob(above, solid, light, largest, thickness)
        ends = blob.ends(inner > FITS * largest, (left, top))
        own = labels == number
        why = "the edge of the picture cuts it" if _touches(own, edge) else ""
        if not why and not blob.explained_by(ends, own):
            why = SHAPELESS
        found += [blob.column(end, ends, why) for end in ends]
    return tuple(found)


def _touches(blob: NDArray[np.bool_], edge: NDArray[np.bool_]) -> bool:
    grown = cv2.dilate(blob.astype(np.uint8), np.ones((7, 7), np.uint8)) > 0
    return bool((grown & edge).any())


@dataclass(frozen=True, slots=True)
class _End:
    """The middles of a column's highest top and of its foot in pixels of the part, and how many pixels longer along the
    lean than across the place is in which a circle fits."""

    top: Points
    foot: Points
    extra: float


@dataclass(frozen=True, slots=True, eq=False)
class _Blob:
    """One connected place of a colour; radius in pixels."""

    above: Above
    solid: Mask
    light: NDArray[np.float32]
    radius: float
    thickness: float

    def explained_by(self, ends: list[_End], own: NDArray[np.bool_]) -> bool:
        """Whether columns that stand there look like the blob."""
        shape = np.zeros_like(self.solid)
        for end in ends:
            (x0, y0), (x1, y1) = np.round(end.foot).astype(int), np.round(end.top).astype(int)
            cv2.line(shape, (int(x0), int(y0)), (int(x1), int(y1)), 255, max(1, round(2 * self.radius)))
        both = np.count_nonzero((shape > 0) & own)
        return bool(both > EXPLAINED * np.count_nonzero((shape > 0) | own))

    def ends(self, middles: NDArray[np.bool_], corner: tuple[int, int]) -> list[_End]:
        """The columns, from where circles of a chip's size fit in."""
        count, labels = cv2.connectedComponents(middles.astype(np.uint8), connectivity=8)
        room = (1 - FITS) * self.radius
        found = []
        for number in range(1, count):
            places = np.argwhere(labels == number)[:, ::-1].astype(np.float64) + corner
            if len(places) < 4:
                continue
            up, _ = self._up(places.mean(axis=0))
            along, across = places @ up, places @ np.array([-up[1], up[0]])
            # The far end of where a circle fits is the middle of the highest chip.
            far = along > along.max() - 2 * room
            near = along < along.min() + 2 * room
            extra = float(np.ptp(along) - np.ptp(across))
            found.append(_End(places[far].mean(axis=0), places[near].mean(axis=0), extra))
        return found

    def column(self, end: _End, all_ends: list[_End], doubt: str) -> Column:
        """What stands there. `doubt`: what speaks against the whole blob."""
        tone, noise = self._tone(end.top)
        x, y = float(end.top[0]), float(end.top[1])
        up, lean = self._up(end.top)
        thick = self.thickness * self.radius / USUAL_RADIUS
        seems = end.extra / max(thick * lean, 0.5)
        walls = self._walls(end, all_ends, -up, tone, noise)
        count = max(1, walls, round(seems + LOST if walls <= 1 else (walls + seems) / 2))
        layer = thick / GRAIN * lean * self.above.seen(x, y)
        why = doubt
        if not why and layer < LAYER:
            why = "chips under others hardly show from above and afar"
        elif not why and (walls != 1 or not SINGLE[0] <= seems <= SINGLE[1]):
            why = "chips that lie on each other cannot be counted surely"
        clear = not doubt and layer >= CLEAR and abs(seems + LOST - count) <= NEAR
        return Column((x, y), self.radius / GRAIN, count, clear, not why, why)

    def _up(self, at: Points) -> tuple[Points, float]:
        """The way in which heights go there, and how far for each pixel of height."""
        lean = np.array(self.above.lean(float(at[0]), float(at[1])))
        length = float(np.linalg.norm(lean))
        return (lean / length if length > 1e-6 else np.array([0.0, -1.0])), length

    def _tone(self, top: Points) -> tuple[float, float]:
        """Mean and deviation of the lightness of a top."""
        disc = np.zeros_like(self.solid)
        cv2.circle(disc, (round(top[0]), round(top[1])), round(0.7 * self.radius), 255, -1)
        inside = self.light[disc > 0]
        return float(inside.mean()), float(inside.std())

    def _walls(self, end: _End, all_ends: list[_End], near: Points, tone: float, noise: float) -> int:
        """How many bands of another tone than the top's follow each other on the camera's side."""
        least = max(TONE, NOISES * noise)
        reach = np.arange(0.6 * self.radius, self.radius + BEYOND * GRAIN, 0.5)
        counts = []
        for degrees in SECTORS:
            angle = math.radians(degrees)
            way = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]]) @ near
            side = np.array([-way[1], way[0]])
            # Neighbouring rays count as one: their mean has less noise.
            rays = end.top + reach[:, None, None] * way + np.arange(-4, 5, 2)[None, :, None] * side * GRAIN / 4
            at = rays.astype(np.float32)
            light = cv2.remap(self.light, at[..., 0], at[..., 1], cv2.INTER_LINEAR).mean(axis=1)
            inside = cv2.remap(self.solid, at[..., 0], at[..., 1], cv2.INTER_LINEAR).mean(axis=1) > 200
            if inside.all():
                continue
            stop = int(np.argmin(inside))
            border = end.top + reach[stop] * way
            if any(np.linalg.norm(border - other.top) < 1.15 * self.radius for other in all_ends if other is not end):
                continue
            counts.append(_bands(light[:stop] - tone, least))
        # Chips that lie askew hide a wall on one side: the most that two directions show.
        return sorted(counts)[-2] if len(counts) > 1 else 0


def _bands(light: Points, least: float) -> int:
    """Turns away from the tone of the tops, each at least `least` deep as seen from the one before."""
    if not len(light):
        return 0
    away = -1.0 if -light.min() > light.max() else 1.0
    count, low, high, deep = 0, 0.0, 0.0, False
    for value in away * light:
        if deep:
            high = max(high, float(value))
            if value < high - least:
                deep, low = False, float(value)
        else:
            low = min(low, float(value))
            if value > low + least:
                deep, high, count = True, float(value), count + 1
    return count
