"""A plain card reader, written only to be compared with: bright contours with four corners, and templates.

This is how most hobby readers work: the threshold of Otsu, contours with four corners, each warped upright, the index
cut out and compared with drawn templates of ranks and suits. It needs whole cards, apart, on a dark table.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.card_table import rank_picture, suit_picture
from vision.cards.classify import RANKS, SUITS
from vision.pictures import Picture

WIDTH, HEIGHT = 200, 280
#: Share of a template's pixels that must agree.
AGREES = 0.8
GLYPH = (32, 40)

Mask = NDArray[np.uint8]


def read_by_contours(picture: Picture) -> list[str]:
    """Codes of the cards found, in no order."""
    grey = cv2.GaussianBlur(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), (5, 5), 0)
    _, bright = cv2.threshold(grey, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    found = []
    for contour in cv2.findContours(bright, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]:
        corners = cv2.approxPolyDP(contour, 0.02 * cv2.arcLength(contour, True), True)
        if len(corners) == 4 and cv2.contourArea(contour) > 2000:
            code = _read(_upright(grey, corners.reshape(4, 2).astype(np.float32)))
            if code is not None:
                found.append(code)
    return found


def _upright(grey: Mask, corners: NDArray[np.float32]) -> Mask:
    """The card seen straight, its shorter side on top."""
    if np.linalg.norm(corners[0] - corners[1]) > np.linalg.norm(corners[1] - corners[2]):
        corners = np.roll(corners, 1, axis=0)
    # Contours run the other way round than the corners of the upright card.
    corners = corners[::-1]
    target = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]], np.float32)
    if np.linalg.norm(corners[0] - corners[1]) > np.linalg.norm(corners[1] - corners[2]):
        corners = np.roll(corners, 1, axis=0)
    return np.asarray(
        cv2.warpPerspective(grey, cv2.getPerspectiveTransform(corners, target), (WIDTH, HEIGHT)), np.uint8
    )


def _read(card: Mask) -> str | None:
    corner = card[4 : round(HEIGHT * 0.29), 4 : round(WIDTH * 0.19)]
    _, ink = cv2.threshold(corner, 0, 255, cv2.THRESH_BINARY_INV + cv2.THRESH_OTSU)
    half = round(ink.shape[0] * 0.58)
    rank, suit = _glyph(ink[:half]), _glyph(ink[half:])
    if rank is None or suit is None:
        return None
    ranks = {letter: _agreement(rank, _glyph(rank_picture(letter))) for letter in RANKS}
    suits = {letter: _agreement(suit, _glyph(suit_picture(letter))) for letter in SUITS}
    best = max(ranks, key=lambda letter: ranks[letter]), max(suits, key=lambda letter: suits[letter])
    return "".join(best) if min(ranks[best[0]], suits[best[1]]) > AGREES else None


def _glyph(ink: Mask) -> Mask | None:
    """What is drawn, cut out tightly and brought to one size."""
    ys, xs = np.nonzero(ink)
    if len(ys) < 20:
        return None
    tight = ink[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]
    return np.asarray(cv2.resize(tight, GLYPH, interpolation=cv2.INTER_AREA) > 127, np.uint8)


def _agreement(seen: Mask, template: Mask | None) -> float:
    return 0.0 if template is None else float((seen == template).mean())
