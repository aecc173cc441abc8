"""Procedural tables: wood, cloth, felt, patterns, clutter, print. None of them holds a card's index."""

import cv2
import numpy as np

from training.cards.faces import SUIT_GLYPHS, fonts, glyph, stamp

SIDE = 640


def _colour(rng: np.random.Generator) -> np.ndarray:
    """A table's colour (BGR): any hue, more often pale or dark than vivid."""
    hsv = np.uint8([[[rng.integers(180), 255 * rng.random() ** 1.5, rng.integers(10, 256)]]])
    return cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0].astype(np.float32)


def _noise(rng: np.random.Generator, across: int, down: int) -> np.ndarray:
    """Smooth noise in -1..1 with about that many bumps each way."""
    small = rng.uniform(-1, 1, (max(2, down), max(2, across))).astype(np.float32)
    return cv2.resize(small, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC)


def _flat(rng) -> np.ndarray:
    field = np.zeros((SIDE, SIDE, 3), np.float32) + _colour(rng)
    return field + (_noise(rng, 3, 3) * rng.uniform(0, 40))[..., None]


def _felt(rng) -> np.ndarray:
    grain = sum(_noise(rng, n, n) for n in (640, 320, 160)) * rng.uniform(2, 16)
    return _flat(rng) + grain[..., None]


def _wood(rng) -> np.ndarray:
    base = np.array([rng.uniform(20, 130), rng.uniform(50, 170), rng.uniform(80, 220)], np.float32)
    across = np.linspace(0, rng.uniform(6, 40), SIDE, dtype=np.float32)[:, None]
    rings = np.sin(across * 2 * np.pi + 3 * _noise(rng, 2, 6)) * rng.uniform(4, 25)
    grain = _noise(rng, 6, 500) * rng.uniform(3, 18)
    out = base * rng.uniform(0.4, 1.2) + (rings + grain)[..., None]
    for at in np.arange(rng.integers(60, 300), SIDE, rng.integers(90, 300)):
        if rng.random() < 0.7:
            out[at : at + 3] *= 0.6
    return out


def _weave(rng) -> np.ndarray:
    step = rng.uniform(3, 40)
    x = np.sin(np.arange(SIDE) * 2 * np.pi / step)
    y = np.sin(np.arange(SIDE) * 2 * np.pi / (step * rng.uniform(0.7, 1.4)))
    pattern = x[None] * y[:, None] if rng.random() < 0.5 else np.sign(x)[None] + np.sign(y)[:, None]
    other = _colour(rng) - _colour(rng)
    return _felt(rng) + (pattern * rng.uniform(0.05, 0.5)).astype(np.float32)[..., None] * other


def _shapes(rng) -> np.ndarray:
    out = np.ascontiguousarray(np.clip(_flat(rng), 0, 255))
    for _ in range(rng.integers(5, 60)):
        colour = tuple(float(v) for v in _colour(rng))
        x, y, size = rng.integers(SIDE), rng.integers(SIDE), int(rng.integers(3, 160))
        kind = rng.integers(4)
        if kind == 0:
            cv2.circle(out, (int(x), int(y)), size // 2, colour, rng.choice([-1, 1, 2, 6]), cv2.LINE_AA)
        elif kind == 1:
            to = rng.integers(0, SIDE, 2)
            cv2.line(out, (int(x), int(y)), (int(to[0]), int(to[1])), colour, int(rng.integers(1, 9)), cv2.LINE_AA)
        else:
            corners = (np.array([x, y]) + rng.integers(-size, size + 1, (rng.integers(3, 6), 2))).astype(np.int32)
            cv2.fillPoly(out, [corners], colour, cv2.LINE_AA)
    return out


def _tiles(rng) -> np.ndarray:
    step, angle = int(rng.integers(24, 110)), rng.uniform(0, 180)
    tile = np.zeros((step, step, 3), np.float32) + _colour(rng)
    colour = tuple(float(v) for v in _colour(rng))
    for _ in range(rng.integers(1, 6)):
        a, b = rng.integers(0, step, (2, 2))
        cv2.line(tile, (int(a[0]), int(a[1])), (int(b[0]), int(b[1])), colour, int(rng.integers(1, 5)), cv2.LINE_AA)
        if rng.random() < 0.4:
            cv2.circle(tile, (int(a[0]), int(a[1])), int(rng.integers(2, step // 3)), colour, int(rng.choice([-1, 2])))
    count = 1000 // step + 1
    big = np.tile(tile, (count, count, 1))[:1000, :1000]
    turn = cv2.getRotationMatrix2D((500, 500), angle, 1)
    return cv2.warpAffine(big, turn, (1000, 1000), borderMode=cv2.BORDER_REFLECT)[180 : 180 + SIDE, 180 : 180 + SIDE]


def print_text(out: np.ndarray, rng: np.random.Generator, lines: int) -> None:
    """Words, numbers and lone suit marks, as on boxes, screens, notes and chips."""
    latin, suited = fonts()
    letters = list("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789aekqjbdrv10")
    for _ in range(lines):
        font, size = latin[rng.integers(len(latin))], float(rng.uniform(8, 60))
        colour = _colour(rng)
        x, y = rng.uniform(0, out.shape[1]), rng.uniform(0, out.shape[0])
        for _ in range(rng.integers(1, 12)):
            lone = rng.random() < 0.06
            mask = glyph(suited[rng.integers(len(suited))], SUIT_GLYPHS["CDHS"[rng.integers(4)]]) if lone else None
            mask = glyph(font, letters[rng.integers(len(letters))]) if mask is None else mask
            w = size * mask.shape[1] / mask.shape[0]
            stamp(out, mask, (x, y, min(w, 2 * size), size), colour, False)
            x += min(w, 2 * size) + size * 0.15


def background(rng: np.random.Generator) -> np.ndarray:
    """One table top (uint8 BGR, SIDE x SIDE)."""
    kinds = [_flat, _felt, _wood, _weave, _shapes, _tiles]
    out = kinds[rng.choice(6, p=[0.2, 0.18, 0.18, 0.14, 0.18, 0.12])](rng)
    if rng.random() < 0.25:
        other = kinds[rng.integers(6)](rng)
        a, b, c = rng.normal(), rng.normal(), rng.uniform(-200, 200)
        ys, xs = np.mgrid[:SIDE, :SIDE].astype(np.float32) - SIDE / 2
        out = np.where((a * xs + b * ys > c)[..., None], out, other)
    out = np.ascontiguousarray(np.clip(out, 0, 255).astype(np.uint8))
    if rng.random() < 0.4:
        print_text(out, rng, int(rng.integers(1, 14)))
    turned = cv2.getRotationMatrix2D((SIDE / 2, SIDE / 2), rng.uniform(0, 360), rng.uniform(1.0, 1.6))
    return cv2.warpAffine(out, turned, (SIDE, SIDE), borderMode=cv2.BORDER_REFLECT)
