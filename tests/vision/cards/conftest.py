"""Small cards in letters and suit marks that no training deck has; their spades are rounder than the drawn table's."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.drawn.playing_cards import RANK_STROKES

Picture = NDArray[np.uint8]
Draw = Callable[[str], Picture]

HEIGHT, WIDTH = 352, 252

INK = {"S": (25, 20, 20), "C": (25, 20, 20), "H": (30, 20, 200), "D": (30, 20, 200)}


def _suit(picture: Picture, suit: str, x: float, y: float, size: float) -> None:
    """A suit mark of that height, centred on (x, y)."""
    ink, s = INK[suit], size / 2

    def disc(dx: float, dy: float, r: float) -> None:
        cv2.circle(picture, (round(x + dx * s), round(y + dy * s)), round(r * s), ink, -1, cv2.LINE_AA)

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
        disc(-0.42, 0.22, 0.46)
        disc(0.42, 0.22, 0.46)
        shape((-0.86, 0.06), (0.86, 0.06), (0, -1))
        shape((0, 0.1), (0.35, 1), (-0.35, 1))
    else:
        disc(0, -0.52, 0.46)
        disc(-0.48, 0.22, 0.46)
        disc(0.48, 0.22, 0.46)
        shape((0, -0.3), (0.32, 1), (-0.32, 1))


def _rank(picture: Picture, rank: str, ink: tuple[int, int, int]) -> None:
    """The rank's strokes in the top left corner, 42 pixels high."""
    wide = 30 if rank == "T" else 25

    def at(x: float, y: float) -> tuple[int, int]:
        return round(22 + (x - 0.5) * wide), round(14 + y * 40)

    for stroke in RANK_STROKES[rank]:
        if stroke[0] == "o":
            _, x, y, rx, ry = stroke
            cv2.ellipse(picture, at(x, y), (round(rx * wide), round(ry * 40)), 0, 0, 360, ink, 5, cv2.LINE_AA)
        else:
            cv2.polylines(picture, [np.array([at(*point) for point in stroke], np.int32)], False, ink, 5, cv2.LINE_AA)


def draw_card(code: str) -> Picture:
    """A two-index card, 252 x 352, BGR: rank over suit in two corners, one large suit mark in the middle."""
    card = np.full((HEIGHT, WIDTH, 3), 248, np.uint8)
    _rank(card, code[0], INK[code[1]])
    _suit(card, code[1], 22, 72, 28)
    upside_down = card[::-1, ::-1].copy()
    card = np.minimum(card, upside_down)
    _suit(card, code[1], WIDTH / 2, HEIGHT / 2, 90)
    # The cut edge, which tells white cards apart where they overlap.
    cv2.rectangle(card, (0, 0), (WIDTH - 1, HEIGHT - 1), (170, 170, 170), 2)
    return card


@pytest.fixture(scope="session")
def draw() -> Draw:
    """Draws one card from its code."""
    return draw_card


@pytest.fixture(scope="session")
def table() -> Callable[..., Picture]:
    """Lays cards on a green cloth: (code, centre x, centre y, degrees, height in pixels) each."""

    def lay(*cards: tuple[str, float, float, float, float], size: tuple[int, int] = (720, 960)) -> Picture:
        grain = np.random.default_rng(7).normal(0, 4, (*size, 1))
        cloth = np.clip(np.array([60, 95, 40]) + grain, 0, 255).astype(np.uint8)
        for code, x, y, degrees, height in cards:
            scale = height / HEIGHT
            small = cv2.resize(draw_card(code), None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
            h, w = small.shape[:2]
            turn = cv2.getRotationMatrix2D((w / 2 - 0.5, h / 2 - 0.5), degrees, 1.0)
            turn[:, 2] += (x - w / 2, y - h / 2)
            mask = cv2.warpAffine(np.full((h, w), 255, np.uint8), turn, (size[1], size[0]))[..., None] / 255.0
            there = cv2.warpAffine(small, turn, (size[1], size[0]), borderMode=cv2.BORDER_REPLICATE)
            cloth = (cloth * (1 - mask) + there * mask).astype(np.uint8)
        return cloth

    return lay
