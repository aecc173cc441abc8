"""Disputed verdicts: window, allowance, frozen board; what each outcome does to points, eliminations and the turn."""

import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.commentary import tell
from companion.games.dice import DiceHand
from companion.journal.store import Journal
from companion.referee import events as e
from companion.referee.desk import Desk, resume
from companion.referee.revise import rescored
from companion.referee.state import Phase, TableState
from companion.referee.tell import tell_match
from tests.companion.referee.random_match import Memory, played, same
from tests.companion.referee.table import claim

S = 1_000_000_000


def hand(seat: int, said: str, caller: int, was: str, at_s: int = 0) -> tuple[e.Event, ...]:
    """A claim, a call, and the dice named by hand `at_s` seconds after the start."""
    return claim(seat, said), e.Called(caller), e.RulingGiven(DiceHand.parse(was), "Ana", at_ns=at_s * S)


LIE = hand(0, "KKKJ7", 1, "KKQJ7", at_s=100)
"""A, who starts, lied: one point for A, B starts."""


def table(
    *events: e.Event, names: tuple[str, ...] = ("A", "B", "C"), limit: int = 3, **options: int
) -> Desk[TableState]:
    """After these events; without box and camera."""
    desk = Desk(Memory())
    for event in (e.MatchBegun(names, limit, **options), e.StarterDrawn(0), *events):  # type: ignore[arg-type]
        state = desk.take(event)
        assert not state.refused, state.refused
    return desk


def ruled(desk: Desk[TableState], outcome: e.Outcome, actual: str = "", which: int = 0) -> TableState:
    """Reviewed and announced."""
    dice = DiceHand.parse(actual) if actual else None
    for event in (e.DisputeRuled(which, outcome, "Bo", "seen", dice), e.RulingPublished(which)):
        state = desk.take(event)
        assert not state.refused, state.refused
    return state


def refusal(state: TableState) -> str:
    """The key of the sentence."""
    assert state.refused_what is not None
    return state.refused_what.key


def test_a_dispute_freezes_the_board_until_the_ruling_is_published() -> None:
    """Play may go on meanwhile; nobody sees a score before it is announced."""
    desk = table(*LIE, e.Disputed(0, 0, "that was a king"))
    before = desk.state.board
    assert before.points == (1, 0, 0)
    for event in (e.NextHandBegun(), *hand(1, "AAAAA", 2, "KQJ87")):
        desk.take(event)
    assert desk.state.match is not None
    assert desk.state.match.points == (1, 1, 0)
    assert desk.state.board == before
    desk.take(e.DisputeRuled(0, e.Outcome.OVERTURNED, "Bo", "the picture", DiceHand.parse("KKKJ7")))
    assert desk.state.board == before
    state = desk.take(e.RulingPublished(0))
    assert state.board.points == (0, 2, 0)
    assert state.told is not None
    told = tell(state.told, "en", state.names)
    assert told.startswith("Hand 1: the verdict was wrong.")
    assert "A: now 0 points, before 1." in told
    assert "B: now 2 points, before 0." in told
    assert "C" not in told.replace("Cannot", "")


@pytest.mark.parametrize(
    ("outcome", "kept"),
    [
        (e.Outcome.STANDS, False),
        (e.Outcome.CONFIRMED, False),
        (e.Outcome.OVERTURNED, True),
        (e.Outcome.INCONCLUSIVE, True),
    ],
)
def test_a_won_challenge_is_kept(outcome: e.Outcome, kept: bool) -> None:
    """Lost only where the verdict was right, or nothing speaks against it; not where nobody can tell."""
    desk = table(*LIE, challenges=1)
    desk.take(e.Disputed(0, 0, "no"))
    assert desk.state.challenges == (1, 1, 1), "the result is not to be read from the allowance"
    desk.take(e.DisputeRuled(0, outcome, "Bo", "seen"))
    assert desk.state.challenges == (1, 1, 1)
    state = desk.take(e.RulingPublished(0))
    assert state.challenges == ((1 if kept else 0), 1, 1)
    assert state.hands[0].outcome is outcome
    assert state.ruling == state.hands[0]
    loser = 1 if outcome is e.Outcome.OVERTURNED else 0
    assert state.hands[0].loser == loser
    assert state.match is not None
    assert state.match.points[loser] == 1
    desk.take(e.NextHandBegun())
    assert desk.state.turn == (2 if outcome is e.Outcome.OVERTURNED else 1), "M9: to the right of the loser"


def test_the_window_is_held_by_the_times_of_the_events() -> None:
    """120 s after the verdict, and not a moment longer."""
    in_time = table(*LIE).take(e.Disputed(0, 0, "no", at_ns=220 * S))
    assert in_time.dispute is not None
    late = table(*LIE).take(e.Disputed(0, 0, "no", at_ns=220 * S + 1))
    assert (late.dispute, refusal(late)) == (None, "cannot.dispute_late")
    assert "120 seconds" in late.refused
    short = table(*LIE, challenge_window_s=10).take(e.Disputed(0, 0, "no", at_ns=111 * S))
    assert refusal(short) == "cannot.dispute_late"


