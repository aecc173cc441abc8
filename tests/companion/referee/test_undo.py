"""Undo by retraction: what is taken back is as if it had never been played, whatever was played (real reducer and desk)."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.commentary import LANGUAGES, tell
from companion.games.dice import DiceHand
from companion.referee import events as e
from companion.referee.desk import Desk, resume
from companion.referee.effects import CloseGate, LightSeat, OpenGate, StopReading
from companion.referee.state import Phase, TableState
from tests.companion.referee.random_match import bare, legal_event, played, seated_desk
from tests.companion.referee.table import claim, dice

UNDO = e.Undone("Ana", "a wrong tap")
SHOWN = (Phase.RULING, Phase.VERDICT, Phase.OVER)
"""The dice lay open before all: what was read of them then is no secret, also where the picture of now may be."""
SEEDS = st.integers(0, 2**32)


def game_of(state: TableState) -> tuple[object, ...]:
    """What people play: everything but the table's parts, and how far a call that must be named by hand had come."""
    in_call = state.phase in (Phase.LIFT, Phase.READING, Phase.RULING)
    phase = Phase.RULING if in_call else state.phase
    told = bare(state)
    ruling = told.ruling if phase in (Phase.VERDICT, Phase.OVER) else None
    return phase, told.match, told.hands, ruling, told.call and told.call.claim, told.dispute, told.challenges


@settings(max_examples=40)
@given(SEEDS, st.integers(1, 60), st.integers(1, 30))
def test_undo_of_the_last_k_steps_equals_never_having_played_them(seed: int, most: int, k: int) -> None:
    """Across claims, answers, verdicts, hands, eliminations, disputes and the end; the journal folds to the same."""
    desk, memory, told = played(random.Random(seed), most)
    steps = [(before, after) for _, before, after, _ in told if after.undoable is not before.undoable]
    for before, _ in list(reversed(steps))[:k]:
        entries = len(memory.entries)
        desk.take(UNDO)
        assert not desk.state.refused
        assert game_of(desk.state) == game_of(before)
        assert desk.state.undoable == before.undoable
        assert {x.kind for x in memory.entries[entries:-1]} == {"retracted"}
        assert memory.entries[-1].kind == "resumed"
        assert bare(resume(memory.entries)) == bare(desk.state)
    if k >= len(steps):
        desk.take(UNDO)
        assert desk.state.refused_what is not None
        assert desk.state.refused_what.key == "cannot.nothing_to_undo"


@settings(max_examples=40)
@given(SEEDS, st.integers(1, 60), st.integers(1, 20), st.integers(1, 30))
def test_play_goes_on_after_an_undo(seed: int, most: int, k: int, more: int) -> None:
    """Undo, play on, undo again: always legal, and the journal is the state."""
    rng = random.Random(seed)
    desk, memory, _ = played(rng, most)
    for _ in range(k):
        desk.take(UNDO)
    from tests.companion.referee.random_match import legal_event  # noqa: PLC0415

    for _ in range(more):
        if desk.state.phase is Phase.OVER and desk.state.dispute is None:
            break
        desk.take(UNDO if rng.random() < 0.2 else legal_event(desk.state, rng))
        assert desk.state.gate_open or not desk.state.readings or desk.state.phase in SHOWN
    assert bare(resume(memory.entries)) == bare(desk.state)


@settings(max_examples=40)
@given(SEEDS, st.integers(1, 80))
def test_resume_equals_the_live_state_at_every_prefix(seed: int, most: int) -> None:
    """The journal alone gives the table back, wherever the companion ended."""
    _, memory, told = played(random.Random(seed), most)
    ends = [*(entries for _, _, _, entries in told[1:]), len(memory.entries)]
    for (_, _, after, _), end in zip(told, ends, strict=True):
        again = bare(resume(memory.entries[:end]))
        if after.phase is Phase.OVER:
            # The record of a match that is over stays as it ended, whatever the box and the camera do then.
            after = replace(after, box=again.box, camera=again.camera, cup_down=again.cup_down, felt=again.felt)
            after = replace(after, gate_open=again.gate_open, readings=again.readings)
        assert again == bare(after)
