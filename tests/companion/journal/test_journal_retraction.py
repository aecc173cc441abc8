"""Undo as an event: what counts is what no standing retraction takes back."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.journal.canonical import canonical
from companion.journal.chain import GENESIS, Event, event_of, follow
from companion.journal.errors import BodyRefused
from companion.journal.retraction import RETRACTED, effective, retraction

UNHURRIED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""A busy machine is no fault."""


def history(steps: list[int | None]) -> tuple[Event, ...]:
    """Events 1, 2, ...: a plain one for None, for a number the retraction of the event so numbered."""
    last, events = (0, GENESIS), []
    for step in steps:
        kind, body = ("played", {}) if step is None else (RETRACTED, retraction(step, "Ana", "typo"))
        row = follow("m", last, kind, canonical(body), "2026-11-29T20:00:00.000Z")
        events.append(event_of(row))
        last = (row.seq, row.hash)
    return tuple(events)


@st.composite
def histories(draw: st.DrawFn) -> tuple[Event, ...]:
    steps: list[int | None] = [None]
    for own in range(2, draw(st.integers(2, 14)) + 1):
        steps.append(draw(st.none() | st.integers(1, own - 1)))
    return history(steps)


def stands(events: tuple[Event, ...], seq: int) -> bool:
    """The definition, word for word: an event stands unless a retraction that stands takes it back."""
    return not any(e.kind == RETRACTED and e.body["seq"] == seq and stands(events, e.seq) for e in events)


@UNHURRIED
@given(histories())
def test_effective_is_the_definition(events: tuple[Event, ...]) -> None:
    """Exactly the plain events that stand, in order."""
    assert effective(events) == tuple(e for e in events if e.kind != RETRACTED and stands(events, e.seq))


@UNHURRIED
@given(histories(), st.integers(0, 6))
def test_undo_of_the_last_k_equals_never_played(events: tuple[Event, ...], k: int) -> None:
    """k more moves, then a retraction of each: what counts is what counted before; in either order of taking back."""
    steps: list[int | None] = [e.body["seq"] if e.kind == RETRACTED else None for e in events]
    added = list(range(len(steps) + 1, len(steps) + k + 1))
    for order in (added, added[::-1]):
        assert effective(history([*steps, *[None] * k, *order])) == effective(events)


@UNHURRIED
@given(histories())
def test_taking_back_a_retraction_brings_it_back(events: tuple[Event, ...]) -> None:
    """Undo, then undo of the undo: nothing has changed."""
    steps: list[int | None] = [e.body["seq"] if e.kind == RETRACTED else None for e in events]
    for seq in range(1, len(steps) + 1):
        assert effective(history([*steps, seq, len(steps) + 1])) == effective(events)


@pytest.mark.parametrize("seq", [0, 2, 3, -1, None, "1", True])
def test_a_retraction_of_nothing_is_refused(seq: object) -> None:
    """It names an earlier event by its number; itself, a later one and no number at all are refused."""
    first = history([None])
    bad = Event("m", 2, RETRACTED, {"seq": seq, "by": "Ana", "why": "typo"}, first[0].hash, "", "")
    with pytest.raises(BodyRefused, match="earlier event"):
        effective((*first, bad))


@pytest.mark.parametrize("left_out", ["by", "why"])
def test_a_retraction_says_who_and_why(left_out: str) -> None:
    """Without a name and a reason nothing is taken back."""
    body = {key: value for key, value in retraction(1, "Ana", "typo").items() if key != left_out}
    with pytest.raises(BodyRefused, match=left_out):
        effective((*history([None]), Event("m", 2, RETRACTED, body, "", "", "")))


def corrected(*bodies: dict[str, object]) -> tuple[Event, ...]:
    """Three moves, then these retractions."""
    last, events = (0, GENESIS), []
    for kind, body in (*(("played", {"move": n}) for n in (1, 2, 3)), *((RETRACTED, body) for body in bodies)):
        row = follow("m", last, kind, canonical(body), f"2026-11-29T20:00:0{last[0]}.000Z")
        events.append(event_of(row))
        last = (row.seq, row.hash)
    return tuple(events)


def right(seq: int, move: int) -> dict[str, object]:
    """Move `seq` was really this one."""
    return retraction(seq, "Ana", "misheard", ("moved", {"move": move}))


def moves(events: tuple[Event, ...]) -> list[object]:
    """What counts."""
    return [event.body["move"] for event in effective(events)]


def test_a_correction_counts_in_the_place_of_what_was_wrong() -> None:
    """With its number, time and hash, so that everybody finds the entry it stands for."""
    events = corrected(right(2, 7))
    counting = effective(events)
    assert [(e.seq, e.kind, e.body) for e in counting[:2]] == [(1, "played", {"move": 1}), (2, "moved", {"move": 7})]
    assert (counting[1].hash, counting[1].at) == (events[1].hash, events[1].at)
    assert len(counting) == 3


def test_of_two_corrections_the_newer_holds_and_each_can_be_taken_back() -> None:
    """Take back the newer, and the older counts again; take back both, and the event does; or the event itself."""
    again = (right(2, 7), right(2, 8))
    assert moves(corrected(*again)) == [1, 8, 3]
    assert moves(corrected(*again, retraction(5, "Ana", "no"))) == [1, 7, 3]
    assert moves(corrected(*again, retraction(5, "Ana", "no"), retraction(4, "Ana", "no"))) == [1, 2, 3]
    assert moves(corrected(*again, retraction(2, "Ana", "not at all"))) == [1, 3]


@pytest.mark.parametrize(
    "bad", ["QQQJ7", {}, {"kind": "moved"}, {"kind": 1, "body": {}}, {"kind": RETRACTED, "body": {}}]
)
def test_a_correction_says_what_is_right(bad: object) -> None:
    """A kind and a body; a retraction is no right answer."""
    body = {**retraction(1, "Ana", "typo"), "right": bad}
    with pytest.raises(BodyRefused, match="counts instead"):
        effective((*history([None]), Event("m", 2, RETRACTED, body, "", "", "")))
