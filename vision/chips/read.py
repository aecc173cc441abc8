"""The chip reader: piles told by colour and counted.

A table profile says how the table lies to the camera, or the cards on it do. Each place of a chip's colour is looked at
from above: tops are found by their round rims (`vision.chips.tops`), and how many chips lie under each by trying
columns of one, two and more (`vision.chips.stacks`). A count is sure where the camera's place is known and no other
number explains the picture nearly as well.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.table import TableProfile
from vision.cards.reading import CardReading
from vision.chips.above import GRAIN, Above
from vision.chips.belonging import belonging
from vision.chips.colours import USUAL, ChipColour, Mask, colour_masks, hue_masks, lab_of
from vision.chips.rays import HIGH, Rays
from vision.chips.stacks import Count, counts_of
from vision.chips.tops import RADII, Rims, Top, radius_of, tops_of
from vision.chips.view import WITNESSES, view_of_cards
from vision.pictures import Picture

#: Columns of one colour within this many radii of each other are one pile.
PILE = 3.4
#: More than a player has: something else has the colour of chips.
MOST = 7
#: Larger places (mm) are a cloth or a sleeve; narrower ones print; nearer ones (mm) are looked at together.
LARGEST, NARROWEST, TOGETHER = 260.0, 5.0, 15.0
#: So many mm round a place are looked at: high columns lean over, and the table is looked at too.
MARGIN = 22.0
#: A card's print falls into specks of fewer pixels of the halved picture.
SPECK = 40
#: The radius in mm to which a chip set's thickness belongs. Smaller chips are thinner too, but less than they are
#: smaller (39 mm: 3.3, 25 mm: 2.5): by so much a chip of unknown size is thicker than that says.
USUAL_RADIUS, THICKER = 19.5, 1.13
#: Chips on each other lie askew by so much (mm); seen by a guessed camera they seem to by more.
ASKEW = (0.65, 1.0)
#: What explains less than this is no column of chips.
NO_CHIP = -20.0
#: Of circles near each other one with fewer votes may be the top, down to this share of the most; the votes that it
#: lacks (share) speak so much against it.
RIVAL, LACKING = 0.5, 20.0
#: Sure is a column that explains so much, of whose rim this share is free, where a chip shows so many pixels high, and
#: where the next lower and the next higher number of chips explain so much less.
EXPLAINS, FREE, LAYER, LESS, MORE = 12.0, 0.9, 2.5, 28.0, 5.0
#: As MORE, where chips lie under others: the neater they lie, the fewer they seem. Columns of more than HIGHEST are
#: never sure: on 84 drawn tables the only two that were had one chip and two more than told.
STACKED, HIGHEST = 12.0, 2
#: A column is doubted whose rim gathers fewer votes for each pixel round it.
RIM = 0.13
#: More of the colour lies there where columns, with so many mm round them, leave this share of a chip unexplained.
SPILT, MORE_LIES = 3.0, 0.2
#: Chips thicker or thinner than the set's by more than this share are doubted.
ODD = 0.13
#: Chips in high columns seem larger than they are by less than this share.
OTHER_SIZE = 0.1


@dataclass(frozen=True, slots=True)
class ChipSet:
    """The chips of a table: their colours, how thick one of the usual size is in mm (as nearly all poker chips of 39 mm
    are), and their radius in mm; None: nobody knows it.
    """

    colours: tuple[ChipColour, ...] = USUAL
    thickness: float = 3.3
    radius: float | None = None


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
    doubt, askew = "", ASKEW[0]
    if profile is None:
        askew = ASKEW[1]
        seen = view_of_cards(picture, cards)
        if seen is None:
            return ()
        profile, witnesses = seen
        # Measured on unseen tables: with a guessed camera one sure reading in two was something else than chips.
        few = witnesses < WITNESSES
        doubt = "too few cards tell how the table lies" if few else "the camera's place is only guessed"
    else:
        profile = profile.resized(picture.shape[1], picture.shape[0])
    parts = _parts(picture, chips, profile)
    # All chips of a set are of one size: the clearest tell it to the others.
    radius = radius_of([part.rims for part in parts])
    if radius is None:
        return ()
    if not doubt and chips.radius is not None and abs(radius / chips.radius - 1) > OTHER_SIZE:
        doubt = "they are not of the taught chips' size"
    thickness = chips.thickness * radius / USUAL_RADIUS
    if radius < 0.9 * USUAL_RADIUS:
        thickness *= THICKER
    columns = [column for part in parts for column in part.columns(radius, thickness, askew)]
    return tuple(_reading(pile, doubt) for pile in _piles(columns))


def radius_seen(picture: Picture, chips: ChipSet, profile: TableProfile) -> float | None:
    """The radius in mm of the chips of these colours in a BGR picture of a table that was set up; None where their rims
    do not show it. In columns of up to four it comes out too large by half a mm at most.
    """
    profile = profile.resized(picture.shape[1], picture.shape[0])
    return radius_of([part.rims for part in _parts(picture, chips, profile)])


Box = tuple[float, float, float, float]
"""left, low, right, top in mm."""


@dataclass(frozen=True, slots=True)
class _Column:
    """centre, radius: of its top, in pixels of the picture; why it is not sure, empty where it is."""

    colour: str
    centre: tuple[float, float]
    radius: float
    count: Count
    why: str


@dataclass(frozen=True, slots=True, eq=False)
class _Part:
    """A place of one colour from above; mask: where the colour is, holes filled; inside: where the picture goes on."""

    colour: str
    above: Above
    view: Picture
    mask: Mask
    inside: NDArray[np.bool_]
    rims: Rims

    def columns(self, radius: float, thickness: float, askew: float) -> list[_Column]:
        """Every column of chips with this radius and thickness (mm)."""
        tops = tops_of(self.rims, self.mask, radius * GRAIN)
        height, width = self.mask.shape
        lean = np.array(self.above.lean(width / 2, height / 2), np.float32)
        down = np.asarray(-lean * thickness * HIGH * GRAIN, np.float32)
        highest: list[Top] = []
        for top in tops:
            if not any(other.covers(top, radius * GRAIN, down) for other in highest):
                highest.append(top)
        if not highest:
            return []
        belongs = belonging(self.view, [(top.x, top.y) for top in highest], down, radius, self.inside)
        lab = np.asarray(cv2.cvtColor(self.view.astype(np.float32) / 255, cv2.COLOR_BGR2Lab), np.float32)
        found = []
        for chosen in highest:
            free = self._free([top for top in highest if top is not chosen], radius)
            rivals = [t for t in tops if chosen.covers(t, radius * GRAIN, 0 * down) and t.votes > RIVAL * chosen.votes][
                :3
            ]
            tried = []
            for top in rivals:
                rays = Rays.of(self.above, lab, belongs, free, (top.x, top.y), radius, thickness, askew)
                lacks = LACKING * (1 - top.votes / chosen.votes)
                tried += [(replace(count, score=count.score - lacks), top, rays) for count in counts_of(rays)]
            best, top, rays = max(tried, key=lambda one: one[0].score)
            if best.score > NO_CHIP:
                found.append((self._column(top, rays, [count for count, _, _ in tried], best), top, rays))
        more = self._unexplained(belongs, [(top, rays, column.count) for column, top, rays in found])
        if more < MORE_LIES * math.pi * (radius * GRAIN) ** 2:
            return [column for column, _, _ in found]
        return [replace(column, why="more of its colour lies there") for column, _, _ in found]

    def _unexplained(self, belongs: NDArray[np.float32], found: list[tuple[Top, Rays, Count]]) -> int:
        """How many pixels of the colour no column that was found explains."""
        rest = np.where(self.inside & (belongs > 0), self.mask, 0).astype(np.uint8)
        for top, rays, count in found:
            foot = np.array([top.x, top.y]) - rays.lean * (count.chips * rays.thickness * GRAIN)
            middle, wide = (round(top.x), round(top.y)), round(2 * (rays.radius + SPILT) * GRAIN)
            cv2.line(rest, middle, (round(float(foot[0])), round(float(foot[1]))), 0, wide)
        narrow = np.ones((round(SPILT * GRAIN) | 1,) * 2, np.uint8)
        return int(np.count_nonzero(cv2.morphologyEx(rest, cv2.MORPH_OPEN, narrow)))

    def _column(self, top: Top, rays: Rays, counts: list[Count], best: Count) -> _Column:
        x, y = min(round(top.x), self.above.maps.shape[2] - 1), min(round(top.y), self.above.maps.shape[1] - 1)
        scale = self.above.seen(top.x, top.y)
        why = _why(rays, counts, best, float(np.hypot(*rays.lean)) * rays.thickness * scale)
        if not why and top.votes < RIM * 2 * math.pi * rays.radius * GRAIN:
            why = "its rim hardly shows"
        centre = (float(self.above.maps[0, y, x]), float(self.above.maps[1, y, x]))
        return _Column(self.colour, centre, rays.radius * scale, best, why)

    def _free(self, others: list[Top], radius: float) -> Mask:
        """255 where no other column stands and the picture goes on."""
        free = np.where(self.inside, 255, 0).astype(np.uint8)
        for top in others:
            cv2.circle(free, (round(top.x), round(top.y)), round((radius + 0.7) * GRAIN), 0, -1)
        return free


def _why(rays: Rays, counts: list[Count], best: Count, layer: float) -> str:
    """Why a column may be another number than the best, empty where it cannot."""
    if rays.seen < FREE:
        return "something hides a part of it, or the edge of the picture cuts it"
    if layer < LAYER:
        return "chips under others hardly show from above and afar"
    lower = [count.score for count in counts if count.chips < best.chips]
    higher = [count.score for count in counts if count.chips > best.chips]
    if best.score < EXPLAINS or abs(best.thick - 1) > ODD:
        return "its shape is not quite that of chips"
    if best.chips > HIGHEST:
        return "so many chips on each other seem too few as often as not"
    least = MORE if best.chips == 1 else STACKED
    if best.score - max(lower, default=-math.inf) < LESS or best.score - max(higher, default=-math.inf) < least:
        return "one chip more or less would look nearly the same"
    return ""


def _parts(picture: Picture, chips: ChipSet, profile: TableProfile) -> list[_Part]:
    """Places where chips may be."""
    half = cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    parts = []
    for name, mask in colour_masks(lab_of(np.asarray(half, np.uint8)), chips.colours).items():
        for left, low, right, top in _boxes(mask, profile):
            above = Above.of(profile, left - MARGIN, low - MARGIN, right + MARGIN, top + MARGIN)
            view = above.look(picture)
            lab = lab_of(view)
            own = _filled(hue_masks(lab, chips.colours)[name])
            widest = float(cv2.distanceTransform(np.pad(own, 1), cv2.DIST_L2, cv2.DIST_MASK_3).max())
            if widest < NARROWEST * GRAIN:
                continue
            inside = cv2.erode(above.inside().astype(np.uint8), np.ones((9, 9), np.uint8)) > 0
            parts.append(_Part(name, above, view, own, inside, Rims.of(lab, own, inside)))
    return parts


def _boxes(mask: Mask, profile: TableProfile) -> list[Box]:
    """Where on the table the places of a colour in the halved picture lie; near ones are one."""
    closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    count, _, stats, _ = cv2.connectedComponentsWithStats(closed, connectivity=8)
    boxes: list[Box] = []
    for x, y, width, height, area in stats[1:count].astype(float):
        if area < SPECK:
            continue
        corners = 2 * np.array([[x, y], [x + width, y], [x + width, y + height], [x, y + height]])
        places = profile.on_table(corners)
        if not np.isfinite(places).all():
            continue
        (left, low), (right, top) = places.min(axis=0), places.max(axis=0)
        if RADII[0] < max(right - left, top - low) < LARGEST:
            boxes.append((float(left), float(low), float(right), float(top)))
    joined: list[Box] = []
    for box in boxes:
        whole = box
        while near := next((other for other in joined if _one_place(whole, other)), None):
            joined.remove(near)
            whole = _around(whole, near)
        joined.append(whole)
    return joined


def _one_place(one: Box, other: Box) -> bool:
    gap = max(one[0] - other[2], other[0] - one[2], one[1] - other[3], other[1] - one[3])
    whole = _around(one, other)
    return gap < TOGETHER and max(whole[2] - whole[0], whole[3] - whole[1]) < LARGEST


def _around(one: Box, other: Box) -> Box:
    return min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3])


def _filled(mask: Mask) -> Mask:
    """Without holes: chips bear print."""
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    return np.asarray(cv2.drawContours(np.zeros_like(mask), contours, -1, 255, -1), np.uint8)


def _piles(columns: list[_Column]) -> list[list[_Column]]:
    """Columns of one colour joined where they stand close to each other."""
    piles: list[list[_Column]] = []
    for column in columns:
        near = [pile for pile in piles if any(_of_one_pile(column, other) for other in pile)]
        piles = [p for p in piles if not any(p is n for n in near)] + [[column, *(c for pile in near for c in pile)]]
    return piles


def _of_one_pile(one: _Column, other: _Column) -> bool:
    return one.colour == other.colour and math.dist(one.centre, other.centre) < PILE * other.radius


def _reading(pile: list[_Column], doubt: str) -> ChipReading:
    count = sum(column.count.chips for column in pile)
    x, y = (sum(column.centre[axis] for column in pile) / len(pile) for axis in (0, 1))
    why = doubt or next((column.why for column in pile if column.why), "")
    if count > MOST:
        why = "these are more chips than a player has"
    return ChipReading(pile[0].colour, count, (x, y), not why, why)