def test_after_a_restart_only_the_newest_verdict_is_still_open() -> None:
    """Nobody knows how long the companion was off."""
    desk = table(*LIE, e.NextHandBegun(), *hand(1, "AAAAA", 2, "KQJ87", at_s=110))
    memory = desk._record
    assert isinstance(memory, Memory)
    again = Desk(memory)
    again.resume("m", memory.entries)
    again.take(e.Resumed(e.After.START, at_ns=5 * S))
    assert refusal(again.take(e.Disputed(0, 0, "no", at_ns=6 * S))) == "cannot.dispute_late"
    assert again.take(e.Disputed(1, 1, "no", at_ns=6 * S)).dispute is not None


def test_what_cannot_be_disputed_says_why() -> None:
    """No such hand or seat, no disputes agreed on, none left, one already open, one already settled."""
    desk = table(*LIE, challenges=1)
    assert refusal(desk.take(e.Disputed(1, 0, "no"))) == "cannot.no_such_hand"
    assert refusal(desk.take(e.Disputed(0, 7, "no"))) == "cannot.not_at_table"
    assert refusal(desk.take(e.RulingPublished(0))) == "cannot.not_disputed"
    desk.take(e.Disputed(0, 0, "no"))
    assert refusal(desk.take(e.Disputed(0, 1, "no"))) == "cannot.dispute_open"
    assert refusal(desk.take(e.RulingPublished(0))) == "cannot.not_ruled"
    assert refusal(desk.take(e.DisputeRuled(1, e.Outcome.STANDS, "Bo", "seen"))) == "cannot.not_disputed"
    ruled(desk, e.Outcome.STANDS)
    assert refusal(desk.take(e.Disputed(0, 1, "no"))) == "cannot.disputed_already"
    for event in (e.NextHandBegun(), *hand(1, "AAAAA", 2, "KQJ87")):
        desk.take(event)
    assert refusal(desk.take(e.Disputed(1, 0, "no"))) == "cannot.no_challenge_left"
    assert refusal(table(*LIE, challenge_window_s=0).take(e.Disputed(0, 0, "no"))) == "cannot.no_disputes"


@pytest.mark.parametrize(
    ("outcome", "actual"),
    [
        (e.Outcome.OVERTURNED, "KKQJ7"),
        (e.Outcome.CONFIRMED, "KKKJ7"),
        (e.Outcome.STANDS, "KKKJ8"),
        (e.Outcome.INCONCLUSIVE, "AAAAA"),
    ],
)
def test_a_ruling_that_its_own_dice_contradict_is_refused(outcome: e.Outcome, actual: str) -> None:
    """Whoever names the dice says with them who lied (M24)."""
    desk = table(*LIE, e.Disputed(0, 0, "no"))
    state = desk.take(e.DisputeRuled(0, outcome, "Bo", "seen", DiceHand.parse(actual)))
    assert refusal(state) == "cannot.outcome_against_dice"
    assert state.dispute is not None
    assert state.dispute.outcome is None


def test_M21_five_aces_that_were_believed_have_no_dice_to_review() -> None:
    """Who believed or not is for an undo."""
    desk = table(claim(0, "AAAAA"), e.Believed(1), e.Disputed(0, 1, "I did not say that"))
    assert refusal(desk.take(e.DisputeRuled(0, e.Outcome.OVERTURNED, "Bo", "x"))) == "cannot.no_dice_in_it"
    assert ruled(desk, e.Outcome.STANDS).hands[0].outcome is e.Outcome.STANDS


def test_who_was_put_out_wrongly_plays_on() -> None:
    """A is out by the last point, B and C play a hand, the verdict is overturned: A is back, B has the point."""
    desk = table(*LIE, e.Disputed(0, 0, "no"), limit=1, names=("A", "B", "C"))
    assert desk.state.match is not None
    assert desk.state.match.out == (0,)
    state = ruled(desk, e.Outcome.OVERTURNED, "KKKJ7")
    assert state.match is not None
    assert (state.match.points, state.match.out, state.phase) == ((0, 1, 0), (1,), Phase.VERDICT)
    assert state.told is not None
    assert "A plays on." in tell(state.told, "en", state.names)
    assert "B is out." in tell(state.told, "en", state.names)
    assert state.ruling is not None
    assert state.ruling.eliminated
    desk.take(e.NextHandBegun())
    assert desk.state.turn == 2


def test_a_hand_in_play_begins_anew_where_other_players_are_in_it() -> None:
    """B and C were in the middle of a hand without A: with A back, and B out, C starts, whose turn it is (M9)."""
    desk = table(*LIE, e.Disputed(0, 0, "no"), e.NextHandBegun(), claim(1, "QJ877"), limit=1)
    state = ruled(desk, e.Outcome.OVERTURNED)
    assert (state.phase, state.turn, state.gate_open) == (Phase.CLAIM, 2, False)
    assert state.match is not None
    assert state.match.claims == ()
    assert state.match.active == (0, 2)


