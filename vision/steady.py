"""A vote over the frames of a moving picture: dice become sure only when several frames agree and nothing moves."""

import math
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace

from vision.pictures import Picture
from vision.readings import DieReading
from vision.stillness import Stillness

#: Dice that moved by more than this share of their width between two frames are still rolling.
_SHIFT = 0.25
#: The surroundings that must be still too, in widths of a die around the dice.
_NEIGHBOURHOOD = 2.5


@dataclass(frozen=True, slots=True)
class SteadyResult:
    """Where the vote stands.

    sure: the referee may act on `readings`; readings: of the newest frame, each sure only where the frames agree on it;
    why: what is missing, empty when sure; still: nothing moved near the dice against the frame before.
    """

    sure: bool
    readings: tuple[DieReading, ...]
    why: str
    still: bool


class Steady:
    """The vote. Feed it every frame that was read, in order; it keeps the last `agree` of them."""

    def __init__(self, expected: int, agree: int = 3, longest_gap_s: float = 1.0) -> None:
        """expected: dice that must lie there; agree: frames in a row that must say the same; longest_gap_s: older
        frames no longer count."""
        if expected < 1 or agree < 1:
            raise ValueError("expected and agree must be at least 1")
        self._expected = expected
        self._agree = agree
        self._longest_gap_s = longest_gap_s
        self._stillness = Stillness()
        self._votes: deque[tuple[float, tuple[DieReading, ...]]] = deque(maxlen=agree)
        self._around: tuple[float, float, float, float] | None = None

    @property
    def stands(self) -> bool:
        """Whether all dice lie there, the newest frames agree where, and nothing has moved near them since."""
        return bool(self._votes) and len(self._votes[-1][1]) >= self._expected

    @property
    def next_decides(self) -> bool:
        """Whether one frame more that agrees makes the dice sure, if they are in all of them."""
        return len(self._votes) >= self._agree - 1

    def reset(self) -> None:
        """Forgets everything, as when the cup goes down again."""
        self._stillness.reset()
        self._votes.clear()
        self._around = None

    def pass_by(self, picture: Picture) -> bool:
        """Takes a frame that is not read: the next one has something to be still against, and a hand that comes and
        goes between two readings is seen. Whether nothing moved near the dice."""
        still = self._stillness.update(picture, self._around).still
        if not still:
            self._votes.clear()
        return still

    def update(self, frame_time_s: float, readings: Sequence[DieReading], picture: Picture) -> SteadyResult:
        """Takes the readings of one frame (`frame_time_s` from any steady clock) and says where the vote stands."""
        readings = tuple(readings)
        self._around = _surroundings(readings)
        still = self._stillness.update(picture, self._around).still
        if self._votes and not 0 <= frame_time_s - self._votes[-1][0] <= self._longest_gap_s:
            self._votes.clear()
        why = self._objection(readings, still)
        if why:
            self._votes.clear()
            return SteadyResult(False, tuple(_doubted(r, why) for r in readings), why, still)
        self._votes.append((frame_time_s, readings))
        if len(self._votes) < self._agree:
            why = f"{len(self._votes)} of {self._agree} frames agree"
            return SteadyResult(False, tuple(_doubted(r, why) for r in readings), why, still)
        # A die that is sure stays sure beside one that is not: the others may be enough for whoever decides.
        voted = tuple(self._voted(reading) for reading in readings)
        why = next((r.why for r in voted if not r.sure), "")
        if len(voted) < self._expected:
            why = f"expected {self._expected} dice, found {len(voted)}"
        return SteadyResult(not why, voted, why, still)

    def _objection(self, readings: tuple[DieReading, ...], still: bool) -> str:
        if not readings or len(readings) > self._expected:
            return f"expected {self._expected} dice, found {len(readings)}"
        if not still:
            return "something moves"
        if self._votes and len(self._votes[-1][1]) != len(readings):
            return "the number of dice changed"
        if self._votes and not all(_in_place(r, self._votes[-1][1]) for r in readings if r.sure):
            return "the dice moved"
        return ""

    def _voted(self, reading: DieReading) -> DieReading:
        """Sure when it was, with the same face in the same place, in every frame of the vote."""
        for _, frame in self._votes:
            before = _nearest(frame, reading)
            if not _in_place(reading, frame):
                return _doubted(reading, "it moved")
            if not before.sure:
                return _doubted(reading, before.why or "a die is not sure")
            if before.face != reading.face:
                return _doubted(reading, f"read as {before.face} a moment ago")
        return reading


def _doubted(reading: DieReading, why: str) -> DieReading:
    return replace(reading, sure=False, why=reading.why or why)


def _nearest(dice: Sequence[DieReading], to: DieReading) -> DieReading:
    return min(dice, key=lambda die: math.dist(die.centre, to.centre))


def _in_place(die: DieReading, before: Sequence[DieReading]) -> bool:
    """Whether a die lay here before."""
    return math.dist(_nearest(before, die).centre, die.centre) <= _SHIFT * die.width


def _surroundings(readings: tuple[DieReading, ...]) -> tuple[float, float, float, float] | None:
    if not readings:
        return None
    xs = [x for r in readings for x, _ in r.quad]
    ys = [y for r in readings for _, y in r.quad]
    margin = _NEIGHBOURHOOD * max(r.width for r in readings)
    return min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin
