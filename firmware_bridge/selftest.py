"""A guided test of every input, lamp and sound of a box, and what the cup's sensor means; prints and asks nothing."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Final

from firmware_bridge.delivery import inputs_of
from firmware_bridge.events import BoxEvent, BoxItem, Input, Level, levels_of
from firmware_bridge.messages import Beep, Capability, Lamp, Welcome
from firmware_bridge.session import BoxSession

PATIENCE_S: Final = 20.0
"""For each thing that a person is asked to do."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing tested."""

    what: str
    passed: bool
    note: str = ""


@dataclass(frozen=True, slots=True)
class Guide:
    """How the test speaks with the person at the table."""

    tell: Callable[[str], None]
    """one line to do or to know"""
    ask: Callable[[str], bool]
    """a question that is answered yes or no"""
    wait: Callable[[str], None]
    """something to do, and then to confirm"""


def request(which: Input, level: Level) -> str:
    """What to do at the table to bring `which` to `level`."""
    seat = f" of seat {which.seat}" if which.seat is not None else f" {which.upper()}"
    return {
        Level.SEATED: "Put the cup back on its sensor.",
        Level.LIFTED: "Lift the cup off its sensor.",
        Level.TILTED: "Tilt the cup.",
        Level.UPRIGHT: "Hold the cup upright again.",
        Level.SHAKING: "Shake the cup.",
        Level.STILL: "Stop shaking.",
        Level.PRESSED: f"Press the button{seat} and hold it.",
        Level.RELEASED: f"Let go of the button{seat}.",
    }[level]


class SelfTest:
    """One run over a ready session; its items must arrive in `items`, and nothing else may take them."""

    def __init__(self, session: BoxSession, box: Welcome, items: "SimpleQueue[BoxItem]", guide: Guide) -> None:
        self._session, self._box, self._items, self._guide = session, box, items, guide
        self.inverted: frozenset[Input] = frozenset()
        """Inputs that speak the other way round; learned by `run`."""
        self._levels = {which: box.levels.of(which) for which in Input}

    def run(self) -> Iterator[Finding]:
        """Test one thing after the other, as the person follows."""
        self._take_all()  # what was pressed before the test is no answer to it
        if Capability.CUP in self._box.capabilities:
            yield self._learn_the_cup()
        for which in inputs_of(self._box.capabilities, self._box.seats):
            yield self._test_input(which)
        yield from self._test_lamps()
        if Capability.BUZZER in self._box.capabilities:
            for beep in (Beep.TURN, Beep.TRUE, Beep.LIE):
                self._session.beep(beep)
                yield Finding(f"sound {beep.name.lower()}", self._guide.ask(f"Did you hear the sound {beep.name}?"))

    def _learn_the_cup(self) -> Finding:
        self._guide.wait("Stand the cup on its sensor.")
        self._take_all()
        if self._levels[Input.CUP] is Level.LIFTED:
            self.inverted = frozenset({Input.CUP})
            return Finding("cup sensor", True, "speaks the other way round; this is kept")
        return Finding("cup sensor", self._levels[Input.CUP] is Level.SEATED, f"'{self._levels[Input.CUP]}' at rest")

    def _test_input(self, which: Input) -> Finding:
        if self._levels[which] is Level.STUCK:
            return Finding(which, False, "stuck: it never settles, or is held down")
        rest, active, _ = levels_of(which)
        for level in (active, rest):
            self._guide.tell(request(which, level))
            wrong = self._wait_for(which, level)
            if wrong:
                return Finding(which, False, wrong)
        return Finding(which, True)

    def _wait_for(self, which: Input, level: Level) -> str:
        """Empty once it has happened, else what happened instead."""
        rest, active, _ = levels_of(which)
        wanted = (active if level is rest else rest) if which in self.inverted else level
        others: set[Input] = set()
        end = time.monotonic() + PATIENCE_S
        while True:
            try:
                item = self._take(max(0.0, end - time.monotonic()))
            except Empty:
                instead = f"; instead {', '.join(sorted(others))} moved" if others else ""
                return f"not '{level}' within {PATIENCE_S:.0f} s{instead}"
            if isinstance(item, BoxEvent) and item.input is which:
                if item.level is wanted:
                    return ""
                if item.level is Level.STUCK:
                    return "stuck: it never settles, or is held down"
            elif isinstance(item, BoxEvent) and item.level in (levels_of(item.input)[1], Level.STUCK):
                others.add(item.input)

    def _test_lamps(self) -> Iterator[Finding]:
        lamps: list[Lamp] = []
        if Capability.SEAT_LAMPS in self._box.capabilities:
            lamps += [Lamp(seat) for seat in range(min(self._box.seats, 10))]
        if Capability.VERDICT_LAMPS in self._box.capabilities:
            lamps += [Lamp.TRUE, Lamp.LIE]
        for lamp in lamps:
            self._session.show(frozenset({lamp}))
            yield Finding(
                f"lamp {lamp.name.lower()}", self._guide.ask(f"Does the lamp {lamp.name}, and no other, shine?")
            )
        self._session.show(frozenset())

    def _take(self, timeout_s: float) -> BoxItem:
        item = self._items.get(timeout=timeout_s)
        self._session.committed(item)
        if isinstance(item, BoxEvent):
            self._levels[item.input] = item.level
        return item

    def _take_all(self) -> None:
        while True:
            try:
                self._take(0.1)
            except Empty:
                return
