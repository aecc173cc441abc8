"""Setting a table up before a live camera: each picture or tap gives the next step and what to do now.

A value, as `calibration.lens_session`: by the mat (the best of some pictures that agree), by a card, or by four taps.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from calibration.advice import Advice, Say, advise
from calibration.errors import CalibrationError
from calibration.from_card import POKER_MM, table_from_card
from calibration.from_mat import Quality, TableFound, table_from_markers
from calibration.from_rectangle import table_from_taps
from calibration.lens import Lens
from calibration.markers import find_markers
from calibration.picture import Picture
from calibration.table import TableProfile

#: So many pictures in a row must give the same table before it counts.
_AGREEING = 3
#: The same means: no place of the middle wanders further, in mm.
_SAME_MM = 2.0


class Way(StrEnum):
    """How the table is found."""

    MAT = "mat"
    CARD = "card"
    TAPS = "taps"


@dataclass(frozen=True, slots=True, eq=False)
class TableSession:
    """lens: as `ProfileStore.lens_of` gives it; size_mm: of the card, or of the rectangle that is tapped; taps: so far,
    in pixels; found: the table of the latest picture, whose zones may be drawn at once (`calibration.outlines`);
    agreeing: how many pictures in a row gave it.
    """

    lens: Lens
    way: Way = Way.MAT
    players: int = 4
    size_mm: tuple[float, float] = POKER_MM
    taps: tuple[tuple[float, float], ...] = ()
    found: TableFound | None = None
    agreeing: int = 0

    @property
    def done(self) -> bool:
        """Whether `found` is good enough to be kept."""
        enough = 1 if self.way is Way.TAPS else _AGREEING
        return self.found is not None and self.found.quality is not Quality.REPEAT and self.agreeing >= enough

    @property
    def progress(self) -> float:
        """0 to 1."""
        if self.way is Way.TAPS:
            return 1.0 if self.done else len(self.taps) / 4
        return min(1.0, self.agreeing / _AGREEING)


def look(session: TableSession, picture: Picture) -> tuple[TableSession, tuple[Advice, ...]]:
    """One picture (BGR) further: the next session, and what to do now, the most important first."""
    if session.way is Way.TAPS:
        return session, (_next_tap(session),) if session.found is None else session.found.advice
    lens = session.lens.resized(picture.shape[1], picture.shape[0])
    try:
        if session.way is Way.MAT:
            found = table_from_markers(find_markers(picture), lens, session.players)
        else:
            found = table_from_card(picture, lens, session.players, size_mm=session.size_mm)
    except CalibrationError:
        lost = replace(session, found=None, agreeing=0)
        return lost, (advise(Say.SHOW_MAT if session.way is Way.MAT else Say.LAY_CARD),)
    return _taken(session, found)


def tap(session: TableSession, picture: Picture, at: tuple[float, float]) -> tuple[TableSession, tuple[Advice, ...]]:
    """A tap on a corner (pixels of `picture`) of the rectangle; a fifth begins anew."""
    taps = (*session.taps, at) if len(session.taps) < 4 else (at,)
    session = replace(session, taps=taps, found=None, agreeing=0)
    if len(taps) < 4:
        return session, (_next_tap(session),)
    try:
        found = table_from_taps(picture, taps, session.size_mm, session.lens, session.players)
    except CalibrationError:
        return replace(session, taps=()), (advise(Say.TAPS_CROSSED), advise(Say.TAP_CORNER, corner=1))
    return replace(session, found=found, agreeing=1), found.advice


def _taken(session: TableSession, found: TableFound) -> tuple[TableSession, tuple[Advice, ...]]:
    before = session.found
    same = before is not None and _apart(before.profile, found.profile) < _SAME_MM
    agreeing = session.agreeing + 1 if same else 1
    # Of pictures that agree the surest is kept.
    best = before if same and before is not None and before.expected_mm < found.expected_mm else found
    session = replace(session, found=best, agreeing=agreeing)
    return session, best.advice if agreeing >= _AGREEING else (advise(Say.HOLD_STILL), *best.advice)


def _apart(one: TableProfile, other: TableProfile) -> float:
    places = np.array([[0.0, 0.0], [120.0, 0.0], [0.0, 90.0]])
    away = other.on_table(one.project(places)) - places
    return float(np.nan_to_num(np.hypot(*away.T), nan=np.inf).max())


def _next_tap(session: TableSession) -> Advice:
    return advise(Say.TAP_CORNER, corner=len(session.taps) + 1)
