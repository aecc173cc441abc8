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

    sure: the referee may act on `readings`; readings: of the newest frame, none of them sure unless the frames agree;
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

    def reset(self) -> None:
        """Forgets everything, as when the cup goes down again."""
        self._stillness.reset()
        self._votes.clear()

    def update(self, frame_time_s: float, readings: Sequence[DieReading], picture: Picture) -> SteadyResult:
        """Takes the readings of one frame (`frame_time_s` from any steady clock) and says where the vote stands."""
        readings = tuple(readings)
        still = self._stillness.update(picture, _surroundings(readings)).still
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
        return SteadyResult(True, readings, "", still)

    def _objection(self, readings: tuple[DieReading, ...], still: bool) -> str:
        if len(readings) != self._expected:
            return f"expected {self._expected} dice, found {len(readings)}"
        if not still:
            return "something moves"
        unsure = next((r for r in readings if not r.sure), None)
        if unsure is not None:
            return unsure.why or "a die is not sure"
        if self._votes and not _same(self._votes[-1][1], readings):
            return "the dice moved or changed"
        return ""


def _doubted(reading: DieReading, why: str) -> DieReading:
    return replace(reading, sure=False, why=reading.why or why)


def _width(reading: DieReading) -> float:
    (ax, ay), (bx, by) = reading.quad[0], reading.quad[2]
    return math.hypot(bx - ax, by - ay) / math.sqrt(2)


def _same(before: tuple[DieReading, ...], after: tuple[DieReading, ...]) -> bool:
    """Whether every die lies where one lay before, with the same face."""
    free = list(before)
    for die in after:
        near = min(free, key=lambda b: math.dist(b.centre, die.centre))
        if near.face != die.face or math.dist(near.centre, die.centre) > _SHIFT * _width(die):
            return False
        free.remove(near)
    return True


def _surroundings(readings: tuple[DieReading, ...]) -> tuple[float, float, float, float] | None:
    if not readings:
        return None
    xs = [x for r in readings for x, _ in r.quad]
    ys = [y for r in readings for _, y in r.quad]
    margin = _NEIGHBOURHOOD * max(_width(r) for r in readings)
    return min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin
