"""Undo as an event: nothing is taken out of the record, the record says what no longer counts."""

from collections.abc import Iterable, Mapping

from companion.journal.chain import Event
from companion.journal.errors import BodyRefused

RETRACTED = "retracted"
"""Kind of the event that takes another back; its body is what `retraction` returns."""


def retraction(seq: int, by: str, why: str) -> dict[str, object]:
    """The body of a `RETRACTED` event: event `seq` no longer counts, as `by` decided because of `why`."""
    return {"seq": seq, "by": by, "why": why}


def retracted_seq(own_seq: int, body: Mapping[str, object]) -> int:
    """The number of the event that the retraction numbered `own_seq` takes back.

    Raises `BodyRefused` where it names no earlier event or leaves out by whom and why.
    """
    seq = body.get("seq")
    if not isinstance(seq, int) or isinstance(seq, bool) or not 1 <= seq < own_seq:
        raise BodyRefused(f"retraction {own_seq} must name an earlier event (1 to {own_seq - 1}), not {seq!r}")
    for key in ("by", "why"):
        if not isinstance(body.get(key), str):
            raise BodyRefused(f"retraction {own_seq} must say {key!r} in words, not {body.get(key)!r}")
    return seq


def effective(events: Iterable[Event]) -> tuple[Event, ...]:
    """The events that count, in order: no retractions, and nothing that a standing retraction takes back.

    A retraction that is itself taken back does not stand. Whether what remains is legal is the referee's question.
    Raises `BodyRefused` for a standing retraction that names no earlier event.
    """
    gone: set[int] = set()
    counting: list[Event] = []
    # Only later events can take an event back, so from the end each is settled when it is reached.
    for event in sorted(events, key=lambda event: event.seq, reverse=True):
        if event.seq in gone:
            continue
        if event.kind == RETRACTED:
            gone.add(retracted_seq(event.seq, event.body))
        else:
            counting.append(event)
    return tuple(reversed(counting))
