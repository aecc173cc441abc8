"""What a match's journal entries say happened, one after another, and the table before and after each."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from companion.journal.chain import Event as Entry
from companion.journal.retraction import effective
from companion.referee.codec import VERDICT, Codec, UnknownEvent
from companion.referee.effects import Refuse

S = TypeVar("S")


def happened(codec: Codec, entries: Iterable[Entry]) -> Iterator[tuple[Entry, Any]]:
    """(entry, event) of everything that was not taken back, in the order in which it counts.

    Raises UnknownEvent for an entry that this version cannot read.
    """
    for entry in effective(entries):
        if entry.kind != VERDICT:
            yield entry, codec.decode(entry.kind, entry.body)


def moments(
    match: str,
    told: Iterable[tuple[Entry, Any]],
    reduce: Callable[[S, Any], tuple[S, tuple[Any, ...]]],
    state: S,
) -> Iterator[tuple[Entry, Any, S, S]]:
    """(entry, event, before, after) of what `happened`, from `state` on.

    Raises UnknownEvent for an entry that the rules forbid where it stands: the referee never writes one.
    """
    for entry, event in told:
        before, (state, effects) = state, reduce(state, event)
        for effect in effects:
            if isinstance(effect, Refuse):
                raise UnknownEvent(
                    f"match {match}, entry {entry.seq} ({entry.kind}) cannot have happened here: {effect.why}; "
                    "the journal was written by another program"
                )
        yield entry, event, before, state
