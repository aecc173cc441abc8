"""The cycle of a hand, event by event (docs/cycle.md)."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.dice import ALL_HANDS, DiceHand
from companion.games.mentiroso.state import Ground
from companion.referee import events as e
from companion.referee.codec import decode, encode
from companion.referee.effects import Append, CloseGate, LightSeat, OpenGate, ReadDice, Refuse, ShowVerdict, StopReading
from companion.referee.reduce import fold, reduce
from companion.referee.state import Phase, TableState
from tests.companion.referee.table import claim, dice, play, seated


def test_M19_a_claim_passes_the_turn_to_the_right_and_opens_the_gate() -> None:
    """Seat 1 must answer, its lamp is lit, the claim is journalled, pictures may be kept."""
    state, effects = play([claim(0, "KKKJ7")], seated())
    assert (state.phase, state.turn, state.gate_open) == (Phase.ANSWER, 1, True)
    assert effects == [Append(claim(0, "KKKJ7")), OpenGate(), LightSeat(1)]


def test_M19_a_claim_not_higher_is_refused_with_the_rule() -> None:
    """Equal is refused; nothing changes but the reason on the board."""
    believed, _ = play([claim(0, "KKKJ7"), e.Believed(1)], seated())
    refused, effects = reduce(believed, claim(1, "KKKJ7"))
    assert refused.refused_rule == "M19"
    assert replace(refused, refused="", refused_rule="", refused_what=None) == believed
    assert [type(x) for x in effects] == [Refuse]
    accepted, _ = reduce(refused, claim(1, "KKKJ8"))
    assert accepted.phase is Phase.ANSWER
    assert accepted.refused == ""


def test_M20_lifting_before_the_answer_is_a_call() -> None:
    """The lift itself calls, and asks for the dice from the moment of the lift on."""
    state, effects = play([claim(0, "KKKJ7"), e.CupLifted(at_ns=77, frame=15)], seated())
    assert state.phase is Phase.READING
    assert state.call is not None
    assert (state.call.caller, state.call.how, state.call.frame) == (1, e.How.LIFT, 15)
    assert effects[-1] == ReadDice(5, 77)


def test_M20_after_a_spoken_call_the_lift_is_awaited() -> None:
    """CALL by tap with the cup down waits for the cup; the lift then starts the reading."""
    called, effects = play([claim(0, "KKKJ7"), e.Called(1)], seated())
    assert called.phase is Phase.LIFT
    assert not any(isinstance(x, ReadDice) for x in effects)
    lifted, effects = play([e.CupLifted(at_ns=5)], called)
    assert (lifted.phase, effects[-1]) == (Phase.READING, ReadDice(5, 5))


def test_a_spoken_call_without_box_reads_at_once() -> None:
    """Nobody can tell of the lift: the reader waits for the dice by itself."""
    state, effects = play([claim(0, "KKKJ7"), e.Called(1)], seated(box=False))
    assert (state.phase, effects[-1]) == (Phase.READING, ReadDice(5, None))


def test_the_tap_of_a_call_is_no_lift() -> None:
    """Without a box nobody knows when the cup goes up: the time of the CALL must not pass for that of the lift."""
    _, effects = play([claim(0, "KKKJ7"), e.Called(1, at_ns=9)], seated(box=False))
    assert effects[-1] == ReadDice(5, None)
    _, effects = play([claim(0, "KKKJ7"), e.Called(1, at_ns=9), e.BoxChanged(e.Link.LOST)], seated())
    assert effects[-1] == ReadDice(5, None)


@pytest.mark.parametrize("late", [e.CupLifted(at_ns=50), e.ButtonPressed("believe", at_ns=50)])
def test_M22_what_the_box_tells_late_answers_no_later_claim(late: e.Event) -> None:
    """A private look, or a button of the turn before, arrives after the claim: the receiver has said nothing."""
    claimed = replace(claim(0, "KKKJ7"), at_ns=60)
    state, effects = play([claimed, late], seated())
    assert (state.phase, state.turn) == (Phase.ANSWER, 1)
    again = fold(tuple(replace(x.event, at_ns=None) for x in effects if isinstance(x, Append)))
    assert again.phase is not Phase.READING
    in_time, _ = play([replace(late, at_ns=61)], state)
    assert in_time.phase is not Phase.ANSWER


def test_M22_a_late_lift_is_not_the_one_that_a_call_waits_for() -> None:
    """CALL was said, the cup is down: only a lift after the claim opens the dice."""
    state, _ = play([replace(claim(0, "KKKJ7"), at_ns=60), e.Called(1, at_ns=70), e.CupLifted(at_ns=50)], seated())
    assert state.phase is Phase.LIFT


def test_a_cup_that_is_seated_after_the_verdict_closes_the_gate() -> None:
    """Players throw the next hand before anyone taps on: what they look at then is private (M22)."""
    judged, _ = play([claim(0, "KKKJ7"), e.CupLifted(), e.DiceRead(dice("KKQJ7"), True)], seated())
    assert judged.gate_open
    state, effects = play([e.CupSeated()], judged)
    assert (state.phase, state.gate_open, state.readings) == (Phase.VERDICT, False, ())
    assert effects[-1] == CloseGate()
    assert state.ruling == judged.ruling


def test_M20_who_lifts_and_taps_too_has_called_once() -> None:
    """No warning on the board for the tap that came second; another seat is still refused."""
    lifted, _ = play([claim(0, "KKKJ7"), e.CupLifted()], seated())
    assert reduce(lifted, e.Called(1)) == (lifted, ())
    assert reduce(lifted, e.Called(0))[0].refused


def test_M27_a_ruling_by_hand_keeps_the_pictures_of_the_call() -> None:
    """They were kept when the camera was not sure."""
    unsure = e.DiceRead(dice("KKK?7"), False, "blurred", evidence=("ab",))
    state, _ = play([claim(0, "KKKJ7"), e.CupLifted(), unsure, e.RulingGiven(DiceHand.parse("KKKQ7"), "Ana")], seated())
    assert state.ruling is not None
    assert state.ruling.evidence == ("ab",)


def test_a_box_lost_after_a_call_does_not_block_the_hand() -> None:
    """The lift will never be told, so the dice are read as soon as they lie open."""
    state, effects = play([claim(0, "KKKJ7"), e.Called(1), e.BoxChanged(e.Link.LOST)], seated())
    assert state.phase is Phase.READING
    assert any(isinstance(x, ReadDice) for x in effects)


def test_a_box_that_is_still_being_looked_for_is_written_down_once() -> None:
    """Where another device is plugged in, the search goes round all evening."""
    state, effects = play([e.BoxChanged(e.Link.SEARCHING, f"port {n}") for n in range(3)], seated())
    assert effects == [Append(e.BoxChanged(e.Link.SEARCHING, "port 0"))]
    assert (state.box, state.cup_down) == (e.Link.SEARCHING, None)


def test_M20_a_lift_that_nobody_timed_calls_nothing() -> None:
    """A box that comes back and finds the cup lifted cannot tell whether that was before the claim: people say CALL."""
    state, _ = play([claim(0, "KKKJ7"), e.BoxChanged(e.Link.LOST), e.CupLifted(timed=False)], seated())
    assert (state.phase, state.cup_down) == (Phase.ANSWER, False)


def test_M22_a_lift_after_believe_is_a_private_look() -> None:
    """The gate stays closed and nothing is read."""
    state, effects = play([claim(0, "KKKJ7"), e.Believed(1), e.CupLifted()], seated())
    assert (state.phase, state.gate_open) == (Phase.CLAIM, False)
    assert CloseGate() in effects
    assert not any(isinstance(x, ReadDice) for x in effects)


@pytest.mark.parametrize(
    ("said", "seen", "loser", "lie"),
    [("KKKJ7", "KKQJ7", 0, True), ("QQJ87", "QQQ87", 1, False), ("AAKQ8", "AAKQ8", 1, False)],
    ids=["ME8", "ME9", "ME10"],
)
def test_M24_a_sure_reading_gives_the_point(said: str, seen: str, loser: int, lie: bool) -> None:
    """Lie: the claimant; equal or better: the caller."""
    events = [claim(0, said), e.CupLifted(), e.DiceRead(dice(seen), True, frame=40, evidence=("ab",))]
    state, effects = play(events, seated())
    assert state.phase is Phase.VERDICT
    assert state.ruling is not None
    assert state.match is not None
    assert (state.ruling.lie, state.ruling.loser, state.ruling.actual) == (lie, loser, DiceHand.parse(seen))
    assert (state.ruling.frame, state.ruling.evidence, state.ruling.by) == (40, ("ab",), "camera")
    assert state.match.points[loser] == 1
    assert ShowVerdict(lie, loser) in effects


def test_a_reading_that_is_not_sure_decides_nothing() -> None:
    """A person is asked; no point is given until the dice are named."""
    state, effects = play([claim(0, "KKKJ7"), e.CupLifted(), e.DiceRead(dice("KKK?7"), False, "blurred")], seated())
    assert (state.phase, state.why_not_sure) == (Phase.RULING, "blurred")
    assert state.match is not None
    assert state.match.points == (0, 0)
    assert StopReading() in effects
    ruled, _ = play([e.RulingGiven(DiceHand.parse("KKKQ7"), "Ana")], state)
    assert ruled.ruling is not None
    assert (ruled.ruling.lie, ruled.ruling.by, ruled.phase) == (False, "Ana", Phase.VERDICT)


def test_M24_a_verdict_that_holds_for_every_unread_die_is_given() -> None:
    """Four dice can be enough: KKKJ with one die unread is never less than a trio of kings with jack and black."""
    state, _ = play([claim(0, "KKKJ7"), e.CupLifted(), e.DiceRead(dice("KKKJ?"), False, "hidden")], seated())
    assert state.phase is Phase.VERDICT
    assert state.ruling is not None
    assert (state.ruling.lie, state.ruling.actual, state.ruling.known) == (False, None, ("K", "K", "K", "J", "?"))


def test_six_dice_are_never_a_verdict() -> None:
    """An impossible state is never acted on, whatever the reader says."""
    state, _ = play([claim(0, "KKKJ7"), e.CupLifted(), e.DiceRead(dice("KKKJ77"), True)], seated())
    assert state.phase is Phase.RULING


def test_M21_five_aces_believed_cost_the_point_at_once() -> None:
    """No dice are needed."""
    state, _ = play([claim(0, "AAAAA"), e.Believed(1)], seated())
    assert state.ruling is not None
    assert (state.ruling.ground, state.ruling.loser, state.phase) == (Ground.ACES_BELIEVED, 1, Phase.VERDICT)


def test_M10_the_last_active_player_wins() -> None:
    """With a limit of one, one verdict ends a match of two."""
    state, _ = play([claim(0, "KKKJ7"), e.CupLifted(), e.DiceRead(dice("KKQJ7"), True)], seated(limit=1))
    assert state.phase is Phase.OVER
    assert state.match is not None
    assert state.match.winner == 1
    assert state.ruling is not None
    assert state.ruling.eliminated


def test_M9_the_next_hand_starts_right_of_who_took_the_point() -> None:
    """Only after someone taps on, so that all can see the verdict."""
    judged, _ = play([claim(0, "KKKJ7"), e.CupLifted(), e.DiceRead(dice("KKQJ7"), True)], seated("A", "B", "C"))
    state, effects = play([e.NextHandBegun()], judged)
    assert (state.phase, state.turn, state.readings, state.gate_open) == (Phase.CLAIM, 1, (), False)
    assert effects[-1] == LightSeat(1)


def test_only_the_seat_in_turn_may_answer() -> None:
    """M20: nobody else may call; by the hand of another seat the button answers nothing, and that is said."""
    state, _ = play([claim(0, "KKKJ7")], seated("A", "B", "C"))
    wrong, effects = reduce(state, e.Called(2))
    assert wrong.phase is Phase.ANSWER
    assert isinstance(effects[0], Refuse)
    pressed, effects = reduce(state, e.ButtonPressed("call", seat=2))
    assert pressed == state
    assert pressed.felt.not_counted
    assert isinstance(effects[0], Refuse)
    right, _ = reduce(state, e.ButtonPressed("call", seat=1))
    assert right.phase is Phase.LIFT


def test_M28_a_void_hand_starts_again_with_the_same_starter() -> None:
    """No point; the dice are thrown anew."""
    state, _ = play([claim(0, "KKKJ7"), e.CupLifted(), e.HandVoided("dice were moved")], seated())
    assert (state.phase, state.turn) == (Phase.CLAIM, 0)
    assert state.match is not None
    assert state.match.points == (0, 0)


def test_without_a_camera_a_person_names_the_dice() -> None:
    """The game goes on by touch."""
    state, _ = play([claim(0, "KKKJ7"), e.CupLifted()], seated(camera=False))
    assert state.phase is Phase.RULING


def test_a_camera_lost_while_reading_hands_over_to_a_person() -> None:
    """The reason stands on the board."""
    state, _ = play([claim(0, "KKKJ7"), e.CupLifted(), e.CameraChanged(e.Link.LOST, "unplugged")], seated())
    assert (state.phase, state.why_not_sure) == (Phase.RULING, "unplugged")


HANDS = st.sampled_from(ALL_HANDS)
TIMES = st.none() | st.integers(0, 9)
ANY_EVENT = st.one_of(
    st.builds(e.ClaimConfirmed, st.integers(0, 2), HANDS, at_ns=TIMES),
    st.builds(e.Believed, st.integers(0, 2)),
    st.builds(e.Called, st.integers(0, 2)),
    st.builds(e.CupLifted, TIMES, timed=st.booleans()),
    st.just(e.CupSeated()),
    st.builds(e.ButtonPressed, st.sampled_from(["believe", "call"]), st.none() | st.integers(0, 2), TIMES),
    st.builds(
        e.DiceRead, st.text("AKQJ87?", min_size=3, max_size=6).map(dice), st.booleans(), st.just("why"), st.just(7)
    ),
    st.builds(e.RulingGiven, HANDS, st.just("Ana")),
    st.just(e.NextHandBegun()),
    st.just(e.HandVoided("moved")),
    st.builds(e.BoxChanged, st.sampled_from(e.Link)),
    st.builds(e.CameraChanged, st.sampled_from(e.Link)),
    st.just(e.MatchBegun(("A", "B"), 1)),
    st.just(e.StarterDrawn(1)),
)


@given(st.lists(ANY_EVENT, max_size=40))
def test_whatever_happens_the_journal_folds_to_the_same_state(events: list[e.Event]) -> None:
    """Any events in any order: no traceback, the gate closed while dice are private, the journal is the state."""
    state = seated("A", "B", "C", limit=2)
    kept: list[e.Event] = []
    start, setup = play(
        [
            e.CameraChanged(e.Link.READY),
            e.BoxChanged(e.Link.READY),
            e.CupSeated(),
            e.MatchBegun(("A", "B", "C"), 2),
            e.StarterDrawn(0),
        ]
    )
    assert start == state
    kept += [x.event for x in setup if isinstance(x, Append)]
    for event in events:
        state, effects = reduce(state, event)
        for effect in effects:
            if isinstance(effect, Append):
                kept.append(effect.event)
        assert state.gate_open or not state.readings
        if state.phase in (Phase.CLAIM, Phase.LOT, Phase.SEATING):
            assert not state.gate_open
        if state.match is not None:
            assert sum(state.match.points) == state.match.hands
    assert _told(fold(_last_match(kept))) == _told(state)


def _last_match(kept: list[e.Event]) -> tuple[e.Event, ...]:
    """A new match is a new record."""
    begun = max(i for i, event in enumerate(kept) if isinstance(event, e.MatchBegun))
    return tuple(decode(*encode(event)) for event in kept[begun:])


def _told(state: TableState) -> TableState:
    """A refusal is said once and not kept; and the journal keeps no monotonic time."""
    call = state.call and replace(state.call, at_ns=None)
    return replace(state, refused="", refused_rule="", refused_what=None, claimed_at_ns=None, call=call)
