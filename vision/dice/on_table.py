"""Dice seen by a camera whose place over the table is known: how large a top face must be there, and how squeezed.

All lengths are in millimetres, on the level of the top faces: one edge above the table.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from calibration.table import TableProfile
from calibration.zones import ZoneKind
from vision.dice.align import align
from vision.dice.detect import TopFace, without_doubles
from vision.dice.doubt import ABOVE, HIDDEN, LEANS, NO_TOP, SIDE, SIGHT, SMALLEST, TOO_SMALL, TOP
from vision.dice.shape import UNIT_SQUARE, corners_apart, half_edges, pose_of
from vision.pictures import Picture

Points = NDArray[np.float64]

#: Edges of dice; what is larger or smaller is something else.
_LEAST_MM, _MOST_MM = 7.0, 34.0
#: A die of another size than most, by this factor, is none of the set's.
_OTHER_SIZE = 1.4
#: A top face that fits so badly (corners, in edges) is looked at once more where it must lie, and a second look that
#: moves it by more than this share of an edge has found another thing.
_LOOSE, _STAYS = 0.06, 0.35
#: Middles of two dice on one table are at least an edge apart, and a little is allowed for errors.
_APART = 0.9
#: How much a top face may be squeezed otherwise than the camera squeezes it there (`vision.dice.shape`'s a and b):
#: faces that lie flat are found up to 0.1 off, a die that leans by 20 degrees is 0.16 off from half height.
_LEANS = 0.13
#: How near, in edges, the middles of a top face and of another die's side are that may be one and the same; and how far
#: their corners are apart at most. The edge of dice among which sides are comes out too small by up to a fifteenth.
_SIDE_NEAR, _SIDE_FITS = 0.36, 0.46
#: A place so much less likely to be a top face says nothing of its neighbours.
_FAR_LESS = 0.4


@dataclass(frozen=True, slots=True)
class OnTable:
    """profile: for pictures of this size; edge_mm: of the dice that lie there. What it knows of a top is kept."""

    profile: TableProfile
    edge_mm: float
    _lying: "dict[TopFace, _Lying]" = field(default_factory=dict, init=False, repr=False, compare=False)
    _sides: "dict[TopFace, list[TopFace]]" = field(default_factory=dict, init=False, repr=False, compare=False)

    @classmethod
    def of(cls, profile: TableProfile, tops: Sequence[TopFace]) -> "OnTable | None":
        """What the likely ones among some top faces tell of the dice's edge; None where none has the size of a die."""
        if not tops:
            return None
        places, height = profile.on_table(np.stack([top.quad for top in tops])), float(profile.eye[2])
        told = [(_edge(half, height), top.score) for half, top in zip(half_edges(places), tops, strict=True)]
        edges = [(edge, score) for edge, score in told if _LEAST_MM < edge < _MOST_MM]
        if not edges:
            return None
        sizes, weights = np.array(sorted(edges)).T
        half = np.searchsorted(np.cumsum(weights), weights.sum() / 2)
        return cls(profile, float(sizes[half]))

    def ideal(self, top: TopFace) -> Points:
        """Corners (4, 2) in pixels of a die's top face that lies flat there, turned as this one is."""
        return self._of(top).ideal

    def edge(self, top: TopFace) -> float:
        """The edge in mm of a die whose top face this is; nan where it cannot be one."""
        return self._of(top).edge_mm

    def misfit(self, top: TopFace) -> float:
        """How far its corners are from where a flat top face's would be, in edges (root mean square)."""
        return float(np.sqrt(((self.ideal(top) - top.quad) ** 2).sum(axis=1).mean())) / top.size

    def same_size(self, top: TopFace) -> bool:
        """Whether it is about as large as the others."""
        edge = self.edge(top)
        return math.isfinite(edge) and abs(math.log(edge / self.edge_mm)) < math.log(_OTHER_SIZE)

    def leans(self, top: TopFace) -> bool:
        """Whether it is squeezed otherwise than a face that lies flat there."""
        _, a, b, _, _ = pose_of(half_edges(self.ideal(top))[None])[0]
        return math.hypot(top.shape[0] - a, top.shape[1] - b) > _LEANS

    def stands_in(self, top: TopFace, tops: Sequence[TopFace]) -> bool:
        """Whether another die would stand in this one, and is farther from the camera: then this is that die's side."""
        here = self._of(top)
        there = [self._of(other) for other in _rivals(top, tops)]
        return any(
            math.dist(here.middle, other.middle) < _APART * self.edge_mm and here.away_mm < other.away_mm
            for other in there
        )

    def lies_on_a_side(self, top: TopFace, tops: Sequence[TopFace]) -> bool:
        """Whether it lies where the side of another die must be seen, and fills it; so may a die pushed up squarely."""
        return any(
            top.apart(side) < _SIDE_NEAR * top.size and corners_apart(side.quad, top.quad) < _SIDE_FITS * top.size
            for other in _rivals(top, tops)
            for side in self.sides(other)
        )

    def counts(self, top: TopFace) -> bool:
        """Whether it lies where dice are thrown: on the mat's ground for them, or anywhere where no mat tells."""
        places = [zone for zone in self.profile.zones if zone.kind in (ZoneKind.DICE, ZoneKind.CUP)]
        x, y = self._of(top).middle
        return not self.profile.mat or not places or any(zone.holds(x, y) for zone in places)

    def doubt(self, top: TopFace, tops: Sequence[TopFace]) -> str:
        """As `vision.dice.doubt.place_doubt`, by the geometry."""
        reasons = (
            (TOO_SMALL, top.size < SMALLEST),
            (HIDDEN, top.visible < SIGHT),
            (LEANS, self.leans(top)),
            (NO_TOP, top.score < TOP),
            (SIDE, top.above > ABOVE or self.lies_on_a_side(top, tops)),
        )
        return next((reason for reason, holds in reasons if holds), "")

    def sides(self, top: TopFace) -> list[TopFace]:
        """Those sides of this die that face the camera."""
        if top not in self._sides:
            self._sides[top] = [top.elsewhere(corners) for corners in self._project_sides(self._of(top).upper)]
        return self._sides[top]

    def _project_sides(self, upper: Points) -> Points:
        """(N, 4, 2) pixels of the sides that face the camera, of a die whose upper corners are (4, 2) in mm."""
        following = np.roll(upper, -1, axis=0)
        outward = (upper + following) / 2 - upper.mean(axis=0)
        facing = ((self.profile.eye[:2] - (upper + following) / 2) * outward).sum(axis=1) > 0
        one, other = upper[facing], following[facing]
        places = np.stack([one, other, other, one], axis=1)
        heights = np.broadcast_to([[[self.edge_mm], [self.edge_mm], [0.0], [0.0]]], (*places.shape[:2], 1))
        return self.profile.project(np.concatenate([places, heights], axis=2))

    def _of(self, top: TopFace) -> "_Lying":
        if top not in self._lying:
            self._lying[top] = self._laid(top)
        return self._lying[top]

    def _laid(self, top: TopFace) -> "_Lying":
        seen, eye = self.profile.on_table(top.quad, self.edge_mm), self.profile.eye
        half = half_edges(seen)
        (a, b), (c, d) = half.tolist()
        x, y = seen.mean(axis=0).tolist()
        # The turn, or turn and mirror, that is nearest to the half edges. The table's y runs up, where pixels run down.
        turn, way = (math.atan2(c - b, a + d), 1) if a * d > b * c else (math.atan2(c + b, a - d), -1)
        cos, sin = math.cos(turn) * self.edge_mm / 2, math.sin(turn) * self.edge_mm / 2
        upper = (2 * UNIT_SQUARE - 1) @ np.array([[cos, sin], [-way * sin, way * cos]]) + (x, y)
        ideal = self.profile.project(np.concatenate([upper, np.full((4, 1), self.edge_mm)], axis=1))
        edge = _edge(half, float(eye[2]), self.edge_mm)
        return _Lying(upper, ideal, (x, y), math.dist((x, y), eye[:2].tolist()), edge)


