"""The chip reader: piles told by colour and counted.

A table profile says how the table lies to the camera, or the cards on it do. Each colour is looked at from above
(`vision.chips.columns`). Chips that lie beside each other are counted by their tops; how many lie under a top is sure
only for a single chip seen from low and near enough.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.table import TableProfile
from vision.cards.reading import CardReading
from vision.chips.above import Above
from vision.chips.colours import USUAL, ChipColour, Mask, colour_masks, lab_of
from vision.chips.columns import RADII, Column, columns_of
from vision.chips.view import WITNESSES, view_of_cards
from vision.pictures import Picture

#: Columns of one colour within this many radii of each other are one pile.
PILE = 3.4
#: More than a player has: something else has the colour of chips.
MOST = 7
#: Larger places (mm) are a cloth or a sleeve.
LARGEST = 260.0
#: A card's print falls into specks of fewer pixels.
SPECK = 150


@dataclass(frozen=True, slots=True)
class ChipSet:
    """The chips of a table: their colours, and how thick one is in mm (as nearly all poker chips of 39 mm are)."""

    colours: tuple[ChipColour, ...] = USUAL
    thickness: float = 3.3


@dataclass(frozen=True, slots=True)
class ChipReading:
    """A pile: its chips' colour, how many, its middle in pixels, whether the count may be acted on, and if not, why."""

    colour: str
    count: int
    centre: tuple[float, float]
    sure: bool
    why: str

    def as_json(self) -> dict[str, Any]:
        """A plain object for one line of JSON."""
        x, y = self.centre
        return {
            "colour": self.colour,
            "count": self.count,
            "at": [round(x, 1), round(y, 1)],
            "sure": self.sure,
            "why": self.why,
        }


def read_chips(
    picture: Picture,
    cards: Sequence[CardReading],
    chips: ChipSet | None = None,
    profile: TableProfile | None = None,
) -> tuple[ChipReading, ...]:
    """The piles of chips in a BGR picture.

    Where no profile of the table is given its cards tell how it lies to the camera; none is read without either.
    Without a taught set the usual four colours are told by their hues.
    """
    chips = chips or ChipSet()
    doubt, exact = "", profile is not None
    if profile is None:
        seen = view_of_cards(picture, cards)
        if seen is None:
            return ()
        profile, witnesses = seen
        doubt = "" if witnesses >= WITNESSES else "too few cards tell how the table lies"
    else:
        profile = profile.resized(picture.shape[1], picture.shape[0])
    lab = lab_of(picture)
    found: list[ChipReading] = []
    for colour, mask in colour_masks(lab, chips.colours).items():
        looks = [look for blob in _blobs(mask) if (look := _look(blob, mask, lab[..., 0], profile)) is not None]
        alone = [column.radius for look in looks for column in columns_of(*look, chips.thickness)]
        # All chips of a set are of one size; where many touch, a larger circle than a chip's fits in.
        radius = float(np.median(alone)) if alone else None
        columns = [placed for look in looks for placed in _columns(look, chips.thickness, radius, exact)]
        found += [_pile(colour, pile, doubt) for pile in _piles(columns)]
    return tuple(found)


Box = tuple[int, int, int, int]
Placed = tuple[Column, tuple[float, float], float]
"""A column, its top in pixels of the picture, and its radius there."""


def _blobs(mask: Mask) -> list[Box]:
    """Places of one colour (x, y, width, height)."""
    closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    count, _, boxes, _ = cv2.connectedComponentsWithStats(closed, connectivity=8)
    return [tuple(int(v) for v in boxes[n, :4]) for n in range(1, count) if boxes[n, cv2.CC_STAT_AREA] > SPECK]  # type: ignore[misc]


Look = tuple[Above, Mask, NDArray[np.float32]]
"""A part of the table from above: where a colour is, and the lightness."""


def _look(box: Box, mask: Mask, light: NDArray[np.float32], profile: TableProfile) -> Look | None:
    x, y, width, height = box
    corners = profile.on_table(np.array([[x, y], [x + width, y], [x + width, y + height], [x, y + height]], float))
    if not np.isfinite(corners).all():
        return None
    (left, low), (right, top) = corners.min(axis=0) - 4, corners.max(axis=0) + 4
    if not 1.5 * RADII[0] < max(right - left, top - low) < LARGEST:
        return None
    above = Above.of(profile, float(left), float(low), float(right), float(top))
    own = np.zeros_like(mask)
    own[y : y + height, x : x + width] = mask[y : y + height, x : x + width]
    there = np.asarray((above.look(own) > 127).astype(np.uint8) * 255, np.uint8)
    levels = cv2.remap(np.ascontiguousarray(light), above.maps[0], above.maps[1], cv2.INTER_LINEAR)
    return above, there, np.asarray(levels, np.float32)


def _columns(look: Look, thickness: float, radius: float | None, exact: bool) -> list[Placed]:
    above = look[0]
    found = []
    for column in columns_of(*look, thickness, radius=radius, exact=exact):
        px, py = (round(v) for v in column.top)
        px, py = min(px, above.maps.shape[2] - 1), min(py, above.maps.shape[1] - 1)
        centre = (float(above.maps[0, py, px]), float(above.maps[1, py, px]))
        found.append((column, centre, column.radius * above.seen(*column.top)))
    return found


def _piles(columns: list[Placed]) -> list[list[Placed]]:
    """Columns joined where they stand close to each other."""
    piles: list[list[Placed]] = []
    for column in columns:
        near = [p for p in piles if any(math.dist(c[1], column[1]) < PILE * c[2] for c in p)]
        piles = [p for p in piles if not any(p is n for n in near)] + [[column, *(c for p in near for c in p)]]
    return piles


def _pile(colour: str, placed: list[Placed], doubt: str) -> ChipReading:
    count = sum(column.count for column, _, _ in placed)
    x, y = (sum(centre[axis] for _, centre, _ in placed) / len(placed) for axis in (0, 1))
    why = doubt or next((column.why for column, _, _ in placed if column.why), "")
    if count > MOST:
        why = "these are more chips than a player has"
    return ChipReading(colour, count, (x, y), not why, why)
