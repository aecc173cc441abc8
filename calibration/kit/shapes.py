"""What a page of the kit is made of: plain shapes in millimetres, y upwards, that can be printed and drawn alike."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import cos, pi, radians, sin

import numpy as np

from calibration.markers import CELLS, marker_bits
from calibration.mat import Marker
from calibration.zones import Polygon

#: Red, green, blue, 0..255.
Colour = tuple[int, int, int]

BLACK: Colour = (0, 0, 0)
WHITE: Colour = (255, 255, 255)
INK: Colour = (40, 40, 40)
FAINT: Colour = (150, 150, 150)
#: What dice and cards lie on: dark enough for white pieces, light enough for black print, the same for all.
GROUND: Colour = (128, 158, 138)
GREY: Colour = (119, 119, 119)

#: Ten seats' colours, told apart by most colour-blind people; a number or a sign always goes with them.
SEAT_COLOURS: tuple[Colour, ...] = (
    (0, 114, 178),
    (230, 159, 0),
    (0, 138, 100),
    (190, 30, 45),
    (130, 80, 160),
    (86, 180, 233),
    (204, 121, 167),
    (120, 94, 60),
    (70, 70, 70),
    (160, 170, 40),
)


@dataclass(frozen=True, slots=True)
class Area:
    """A polygon, filled, outlined (line: its width in mm), or both."""

    corners: Polygon
    fill: Colour | None = None
    edge: Colour | None = None
    line: float = 0.0


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line from point to point; dash: length of its dashes in mm, 0 for none."""

    points: Polygon
    colour: Colour = INK
    line: float = 0.2
    dash: float = 0.0


@dataclass(frozen=True, slots=True)
class Words:
    """One line of text, `size` mm high from line to line; x, y: on its foot; turn: degrees anticlockwise."""

    x: float
    y: float
    text: str
    size: float = 4.0
    bold: bool = False
    colour: Colour = INK
    align: str = "left"
    turn: float = 0.0


Shape = Area | Stroke | Words


@dataclass(frozen=True, slots=True)
class Layer:
    """Shapes whose origin lies at (`x`, `y`) of the page, from its left and *top* edge.

    clip: left, top, width, height on the page beyond which nothing of them is printed.
    """

    x: float
    y: float
    shapes: tuple[Shape, ...]
    clip: tuple[float, float, float, float] | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """One page of paper; name: for people and tests."""

    name: str
    width: float
    height: float
    layers: tuple[Layer, ...]


def oblong(left: float, low: float, width: float, height: float) -> Polygon:
    """A rectangle from its low left corner."""
    return ((left, low), (left + width, low), (left + width, low + height), (left, low + height))


def ring(x: float, y: float, radius: float, corners: int = 90) -> Polygon:
    """A circle."""
    return tuple(
        (x + radius * cos(2 * pi * k / corners), y + radius * sin(2 * pi * k / corners)) for k in range(corners)
    )


def spun(points: Polygon, degrees: float, x: float = 0.0, y: float = 0.0) -> Polygon:
    """Points turned anticlockwise around the origin, then moved by (x, y)."""
    c, s = cos(radians(degrees)), sin(radians(degrees))
    return tuple((x + c * px - s * py, y + s * px + c * py) for px, py in points)


def seat_sign(seat: int, x: float, y: float, size: float, turn: float = 0.0) -> Area:
    """The sign that goes with each of the four colours: disc, square, triangle, diamond; `size` mm across."""
    h = size / 2
    signs: tuple[Polygon, ...] = (
        ring(0, 0, h),
        oblong(-0.88 * h, -0.88 * h, 1.76 * h, 1.76 * h),
        ((-h, -0.8 * h), (h, -0.8 * h), (0, h)),
        ((0, -1.1 * h), (0.95 * h, 0), (0, 1.1 * h), (-0.95 * h, 0)),
    )
    return Area(spun(signs[seat % 4], turn, x, y), SEAT_COLOURS[seat])


def marker_shapes(marker: Marker, rim: float | None = None) -> Iterator[Area]:
    """A marker with its white rim (one cell wide, or `rim` mm), which the finder needs."""
    side, cell = marker.side, marker.side / CELLS
    left, top = marker.x - side / 2, marker.y + side / 2
    quiet = cell if rim is None else rim
    if quiet:
        yield Area(oblong(left - quiet, top - side - quiet, side + 2 * quiet, side + 2 * quiet), WHITE)
    yield Area(oblong(left, top - side, side, side), BLACK)
    yield from _cells(marker_bits(marker.number), left, top, cell)


def _cells(
    white: np.ndarray[tuple[int, ...], np.dtype[np.bool_]], left: float, top: float, cell: float
) -> Iterator[Area]:
    """The white cells. Runs along rows and columns overlap, or a hair of black would show between neighbours."""
    for row, start, end in _runs(white):
        yield Area(oblong(left + start * cell, top - (row + 1) * cell, (end - start) * cell, cell), WHITE)
    for column, start, end in _runs(white.T):
        if end - start > 1:
            yield Area(oblong(left + column * cell, top - end * cell, cell, (end - start) * cell), WHITE)


def _runs(white: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> Iterator[tuple[int, int, int]]:
    for line, bits in enumerate(white):
        edges = np.flatnonzero(np.diff(np.concatenate([[0], bits.astype(np.int8), [0]])))
        for start, end in zip(edges[::2], edges[1::2], strict=True):
            yield line, int(start), int(end)


def ruler(x: float, y: float, length: int, *, upright: bool = False) -> Iterator[Shape]:
    """A ruler from (x, y) to the right, or upwards, with a tick each millimetre and a number each 10."""

    def at(along: float, aside: float) -> tuple[float, float]:
        return (x - aside, y + along) if upright else (x + along, y + aside)

    yield Stroke((at(0, 0), at(length, 0)), BLACK, 0.2)
    for mm in range(length + 1):
        tall = 5.0 if mm % 10 == 0 else 3.5 if mm % 5 == 0 else 2.0
        yield Stroke((at(mm, 0), at(mm, tall)), BLACK, 0.15)
        if mm % 10 == 0:
            tx, ty = at(mm, 6.0)
            yield Words(tx, ty - (1 if upright else 0), str(mm), 3.0, align="right" if upright else "centre")


def lines(x: float, y: float, texts: Iterable[str], size: float, pitch: float, **look: object) -> Iterator[Words]:
    """Several lines of text, one under the other."""
    for k, text in enumerate(texts):
        yield Words(x, y - k * pitch, text, size, **look)  # type: ignore[arg-type]
