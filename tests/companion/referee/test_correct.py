"""Corrections: what was wrong is put right in its place, what came later is played on top of it."""

import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.commentary import tell
from companion.games.dice import DiceHand
from companion.journal.retraction import effective
from companion.journal.store import Journal
from companion.referee import events as e
from companion.referee.desk import Desk, resume
from companion.referee.effects import Effect, LightSeat, ReadDice
from companion.referee.state import Phase, TableState
from companion.referee.tell import tell_match
from tests.companion.referee.random_match import Memory, bare, played, same
from tests.companion.referee.table import claim, dice

PARTS = (e.CameraChanged(e.Link.READY), e.BoxChanged(e.Link.READY), e.CupSeated())
SEATED = (*PARTS, e.MatchBegun(("A", "B", "C"), 3), e.StarterDrawn(0))
LIE = (claim(0, "KKKJ7"), e.CupLifted(at_ns=50), e.DiceRead(dice("KKQJ7"), True, evidence=("ab" * 32,)))


def table(*events: e.Event) -> tuple[Desk[TableState], Memory]:
    """After these events."""
    memory = Memory()
    desk = Desk(memory)
    for event in (*SEATED, *events):
        desk.take(event)
    return desk, memory


def seq_of(memory: Memory, kind: str) -> int:
    """The newest entry of this kind."""
    return max(x.seq for x in memory.entries if x.kind == kind)


def correct(desk: Desk[TableState], memory: Memory, kind: str, right: e.Event) -> TableState:
    """The newest entry of a kind was wrong."""
    state = desk.take(e.Corrected(seq_of(memory, kind), "Ana", "misheard", right, at_ns=900))
    assert same(resume(memory.entries), state)
    return state


def refusal(state: TableState) -> str:
    """The key of the sentence."""
    assert state.refused_what is not None
    return state.refused_what.key


def test_a_claim_that_stands_was_entered_wrongly() -> None:
    """In one step: the same turn, another claim; only that has changed, and nothing of the score."""
    desk, memory = table(claim(0, "KKKJ7"))
    entries = len(memory.entries)
    state = correct(desk, memory, "claim_confirmed", claim(0, "QQQJ7"))
    assert (state.phase, state.turn) == (Phase.ANSWER, 1)
    assert state.match is not None
    assert state.match.to_beat == DiceHand.parse("QQQJ7")
    assert [x.kind for x in memory.entries[entries:]] == ["retracted", "resumed"]
    assert state.told is not None
    assert tell(state.told, "en", state.names) == "Corrected. The score is as it was."


def test_a_claim_that_was_called_is_corrected_while_the_dice_are_waited_for() -> None:
    """Nothing was touched: the lift, the frames being read and the picture go on, and judge the right claim."""
    desk, memory = table(claim(0, "KKKJ7"), e.Called(1))
    asked: list[Effect] = []
    desk._carry_out = asked.append
    state = correct(desk, memory, "claim_confirmed", claim(0, "KKJ87"))
    assert (state.phase, state.gate_open, state.unwatched) == (Phase.LIFT, True, False)
    desk.take(e.CupLifted(at_ns=60))
    state = correct(desk, memory, "claim_confirmed", claim(0, "KKQ87"))
    assert (state.phase, state.gate_open, state.unwatched) == (Phase.READING, True, False)
    assert asked == [LightSeat(1), ReadDice(5, 60), LightSeat(1)]
    desk.take(LIE[2])
    assert desk.state.ruling is not None
    assert (desk.state.ruling.lie, desk.state.ruling.by) == (False, "camera")
    assert same(resume(memory.entries), desk.state)


def test_a_claim_of_before_is_corrected_and_its_call_judged_again() -> None:
    """The dice were read already: with the right claim it was the truth (M24). The journal's verdict is right too."""
    desk, memory = table(*LIE)
    assert desk.state.board.points == (1, 0, 0)
    state = correct(desk, memory, "claim_confirmed", claim(0, "KKJ87"))
    assert (state.phase, state.board.points) == (Phase.VERDICT, (0, 1, 0))
    assert state.ruling is not None
    assert (state.ruling.lie, state.ruling.evidence) == (False, ("ab" * 32,))
    assert state.told is not None
    told = tell(state.told, "en", state.names)
    assert told == "Corrected. A: now 0 points, before 1. B: now 1 points, before 0.".replace("1 points", "1 point")


