"""The table from one playing card that lies on it: everybody has one at hand, and all are of one size."""

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.advice import Say, advise
from calibration.edges import refine_quad
from calibration.errors import CalibrationError
from calibration.from_mat import TableFound
from calibration.from_rectangle import EDGE_PX, misshapen, table_from_corners
from calibration.lens import Lens
from calibration.picture import Picture

Points = NDArray[np.float64]

POKER_MM = (63.0, 88.0)
BRIDGE_MM = (57.0, 88.0)
#: A card whose outline misses that of a true card by more is something else, in pixels for each 100 of its length.
_MOST_MISS = 1.5
_MOST_TRIED = 12
#: What a glance already tells to be no card, as `misshapen` has it: cards stay under 0.8.
_MISSHAPEN = 2.0
#: What lies round a card is hardly ever paler than its margin, in grey levels.
_PALER = 12.0
#: Cards on one table have one size, by this share.
_AGREES = 0.08
#: How high a camera may hang over a table: a sheet of paper has a card's shape, but would put it far too low.
_LEAST_HEIGHT_MM, _MOST_HEIGHT_MM = 220.0, 2500.0


def table_from_card(
    picture: Picture,
    lens: Lens,
    players: int = 4,
    *,
    size_mm: tuple[float, float] = POKER_MM,
    near: tuple[float, float] | None = None,
) -> TableFound:
    """The table from the best card in a picture (BGR), or the one under the tap `near` (pixels); origin: its middle.

    Raises CalibrationError where no outline has the shape of such a card.
    """
    height, width = picture.shape[:2]
    lens = lens.resized(width, height)
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    cards: list[tuple[Points, TableFound]] = []
    for corners in card_outlines(picture, near)[:_MOST_TRIED]:
        refined = refine_quad(picture, corners, lens, reach_px=max(3.0, 0.004 * width))
        if refined is None or misshapen(refined, size_mm, lens) > _MISSHAPEN or _printed(grey, refined):
            continue
        try:
            found = table_from_corners(refined, size_mm, lens, players, EDGE_PX)
        except CalibrationError:
            continue
        miss = 100 * found.miss_px / float(np.linalg.norm(refined - np.roll(refined, 1, axis=0), axis=1).max())
        stretched = abs(np.log(found.profile.camera.focal[0] / lens.focal[0]))
        if miss < _MOST_MISS and stretched < 0.5 and _LEAST_HEIGHT_MM < found.profile.eye[2] < _MOST_HEIGHT_MM:
            cards.append((refined, found))
    if not cards:
        raise CalibrationError(
            f"expected a card of {size_mm[0]:g} x {size_mm[1]:g} mm lying on the table, found none; "
            + advise(Say.LAY_CARD).text
        )
    # The frame of a court figure lies inside a card and has its shape.
    whole = [(card, found) for card, found in cards if not any(_inside(card, other) for other, _ in cards)]

    def likely(each: tuple[Points, TableFound]) -> tuple[int, float]:
        # Cards of one table agree with each other; a small print somewhere agrees with nothing.
        card, found = each
        agreeing = sum(_as_large(found, other, size_mm) for other, _ in whole)
        return agreeing, cv2.contourArea(card.astype(np.float32))

    return max(whole, key=likely)[1]


def _as_large(found: TableFound, card: Points, size_mm: tuple[float, float]) -> bool:
    """Whether an outline has this size too on the table that was found by another one."""
    corners = found.profile.on_table(card)
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
    pairs = sorted((float(sides[0] + sides[2]) / 2, float(sides[1] + sides[3]) / 2))
    return bool(np.abs(np.log(np.array(pairs) / sorted(size_mm))).max() < _AGREES)


def _printed(grey: NDArray[np.uint8], quad: Points) -> bool:
    """Whether it is printed on something paler, as pips and figures are on cards: a card's own margin is pale."""
    middle = quad.mean(axis=0)
    masks = []
    for inner, outer in ((0.8, 0.93), (1.07, 1.2)):
        mask = np.zeros(grey.shape, np.uint8)
        for share, ink in ((outer, 255), (inner, 0)):
            cv2.fillConvexPoly(mask, np.round(middle + share * (quad - middle)).astype(np.int32), ink)
        masks.append(mask)
    inside, outside = (float(cv2.mean(grey, mask)[0]) for mask in masks)
    return inside < outside - _PALER


def _inside(card: Points, other: Points) -> bool:
    """Whether an outline lies well inside another."""
    middle = (float(card[:, 0].mean()), float(card[:, 1].mean()))
    outer = other.astype(np.float32)
    return cv2.pointPolygonTest(outer, middle, False) > 0 and cv2.contourArea(
        card.astype(np.float32)
    ) < 0.75 * cv2.contourArea(outer)


def card_outlines(picture: Picture, near: tuple[float, float] | None = None) -> list[Points]:
    """Outlines with four corners, (4, 2) in pixels, the largest first; with `near` only those around that pixel."""
    height, width = picture.shape[:2]
    least, most = 0.0008 * width * height, 0.25 * width * height
    found: list[tuple[float, Points]] = []
    for mask in _masks(picture):
        contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
        for contour in contours:
            hull = cv2.convexHull(contour)
            area = cv2.contourArea(hull)
            if not least < area < most or cv2.contourArea(contour) < 0.85 * area:
                continue
            corners = _four_corners(hull)
            if corners is None or (near is not None and cv2.pointPolygonTest(corners, near, False) < 0):
                continue
            if all(np.abs(corners - other).max() > 4 for _, other in found):
                found.append((area, corners.astype(np.float64)))
    return [corners for _, corners in sorted(found, key=lambda each: -each[0])]


def _masks(picture: Picture) -> list[NDArray[np.uint8]]:
    """What stands out from the table, in several ways: brightness against the neighbourhood and overall, and edges."""
    grey = cv2.GaussianBlur(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), (0, 0), 1.0)
    masks = [
        cv2.threshold(grey, level, 255, cv2.THRESH_BINARY)[1]
        for level in (cv2.threshold(grey, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)[0], *(np.arange(3) * 30 + 130))
    ]
    side = (picture.shape[1] // 12) | 1
    masks.append(cv2.adaptiveThreshold(grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, side, -12))
    edges = cv2.Canny(grey, 30, 90)
    masks.append(cv2.dilate(edges, np.ones((3, 3), np.uint8)))
    # Colour tells a card from a table just as bright.
    lab = cv2.cvtColor(picture, cv2.COLOR_BGR2LAB)
    away = np.abs(lab[..., 1:].astype(np.int16) - 128).sum(axis=2)
    plain = (np.clip(away, 0, 255)).astype(np.uint8)
    masks.append(cv2.threshold(plain, 0, 255, cv2.THRESH_BINARY_INV + cv2.THRESH_OTSU)[1])
    return [np.asarray(mask, np.uint8) for mask in masks]


def _four_corners(hull: cv2.typing.MatLike) -> NDArray[np.float32] | None:
    length = cv2.arcLength(hull, True)
    for share in (0.02, 0.035, 0.05):
        corners = cv2.approxPolyDP(hull, share * length, True)
        if len(corners) == 4:
            return np.asarray(corners, np.float32).reshape(4, 2)
    return None
