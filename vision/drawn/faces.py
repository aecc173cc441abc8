"""What is printed on the drawn dice: letters A K Q J, ten red marks and nine black ones, drawn from plain shapes.

The letters are our own outlines, because OpenCV 4 and 5 draw the same font differently. Colours follow a common western
set: ace black, king red, queen green, jack blue.
"""

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

#: The faces by strength; 8 is the red rank (8 or 10), 7 the black one (7 or 9).
FACES = "AKQJ87"
#: Opposite faces of western sets: A-9, K-10, Q-J.
OPPOSITE = {"A": "7", "7": "A", "K": "8", "8": "K", "Q": "J", "J": "Q"}

TEXTURE_PX = 160
_DRAWN_PX = 640
_INK_BGR = {
    "A": (34, 30, 30),
    "K": (38, 28, 196),
    "Q": (62, 122, 24),
    "J": (160, 62, 24),
    "8": (38, 28, 196),
    "7": (34, 30, 30),
}

_Mask = NDArray[np.uint8]


@cache
def face_ink(face: str) -> NDArray[np.float32]:
    """The print on one face, upright: (TEXTURE_PX, TEXTURE_PX, 4), colour BGR 0..255 and cover 0..1."""
    mask = np.zeros((_DRAWN_PX, _DRAWN_PX), np.uint8)
    _PAINTERS[face](mask)
    cover = cv2.resize(mask, (TEXTURE_PX, TEXTURE_PX), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    ink = np.empty((TEXTURE_PX, TEXTURE_PX, 4), np.float32)
    ink[..., :3] = _INK_BGR[face]
    ink[..., 3] = cover
    ink.flags.writeable = False
    return ink


def _px(points: list[tuple[float, float]]) -> NDArray[np.int32]:
    """Points on a face of 100 x 100 as fixed-point pixels for OpenCV (4 bits)."""
    return np.round(np.array(points) * (_DRAWN_PX / 100 * 16)).astype(np.int32).reshape(-1, 1, 2)


def _fill(mask: _Mask, *points: tuple[float, float], value: int = 255) -> None:
    cv2.fillPoly(mask, [_px(list(points))], value, cv2.LINE_AA, shift=4)


def _bar(mask: _Mask, left: float, top: float, right: float, bottom: float) -> None:
    _fill(mask, (left, top), (right, top), (right, bottom), (left, bottom))


def _oval(mask: _Mask, x: float, y: float, wide: float, high: float, value: int = 255) -> None:
    turn = np.linspace(0, 2 * np.pi, 120, endpoint=False)
    ring = [(x + wide * np.cos(a), y + high * np.sin(a)) for a in turn]
    _fill(mask, *ring, value=value)


def _ace(mask: _Mask) -> None:
    _fill(mask, (45, 17), (55, 17), (81, 81), (66, 81))
    _fill(mask, (45, 17), (51, 30), (29, 81), (21, 81))
    _bar(mask, 35, 56, 65, 63)
    _bar(mask, 13, 77, 39, 84)
    _bar(mask, 57, 77, 88, 84)


def _king(mask: _Mask) -> None:
    _bar(mask, 23, 17, 37, 84)
    _fill(mask, (37, 53), (68, 20), (76, 20), (37, 62))
    _fill(mask, (45, 50), (55, 41), (81, 82), (64, 82))
    _bar(mask, 15, 16, 45, 23)
    _bar(mask, 15, 77, 45, 84)
    _bar(mask, 58, 16, 84, 23)
    _bar(mask, 57, 77, 88, 84)


def _queen(mask: _Mask) -> None:
    _oval(mask, 50, 48, 34, 34)
    _oval(mask, 50, 48, 20, 26, value=0)
    _fill(mask, (42, 62), (55, 62), (84, 84), (82, 91), (68, 88))


def _jack(mask: _Mask) -> None:
    _oval(mask, 43, 65, 22, 20)
    _oval(mask, 43, 63, 8.5, 12.5, value=0)
    _bar_clear(mask, 0, 30, 51.5, 64)
    _bar(mask, 51.5, 17, 65, 66)
    _oval(mask, 29, 66, 8, 8)
    _bar(mask, 40, 16, 78, 23)


def _bar_clear(mask: _Mask, left: float, top: float, right: float, bottom: float) -> None:
    _fill(mask, (left, top), (right, top), (right, bottom), (left, bottom), value=0)


def _diamond(mask: _Mask, x: float, y: float) -> None:
    _fill(mask, (x, y - 10.5), (x + 8.5, y), (x, y + 10.5), (x - 8.5, y))


def _spade(mask: _Mask, x: float, y: float) -> None:
    _fill(mask, (x, y - 10.5), (x + 8, y + 0.5), (x + 7, y + 4), (x - 7, y + 4), (x - 8, y + 0.5))
    _oval(mask, x - 4.4, y + 2.4, 4.6, 4.4)
    _oval(mask, x + 4.4, y + 2.4, 4.6, 4.4)
    _fill(mask, (x - 1, y), (x + 1, y), (x + 4, y + 10), (x - 4, y + 10))


_ROWS = (15.0, 38.0, 62.0, 85.0)


def _ten(mask: _Mask) -> None:
    for y in _ROWS:
        _diamond(mask, 22, y)
        _diamond(mask, 78, y)
    _diamond(mask, 50, 30)
    _diamond(mask, 50, 70)


def _nine(mask: _Mask) -> None:
    for y in _ROWS:
        _spade(mask, 22, y)
        _spade(mask, 78, y)
    _spade(mask, 50, 50)


_PAINTERS = {"A": _ace, "K": _king, "Q": _queen, "J": _jack, "8": _ten, "7": _nine}
