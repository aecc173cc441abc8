"""The self-test of a box at a terminal: what is asked in words, and what came of it; prints and asks nothing itself."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Final

from firmware_bridge.events import BoxEvent, BoxItem, Input, Level, levels_of
from firmware_bridge.selftest import Feel, Result, SelfTest, Shine, Sound, Stand, Why
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


def guided(test: SelfTest, session: BoxSession, items: "SimpleQueue[BoxItem]", guide: Guide) -> Iterator[Finding]:
    """Ask one thing after the other, as the person follows; a finding for each part of the box.

    The session is ready, its items arrive in `items`, and nothing else may take them.
    """
    _follow(test, session, items)  # what was pressed before the test is no answer to it
    told = 0
    while True:
        for result in test.results[told:]:
            yield from _finding(result, test)
        told = len(test.results)
        session.show(test.lamps)
        match test.ask:
            case Stand():
                guide.wait("Stand the cup on its sensor.")
                _follow(test, session, items)
                test.stands()
            case Feel(which, level):
                guide.tell(request(which, level))
                _await(test, session, items)
            case Shine(lamp):
                test.answer(guide.ask(f"Does the lamp {lamp.name}, and no other, shine?"))
            case Sound(beep):
                session.beep(beep)
                test.answer(guide.ask(f"Did you hear the sound {beep.name}?"))
            case None:
                return


def _finding(result: Result, test: SelfTest) -> Iterator[Finding]:
    match result.ask:
        case Stand():
            note = "speaks the other way round; this is kept" if test.toggled else ""
            yield Finding("cup sensor", result.passed, note if result.passed else "'stuck' at rest")
        case Feel(which, level):
            # What passed comes back to rest yet.
            if not result.passed or level is levels_of(which)[0]:
                yield Finding(which, result.passed, _why(result, level))
        case Shine(lamp):
            yield Finding(f"lamp {lamp.name.lower()}", result.passed)
        case Sound(beep):
            yield Finding(f"sound {beep.name.lower()}", result.passed)


def _why(result: Result, level: Level) -> str:
    if result.why is Why.STUCK:
        return "stuck: it never settles, or is held down"
    if result.passed:
        return ""
    instead = f"; instead {', '.join(sorted(result.instead))} moved" if result.instead else ""
    return f"not '{level}' within {PATIENCE_S:.0f} s{instead}"


def _await(test: SelfTest, session: BoxSession, items: "SimpleQueue[BoxItem]") -> None:
    """Until something came of what is asked, or patience ends."""
    known, end = len(test.results), time.monotonic() + PATIENCE_S
    while len(test.results) == known:
        try:
            _take(test, session, items, max(0.0, end - time.monotonic()))
        except Empty:
            test.give_up()


def _follow(test: SelfTest, session: BoxSession, items: "SimpleQueue[BoxItem]") -> None:
    while True:
        try:
            _take(test, session, items, 0.1)
        except Empty:
            return


def _take(test: SelfTest, session: BoxSession, items: "SimpleQueue[BoxItem]", timeout_s: float) -> None:
    item = items.get(timeout=timeout_s)
    session.committed(item)
    if isinstance(item, BoxEvent):
        test.felt(item)
