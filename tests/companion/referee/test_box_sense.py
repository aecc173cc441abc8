"""What the box feels, in the words of the game: names in the journal, hands at the seats, throws, what is broken."""

from dataclasses import replace
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from companion.journal.store import Journal
from companion.referee import events as e
from companion.referee.codec import decode, encode
from companion.referee.desk import Desk
from companion.referee.effects import Append, Effect, Refuse
from companion.referee.felt import SAME_HAND_NS, BoxForgot, BoxHeard, BoxMet, BoxParts, BoxTold
from companion.referee.reduce import fold, reduce
from companion.referee.state import Phase, TableState
from companion.referee.tell import tell_match
from firmware_bridge.events import Input, Level, Remembered, levels_of
from tests.companion.referee.table import claim, dice, play

BOOT = 7
EVERYTHING = tuple(Input)[:8]
SECOND = 10**9


def _met(boot_id: int = BOOT, **other: object) -> BoxMet:
    return BoxMet(boot_id, 3, replace(BoxParts(EVERYTHING, (0, 1, 2)), **other))  # type: ignore[arg-type]


def _told(which: Input, level: Level, at_ns: int | None = 1, seq: int | None = 3) -> BoxTold:
    return BoxTold(BoxHeard(which, level, BOOT, seq), at_ns)


def _press(which: Input, at_ns: int | None = 1) -> tuple[BoxTold, BoxTold]:
    return _told(which, Level.PRESSED, at_ns), _told(which, Level.RELEASED, at_ns)


def _table(*events: e.Event, met: BoxMet | None = None) -> tuple[TableState, list[Effect]]:
    """Three players, the first one's claim to be answered by the second, the box met and the cup down."""
    before = [met or _met(), _told(Input.CUP, Level.SEATED, None, None)]
    state, _ = play([*before, e.CameraChanged(e.Link.READY), e.BoxChanged(e.Link.READY)])
    state, _ = play([e.MatchBegun(("A", "B", "C")), e.StarterDrawn(0), claim(0, "KKKJ7")], state)
    return play(events, state)


def _kept(effects: list[Effect]) -> list[e.Event]:
    return [effect.event for effect in effects if isinstance(effect, Append)]


def test_its_name_is_journalled_with_what_it_means() -> None:
    """One writing: (boot id, sequence number), and the lift. What has no meaning leaves its name too."""
    state, effects = _table(_told(Input.CUP, Level.LIFTED, 9, 41))
    assert _kept(effects) == [BoxHeard(Input.CUP, Level.LIFTED, BOOT, 41), e.CupLifted(9)]
    assert state.felt.remembered == Remembered(BOOT, 42, ((Input.CUP, Level.LIFTED),))
    state, effects = _table(_told(Input.TILT, Level.TILTED, 9, 65535))
    assert _kept(effects) == [BoxHeard(Input.TILT, Level.TILTED, BOOT, 65535)]
    assert state.felt.mark == (BOOT, 0)


def test_what_is_known_before_the_match_stands_in_its_journal() -> None:
    """A companion that dies right after the match began goes on where it was."""
    state, effects = play([_met(), *_press(Input.CALL), e.MatchBegun(("A", "B"))])
    again = fold(tuple(decode(*encode(event)) for event in _kept(effects)))
    assert again.felt == state.felt
    assert again.felt.remembered == Remembered(BOOT, 4, ((Input.CALL, Level.RELEASED),))


def test_nothing_is_added_to_a_match_that_is_over() -> None:
    """Its last hash was noted. What the box tells is known all the same."""
    over, _ = _table(e.HandVoided("moved"), claim(0, "AAAAA"), e.Believed(1))
    over = replace(over, phase=Phase.OVER)
    after, effects = play([_told(Input.TILT, Level.TILTED), BoxForgot(1, BOOT, 5), _met(tested=False)], over)
    assert _kept(effects) == []
    assert after.felt.mark == (BOOT, 6)


def test_a_box_met_again_is_no_news_unless_it_has_changed() -> None:
    """A cable that is pulled twenty times leaves twenty entries less."""
    _, effects = _table(_met(boot_id=8), _met())
    assert _kept(effects) == []
    state, effects = _table(_met(inverted=(Input.CUP,), tested=False))
    assert len(_kept(effects)) == 1
    assert state.felt.parts == _met(inverted=(Input.CUP,), tested=False).parts