def test_a_die_that_was_misread_is_named_by_a_person() -> None:
    """The reading stays in the record; what counts in its place is what the person says, and the verdict follows."""
    desk, memory = table(*LIE)
    state = correct(desk, memory, "dice_read", e.RulingGiven(DiceHand.parse("KKKJ7"), "Ana"))
    assert state.board.points == (0, 1, 0)
    assert state.ruling is not None
    assert (state.ruling.by, state.ruling.lie) == ("Ana", False)
    assert any(x.kind == "dice_read" for x in memory.entries)


def test_a_die_of_an_earlier_hand_was_misread_and_the_hands_since_stand() -> None:
    """B started since and claimed: that stands. The point of the first hand goes to B, who had none."""
    desk, memory = table(*LIE, e.NextHandBegun(), claim(1, "QJ877"), e.Believed(2), claim(2, "KKQJ7"))
    state = correct(desk, memory, "dice_read", e.RulingGiven(DiceHand.parse("KKKJ7"), "Ana"))
    assert memory.entries[-2].kind == "verdict_corrected"
    assert (state.phase, state.turn, state.board.points) == (Phase.ANSWER, 0, (0, 1, 0))
    assert state.match is not None
    assert state.match.to_beat == DiceHand.parse("KKQJ7")
    assert state.told is not None
    assert "B: now 1 point, before 0." in tell(state.told, "en", state.names)
    desk.take(e.Undone("Ana", "it was right"))
    assert desk.state.board.points == (1, 0, 0)


def test_what_would_not_be_legal_with_the_claims_that_followed_is_refused_with_the_reason() -> None:
    """C has beaten the claim of B: it cannot have been higher than that."""
    desk, memory = table(claim(0, "QJ877"), e.Believed(1), claim(1, "KKQJ7"))
    before, entries = desk.state, len(memory.entries)
    first = next(x.seq for x in memory.entries if x.kind == "claim_confirmed")
    state = desk.take(e.Corrected(first, "Ana", "misheard", claim(0, "AAAAK")))
    assert refusal(state) == "cannot.later_not_legal"
    assert "not higher than" in state.refused
    assert bare(state) == bare(before)
    assert len(memory.entries) == entries


def test_what_is_not_legal_itself_is_refused() -> None:
    """Another seat's claim; a claim in the place of an answer; an event that has no meaning there; no event at all."""
    desk, memory = table(claim(0, "QJ877"), e.Believed(1), e.CupLifted(), e.CupSeated())
    said = seq_of(memory, "claim_confirmed")
    for seq, right, key in (
        (said, claim(2, "QJ877"), "right_not_legal"),
        (seq_of(memory, "believed"), claim(1, "KKQJ7"), "right_not_legal"),
        (said, e.DiceRead((), False), "no_meaning_there"),
        (99, claim(0, "QJ877"), "nothing_to_correct"),
        (seq_of(memory, "cup_seated"), e.CupLifted(), "nothing_to_correct"),
        (said, e.BoxChanged(e.Link.LOST), "nothing_to_correct"),
        (said, e.Undone("A", "b"), "nothing_to_correct"),
    ):
        state = desk.take(e.Corrected(seq, "Ana", "x", right))
        assert refusal(state) == f"cannot.{key}"


def test_a_call_that_was_heard_as_believe() -> None:
    """B had said CALL: what he saw under the cup since then is what is now to be named."""
    desk, memory = table(claim(0, "KKKJ7"), e.Believed(1), e.CupLifted(at_ns=70))
    state = correct(desk, memory, "believed", e.Called(1))
    assert state.phase is Phase.RULING
    assert state.call is not None
    assert state.call.caller == 1


def test_a_believe_that_was_heard_as_a_call() -> None:
    """The dice were shown for nothing: the reading counts no more, the turn is B's."""
    desk, memory = table(claim(0, "KKKJ7"), e.Called(1), *LIE[1:])
    state = correct(desk, memory, "called", e.Believed(1))
    assert (state.phase, state.turn, state.hands, state.gate_open) == (Phase.CLAIM, 1, (), False)
    assert state.board.points == (0, 0, 0)


def test_five_aces_that_were_not_five_aces() -> None:
    """M21 gave the point at once; with the right claim the receiver throws."""
    desk, memory = table(claim(0, "AAAAA"), e.Believed(1))
    assert desk.state.board.points == (0, 1, 0)
    state = correct(desk, memory, "claim_confirmed", claim(0, "AAAAK"))
    assert (state.phase, state.turn, state.board.points) == (Phase.CLAIM, 1, (0, 0, 0))
    again = correct(desk, memory, "claim_confirmed", claim(0, "AAAAA"))
    assert (again.phase, again.board.points) == (Phase.VERDICT, (0, 1, 0))


