"""Undo by retraction: what is taken back is as if it had never been played, whatever was played."""

import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from companion.games.commentary import LANGUAGES, tell
from companion.games.dice import DiceHand
from companion.journal.errors import JournalError
from companion.journal.store import Journal
from companion.referee import events as e
from companion.referee.desk import Desk, resume
from companion.referee.effects import CloseGate, Effect, LightSeat, OpenGate, ReadDice, StopReading
from companion.referee.felt import BoxHeard, BoxTold
from companion.referee.reduce import reduce
from companion.referee.state import Phase, TableState
from firmware_bridge.events import Input, Level
from tests.companion.referee.random_match import Memory, bare, legal_event, played, same, seated_desk
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


@settings(max_examples=25)
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


@settings(max_examples=25)
@given(SEEDS, st.integers(1, 60), st.integers(1, 20), st.integers(1, 30))
def test_play_goes_on_after_an_undo(seed: int, most: int, k: int, more: int) -> None:
    """Undo, play on, undo again: always legal, and the journal is the state."""
    rng = random.Random(seed)
    desk, memory, _ = played(rng, most)
    for _ in range(k):
        desk.take(UNDO)

    for _ in range(more):
        if desk.state.phase is Phase.OVER and desk.state.dispute is None:
            break
        desk.take(UNDO if rng.random() < 0.2 else legal_event(desk.state, rng))
        assert desk.state.gate_open or not desk.state.readings or desk.state.phase in SHOWN
    assert same(resume(memory.entries), desk.state)


@settings(max_examples=25)
@example(21642498, 1)  # a match that was left had a call against which the cup's sensor spoke
@given(SEEDS, st.integers(1, 80))
def test_resume_equals_the_live_state_at_every_prefix(seed: int, most: int) -> None:
    """The journal alone gives the table back, wherever the companion ended."""
    _, memory, told = played(random.Random(seed), most)
    ends = [*(entries for _, _, _, entries in told[1:]), len(memory.entries)]
    for (_, _, live, _), end in zip(told, ends, strict=True):
        assert same(resume(memory.entries[:end]), live)


def undone(
    *events: e.Event, names: tuple[str, ...] = ("A", "B", "C"), limit: int = 2
) -> tuple[TableState, list[Effect]]:
    """The state after these events and one undo, and what was asked of the world by it."""
    asked: list[Effect] = []
    desk = Desk(Memory(), asked.append)
    for event in (*BEGUN, e.MatchBegun(names, limit), e.StarterDrawn(0), *events):
        desk.take(event)
    asked.clear()
    desk.take(replace(UNDO, at_ns=500))
    return desk.state, asked


BEGUN = (e.CameraChanged(e.Link.READY), e.BoxChanged(e.Link.READY), e.CupSeated())
LIE = (claim(0, "KKKJ7"), e.CupLifted(), e.DiceRead(dice("KKQJ7"), True))


def test_a_claim_is_taken_back() -> None:
    """The same seat claims again; the dice are private, its lamp is lit; the board says what was taken back."""
    state, asked = undone(claim(0, "KKKJ7"))
    assert (state.phase, state.turn, state.gate_open) == (Phase.CLAIM, 0, False)
    assert asked == [StopReading(), CloseGate(), LightSeat(0)]
    assert state.told is not None
    assert tell(state.told, "en", state.names).startswith("Taken back: A said KKKJ7")
    assert "A is next." in tell(state.told, "en", state.names)


def test_a_call_goes_with_its_lift_its_reading_and_its_verdict() -> None:
    """One tap: the claim stands again. The cup is up, so no picture is shown until it is down."""
    state, asked = undone(*LIE)
    assert state.match is not None
    assert (state.phase, state.turn, state.hands, state.match.points) == (Phase.ANSWER, 1, (), (0, 0, 0))
    assert (state.cup_down, state.gate_open) == (False, False)
    assert OpenGate() not in asked
    assert state.told is not None
    assert "A: now 0 points, before 1." in tell(state.told, "en", state.names)


def test_M22_the_undo_of_a_believe_shows_nobody_who_is_looking() -> None:
    """BELIEVE by mistake, and the receiver has the cup up already: the lift before the undo is no call, no picture."""
    state, _ = undone(claim(0, "KKKJ7"), e.Believed(1), e.CupLifted(at_ns=400))
    assert (state.phase, state.cup_down, state.gate_open) == (Phase.ANSWER, False, False)
    down, effects = reduce(state, e.CupSeated(at_ns=600))
    assert down.gate_open
    assert effects[-1] == OpenGate()
    late, _ = reduce(down, e.CupLifted(at_ns=499))
    assert late.phase is Phase.ANSWER
    called, _ = reduce(down, e.CupLifted(at_ns=601))
    assert called.phase is Phase.READING


def test_the_cup_is_down_and_the_picture_is_there_again() -> None:
    """Nothing to hide: the claim is to be answered, as before the tap."""
    state, asked = undone(claim(0, "KKKJ7"), e.Believed(1))
    assert (state.phase, state.gate_open) == (Phase.ANSWER, True)
    assert asked == [StopReading(), CloseGate(), OpenGate(), LightSeat(1)]