def test_M20_the_seat_in_turn_answers_with_the_own_button() -> None:
    """Held, or let go of a moment ago."""
    held, _ = _table(_told(Input.SEAT1, Level.PRESSED, 5), *_press(Input.BELIEVE, 9))
    assert held.phase is Phase.CLAIM
    let_go, effects = _table(*_press(Input.SEAT1, 5), *_press(Input.CALL, SAME_HAND_NS + 5))
    assert let_go.phase is Phase.LIFT
    assert e.Called(1, e.How.BUTTON, SAME_HAND_NS + 5) in _kept(effects)


def test_M20_another_hand_answers_nothing_and_that_is_said() -> None:
    """Another seat's, nobody's, long ago, two hands at once."""
    for presses in (
        [_told(Input.SEAT2, Level.PRESSED, 5), *_press(Input.CALL, 9)],
        [*_press(Input.CALL, 9)],
        [*_press(Input.SEAT1, 5), *_press(Input.CALL, SAME_HAND_NS + 6)],
        [_told(Input.SEAT1, Level.PRESSED, 5), _told(Input.SEAT2, Level.PRESSED, 6), *_press(Input.CALL, 9)],
    ):
        state, effects = _table(*presses)
        assert (state.phase, state.felt.not_counted) == (Phase.ANSWER, True)
        assert any(isinstance(effect, Refuse) and effect.rule == "M20" for effect in effects)
        answered, _ = reduce(state, e.Called(1))
        assert not answered.felt.not_counted


def test_who_sits_where_is_a_setting() -> None:
    """Player B at seat 5; who has no button at the own seat may be answered for by any hand."""
    moved = _met(seats=(2, None, None, None, None, 1), inputs=tuple(Input)[:11])
    state, _ = _table(_told(Input.SEAT5, Level.PRESSED, 5), *_press(Input.CALL, 9), met=moved)
    assert state.phase is Phase.LIFT
    for free in (_met(seats=()), _met(seats=(0, None, 2))):
        state, _ = _table(*_press(Input.CALL, 9), met=free)
        assert state.phase is Phase.LIFT
    stuck, _ = _table(_told(Input.SEAT1, Level.STUCK), *_press(Input.CALL, 9))
    assert stuck.phase is Phase.LIFT


def test_a_press_at_an_unknown_time_answers_nothing() -> None:
    """Found pressed after a lost link, or after its contact rattled: nobody knows what it was meant for."""
    for pressed in (
        [_told(Input.CALL, Level.PRESSED, None, None)],
        [_told(Input.CALL, Level.STUCK), _told(Input.CALL, Level.PRESSED)],
    ):
        state, effects = _table(_told(Input.SEAT1, Level.PRESSED), *pressed)
        assert state.phase is Phase.ANSWER
        assert not any(isinstance(effect, Refuse) for effect in effects)


def test_a_tilted_cup_is_told_and_calls_nothing() -> None:
    """Half open is no lift."""
    state, effects = _table(_told(Input.TILT, Level.TILTED))
    assert (state.phase, state.felt.tilted) == (Phase.ANSWER, True)
    assert [type(kept) for kept in _kept(effects)] == [BoxHeard]
    state, _ = play([_told(Input.TILT, Level.UPRIGHT)], state)
    assert not state.felt.tilted


def test_M22_a_lift_while_the_dice_are_private_is_a_look() -> None:
    """After BELIEVE the gate is closed: no call, whatever the cup does."""
    look = [_told(Input.CUP, Level.LIFTED, 9), _told(Input.CUP, Level.SEATED, 10)]
    state, _ = _table(e.Believed(1), *look)
    assert (state.phase, state.turn, state.call, state.gate_open) == (Phase.CLAIM, 1, None, False)


def test_M13_shakes_are_counted_as_throws_of_a_turn() -> None:
    """Two shakes before the cup comes down are one throw; a new turn counts from none; no claim is refused for it."""
    shake = [_told(Input.SHAKE, Level.SHAKING), _told(Input.SHAKE, Level.STILL)]
    throw = [_told(Input.CUP, Level.LIFTED), *shake, *shake, _told(Input.CUP, Level.SEATED)]
    state, _ = _table(*shake, e.Believed(1))
    assert (state.felt.throws, state.felt.counts_throws) == (0, True)
    state, _ = play([*throw, *throw, *shake], state)
    assert state.felt.throws == 3
    state, _ = play([_told(Input.SHAKE, Level.SHAKING, None, None)], state)
    assert state.felt.throws == 3
    state, _ = play([claim(1, "AAAA7"), e.Believed(2)], state)
    assert (state.phase, state.felt.throws) == (Phase.CLAIM, 0)
    state, _ = play([claim(2, "AAAAK")], state)
    assert state.phase is Phase.ANSWER


