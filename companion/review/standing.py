"""The events of a journal that count, beside the entries that hold them."""

from collections.abc import Iterable

from companion.journal.chain import Event as Entry
from companion.journal.retraction import effective
from companion.referee.codec import VERDICT, decode
from companion.referee.events import Event


def standing(entries: Iterable[Entry]) -> tuple[tuple[Entry, Event], ...]:
    """(entry, event) of everything that happened and was not taken back, in the order in which it counts.

    Raises UnknownEvent for an entry that this version cannot read.
    """
    return tuple((entry, decode(entry.kind, entry.body)) for entry in effective(entries) if entry.kind != VERDICT)