def test_a_ruling_is_a_step_of_its_own() -> None:
    """The dice are named again, with the same guess before one's eyes; the camera does not read what lies there now."""
    unsure = e.DiceRead(dice("KKK?7"), False, "blurred", evidence=("ab" * 32,))
    state, asked = undone(*LIE[:2], unsure, e.RulingGiven(DiceHand.parse("KKKQ7"), "Ana"))
    assert (state.phase, len(state.readings), state.evidence) == (Phase.RULING, 5, ("ab" * 32,))
    assert not any(isinstance(x, ReadDice) for x in asked)
    early, _ = undone(*LIE[:2], e.RulingGiven(DiceHand.parse("KKKQ7"), "Ana"))
    assert (early.phase, early.call) == (Phase.RULING, reduce(early, e.CupSeated())[0].call)


def test_the_next_hand_the_elimination_and_the_end_are_taken_back() -> None:
    """Step by step from the end of a match to before its last call."""
    desk = Desk(Memory())
    over = (*LIE, e.NextHandBegun(), claim(1, "AAAAA"), e.Believed(0))
    for event in (*BEGUN, e.MatchBegun(("A", "B"), 2), e.StarterDrawn(0), *over):
        desk.take(event)
    assert desk.state.phase is Phase.OVER
    told = [desk.take(UNDO) for _ in range(4)]
    assert [state.phase for state in told] == [Phase.ANSWER, Phase.CLAIM, Phase.VERDICT, Phase.ANSWER]
    assert [state.match and state.match.points for state in told] == [(1, 0), (1, 0), (1, 0), (0, 0)]
    assert [state.match and state.match.out for state in told] == [(), (), (), ()]
    assert told[2].ruling is not None


def test_a_match_that_was_left_is_taken_up_again() -> None:
    """Until another one begins."""
    state, _ = undone(claim(0, "KKKJ7"), e.MatchAbandoned("A", "supper"))
    assert (state.phase, state.names, state.turn) == (Phase.ANSWER, ("A", "B", "C"), 1)


def test_a_button_and_what_the_box_told_are_steps_like_taps() -> None:
    """The record keeps what the box told; what it meant is taken back."""
    lifted = BoxTold(BoxHeard(Input.CUP, Level.LIFTED, 7, 3), at_ns=100)
    memory = Memory()
    desk = Desk(memory)
    for event in (*BEGUN, e.MatchBegun(("A", "B")), e.StarterDrawn(0), claim(0, "KKKJ7"), lifted):
        desk.take(event)
    assert desk.state.undoable is not None
    assert desk.state.undoable.key == "mentiroso.call_lifting"
    desk.take(UNDO)
    back = [memory.entries[int(str(x.body["seq"])) - 1].kind for x in memory.entries if x.kind == "retracted"]
    assert back == ["cup_lifted"]
    assert (desk.state.phase, desk.state.cup_down) == (Phase.ANSWER, False)
    assert desk.state.felt.mark == (7, 4)


def test_facts_of_the_table_are_never_taken_back() -> None:
    """The camera was lost in between: it is lost afterwards too, and the record says when."""
    memory = Memory()
    desk = Desk(memory)
    facts = (e.CameraChanged(e.Link.LOST, "unplugged"), e.EvidenceTrimmed(("cd" * 32,), "no room"))
    for event in (*BEGUN, e.MatchBegun(("A", "B")), e.StarterDrawn(0), claim(0, "KKKJ7"), *facts):
        desk.take(event)
    desk.take(UNDO)
    assert desk.state.camera is e.Link.LOST
    kinds = [x.kind for x in memory.entries]
    back = {kinds[int(str(x.body["seq"])) - 1] for x in memory.entries if x.kind == "retracted"}
    assert back == {"claim_confirmed"}


def test_nothing_to_undo_is_said_with_the_reason() -> None:
    """Before the lot; and before a match there is nothing at all."""
    for desk in (Desk(Memory()), seated_desk()[0]):
        state = desk.take(UNDO)
        assert state.refused == "nothing has been done yet that could be taken back"
        assert state.undoable is None


def test_an_undo_that_cannot_be_written_did_not_happen(tmp_path: Path) -> None:
    """The disk is full: the claim stands, in the state and on the disk."""
    with Journal.open(tmp_path / "j.sqlite3") as journal:
        desk = Desk(journal)
        for event in (e.MatchBegun(("A", "B")), e.StarterDrawn(0), claim(0, "KKKJ7")):
            desk.take(event)
    before = desk.state
    with pytest.raises(JournalError):
        desk.take(UNDO)
    assert desk.state == before
    assert desk.match is not None
    with Journal.open(tmp_path / "j.sqlite3") as journal:
        assert bare(resume(journal.events(desk.match))) == bare(before)


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_every_step_and_every_change_can_be_told(language: str) -> None:
    """What an undo would take back stands on its key, in the language of the screen."""
    desk, _, told = played(random.Random(11), 120)
    states = [state for _, _, state, _ in told]
    while desk.state.undoable is not None:
        states.append(desk.take(UNDO))
    said = [x for state in states for x in (state.undoable, state.told) if x is not None]
    assert len({x.key for x in said}) > 8
    assert all(tell(x, language, ("Ana", "Bo", "Cy")).strip() for x in said)