def test_without_a_cup_sensor_each_shake_is_a_throw() -> None:
    """Nothing tells that the cup came down between them."""
    small = _met(inputs=(Input.SHAKE,), seats=())
    state, _ = play([small, e.BoxChanged(e.Link.READY), e.MatchBegun(("A", "B")), e.StarterDrawn(0)])
    shake = [_told(Input.SHAKE, Level.SHAKING), _told(Input.SHAKE, Level.STILL)]
    assert play(shake * 2, state)[0].felt.throws == 2


def test_a_stuck_cup_stops_nobody() -> None:
    """As without the sensor: CALL reads as soon as the dice lie open. What it tells once settled calls nothing."""
    stuck = _told(Input.CUP, Level.STUCK)
    state, _ = _table(e.Called(1), stuck)
    assert (state.phase, state.felt.stuck, state.cup_down) == (Phase.READING, (Input.CUP,), None)
    state, _ = _table(stuck, _told(Input.CUP, Level.LIFTED))
    assert (state.phase, state.felt.stuck, state.cup_down) == (Phase.ANSWER, (), False)


def test_what_the_box_lost_is_said_until_the_game_goes_on() -> None:
    """In the journal, with the name of the last one lost; the mark moves behind it."""
    lost = BoxForgot(8, BOOT, 10)
    state, effects = _table(lost)
    assert _kept(effects) == [lost]
    assert (state.felt.missed, state.felt.mark) == (True, (BOOT, 11))
    state, _ = play([e.Believed(1)], state)
    assert not state.felt.missed


def test_a_sensor_that_says_the_opposite_is_noticed() -> None:
    """Twice in a row five dice lay open under a cup that stood: once may be a cup put back in haste."""
    standing, lifted = _told(Input.CUP, Level.LIFTED, None, None), _told(Input.CUP, Level.SEATED)
    state, _ = _table(standing)
    for calls in (1, 2):
        caller = state.turn
        assert caller is not None
        state, _ = play([e.Called(caller), lifted, e.DiceRead(dice("KKKJ7"), True)], state)
        assert (state.phase, state.felt.contradicted) == (Phase.VERDICT, calls)
        state, _ = play([e.NextHandBegun(), standing], state)
        assert state.turn is not None
        state, _ = play([claim(state.turn, "KKKJ7")], state)
    # Turned round in the settings: the cup stands, and is lifted.
    state, _ = play([_told(Input.CUP, Level.SEATED), _told(Input.CUP, Level.LIFTED)], state)
    state, _ = play([e.DiceRead(dice("KKKJ7"), True)], state)
    assert (state.phase, state.felt.contradicted) == (Phase.VERDICT, 0)


def test_a_cable_put_back_does_not_forget_the_cup() -> None:
    """Seated before, and at the handshake: a CALL waits for the lift again."""
    state, _ = _table(e.BoxChanged(e.Link.LOST), e.BoxChanged(e.Link.HANDSHAKING))
    assert (state.box, state.cup_down, state.felt.asking) == (e.Link.LOST, None, True)
    back, effects = play([e.BoxChanged(e.Link.READY), replace(_met(), cup=Level.SEATED), e.Called(1)], state)
    assert (back.phase, back.felt.asking) == (Phase.LIFT, False)
    assert e.CupSeated() in _kept(effects)
    # Lifted meanwhile: not known before the box tells of it, and then at a time that decides.
    for now in (Level.LIFTED, Level.STUCK, None):
        back, effects = play([e.BoxChanged(e.Link.READY), replace(_met(), cup=now)], state)
        assert (back.phase, back.cup_down) == (Phase.ANSWER, None)
        assert [type(kept) for kept in _kept(effects)] == [e.BoxChanged]


def test_a_box_that_starts_anew_on_an_open_port_is_not_ready() -> None:
    """It is greeted again; until then nobody tells of a lift."""
    state, effects = _table(e.BoxChanged(e.Link.HANDSHAKING, "greeting"))
    assert state.box is e.Link.SEARCHING
    assert _kept(effects) == [e.BoxChanged(e.Link.SEARCHING, "greeting")]


