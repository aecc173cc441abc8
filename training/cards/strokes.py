"""Rank letters drawn with a pen, each deck's by another hand: shapes that no font has."""

import cv2
import numpy as np

from vision.drawn.playing_cards import RANK_STROKES, Stroke

_HIGH = 150
_HOOK = ((0.9, 0), (0.9, 0.75), (0.75, 0.95), (0.45, 1), (0.15, 0.93), (0.02, 0.72))
_MORE: dict[str, tuple[tuple[Stroke, ...], ...]] = {
    "A": ((((0, 1), (0.35, 0), (0.65, 0), (1, 1)), ((0.15, 0.62), (0.85, 0.62))),),
    "J": (
        (((0.2, 0), (0.9, 0)), _HOOK),
        (((0.45, 0), (1.1, 0)), _HOOK),
        (((0.75, 0), (0.75, 0.8), (0.55, 1), (0, 1)),),
        (((0.1, 0), (0.8, 0)), ((0.8, 0), (0.8, 0.7), (0.7, 0.9), (0.4, 1), (0.0, 0.85))),
    ),
    "K": (
        (((0, 0), (0, 1)), ((0.95, 0), (0, 0.55), (1, 1))),
        (
            ((0.15, 0), (0.15, 1)), ((0, 0), (0.3, 0)), ((0, 1), (0.3, 1)), ((1, 0), (0.15, 0.6)), ((0.45, 0.4), (1, 1))
        ),
    ),
    "Q": (
        (("o", 0.5, 0.45, 0.5, 0.45), ((0.5, 0.75), (0.75, 1.1))),
        (("o", 0.5, 0.5, 0.48, 0.5), ((0.65, 0.6), (0.95, 0.98))),
    ),
    "9": ((("o", 0.5, 0.3, 0.42, 0.3), ((0.92, 0.3), (0.92, 1))),),
    "7": (
        (((0, 0), (1, 0), (0.65, 0.45), (0.5, 1)),),
        (((0, 0), (1, 0), (0.4, 1)), ((0.3, 0.5), (0.95, 0.5))),
        (((0, 0.15), (0, 0), (1, 0), (0.35, 1)),),
    ),
    "6": ((("o", 0.5, 0.7, 0.42, 0.3), ((0.08, 0.7), (0.3, 0.3), (0.65, 0))),),
    "4": ((((0.2, 0), (0.05, 0.65), (1, 0.65)), ((0.75, 0.35), (0.75, 1))),),
    "3": ((((0.05, 0), (0.92, 0), (0.45, 0.42), (0.8, 0.5), (0.97, 0.72), (0.8, 0.93), (0.45, 1), (0.02, 0.88)),),),
    "1": ((((0.15, 0.25), (0.55, 0), (0.55, 1)), ((0.15, 1), (0.95, 1))),),
}  # fmt: skip
"""Other ways to write them: with bars and without, hooked, crossed, open."""
_LETTERS: dict[str, tuple[tuple[Stroke, ...], ...]] = {
    **{rank: (strokes, *_MORE.get(rank, ())) for rank, strokes in RANK_STROKES.items()},
    "10": (RANK_STROKES["T"],),
    "1": ((((0.25, 0.25), (0.6, 0), (0.6, 1)),), *_MORE["1"]),
    "D": ((((0, 0), (0, 1), (0.4, 1), (0.85, 0.8), (1, 0.5), (0.85, 0.2), (0.4, 0), (0, 0)),),),
    "B": (
        (
            ((0, 0), (0, 1), (0.6, 1), (0.95, 0.75), (0.6, 0.48), (0, 0.48)),
            ((0.6, 0.48), (0.85, 0.23), (0.55, 0), (0, 0)),
        ),
    ),
    "R": ((((0, 1), (0, 0), (0.6, 0), (0.95, 0.25), (0.6, 0.52), (0, 0.52)), ((0.5, 0.52), (1, 1))),),
    "V": ((((0, 0), (0.5, 1), (1, 0)),),),
}  # fmt: skip


def drawn_letters(rng: np.random.Generator, texts: set[str]) -> dict[str, np.ndarray]:
    """Tight masks (uint8, about 150 high) of what stands on one deck's corners."""
    wide, pen, lean = _HIGH * rng.uniform(0.5, 0.85), int(rng.integers(7, 34)), rng.uniform(-0.12, 0.2)
    ways = {text: _LETTERS[text][rng.integers(len(_LETTERS[text]))] for text in sorted(texts)}
    return {text: _mask(way, wide, pen, lean, rng) for text, way in ways.items()}


def _mask(strokes: tuple[Stroke, ...], wide: float, pen: int, lean: float, rng: np.random.Generator) -> np.ndarray:
    side = 3 * _HIGH
    picture = np.zeros((side, side), np.uint8)
    for stroke in strokes:
        points = _points(stroke) + rng.normal(size=(1, 2)) * 0.015
        points = np.stack([points[:, 0] * wide - lean * points[:, 1] * _HIGH, points[:, 1] * _HIGH], axis=1) + _HIGH
        points = np.round(points * 16).astype(np.int32).reshape(-1, 1, 2)
        cv2.polylines(picture, [points], False, 255, pen, cv2.LINE_AA, 4)
    ys, xs = np.nonzero(picture > 100)
    return picture[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1].copy()


def _points(stroke: Stroke) -> np.ndarray:
    if stroke[0] != "o":
        return np.array(stroke, float)
    _, x, y, across, down = stroke
    turn = np.linspace(0, 2 * np.pi, 40)
    return np.stack([x + across * np.cos(turn), y + down * np.sin(turn)], axis=1)
