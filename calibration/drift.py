"""Whether the camera and the mat are still where they were; where not, the table is found again or not trusted.

A watch is a value: each look gives the next one. A few looks a second are enough to notice a bump within one. The mat's
markers are compared with where they were; for tables without a mat see `calibration.scene`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from calibration.advice import Advice, Say, advise
from calibration.errors import CalibrationError
from calibration.from_mat import Quality, TableFound, table_from_markers
from calibration.markers import Corners, find_markers
from calibration.mat import mat
from calibration.picture import Picture
from calibration.table import TableProfile

#: How far markers may be from where they were, in pixels of a picture 1280 wide; noise moves them by a fifth of it.
MOVED_PX = 0.9
#: So many of a hundred markers must be nearer: a sheet that slipped moves a third of them, a hand covers a few.
_MOST = 70
#: So many looks in a row must agree before anything is said: one frame may be smeared.
_AGREEING = 2
#: Between two looks a table at rest moves less than this, in pixels of a picture 1280 wide.
_AT_REST_PX = 1.0
#: How long no marker may be seen before the table is not trusted any more, in nanoseconds.
_UNSEEN_NS = 1_000_000_000
_LEAST_MARKERS = 4
#: The share of the markers in view that a new solution must explain.
_EXPLAINED = 0.75


#: Places where dice and cards lie, in mm.
_PLACES = np.array([[0.0, 0.0], [150.0, 100.0], [-150.0, 100.0], [-150.0, -100.0], [150.0, -100.0]])
_STILL = advise(Say.ALL_STILL)


class Drift(StrEnum):
    """How the table stands."""

    STILL = "still"
    FOUND_AGAIN = "found again"  # it moved, and was solved anew from the markers in view
    MOVED = "moved"  # readings are not sure until it is found again
    UNSEEN = "unseen"  # no marker in view for a second


@dataclass(frozen=True, slots=True, eq=False)
class MatWatch:
    """table: what holds now; state, advice: of the latest look; trusted: whether readings may be sure."""

    table: TableProfile
    state: Drift = Drift.STILL
    advice: Advice = _STILL
    _at_rest: Mapping[int, Corners] | None = None
    _before: Mapping[int, Corners] | None = None
    _doubts: int = 0
    _seen_ns: int | None = None

    @property
    def trusted(self) -> bool:
        """Whether the table's geometry may be used for sure readings."""
        return self.state in (Drift.STILL, Drift.FOUND_AGAIN)

    @property
    def certain(self) -> bool:
        """Whether the latest look found the markers where they must be, with nothing to be looked at again."""
        return self.trusted and self._doubts == 0 and self._before is not None


def look_at_mat(watch: MatWatch, picture: Picture, at_ns: int) -> MatWatch:
    """One picture (BGR) of the table's camera further; at_ns: monotonic time. Its size must be the profile's."""
    return judge_markers(watch, find_markers(picture), at_ns)


def judge_markers(watch: MatWatch, markers: Mapping[int, Corners], at_ns: int) -> MatWatch:
    """As `look_at_mat`, with markers found already."""
    reference = _expected(watch.table) if watch._at_rest is None else watch._at_rest
    shared = [n for n in markers if n in reference]
    if len(shared) < 2:
        since = at_ns if watch._seen_ns is None else watch._seen_ns
        unseen = at_ns - since > _UNSEEN_NS
        state, advice = (Drift.UNSEEN, advise(Say.NOTHING_SEEN)) if unseen else (watch.state, watch.advice)
        return replace(watch, state=state, advice=advice, _before=None, _seen_ns=since)
    scale = max(watch.table.camera.width, watch.table.camera.height) / 1280
    shift = _shift(reference, markers)
    if shift <= MOVED_PX * scale:
        # What was covered at first is learned where it is seen first; what is known stays, or a creep would go unseen.
        rest = {**reference, **markers} if watch._at_rest is None else {**markers, **watch._at_rest}
        return replace(
            watch, state=Drift.STILL, advice=_STILL,
            _at_rest=rest, _before=markers, _doubts=0, _seen_ns=at_ns,
        )  # fmt: skip
    watch = replace(watch, _doubts=watch._doubts + 1, _seen_ns=at_ns)
    if watch._doubts < _AGREEING:
        return replace(watch, _before=markers)
    resting = watch._before is not None and _shift(watch._before, markers) <= _AT_REST_PX * scale
    again = _found_again(watch.table, markers) if resting else None
    if again is None:
        return replace(watch, state=Drift.MOVED, advice=advise(Say.CAMERA_MOVED), _before=markers)
    return replace(
        watch, table=again.profile, state=Drift.FOUND_AGAIN,
        advice=advise(Say.FOUND_AGAIN, mm=_moved_mm(watch.table, again.profile)),
        _at_rest=dict(markers), _before=markers, _doubts=0,
    )  # fmt: skip


def _expected(table: TableProfile) -> dict[int, Corners]:
    return {m.number: table.project(m.corners) for m in mat(table.mat, table.players).markers}


def _shift(before: Mapping[int, Corners], now: Mapping[int, Corners]) -> float:
    """How far markers seen in both moved, as most of them did at most; infinite where none is in both."""
    shifts = [float(np.hypot(*(now[n] - before[n]).mean(axis=0))) for n in now if n in before]
    return float(np.percentile(shifts, _MOST)) if shifts else float("inf")


def _found_again(table: TableProfile, markers: Mapping[int, Corners]) -> TableFound | None:
    """The table by the markers in view, None where they do not make a good one."""
    known = {n: c for n, c in markers.items() if mat(table.mat, table.players).marker(n) is not None}
    if len(known) < _LEAST_MARKERS:
        return None
    try:
        # The lens stays what it was: it was fitted to more markers, or measured.
        found = table_from_markers(known, replace(table.camera, measured=True), table.players)
    except CalibrationError:
        return None
    misses = {n: float(np.abs(found.profile.project(c.corners) - known[n]).max()) for c in
              mat(table.mat, table.players).markers if (n := c.number) in known}  # fmt: skip
    fitting = sum(miss < 4 * MOVED_PX * table.camera.width / 1280 for miss in misses.values())
    if found.quality is Quality.REPEAT or fitting < _EXPLAINED * len(known):
        return None
    lens = replace(found.profile.camera, measured=table.camera.measured)
    return replace(found, profile=replace(found.profile, camera=lens, zones=table.zones))


def _moved_mm(before: TableProfile, now: TableProfile) -> float:
    """How far places were off at most where dice and cards lie, in mm."""
    away = now.on_table(before.project(_PLACES)) - _PLACES
    return float(np.nanmax(np.hypot(*away.T), initial=0.0))
