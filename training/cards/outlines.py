"""Outlines of marks for the reader of pips: suits and things that are none, as a camera sees them on a card.

Marks are drawn with suits of fonts and of our own (`suits.py`), large and small, upright and upside down, blurred,
grainy, hollow as some aces are, and cut out by the reader itself (`vision.cards.marks`).
"""

import cv2
import numpy as np

from training.cards.faces import SUIT_GLYPHS, fonts, glyph
from training.cards.suits import drawn_suits
from vision.cards.classify import SUITS
from vision.cards.marks import SMALLEST, marks_in

NONE = len(SUITS)
#: A part of a card that is seen straight, and how high marks are there, in pixels.
PAPER, HIGH = 96, (8, 70)
#: Farther from the middle than this it is no longer the mark that was drawn.
AWAY = 8


def _mask(rng: np.random.Generator) -> tuple[np.ndarray, int]:
    """A mask (uint8) and what it is."""
    latin, suited = fonts()
    kind = int(rng.integers(5)) if rng.random() < 0.7 else int(rng.choice([0, 3]))
    if kind < NONE:
        suit = SUITS[kind]
        own = rng.random() < 0.5
        mask = drawn_suits(rng)[suit] if own else glyph(suited[rng.integers(len(suited))], SUIT_GLYPHS[suit])
        if rng.random() < 0.1:  # cut by something that lies on it: no suit's outline
            h, w = mask.shape
            side, keep = int(rng.integers(4)), rng.uniform(0.25, 0.7)
            cut = (
                mask[: int(h * keep)],
                mask[int(h * (1 - keep)) :],
                mask[:, : int(w * keep)],
                mask[:, int(w * (1 - keep)) :],
            )
            return cut[side], NONE
        return mask, kind
    if rng.random() < 0.6:
        return glyph(latin[rng.integers(len(latin))], str(rng.choice(list("AKQJTDBRV123456789&OSC")))), NONE
    blob = np.zeros((100, 100), np.uint8)
    points = 50 + rng.normal(size=(int(rng.integers(3, 9)), 2)) * 22
    cv2.fillPoly(
        blob, [cv2.convexHull(points.astype(np.int32)) if rng.random() < 0.5 else points.astype(np.int32)], 255
    )
    return blob, NONE


def _painted(mask: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """The mark in the middle of a piece of paper (PAPER, PAPER, 3), as a camera sees it."""
    high = float(np.exp(rng.uniform(*np.log(HIGH))))
    if rng.random() < 0.12:  # an ornament
        inner = cv2.erode(mask, np.ones((3, 3), np.uint8), iterations=int(rng.integers(4, 16)))
        grain = cv2.resize(rng.integers(0, 256, (14, 14)).astype(np.uint8), mask.shape[::-1])
        mask = np.where(inner > 0, (mask * (grain / 255 * rng.uniform(0.4, 1))).astype(np.uint8), mask)
    h, w = mask.shape
    size = high / h
    slant, turn = rng.normal() * 0.1, rng.normal() * np.radians(6) + (np.pi if rng.random() < 0.5 else 0)
    wide = np.exp(rng.normal() * 0.12)
    c, s = np.cos(turn), np.sin(turn)
    axes = np.array([[c, -s], [s, c]]) @ np.array([[wide, slant], [0, 1]]) * size
    at = PAPER / 2 + rng.uniform(-1, 1, 2) - axes @ np.array([w / 2, h / 2])
    small = cv2.GaussianBlur(mask, (0, 0), 0.4 / size) if size < 0.8 else mask
    alpha = cv2.warpAffine(small, np.column_stack([axes, at]), (PAPER, PAPER)).astype(np.float32) / 255
    paper, ink = rng.uniform(110, 255, 3), rng.uniform(0, 90, 3)
    paper = paper.mean() + (paper - paper.mean()) * 0.2
    if rng.random() < 0.5:
        ink = np.array([rng.uniform(10, 90), rng.uniform(10, 80), rng.uniform(120, 240)])[:: rng.choice([1, -1])]
    if rng.random() < 0.3:
        ink = ink + (paper - ink) * rng.uniform(0.1, 0.6)
    out = paper + (ink - paper) * alpha[..., None] * rng.uniform(0.75, 1)
    out = out * (1 + np.linspace(-1, 1, PAPER)[:, None, None] * rng.normal() * 0.08)
    if rng.random() < 0.85:
        out = cv2.GaussianBlur(
            out.astype(np.float32), (0, 0), float(np.exp(rng.uniform(np.log(0.4), np.log(max(0.5, high / 9)))))
        )
    if rng.random() < 0.25:  # the camera or the table moved
        steps = int(rng.integers(2, max(3, int(high / 4))))
        kernel = np.zeros((steps, steps), np.float32)
        cv2.line(kernel, (0, 0), (int(rng.integers(steps)), steps - 1), 1)
        out = cv2.filter2D(out.astype(np.float32), -1, kernel / max(kernel.sum(), 1))
    native = rng.uniform(0.35, 1.2)
    if native < 0.9:
        few = cv2.resize(out.astype(np.float32), None, fx=native, fy=native, interpolation=cv2.INTER_AREA)
        few = few + rng.normal(size=few.shape) * rng.uniform(0, 9)
        out = cv2.resize(few.astype(np.float32), (PAPER, PAPER), interpolation=cv2.INTER_LINEAR)
    out = out + rng.normal(size=out.shape) * rng.uniform(0, 7)
    out = np.clip(out, 0, 255).astype(np.uint8)
    if rng.random() < 0.5:
        out = cv2.imdecode(cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(50, 97))])[1], 1)
    return out


def sample(rng: np.random.Generator) -> tuple[np.ndarray, int] | None:
    """An outline as the reader cuts it out, and what it is; None where the reader would see no mark."""
    mask, kind = _mask(rng)
    outline = cut_out(mask, rng)
    return None if outline is None else (outline, kind)


def cut_out(mask: np.ndarray, rng: np.random.Generator) -> np.ndarray | None:
    """The outline (SIDE, SIDE) that the reader sees of a mark on some paper; None where it sees none there."""
    marks = marks_in(_painted(mask, rng))
    there = marks.numbers(SMALLEST, PAPER * PAPER / 2)
    middles = [np.hypot(*(marks.stats[i, :2] + marks.stats[i, 2:4] / 2 - PAPER / 2)) for i in there]
    if not there or min(middles) > AWAY:
        return None
    return marks.outline(there[int(np.argmin(middles))])