def test_a_hand_in_play_goes_on_where_the_players_are_the_same() -> None:
    """Its claims were made in good faith; only the points change."""
    desk = table(*LIE, e.Disputed(0, 0, "no"), e.NextHandBegun(), claim(1, "QJ877"))
    state = ruled(desk, e.Outcome.OVERTURNED)
    assert (state.phase, state.turn) == (Phase.ANSWER, 2)
    assert state.match is not None
    assert state.match.points == (0, 1, 0)
    assert state.match.to_beat == DiceHand.parse("QJ877")


def test_a_hand_that_nobody_has_claimed_in_begins_with_the_right_starter() -> None:
    """B was to start after A's point; after B's point C is (M9)."""
    desk = table(*LIE, e.Disputed(0, 0, "no"), e.NextHandBegun())
    assert desk.state.turn == 1
    assert ruled(desk, e.Outcome.OVERTURNED).turn == 2


def test_the_end_of_a_match_is_overturned() -> None:
    """It goes on; and the other way round, it ends at once, and the hand played since counts for nothing."""
    over = table(*LIE, e.Disputed(0, 0, "no"), names=("A", "B"), limit=1)
    assert over.state.phase is Phase.OVER
    assert over.take(e.MatchBegun(("C", "D"))).refused
    state = ruled(over, e.Outcome.OVERTURNED)
    assert state.match is not None
    assert (state.phase, state.match.winner, state.match.points) == (Phase.OVER, 0, (0, 1))
    first = hand(0, "KKKJ7", 1, "KKQJ7")
    second = hand(1, "KKKJ7", 0, "KKKJ7")
    desk = table(*first, e.NextHandBegun(), *second, names=("A", "B"), limit=2)
    assert desk.state.phase is Phase.OVER
    desk.take(e.Disputed(1, 0, "no"))
    state = ruled(desk, e.Outcome.OVERTURNED, which=1)
    assert state.match is not None
    assert (state.phase, state.match.points) == (Phase.VERDICT, (1, 1))
    assert desk.take(e.NextHandBegun()).turn == 0


def test_a_hand_after_the_end_gives_no_point() -> None:
    """A lies twice, B is overturned into the last point before: the hand between them was played for nothing."""
    desk = table(
        *hand(0, "KKKJ7", 1, "KKQJ7"),
        e.NextHandBegun(),
        *hand(1, "KKKJ7", 0, "KKQJ7"),
        e.Disputed(0, 0, "no"),
        e.NextHandBegun(),
        names=("A", "B"),
        limit=2,
    )
    state = ruled(desk, e.Outcome.OVERTURNED)
    assert state.match is not None
    assert (state.phase, state.match.winner, state.match.points) == (Phase.OVER, 0, (0, 2))
    assert state.readings == ()
    assert not state.gate_open


@settings(max_examples=40)
@given(st.integers(0, 2**32), st.integers(20, 90))
def test_points_are_always_those_of_the_hands(seed: int, most: int) -> None:
    """M12 after any ruling: points given = hands counted; who is out has reached the limit; the journal says so too."""
    desk, memory, told = played(random.Random(seed), most, limit=2, facts=0.1, disputes=0.5)
    for _, _, state, _ in told:
        if state.match is None:
            continue
        counted = [ruling for ruling in state.hands if ruling.counted]
        assert sum(state.match.points) == len(counted) == state.match.hands
        assert {seat for seat, n in enumerate(state.match.points) if n >= 2} == set(state.match.out)
        match, hands = rescored(state.match, state.hands)
        assert (match.points, match.out) == (state.match.points, state.match.out)
        assert hands == state.hands
    assert same(resume(memory.entries), desk.state)


def test_a_ruling_is_undone_like_any_step() -> None:
    """Published, ruled, disputed: back to the verdict, with nothing spent."""
    desk = table(*LIE, e.Disputed(0, 0, "no"))
    ruled(desk, e.Outcome.STANDS)
    states = [desk.take(e.Undone("Ana", "too soon")) for _ in range(3)]
    assert [s.dispute and s.dispute.outcome for s in states] == [e.Outcome.STANDS, None, None]
    assert states[2].dispute is None
    assert states[2].challenges == (2, 2, 2)
    assert replace(states[2], told=None).undoable is not None


def test_the_record_tells_who_disputed_what_and_what_came_of_it(tmp_path: Path) -> None:
    """Line by line, as people would."""
    with Journal.open(tmp_path / "j.sqlite3") as journal:
        desk = Desk(journal)
        begun = (e.MatchBegun(("Ana", "Bo"), 3), e.StarterDrawn(0), *LIE, e.Disputed(0, 0, "that was a king"))
        ruling = e.DisputeRuled(0, e.Outcome.OVERTURNED, "Cy", "the picture", DiceHand.parse("KKKJ7"))
        for event in (*begun, ruling, e.RulingPublished(0), e.MatchAbandoned("Ana", "supper")):
            desk.take(event)
        assert desk.match is not None
        told = tell_match(desk.match, journal.events(desk.match))
    for line in (
        "  Ana disputes the verdict of hand 1: that was a king.",
        "  Cy reviews hand 1: overturned (the picture). The dice were KKKJ7.",
        "  The ruling on hand 1 is announced.\n  Points: Ana 0, Bo 1.",
        "Ana ends the match before anyone has won: supper.",
    ):
        assert line in told
