"""The seats round a table: where each is drawn, and which one is nearest to a finger. Pure."""

from math import atan2, cos, pi, sin

#: The first seat is in front of whoever holds the tablet.
FIRST = -pi / 2


def place(seat: int, seats: int) -> tuple[float, float]:
    """On the unit circle, x to the right and y up, each next seat to the right is anticlockwise (M6)."""
    angle = FIRST + 2 * pi * seat / seats
    return cos(angle), sin(angle)


def nearest(x: float, y: float, seats: int) -> int:
    """The seat in whose direction a point lies, seen from the middle of the table."""
    return round((atan2(y, x) - FIRST) / (2 * pi) * seats) % seats
