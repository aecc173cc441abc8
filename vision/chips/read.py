"""The chip reader: piles told by colour and counted.

The cards beside a pile say how the table lies to the camera: seen from straight above, the tops of chips are circles.
Where a whole circle of a chip's size fits into a colour stands a column. Its height makes the column longer along the
direction in which heights show; from high above that is little, and the count is not sure.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.reading import LIKELY, CardReading
from vision.chips.colours import USUAL, ChipColour, Mask, colour_masks, lab_of
from vision.pictures import Picture

#: A card's width and height in mm.
CARD = (63.0, 88.0)
#: Pixels for a millimetre in the view from above.
GRAIN = 1.5
#: Radii of chips in mm.
RADII = (11.0, 21.0)
#: A top counts where this share of its circle fits in; a sliver of a hidden chip does not.
FITS = 0.86
#: Columns of one colour within this many diameters of each other are one pile.
PILE = 1.7
#: A layer must show this many pixels to be counted surely (below, half were wrong), and be this near to a whole number.
LAYER, NEAR = 5.0, 0.36
#: More than a player has: something else has the colour of chips.
MOST = 7
#: Lightness within a top varies less than this; the print of a card's back more.
PLAIN = 5.0


@dataclass(frozen=True, slots=True)
class ChipSet:
    """The chips of a table: their colours, and how thick one is in mm (as nearly all poker chips are)."""

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


@dataclass(frozen=True, slots=True)
class _Column:
    """One column of chips.

    centre: in pixels; heights: two estimates in chips, not rounded, the better one first; layer: pixels that one chip
    adds; cut: by the edge of the picture; diameter: in pixels.
    """

    centre: tuple[float, float]
    heights: tuple[float, ...]
    layer: float
    cut: bool
    diameter: float


@dataclass(frozen=True, slots=True)
class _View:
    """How the table lies to the camera near a card: pixels a mm across and down it, and where heights go.

    up: direction on the table (mm) in which a height seems to go; lean: mm on the table that one mm of height covers;
    tall: pixels of one mm of height.
    """

    axes: NDArray[np.float64]
    up: NDArray[np.float64]
    lean: float
    tall: float


def read_chips(picture: Picture, cards: Sequence[CardReading], chips: ChipSet | None = None) -> tuple[ChipReading, ...]:
    """The piles of chips in a BGR picture, given its cards, which tell how large a chip is; none without cards.

    Without a taught set the usual four colours are told by their hues.
    """
    chips = chips or ChipSet()
    views = [(card.centre, _view(card)) for card in cards if card.confidence >= LIKELY]
    if not views:
        return ()
    lab = lab_of(picture)
    found: list[ChipReading] = []
    for colour, mask in colour_masks(lab, chips.colours).items():
        columns = [c for blob in _blobs(mask) for c in _columns(lab, blob, views, chips)]
        found += [_pile(colour, pile) for pile in _piles(columns)]
    return tuple(found)


def _view(card: CardReading) -> _View:
    quad = np.asarray(card.quad, np.float64)
    across, down = (quad[1] - quad[0] + quad[2] - quad[3]) / 2, (quad[3] - quad[0] + quad[2] - quad[1]) / 2
    axes = np.column_stack([across / CARD[0], down / CARD[1]])
    left, sizes, _ = np.linalg.svd(axes)
    sine = float(min(1.0, sizes[1] / sizes[0]))
    # Heights go along the foreshortened direction, towards the top of an upright picture.
    rising = left[:, 1] * (1 if left[1, 1] < 0 else -1)
    up = np.linalg.inv(axes) @ rising
    cosine = math.sqrt(1 - sine * sine)
    return _View(axes, up / np.linalg.norm(up), cosine / sine, cosine * float(sizes[0]))


Blob = tuple[Mask, tuple[int, int, int, int]]


def _blobs(mask: Mask) -> list[Blob]:
    """Connected places of one colour with their boxes (x, y, width, height)."""
    closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    count, labels, boxes, _ = cv2.connectedComponentsWithStats(closed, connectivity=8)
    found = []
    for number in range(1, count):
        x, y, width, height, area = (int(v) for v in boxes[number])
        # Print on cards falls into hundreds of specks.
        if area > 150:
            part = (labels[y : y + height, x : x + width] == number).astype(np.uint8) * 255
            found.append((part, (x, y, width, height)))
    return found


def _columns(
    lab: NDArray[np.float32], blob: Blob, views: list[tuple[tuple[float, float], _View]], chips: ChipSet
) -> list[_Column]:
    part, (x, y, width, height) = blob
    middle = np.array([x + width / 2, y + height / 2])
    view = min(views, key=lambda placed: math.dist(placed[0], middle))[1]
    half = math.ceil(GRAIN * float(np.abs(np.linalg.inv(view.axes)).sum(axis=1).max()) * max(width, height) / 2) + 12
    if half > 400:
        return []
    to_picture = np.zeros((2, 3))
    to_picture[:, :2] = view.axes / GRAIN
    to_picture[:, 2] = middle - to_picture[:, :2] @ np.array([half, half])
    on_part = to_picture - np.array([[0, 0, x], [0, 0, y]])
    flags = cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP
    above = cv2.warpAffine(part, on_part, (2 * half, 2 * half), flags=flags)
    light = cv2.warpAffine(np.ascontiguousarray(lab[..., 0]), to_picture, (2 * half, 2 * half), flags=flags)
    inner = cv2.distanceTransform(above, cv2.DIST_L2, 5)
    radius = float(inner.max())
    if not RADII[0] < radius / GRAIN < RADII[1]:
        return []
    count, labels = cv2.connectedComponents((inner > FITS * radius).astype(np.uint8), connectivity=8)
    found = []
    for number in range(1, count):
        places = np.argwhere(labels == number)[:, ::-1]
        top = np.zeros_like(above)
        middle_above = places.mean(axis=0)
        cv2.circle(top, (round(middle_above[0]), round(middle_above[1])), round(0.6 * radius), 255, -1)
        if len(places) < 4 or float(light[top > 0].std()) > PLAIN:
            continue
        # A single chip leaves its middle this much room, and as much one way as the other.
        along = (float(np.ptp(places @ view.up)) + 1) / GRAIN
        aside = float(np.ptp(places @ np.array([-view.up[1], view.up[0]]))) / GRAIN
        single = 2 * (1 - FITS) * radius / GRAIN
        centre = to_picture[:, :2] @ middle_above + to_picture[:, 2]
        reach = float(np.abs(view.axes).max()) * radius / GRAIN
        cut = bool((centre - reach < 0).any() or (centre + reach > (lab.shape[1], lab.shape[0])).any())
        # Straight from above no layer shows, and nothing can be counted.
        step = max(chips.thickness * view.lean, 0.5)
        heights = tuple(max(1.0, (along - room) / step) for room in (single, max(single, aside)))
        found.append(
            _Column((float(centre[0]), float(centre[1])), heights, chips.thickness * view.tall, cut, 2 * reach)
        )
    return found


def _piles(columns: list[_Column]) -> list[list[_Column]]:
    """Columns joined where they stand close to each other."""
    piles: list[list[_Column]] = []
    for column in columns:
        near = [p for p in piles if any(math.dist(c.centre, column.centre) < PILE * c.diameter for c in p)]
        piles = [p for p in piles if not any(p is n for n in near)] + [[column, *(c for p in near for c in p)]]
    return piles


def _pile(colour: str, columns: list[_Column]) -> ChipReading:
    count = sum(round(c.heights[0]) for c in columns)
    x, y = (sum(c.centre[axis] for c in columns) / len(columns) for axis in (0, 1))
    why = ""
    if any(c.cut for c in columns):
        why = "the edge of the picture cuts it"
    elif count > MOST:
        why = "these are more chips than a player has"
    elif any(c.layer < LAYER for c in columns):
        why = "chips under others hardly show from above and afar"
    elif any(not _certain(c) for c in columns):
        why = "the height of a column is between two counts"
    return ChipReading(colour, count, (x, y), not why, why)


def _certain(column: _Column) -> bool:
    # A single chip's wall is often lost in its own shadow.
    counts = {round(height) for height in column.heights}
    return len(counts) == 1 and all(abs(height - round(height)) <= NEAR for height in column.heights)
