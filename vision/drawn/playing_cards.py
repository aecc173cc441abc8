"""Playing cards of the drawn table: each with its two corner indices and a large suit mark, stroke by stroke."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import cv2
import numpy as np

from vision.drawn.paper import Paper
from vision.pictures import Picture

CARD_MM = (63.0, 88.0)
_PX_PER_MM = 8.0
#: The indices are large, as on cards made for a table.
_INDEX_MM, _SUIT_MM, _WIDE_MM, _PEN_MM = 10.0, 7.2, 6.3, 1.3
_INDEX_AT_MM = (5.9, 8.6)
_SUIT_AT_MM = 18.2
_PAPER_BGR = 246
_INKS = {"S": (28, 22, 20), "C": (28, 22, 20), "H": (34, 26, 190), "D": (34, 26, 190)}

Stroke = tuple[Any, ...]
RANK_STROKES: dict[str, tuple[Stroke, ...]] = {
    "A": (((0, 1), (0.5, 0), (1, 1)), ((0.2, 0.65), (0.8, 0.65))),
    "K": (((0, 0), (0, 1)), ((1, 0), (0, 0.6)), ((0.3, 0.4), (1, 1))),
    "Q": (("o", 0.5, 0.48, 0.5, 0.48), ((0.55, 0.7), (1, 1))),
    "J": (((0.9, 0), (0.9, 0.75), (0.75, 0.95), (0.45, 1), (0.15, 0.93), (0.02, 0.72)),),
    "T": (((0.05, 0.15), (0.2, 0), (0.2, 1)), ("o", 0.75, 0.5, 0.27, 0.5)),
    "9": (("o", 0.5, 0.3, 0.45, 0.3), ((0.95, 0.3), (0.93, 0.6), (0.75, 0.9), (0.4, 1), (0.15, 0.9))),
    "8": (("o", 0.5, 0.25, 0.4, 0.25), ("o", 0.5, 0.74, 0.48, 0.26)),
    "7": (((0, 0), (1, 0), (0.4, 1)),),
    "6": (("o", 0.5, 0.7, 0.45, 0.3), ((0.05, 0.7), (0.07, 0.4), (0.25, 0.1), (0.6, 0), (0.85, 0.1))),
    "5": (
        (
            (0.9, 0), (0.1, 0), (0.05, 0.45), (0.4, 0.36), (0.75, 0.42), (0.97, 0.67), (0.8, 0.92), (0.45, 1), (0, 0.85)
        ),
    ),
    "4": (((0.75, 1), (0.75, 0), (0, 0.7), (1, 0.7)),),
    "3": (
        (
            (0.05, 0.1), (0.4, 0), (0.8, 0.08), (0.9, 0.27), (0.7, 0.45), (0.4, 0.47), (0.75, 0.52), (0.97, 0.72),
            (0.8, 0.93), (0.45, 1), (0.02, 0.88)
        ),
    ),
    "2": (((0.04, 0.28), (0.16, 0.07), (0.5, 0), (0.86, 0.08), (0.97, 0.28), (0.84, 0.5), (0.02, 1), (1, 1)),),
}  # fmt: skip
"""Pen strokes of each rank in a unit square, y down: points in order, or a ring ("o", x, y, radius across, down)."""


@lru_cache(maxsize=52)
def card_print(code: str) -> Picture:
    """A card such as "AS" or "TD", upright, BGR."""
    rank, suit = code[0], code[1]
    width, height = (round(side * _PX_PER_MM) for side in CARD_MM)
    picture = np.full((height, width, 3), _PAPER_BGR, np.uint8)
    ink = _INKS[suit]
    for _ in range(2):
        _rank(picture, rank, ink)
        _suit(picture, suit, (_INDEX_AT_MM[0], _SUIT_AT_MM), _SUIT_MM, ink)
        picture = np.ascontiguousarray(picture[::-1, ::-1])
    _suit(picture, suit, (CARD_MM[0] / 2, CARD_MM[1] / 2), 24.0, ink)
    cv2.rectangle(picture, (0, 0), (width - 1, height - 1), (170, 170, 170), 2)
    return picture


def lay_cards(
    rows: Sequence[Sequence[str]], middle: tuple[float, float] = (0.0, 0.0), apart: float = 6.0
) -> list[Paper]:
    """Cards in rows, the first row farthest from the camera, each a little apart from the next; mm."""
    papers = []
    for number, row in enumerate(rows):
        y = middle[1] + ((len(rows) - 1) / 2 - number) * (CARD_MM[1] + apart)
        for place, code in enumerate(row):
            x = middle[0] + (place - (len(row) - 1) / 2) * (CARD_MM[0] + apart)
            papers.append(Paper(card_print(code), _PX_PER_MM, (x, y, 0.3)))
    return papers


def _rank(picture: Picture, rank: str, ink: tuple[int, int, int]) -> None:
    left, top = _INDEX_AT_MM[0] - _WIDE_MM / 2, _INDEX_AT_MM[1] - _INDEX_MM / 2
    pen = round(_PEN_MM * _PX_PER_MM)

    def at(x: float, y: float) -> tuple[int, int]:
        return round((left + x * _WIDE_MM) * _PX_PER_MM), round((top + y * _INDEX_MM) * _PX_PER_MM)

    for stroke in RANK_STROKES[rank]:
        if stroke[0] == "o":
            _, x, y, across, down = stroke
            radii = (round(across * _WIDE_MM * _PX_PER_MM), round(down * _INDEX_MM * _PX_PER_MM))
            cv2.ellipse(picture, at(x, y), radii, 0, 0, 360, ink, pen, cv2.LINE_AA)
        else:
            points = np.array([at(x, y) for x, y in stroke], np.int32).reshape(-1, 1, 2)
            cv2.polylines(picture, [points], False, ink, pen, cv2.LINE_AA)


def _suit(picture: Picture, suit: str, at: tuple[float, float], size: float, ink: tuple[int, int, int]) -> None:
    """A suit mark of that height, all in mm."""
    x, y, s = at[0] * _PX_PER_MM, at[1] * _PX_PER_MM, size / 2 * _PX_PER_MM

    def disc(across: float, down: float, radius: float) -> None:
        cv2.circle(picture, (round(x + across * s), round(y + down * s)), round(radius * s), ink, -1, cv2.LINE_AA)

    def shape(*points: tuple[float, float]) -> None:
        corners = np.array([(x + px * s, y + py * s) for px, py in points])
        cv2.fillPoly(picture, [np.round(corners).astype(np.int32)], ink, cv2.LINE_AA)

    if suit == "D":
        shape((0, -1), (0.78, 0), (0, 1), (-0.78, 0))
    elif suit == "H":
        disc(-0.45, -0.42, 0.5)
        disc(0.45, -0.42, 0.5)
        shape((-0.93, -0.22), (0.93, -0.22), (0, 1))
    elif suit == "S":
        # A heart upside down, round and pointed, on a stem that widens downwards.
        turn = np.linspace(0, 2 * np.pi, 60)
        rise = 13 * np.cos(turn) - 5 * np.cos(2 * turn) - 2 * np.cos(3 * turn) - np.cos(4 * turn)
        shape(*zip((0.92 * np.sin(turn) ** 3).tolist(), ((rise + 17) / 17 - 1).tolist(), strict=True))
        shape((0, 0.1), (0.36, 1), (-0.36, 1))
    else:
        disc(0, -0.52, 0.46)
        disc(-0.48, 0.22, 0.46)
        disc(0.48, 0.22, 0.46)
        shape((0, -0.3), (0.32, 1), (-0.32, 1))
