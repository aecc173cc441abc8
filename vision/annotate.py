"""Readings drawn on the picture they were read from, for people who check them."""

import math
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from vision.pictures import Picture, draw_label, draw_outline
from vision.readings import PieceReading

SURE, UNSURE, EDGE = (0, 255, 255), (255, 60, 255), (0, 0, 0)
"""BGR: yellow and magenta, which few tables are made of, on a dark edge for those that are; told apart also by the
question mark behind what is not sure."""
#: Labels and lines are drawn for a picture of this width, and grow with larger ones.
_WIDTH = 960
_HEIGHT = 17
#: Width of a letter by its height.
_LETTER = 0.75

Box = tuple[float, float, float, float]
"""Left, top, right, bottom in pixels."""


def annotated(picture: Picture, readings: Iterable[tuple[str, PieceReading]]) -> Picture:
    """A copy of `picture` (BGR) with the outline of each piece and its label: `K 98%`, `Q? 61%` where not sure.

    readings: what each piece is called, with its reading; the label keeps to plain ASCII. Labels stand off the pieces,
    so that what was read can still be seen, each with a line to its own.
    """
    drawn = picture.copy()
    grown = max(1.0, picture.shape[1] / _WIDTH)
    pieces = [(name, reading, np.asarray(reading.quad, np.float64)) for name, reading in readings]
    taken = [_around(corners) for _, _, corners in pieces]
    middle = np.mean([corners.mean(0) for _, _, corners in pieces], 0) if pieces else np.zeros(2)
    for name, reading, corners in pieces:
        colour = SURE if reading.sure else UNSURE
        text = f"{name}{'' if reading.sure else '?'} {round(100 * reading.confidence)}%"
        size = len(text) * _LETTER * _HEIGHT * grown, _HEIGHT * grown
        label = _free_place(corners, size, middle, taken, picture.shape)
        taken.append(label)
        foot = _nearest(label, corners.mean(0))
        edges = (corners + np.roll(corners, -1, 0)) / 2
        line = np.array([min(edges, key=lambda edge: math.dist(edge, foot)), foot])
        for ink, wider in ((EDGE, round(2 * grown)), (colour, 0)):
            draw_outline(drawn, line, ink, round(grown) + wider)
            draw_outline(drawn, corners, ink, round(2 * grown) + wider)
        draw_label(drawn, text, (label[0], label[3]), colour, round(_HEIGHT * grown))
    return drawn


def _around(corners: NDArray[np.float64]) -> Box:
    (left, top), (right, bottom) = corners.min(0), corners.max(0)
    return float(left), float(top), float(right), float(bottom)


def _free_place(
    corners: NDArray[np.float64],
    size: tuple[float, float],
    middle: NDArray[np.float64],
    taken: Sequence[Box],
    shape: tuple[int, ...],
) -> Box:
    """Where a label covers no piece and no other label: away from the middle of all, and as near as can be."""
    places = list(_places(corners, size, middle))
    inside = [p for p in places if p[0] >= 0 and p[1] >= 0 and p[2] <= shape[1] and p[3] <= shape[0]] or places
    return next((p for p in inside if not any(_overlap(p, other) for other in taken)), inside[0])


def _places(corners: NDArray[np.float64], size: tuple[float, float], middle: NDArray[np.float64]) -> Iterator[Box]:
    x, y = corners.mean(0)
    outward = math.atan2(y - middle[1], x - middle[0])
    reach = float(np.linalg.norm(corners - corners.mean(0), axis=1).max())
    for far in (1.0, 1.6, 2.4, 3.4):
        for turn in (0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6, 7, -7, 8):
            angle = outward + turn * math.pi / 8
            # The label's middle: its own half size is added in the direction in which it lies.
            u = x + math.cos(angle) * (far * reach + size[0] / 2 + size[1] / 2)
            v = y + math.sin(angle) * (far * reach + size[1])
            yield u - size[0] / 2, v - size[1] / 2, u + size[0] / 2, v + size[1] / 2


def _overlap(one: Box, other: Box) -> bool:
    gap = 2.0
    return one[0] < other[2] + gap and other[0] < one[2] + gap and one[1] < other[3] + gap and other[1] < one[3] + gap


def _nearest(label: Box, point: NDArray[np.float64]) -> tuple[float, float]:
    """The point of a label's edge that lies nearest to a piece."""
    return min(max(float(point[0]), label[0]), label[2]), min(max(float(point[1]), label[1]), label[3])
