"""Cards lying face down: found by the print of their backs, which is fine, even and of one ink.

No back is ever learnt. What is asked of a place: it is busy all over with a fine pattern, as large as the cards that
lie face up (where some do), shaped like a card or two over each other, and of one colour of ink. A plain one-coloured
back is not found, nor one that the edge of the picture cuts.
"""

import math
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.reading import LIKELY, CardReading, FaceDown
from vision.pictures import Picture
from vision.readings import as_quad

#: The search works on pictures of this longer side.
SIDE = 960
#: A pattern is averaged over this many pixels: more than its mesh, less than a card.
MESH = 11
#: A back is this many times busier than the table, and busier than this anyway.
BUSIER, BUSY = 2.0, 5.0
#: Longer side over shorter side of a card, seen straight to very aslant.
SHAPE = (1.15, 2.0)
#: Where no card lies face up: the longer side of a card in shares of the picture's longer side.
SIZES = (0.05, 0.6)
#: Against the cards that lie face up: area, with perspective.
AREAS = (0.5, 4.6)
#: A place larger than this many cards holds two, side by side or half over each other.
TWO = 1.5
#: Share of the rectangle round a busy place that must be busy.
FILLED = 0.7
#: Ink is what is coloured more than this (saturation); its hues keep together more than this (length of their mean).
COLOURED, ONE_INK = 70, 0.8
#: Print that is coloured in less than this share is black.
BLACK = 0.08

Mask = NDArray[np.uint8]
Contour = cv2.typing.MatLike
Corners = NDArray[np.float64]


def find_backs(picture: Picture, readings: Sequence[CardReading]) -> tuple[FaceDown, ...]:
    """Cards lying face down in a BGR picture, given what was read in it."""
    scale = min(1.0, SIDE / max(picture.shape[:2]))
    small = np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    busy = _busy(small)
    known = [np.asarray(quad, np.float32) * scale for quad in (r.quad for r in readings if r.confidence >= LIKELY)]
    for quad in known:
        middle = quad.mean(axis=0)
        cv2.fillConvexPoly(busy, np.rint(middle + 1.15 * (quad - middle)).astype(np.int32), 0)
    area = float(np.median([cv2.contourArea(quad) for quad in known])) if known else None
    found = []
    for contour in cv2.findContours(busy, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]:
        corners = _long_side_first(np.asarray(cv2.boxPoints(cv2.minAreaRect(contour)), np.float64))
        if _is_back(small, contour, corners, area):
            cards = _parted(corners) if area is not None and cv2.contourArea(contour) > TWO * area else [corners]
            found += [FaceDown(as_quad(card / scale)) for card in cards]
    return tuple(found)


def _long_side_first(corners: Corners) -> Corners:
    """Corners in order, the first two along the longer side."""
    longer = math.dist(corners[0], corners[1]) >= math.dist(corners[1], corners[2])
    return corners if longer else np.roll(corners, -1, axis=0)


def _parted(corners: Corners) -> list[Corners]:
    """A rectangle halved across its longer side."""
    a, b, c, d = corners
    return [np.array([a, (a + b) / 2, (c + d) / 2, d]), np.array([(a + b) / 2, b, c, (c + d) / 2])]


def _busy(small: Picture) -> Mask:
    """Where a fine pattern is, 255, else 0."""
    grey = cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), (3, 3), 0).astype(np.float32)
    fine = cv2.blur(cv2.absdiff(grey, cv2.blur(grey, (7, 7))), (MESH, MESH))
    # The mean over a mesh hardly differs from place to place: every third tells the table's.
    least = max(BUSY, BUSIER * float(np.median(fine[::3, ::3])))
    mask = (fine > least).astype(np.uint8) * 255
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((MESH, MESH), np.uint8)), np.uint8)


def _is_back(small: Picture, contour: Contour, corners: Corners, area: float | None) -> bool:
    longer, shorter = math.dist(corners[0], corners[1]), math.dist(corners[1], corners[2])
    if area is None:
        side = longer / max(small.shape[:2])
        fits = SIZES[0] < side < SIZES[1] and SHAPE[0] < longer / max(shorter, 1e-6) < SHAPE[1]
    else:
        fits = AREAS[0] < longer * shorter / area < AREAS[1] and longer / max(shorter, 1e-6) < SHAPE[1]
    covered = cv2.contourArea(contour) / max(longer * shorter, 1e-6)
    x, y, width, height = cv2.boundingRect(contour)
    inside = x > 1 and y > 1 and x + width < small.shape[1] - 1 and y + height < small.shape[0] - 1
    return fits and inside and covered > FILLED and _one_ink(small, contour)


def _one_ink(small: Picture, contour: Contour) -> bool:
    inside = np.zeros(small.shape[:2], np.uint8)
    cv2.drawContours(inside, [contour], -1, 255, -1)
    within = cv2.erode(inside, np.ones((2 * MESH - 1, 2 * MESH - 1), np.uint8)) > 0
    hsv = cv2.cvtColor(small, cv2.COLOR_BGR2HSV)[within].astype(np.float32)
    if not len(hsv):
        return False
    coloured = hsv[:, 1] > COLOURED
    if coloured.mean() < BLACK:
        return True
    turns = hsv[coloured, 0] * (2 * np.pi / 180)
    return math.hypot(float(np.cos(turns).mean()), float(np.sin(turns).mean())) > ONE_INK