@dataclass(frozen=True, slots=True)
class _Lying:
    """How a top face lies."""

    upper: Points
    """Corners (4, 2) of one that lies flat there, in mm."""
    ideal: Points
    """The same in pixels."""
    middle: tuple[float, float]
    """Its own middle, in mm."""
    away_mm: float
    """How far that is from what lies right below the camera."""
    edge_mm: float
    """The edge of its die."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A top face; doubt: why it may not be read for sure, or nothing; counts: whether it lies where dice are thrown."""

    top: TopFace
    doubt: str
    counts: bool
    first: TopFace | None = None
    """The same as it was found without a profile, where a second look put it straight."""


def tops_on_table(picture: Picture, tops: list[TopFace], profile: TableProfile) -> list[Placed]:
    """The top faces of dice that lie on this table.

    What does not lie as a die must is looked at once more where it would; what is of another size, or plainly the side
    of another die, is left out. `tops`: as found without the profile.
    """
    profile = profile.resized(picture.shape[1], picture.shape[0])
    if not tops:
        return []
    places = profile.on_table(np.stack([top.quad for top in tops]), _MOST_MM)
    seen = [top for top, place in zip(tops, places, strict=True) if np.isfinite(place).all()]
    table = OnTable.of(profile, seen)
    if table is None:
        return []
    loose = [top for top in seen if table.misfit(top) > _LOOSE]
    again = align(picture, [top.elsewhere(table.ideal(top)) for top in loose])
    tight = [top for top in seen if table.misfit(top) <= _LOOSE]
    straight = [(_better(table, top, again), top) for top in loose]
    straight = [(top, before) for top, before in straight if top is before or not _is_among(top, tight)]
    found = without_doubles([*tight, *(top for top, _ in straight)])
    table = OnTable.of(profile, found) or table
    fitting = [top for top in found if table.same_size(top)]
    kept = [top for top in fitting if not table.stands_in(top, fitting)]
    first = {top: before for top, before in straight if top is not before}
    return [Placed(top, table.doubt(top, fitting), table.counts(top), first.get(top)) for top in kept]


def _rivals(top: TopFace, tops: Sequence[TopFace]) -> list[TopFace]:
    return [other for other in tops if other is not top and other.score > top.score - _FAR_LESS]


def _better(table: OnTable, top: TopFace, again: Sequence[TopFace]) -> TopFace:
    """The second look at a place, where it found the same die and that now lies as it must."""
    near = [
        other
        for other in again
        if other.apart(top) < _STAYS * top.size
        and table.misfit(other) < table.misfit(top)
        and other.score > top.score - 0.1
    ]
    return min(near, key=table.misfit, default=top)


def _is_among(top: TopFace, tops: Sequence[TopFace]) -> bool:
    """Whether it is a die that was found already."""
    return any(other.apart(top) < _STAYS * top.size for other in tops)


def _edge(half: Points, eye_mm: float, level_mm: float = 0.0) -> float:
    """The edge of a die whose top face would have half edges (2, 2) if it lay so high; nan where it cannot be one.

    Its own level is its edge, on which it is smaller as that is nearer to the camera.
    """
    (a, b), (c, d) = half.tolist()
    side = 2 * math.sqrt(abs(a * d - b * c))
    return side * eye_mm / (eye_mm - level_mm + side)
