"""Dice seen by a camera whose place over the table is known: how large a top face must be there, and how squeezed.

All lengths are in millimetres, on the level of the top faces: one edge above the table.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.table import TableProfile
from calibration.zones import ZoneKind
from vision.dice.align import align
from vision.dice.detect import TopFace, without_doubles
from vision.dice.doubt import ABOVE, HIDDEN, LEANS, NO_TOP, SIDE, SIGHT, SMALLEST, TOO_SMALL, TOP
from vision.dice.shape import half_edges, pose_of
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
    """profile: for pictures of this size; edge_mm: of the dice that lie there."""

    profile: TableProfile
    edge_mm: float

    @classmethod
    def of(cls, profile: TableProfile, tops: Sequence[TopFace]) -> "OnTable | None":
        """What the likely ones among some top faces tell of the dice's edge; None where none has the size of a die."""
        edges = [(edge, top.score) for top in tops if _LEAST_MM < (edge := _edge(profile, top)) < _MOST_MM]
        if not edges:
            return None
        sizes, weights = np.array(sorted(edges)).T
        half = np.searchsorted(np.cumsum(weights), weights.sum() / 2)
        return cls(profile, float(sizes[half]))

    def ideal(self, top: TopFace) -> Points:
        """Corners (4, 2) in pixels of a die's top face that lies flat there, turned as this one is."""
        seen = self._seen(top)
        half = half_edges(seen)
        u, _, v = np.linalg.svd(half)
        square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * self.edge_mm / 2
        return self._pixels(square @ (u @ v).T + seen.mean(axis=0))

    def misfit(self, top: TopFace) -> float:
        """How far its corners are from where a flat top face's would be, in edges (root mean square)."""
        return float(np.sqrt(((self.ideal(top) - top.quad) ** 2).sum(axis=1).mean())) / top.size

    def same_size(self, top: TopFace) -> bool:
        """Whether it is about as large as the others."""
        edge = _edge(self.profile, top)
        return math.isfinite(edge) and abs(math.log(edge / self.edge_mm)) < math.log(_OTHER_SIZE)

    def leans(self, top: TopFace) -> bool:
        """Whether it is squeezed otherwise than a face that lies flat there."""
        _, a, b, _, _ = pose_of(half_edges(self.ideal(top))[None])[0]
        return math.hypot(top.shape[0] - a, top.shape[1] - b) > _LEANS

    def stands_in(self, top: TopFace, tops: Sequence[TopFace]) -> bool:
        """Whether another die would stand in this one, and is farther from the camera: then this is that die's side."""
        here, eye = self._seen(top).mean(axis=0), self.profile.eye[:2]
        there = [self._seen(other).mean(axis=0) for other in _rivals(top, tops)]
        away = float(np.hypot(*(here - eye)))
        return any(
            float(np.hypot(*(here - at))) < _APART * self.edge_mm and away < float(np.hypot(*(at - eye)))
            for at in there
        )

    def lies_on_a_side(self, top: TopFace, tops: Sequence[TopFace]) -> bool:
        """Whether it lies where the side of another die must be seen, and fills it; so may a die pushed up squarely."""
        return any(
            float(np.hypot(*(side.mean(axis=0) - top.middle))) < _SIDE_NEAR * top.size
            and _apart(side, top.quad) < _SIDE_FITS * top.size
            for other in _rivals(top, tops)
            for side in self._sides(other)
        )

    def counts(self, top: TopFace) -> bool:
        """Whether it lies where dice are thrown: on the mat's ground for them, or anywhere where no mat tells."""
        places = [zone for zone in self.profile.zones if zone.kind in (ZoneKind.DICE, ZoneKind.CUP)]
        x, y = (float(v) for v in self._seen(top).mean(axis=0))
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

    def _sides(self, top: TopFace) -> list[Points]:
        """Corners (4, 2) in pixels of those sides of this die that face the camera."""
        upper = self._seen_ideal(top)
        eye, middle, out = self.profile.eye[:2], upper.mean(axis=0), []
        for one, other in zip(upper, np.roll(upper, -1, axis=0), strict=True):
            centre = (one + other) / 2
            if float((eye - centre) @ (centre - middle)) > 0:
                corners = [(*one, self.edge_mm), (*other, self.edge_mm), (*other, 0.0), (*one, 0.0)]
                out.append(self.profile.project(np.array(corners)))
        return out

    def _seen(self, top: TopFace) -> Points:
        return self.profile.on_table(top.quad, self.edge_mm)

    def _seen_ideal(self, top: TopFace) -> Points:
        return self.profile.on_table(self.ideal(top), self.edge_mm)

    def _pixels(self, places: Points) -> Points:
        return self.profile.project(np.concatenate([places, np.full((len(places), 1), self.edge_mm)], axis=1))


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
    seen = [top for top in tops if np.isfinite(profile.on_table(top.quad, _MOST_MM)).all()]
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
    first = {id(top): before for top, before in straight if top is not before}
    return [Placed(top, table.doubt(top, fitting), table.counts(top), first.get(id(top))) for top in kept]


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


def _edge(profile: TableProfile, top: TopFace) -> float:
    """The edge of a die whose top face this is; nan where it cannot be one."""
    edge = 16.0
    for _ in range(3):
        area = float(np.linalg.det(half_edges(profile.on_table(top.quad, edge)))) * 4
        # The table's y runs up the picture, where pixels run down.
        edge = math.sqrt(abs(area)) if math.isfinite(area) else math.nan
    return edge


def _apart(one: Points, other: Points) -> float:
    """How far two quads' corners are apart, root mean square in pixels, in whichever order they come."""
    orders = [np.roll(way, k, axis=0) for way in (one, one[::-1]) for k in range(4)]
    return math.sqrt(min(float(((order - other) ** 2).sum(axis=1).mean()) for order in orders))
