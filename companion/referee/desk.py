"""The referee at work: events in one after another, the journal written first, then the state that everyone sees."""

from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

from companion.journal.store import MATCH_BEGUN
from companion.referee.codec import VERDICT, decode, encode
from companion.referee.effects import Append, AppendVerdict, Effect
from companion.referee.events import Event
from companion.referee.reduce import fold, reduce
from companion.referee.state import TableState

GAME = "mentiroso"
Entry = tuple[str, Mapping[str, object]]
"""What the journal keeps of an event: (kind, body)."""


class Record(Protocol):
    """What the desk needs of a journal (companion.journal.Journal is one)."""

    def begin_match(self, game: str, body: Mapping[str, object]) -> str:
        """Open a match; its id."""

    def append_all(self, match: str, entries: Iterable[Entry]) -> object:
        """Write several entries in one transaction; on return they are on the disk."""


class Desk:
    """Holds the state, and writes the journal: the only writer.

    `carry_out` is handed every effect except the journal's own, after the journal is on the disk. Not thread-safe:
    one thread owns it.
    """

    def __init__(self, record: Record, carry_out: Callable[[Effect], None] = lambda _: None) -> None:
        self._record = record
        self._carry_out = carry_out
        self.state = TableState()
        self.match: str | None = None

    def take(self, event: Event) -> TableState:
        """One event: reduce it, journal what must be kept, then let the state be seen and the effects happen.

        Raises JournalError when the journal cannot be written; the state is then as before, as if the event had not
        come.
        """
        after, effects = reduce(self.state, event)
        entries = [e for e in map(_entry, effects) if e is not None]
        if entries:
            self._write(entries)
        self.state = after
        for effect in effects:
            if not isinstance(effect, Append | AppendVerdict):
                self._carry_out(effect)
        return after

    def _write(self, entries: list[Entry]) -> None:
        match = self.match
        if entries[0][0] == MATCH_BEGUN:
            match = self._record.begin_match(GAME, entries.pop(0)[1])
        if match is None:
            raise AssertionError("nothing is journalled before a match has begun")
        if entries:
            self._record.append_all(match, entries)
        # Only now: where the second writing fails, what comes next still belongs to the match before.
        self.match = match


def _entry(effect: Effect) -> Entry | None:
    if isinstance(effect, Append):
        return encode(effect.event)
    if isinstance(effect, AppendVerdict):
        return VERDICT, effect.body
    return None


def history(entries: Iterable[Entry]) -> tuple[Event, ...]:
    """The events in a journal's entries; what only tells what followed from them is left out.

    Raises UnknownEvent for an entry that this version cannot read.
    """
    return tuple(decode(kind, body) for kind, body in entries if kind != VERDICT)


def resume(entries: Iterable[Entry]) -> TableState:
    """The state that a match's journal entries lead to."""
    return fold(history(entries))
