"""A match that is not played again from its beginning leads to the same as one that is."""

import random
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.referee import events as e
from companion.referee import replayed as module
from companion.referee.desk import Desk, resume
from companion.referee.replayed import Replayed, replay
from companion.referee.state import TableState
from tests.companion.referee.random_match import legal_event, seated_desk


def folded(desk: Desk[TableState]) -> None:
    """What the desk knows in stretches is what its story says from the first line on."""
    record = desk._replayed
    whole, kept, fresh = replay(record.story), record.played(), Replayed(record.story).played()
    for one in (kept, fresh):
        assert (one.state, one.steps, one.before) == (whole.state, whole.steps, whole.before)
    growing = record._growing
    assert growing is not None and growing.played.state == whole.state


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 5), st.lists(st.integers(0, 60), min_size=1, max_size=4))
def test_stretches_lead_to_what_the_whole_record_leads_to(seed: int, stretch: int, plays: list[int]) -> None:
    """Play, undo several times, play on: in stretches of any length, at every moment; and the journal alone says so."""
    rng = random.Random(seed)
    with patch.object(module, "STRETCH", stretch):
        desk, memory = seated_desk()
        for most in plays:
            for _ in range(most):
                desk.take(legal_event(desk.state, rng))
            folded(desk)
            for _ in range(rng.randrange(4)):
                desk.take(e.Undone("A", "wrong"))
                folded(desk)
        assert resume(memory.entries) == replay(desk._replayed.story).state


def test_a_correction_far_back_is_played_on_top_of(monkeypatch: pytest.MonkeyPatch) -> None:
    """The stretches from the corrected entry on are played again; those before it stand."""
    monkeypatch.setattr(module, "STRETCH", 2)
    rng = random.Random(3)
    desk, memory = seated_desk(limit=9)
    while len(desk.steps) < 30:
        desk.take(legal_event(desk.state, rng))
    drawn = next(line for line in desk._replayed.story.lines() if isinstance(line.event, e.StarterDrawn))
    before = desk._replayed._stretches
    desk.take(e.Corrected(drawn.seq, "A", "wrong", drawn.event))
    folded(desk)
    kept = [one for one, other in zip(before, desk._replayed._stretches, strict=False) if one[1] is other[1]]
    assert len(kept) == (drawn.seq - 1) // 2
    assert resume(memory.entries) == replay(desk._replayed.story).state


def test_a_long_match_is_undone_as_quickly_as_a_short_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of thousands of entries only the last few are played again, also at the first undo."""
    rng = random.Random(4)
    desk, _ = seated_desk(limit=60)
    while desk._replayed.story.next_seq < 1000:
        desk.take(legal_event(desk.state, rng))
    played: list[int] = []

    def counted(story: Any, lines: Any, state: Any) -> Any:
        played.append(len(lines))
        return replay(story, lines, state)

    monkeypatch.setattr(module, "replay", counted)
    for _ in range(5):
        desk.take(e.Undone("A", "wrong"))
    assert sum(played) < 5 * 2 * 3 * module.STRETCH


def test_no_event_waits_for_others_to_be_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is played again by itself as it is written, also after an undo, and in a match that was gone on with."""
    rng = random.Random(5)
    desk, memory = seated_desk(limit=60)
    played: list[int] = []

    def counted(story: Any, lines: Any = None, state: Any = None) -> Any:
        played.append(len(lines))
        return replay(story, lines, state)

    def most_lines(events: int) -> int:
        most = 0
        for _ in range(events):
            played.clear()
            before = desk._replayed.story.next_seq
            desk.take(legal_event(desk.state, rng))
            assert sum(played) == desk._replayed.story.next_seq - before
            most = max(most, sum(played))
        return most

    monkeypatch.setattr(module, "replay", counted)
    assert most_lines(3 * module.STRETCH) <= 3
    desk.take(e.Undone("A", "wrong"))
    assert most_lines(2 * module.STRETCH) <= 3
    again, match = Desk(memory), desk.match
    assert match is not None
    again.resume(match, memory.entries)
    desk = again
    assert most_lines(module.STRETCH) <= 3
