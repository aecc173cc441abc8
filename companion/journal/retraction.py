"""Undo as an event: nothing is taken out; the record says what no longer counts, and what counts instead."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Protocol, TypeVar

from companion.journal.chain import Event
from companion.journal.errors import BodyRefused

RETRACTED = "retracted"
"""Kind of the event that takes another back; its body is what `retraction` returns."""
Right = tuple[str, Mapping[str, object]]
"""(kind, body) of what counts in the place of an event that was wrong."""


class Numbered(Protocol):
    """What undo needs of an event."""

    @property
    def seq(self) -> int:
        """Its number."""

    @property
    def kind(self) -> str:
        """What it is."""

    @property
    def body(self) -> Mapping[str, object]:
        """What it says."""


N = TypeVar("N", bound=Numbered)


def retraction(seq: int, by: str, why: str, right: Right | None = None) -> dict[str, object]:
    """The body of a `RETRACTED` event: event `seq` no longer counts, as `by` decided because of `why`.

    With `right`, a correction: in its place, and at its place in the order, that one counts.
    """
    body: dict[str, object] = {"seq": seq, "by": by, "why": why}
    if right is not None:
        body["right"] = {"kind": right[0], "body": dict(right[1])}
    return body


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
    right_of(own_seq, body)
    return seq


def right_of(own_seq: int, body: Mapping[str, object]) -> Right | None:
    """What counts instead, by a retraction; None: nothing does. Raises `BodyRefused` where it is no kind and body."""
    right = body.get("right")
    if right is None:
        return None
    kind, content = (right.get("kind"), right.get("body")) if isinstance(right, Mapping) else (None, None)
    if not isinstance(kind, str) or not isinstance(content, Mapping) or kind == RETRACTED:
        raise BodyRefused(f"retraction {own_seq} must have a kind and a body of what counts instead, not {right!r}")
    return kind, content


def taken_back(events: Iterable[N]) -> dict[int, N]:
    """The numbers that no longer count as they were, each with the retraction that says so (the newest one).

    A retraction that is itself taken back does not stand. Raises `BodyRefused` for a standing retraction that names no
    earlier event.
    """
    gone: dict[int, N] = {}
    # Only later events can take an event back, so from the end each is settled when it is reached.
    for event in sorted(events, key=lambda event: event.seq, reverse=True):
        if event.kind == RETRACTED and event.seq not in gone:
            gone.setdefault(retracted_seq(event.seq, event.body), event)
    return gone


def effective(events: Iterable[Event]) -> tuple[Event, ...]:
    """The events that count, in order: no retractions, nothing that a standing retraction takes back.

    What was corrected stands in its place with the right kind and body, and with the number, time and hash of the event
    that was wrong. Whether what remains is legal is the referee's question. Raises as `taken_back`.
    """
    events = sorted(events, key=lambda event: event.seq)
    gone = taken_back(events)
    counting: list[Event] = []
    for event in events:
        if event.kind == RETRACTED:
            continue
        back = gone.get(event.seq)
        right = right_of(back.seq, back.body) if back is not None else None
        if right is not None:
            counting.append(replace(event, kind=right[0], body=right[1]))
        elif back is None:
            counting.append(event)
    return tuple(counting)