def test_a_name_and_the_limit_are_corrected() -> None:
    """The match begins with what is right, and nothing else has changed; a limit that would have ended it is told."""
    desk, memory = table(*LIE, e.NextHandBegun(), claim(1, "QJ877"))
    state = correct(desk, memory, "match_begun", e.MatchBegun(("Ana", "B", "C"), 3))
    assert (state.names, state.turn, state.board.points) == (("Ana", "B", "C"), 2, (1, 0, 0))
    out = desk.take(e.Corrected(1, "Ana", "we said one", e.MatchBegun(("Ana", "B", "C"), 1)))
    assert out.board.out == (0,)
    assert out.told is not None
    assert "Ana is out." in tell(out.told, "en", out.names)


def test_a_correction_is_undone_as_one_step() -> None:
    """With the verdict it had changed."""
    desk, memory = table(*LIE)
    before = desk.state
    correct(desk, memory, "claim_confirmed", claim(0, "KKJ87"))
    state = desk.take(e.Undone("Ana", "I was wrong"))
    assert (state.match, state.hands, state.ruling) == (before.match, before.hands, before.ruling)
    assert state.undoable == before.undoable
    assert same(resume(memory.entries), state)
    again = correct(desk, memory, "claim_confirmed", claim(0, "KKQ87"))
    assert again.board.points == (0, 1, 0)
    twice = desk.take(e.Corrected(seq_of(memory, "claim_confirmed"), "Ana", "no", claim(0, "KKKK7")))
    assert twice.board.points == (1, 0, 0)
    assert same(resume(memory.entries), twice)


def test_every_reader_of_the_journal_reads_the_right_one(tmp_path: Path) -> None:
    """In its place, on the disk, with the chain whole; the story and the verdict are those of the right claim."""
    with Journal.open(tmp_path / "j.sqlite3") as journal:
        desk = Desk(journal)
        for event in (*SEATED, *LIE):
            desk.take(event)
        assert desk.match is not None
        seq = next(x.seq for x in journal.events(desk.match) if x.kind == "claim_confirmed")
        desk.take(e.Corrected(seq, "Ana", "misheard", claim(0, "KKJ87")))
        journal.verify(desk.match)
        entries = journal.events(desk.match)
        told = tell_match(desk.match, entries)
    counting = effective(entries)
    assert [x.seq for x in counting] == sorted(x.seq for x in counting)
    assert next(x for x in counting if x.kind == "claim_confirmed").body["claim"] == "KKJ87"
    (verdict,) = [x for x in counting if x.kind == "verdict"]
    assert (verdict.body["verdict"], verdict.body["points"]) == ("true", [0, 1, 0])
    assert "A claims KKJ87." in told
    assert "KKKJ7" not in told


@settings(max_examples=40)
@given(st.integers(0, 2**32), st.integers(5, 60))
def test_a_correction_equals_having_played_it_so(seed: int, most: int) -> None:
    """Any claim of a random match: refused, or the table is as if the right one had been said at once."""
    rng = random.Random(seed)
    desk, memory, _ = played(rng, most, limit=3, facts=0, disputes=0)
    claims = [x for x in memory.entries if x.kind == "claim_confirmed"]
    if not claims:
        return
    wrong = rng.choice(claims)
    right = e.ClaimConfirmed(int(str(wrong.body["seat"])), DiceHand(rng.randint(1, 252)))
    before, entries = desk.state, list(memory.entries)
    state = desk.take(e.Corrected(wrong.seq, "Ana", "misheard", right))
    if state.refused:
        assert bare(state) == bare(before)
        assert memory.entries == entries
        return
    kind, body = "claim_confirmed", {"seat": right.seat, "claim": str(right.claim), "blind": False}
    said = [replace(x, body=body) if x.seq == wrong.seq else x for x in entries if x.kind != "verdict"]
    straight = resume([replace(x, kind=kind) if x.seq == wrong.seq else x for x in said])
    assert (state.match, state.hands) == (straight.match, straight.hands)
    assert same(resume(memory.entries), state)


@pytest.mark.parametrize("language", ["en", "es", "fr"])
def test_the_reason_is_told_in_the_language_of_the_screen(language: str) -> None:
    """Also the rule's own reason within it."""
    desk, memory = table(claim(0, "QJ877"), e.Believed(1), claim(1, "KKQJ7"))
    first = next(x.seq for x in memory.entries if x.kind == "claim_confirmed")
    state = desk.take(e.Corrected(first, "Ana", "misheard", claim(0, "AAAAK")))
    assert state.refused_what is not None
    said = tell(state.refused_what, language, state.names)
    assert "KKQJ7" in said
    assert "{" not in said