ANY_LEVEL = st.sampled_from([(which, level) for which in EVERYTHING for level in levels_of(which)])
ANY_TOLD = st.builds(
    lambda change, at_ns, seq: BoxTold(BoxHeard(*change, BOOT, seq), at_ns),
    ANY_LEVEL,
    st.none() | st.integers(0, 9),
    st.none() | st.integers(0, 2**16 - 1),
)
ANY_EVENT = st.one_of(
    ANY_TOLD,
    ANY_TOLD,
    st.builds(BoxForgot, st.none() | st.integers(1, 9), st.integers(6, 8), st.integers(0, 2**16 - 1)),
    st.builds(_met, boot_id=st.integers(6, 8), tested=st.booleans()),
    st.builds(lambda cup: replace(_met(), cup=cup), st.sampled_from(levels_of(Input.CUP))),
    st.builds(e.BoxChanged, st.sampled_from(e.Link)),
    st.sampled_from([e.Believed(0), e.Believed(1), e.Called(1), e.Called(2), e.NextHandBegun(), e.HandVoided("moved")]),
    st.builds(e.DiceRead, st.just(dice("KKKJ7")), st.booleans()),
    st.sampled_from([claim(0, "KKKJ7"), claim(1, "AAAA7"), claim(2, "AAAAK")]),
)


@given(st.lists(ANY_EVENT, max_size=40))
def test_whatever_the_box_tells_the_journal_folds_to_the_same(events: list[e.Event]) -> None:
    """The name of each told event, once, and the same table."""
    begin = [_met(), e.BoxChanged(e.Link.READY), e.MatchBegun(("A", "B", "C")), e.StarterDrawn(0)]
    state, effects = play([*begin, *events])
    kept = tuple(decode(*encode(event)) for event in _kept(effects))
    told = [event.heard for event in events if isinstance(event, BoxTold)]
    assert [event for event in kept if isinstance(event, BoxHeard)] == told
    again = fold(kept)
    assert again.felt == state.felt
    assert (again.phase, again.cup_down, again.match) == (state.phase, state.cup_down, state.match)


def test_what_is_broken_is_told_in_the_record(tmp_path: Path) -> None:
    """Events that are lost, a sensor that is stuck, a box of another version: people read it years later."""
    with Journal.open(tmp_path / "j.sqlite3") as journal:
        desk = Desk(journal)
        for event in [_met(), e.BoxChanged(e.Link.READY), e.MatchBegun(("Ana", "Bo")), e.StarterDrawn(0)]:
            desk.take(event)
        for event in [BoxForgot(8, BOOT, 10), BoxForgot(None, 8, 10), _told(Input.CUP, Level.STUCK)]:
            desk.take(event)
        desk.take(e.BoxChanged(e.Link.REFUSED, "the box speaks version 2"))
        assert desk.match is not None
        told = tell_match(desk.match, journal.events(desk.match))
    for line in (
        "The box lost 8 events: what was pressed or lifted then is not known.",
        "The box lost an unknown number of events",
        "The box's input cup is stuck.",
        "The box is refused: the box speaks version 2.",
    ):
        assert line in told


def test_every_button_has_its_twin_on_the_screen() -> None:
    """The box's press and the tap lead to the same table: all but by which hand it came."""
    seat = _told(Input.SEAT1, Level.PRESSED, 5)
    for button, tap in ((Input.BELIEVE, e.Believed(1, at_ns=9)), (Input.CALL, e.Called(1, at_ns=9))):
        by_box, _ = _table(seat, *_press(button, 9))
        by_tap, _ = _table(seat, tap)
        assert (by_box.phase, by_box.match, by_box.turn) == (by_tap.phase, by_tap.match, by_tap.turn)
        assert by_box.phase is not Phase.ANSWER
    for before in ((), (e.Called(1, at_ns=8),)):
        by_box, _ = _table(*before, _told(Input.CUP, Level.LIFTED, 9))
        by_tap, _ = _table(*before, e.CupLifted(at_ns=9))
        assert (by_box.phase, by_box.match, by_box.call) == (by_tap.phase, by_tap.match, by_tap.call)
        assert by_box.phase is Phase.READING
