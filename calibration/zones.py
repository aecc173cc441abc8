"""Places on the table that mean something: where the cup stands, who sits where, where the board's cards lie.

The table's frame is in millimetres: the origin where the cup stands, x to the right and y away from the camera's side.
"""

from dataclasses import dataclass
from enum import StrEnum
from math import cos, pi, sin

import numpy as np
from numpy.typing import NDArray

#: Points (n, 2) as tuples, so that a zone can be compared and hashed.
Polygon = tuple[tuple[float, float], ...]


class ZoneKind(StrEnum):
    """What a zone is for."""

    CUP = "cup"
    DICE = "dice"  # where dice lie in the open
    SEAT = "seat"  # in front of a player
    BOARD = "board"  # a card of the board row; index 0..4 in dealing order
    PLAYER_BOARD = "player board"
    BET = "bet"  # on a player board; index 0..3 is the phase: preflop, flop, turn, river
    WHITE = "white"  # patches for light and colour
    GREY = "grey"


@dataclass(frozen=True, slots=True)
class Zone:
    """kind; polygon: corners in mm, in order round the zone; seat: whose it is (0-based); index: which of several."""

    kind: ZoneKind
    polygon: Polygon
    seat: int | None = None
    index: int | None = None

    def holds(self, x: float, y: float) -> bool:
        """Whether the point (mm) lies inside."""
        inside = False
        x0, y0 = self.polygon[-1]
        for x1, y1 in self.polygon:
            if (y0 > y) != (y1 > y) and x < (x1 - x0) * (y - y0) / (y1 - y0) + x0:
                inside = not inside
            x0, y0 = x1, y1
        return inside

    @property
    def middle(self) -> tuple[float, float]:
        """The mean of its corners, in mm."""
        xs, ys = zip(*self.polygon, strict=True)
        return sum(xs) / len(xs), sum(ys) / len(ys)

    @property
    def points(self) -> NDArray[np.float64]:
        """Its corners, (n, 2) in mm."""
        return np.array(self.polygon, float)


def box(x: float, y: float, width: float, height: float) -> Polygon:
    """A rectangle around its middle, anticlockwise from the near left corner."""
    w, h = width / 2, height / 2
    return ((x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h))


def disc(x: float, y: float, radius: float, corners: int = 36) -> Polygon:
    """A circle as a polygon."""
    turns = [2 * pi * k / corners for k in range(corners)]
    return tuple((round(x + radius * cos(t), 3), round(y + radius * sin(t), 3)) for t in turns)


def seats_around(width: float, height: float, players: int, *, to_the_right: bool = True) -> tuple[Zone, ...]:
    """The seats round a rectangle: each has an equal share of its edge, seat 0 in the middle of the near edge.

    to_the_right: the order of play goes anticlockwise seen from above (M6), else clockwise (D1). A seat's zone reaches
    from halfway to the middle out to the same distance beyond the edge.
    """
    turn = 1 if to_the_right else -1
    share = 2 * (width + height) / players
    return tuple(Zone(ZoneKind.SEAT, _sector(width, height, turn * share * k, share), seat=k) for k in range(players))


def edge_point(width: float, height: float, along: float) -> tuple[float, float]:
    """The point that lies `along` mm anticlockwise from the middle of the near edge of a rectangle round the origin."""
    at = (along + width / 2) % (2 * (width + height))
    if at < width:
        return at - width / 2, -height / 2
    at -= width
    if at < height:
        return width / 2, at - height / 2
    at -= height
    if at < width:
        return width / 2 - at, height / 2
    return -width / 2, height / 2 - (at - width)


def edge_run(width: float, height: float, start: float, end: float) -> Polygon:
    """The edge from `start` to `end` (mm, anticlockwise, start < end), with the corners it goes round."""
    round_trip = 2 * (width + height)
    corners = [width / 2, width / 2 + height, width * 1.5 + height, width * 1.5 + 2 * height]
    turning = sorted(c + round_trip * k for c in corners for k in (-2, -1, 0, 1))
    stops = [start, *(c for c in turning if start + 1e-6 < c < end - 1e-6), end]
    return tuple(edge_point(width, height, s) for s in stops)


def _sector(width: float, height: float, middle: float, share: float) -> Polygon:
    run = edge_run(width, height, middle - share / 2, middle + share / 2)
    outer = [(1.5 * x, 1.5 * y) for x, y in run]
    inner = [(0.5 * x, 0.5 * y) for x, y in reversed(run)]
    return tuple((round(x, 3), round(y, 3)) for x, y in (*outer, *inner))
