"""A guided test of every input, lamp and sound of a box, and of what the cup's sensor means. Pure: no link, no clock.

It says what is asked now and judges what came; who asks is `firmware_bridge.guide` at a terminal, and the box's page of
the set-up on the screen.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from firmware_bridge.delivery import inputs_of
from firmware_bridge.events import BoxEvent, Input, Level, levels_of, other_level
from firmware_bridge.messages import Beep, Capability, Lamp, Welcome

SOUNDS: Final = (Beep.TURN, Beep.TRUE, Beep.LIE)
"""Those that are tried, in this order."""
_SEAT_LAMPS: Final = 10


@dataclass(frozen=True, slots=True)
class Stand:
    """The cup must stand on its sensor, whatever the sensor calls that; who stood it there says when (`stands`)."""


@dataclass(frozen=True, slots=True)
class Feel:
    """An input must come to a level (`felt`)."""

    which: Input
    level: Level


@dataclass(frozen=True, slots=True)
class Shine:
    """A lamp must shine, and no other: a person tells (`answer`)."""

    lamp: Lamp


@dataclass(frozen=True, slots=True)
class Sound:
    """A sound must be heard: a person tells (`answer`)."""

    beep: Beep


Ask = Stand | Feel | Shine | Sound


class Why(StrEnum):
    """What an ask ended with."""

    PASSED = "passed"
    NOT_DONE = "not done"
    """It did not happen, or was left out."""
    STUCK = "stuck"
    """The input never settles, or is held down."""
    DENIED = "denied"
    """A person did not see or hear it."""


@dataclass(frozen=True, slots=True)
class Result:
    """One thing asked, and what came of it."""

    ask: Ask
    why: Why
    instead: frozenset[Input] = field(default=frozenset())
    """Inputs that moved while another was waited for: wires that changed places."""

    @property
    def passed(self) -> bool:
        """Whether it works."""
        return self.why is Why.PASSED


class SelfTest:
    """One run. Tell it what the box tells and what the person says, and look at `ask` again."""

    def __init__(self, box: Welcome, inverted: frozenset[Input] = frozenset()) -> None:
        """`box` tells raw levels; `inverted`: the inputs that the events which will come are read for already."""
        self._asks = tuple(_asks_of(box))
        self._at = 0
        self._levels = {which: _turned(which, box.levels.of(which), inverted) for which in Input}
        self._instead: set[Input] = set()
        self._results: list[Result] = []
        self.toggled: frozenset[Input] = frozenset()
        """Inputs that speak the other way round than they are read now."""
        self._skip_stuck()

    @property
    def ask(self) -> Ask | None:
        """What is asked now; None once all was."""
        return self._asks[self._at] if self._at < len(self._asks) else None

    @property
    def progress(self) -> float:
        """0 to 1."""
        return self._at / len(self._asks) if self._asks else 1.0

    @property
    def results(self) -> tuple[Result, ...]:
        """What came of all that was asked so far."""
        return tuple(self._results)

    @property
    def faults(self) -> tuple[Result, ...]:
        """What did not pass."""
        return tuple(result for result in self._results if not result.passed)

    @property
    def lamps(self) -> frozenset[Lamp]:
        """Those that must shine now."""
        return frozenset({self.ask.lamp}) if isinstance(self.ask, Shine) else frozenset()

    def felt(self, told: BoxEvent) -> None:
        """The box told this."""
        self._levels[told.input] = told.level
        ask = self.ask
        if not isinstance(ask, Feel):
            return
        if told.input is not ask.which:
            if told.level in levels_of(told.input)[1:]:
                self._instead.add(told.input)
        elif told.level is Level.STUCK:
            self._next(Why.STUCK)
        elif _turned(told.input, told.level, self.toggled) is ask.level:
            self._next(Why.PASSED)

    def stands(self) -> None:
        """The person says that the cup stands. Where its sensor calls that lifted, it speaks the other way round."""
        assert isinstance(self.ask, Stand)
        level = self._levels[Input.CUP]
        self.toggled = frozenset({Input.CUP}) if level is Level.LIFTED else frozenset()
        self._next(Why.STUCK if level is Level.STUCK else Why.PASSED)

    def answer(self, yes: bool) -> None:
        """The person says whether the lamp shone or the sound was heard."""
        assert isinstance(self.ask, (Shine, Sound))
        self._next(Why.PASSED if yes else Why.DENIED)

    def give_up(self) -> None:
        """It did not happen: on with the next."""
        self._next(Why.NOT_DONE)

    def _next(self, why: Why) -> None:
        ask = self.ask
        assert ask is not None
        self._results.append(Result(ask, why, frozenset(self._instead)))
        self._instead.clear()
        self._at += 1
        after = self.ask
        if why is not Why.PASSED and isinstance(ask, Feel) and isinstance(after, Feel) and after.which is ask.which:
            # An input that cannot be moved cannot be moved back.
            self._at += 1
        self._skip_stuck()

    def _skip_stuck(self) -> None:
        """Nobody is asked to move what is stuck already."""
        ask = self.ask
        if isinstance(ask, Feel) and self._levels[ask.which] is Level.STUCK:
            self._next(Why.STUCK)


def _turned(which: Input, level: Level, inverted: frozenset[Input]) -> Level:
    """A level as it is meant, where `which` is one of those that speak the other way round."""
    return other_level(which, level) if which in inverted else level


def _asks_of(box: Welcome) -> Iterator[Ask]:
    if Capability.CUP in box.capabilities:
        yield Stand()
    for which in inputs_of(box.capabilities, box.seats):
        rest, active, _ = levels_of(which)
        yield Feel(which, active)
        yield Feel(which, rest)
    if Capability.SEAT_LAMPS in box.capabilities:
        for seat in range(min(box.seats, _SEAT_LAMPS)):
            yield Shine(Lamp(seat))
    if Capability.VERDICT_LAMPS in box.capabilities:
        yield Shine(Lamp.TRUE)
        yield Shine(Lamp.LIE)
    if Capability.BUZZER in box.capabilities:
        for beep in SOUNDS:
            yield Sound(beep)
