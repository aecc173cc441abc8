"""What the box felt around a call, timed against its lift, for the record of that call.

Whether BELIEVE was said before the cup went up (M20) is a matter of tenths of a second: when it is disputed, the times
must stand in the journal. They are told by the box's own clock, which the link has brought to the host's.
"""

from collections import deque
from dataclasses import replace
from threading import Lock

from companion.referee.events import BoxMoment, DiceRead, Event, RulingGiven
from companion.referee.state import TableState
from firmware_bridge.events import BoxEvent

MOST = 64
"""So many changes are remembered: more than people make between a claim and its call, even with a cup that rattles."""

LONGEST_NS = 60_000_000_000
"""How far back a call reaches where nobody knows when its claim was made."""


class BoxDiary:
    """Remembers the last changes that the box felt. Written by the box's thread, read by the referee's."""

    def __init__(self) -> None:
        self._told: deque[BoxEvent] = deque(maxlen=MOST)
        self._turn = Lock()

    def note(self, told: BoxEvent) -> None:
        """One change more; one whose time nobody knows is no evidence."""
        if told.at_ns is not None:
            with self._turn:
                self._told.append(told)

    def since(self, from_ns: int, zero_ns: int) -> tuple[BoxMoment, ...]:
        """What was felt from `from_ns` on, in its order, each timed against `zero_ns`."""
        with self._turn:
            told = [(event.at_ns, event) for event in self._told if event.at_ns is not None]
        return tuple(
            BoxMoment(event.input.value, event.level.value, (at_ns - zero_ns) // 1000)
            for at_ns, event in sorted(told, key=lambda pair: pair[0])
            if at_ns >= from_ns
        )


def witnessed(event: Event, state: TableState, diary: BoxDiary) -> Event:
    """The event that decides a call, with what the box felt since the claim; any other event as it is.

    Nothing where no time is known: no box, or a call that goes on after the companion was started again.
    """
    call = state.call
    if not isinstance(event, DiceRead | RulingGiven) or call is None or call.at_ns is None:
        return event
    since_ns = state.claimed_at_ns if state.claimed_at_ns is not None else call.at_ns - LONGEST_NS
    return replace(event, box=diary.since(since_ns, call.at_ns))
