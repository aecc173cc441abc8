"""Exactly once and in order, whatever is repeated, overtaken or lost; and what was missed is said."""

from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.delivery import Delivery, inputs_of
from firmware_bridge.events import BoxEvent, BoxItem, BoxMissed, Input, Level, Remembered
from firmware_bridge.messages import Ack, Capability, Event, Gap, Levels, State, Welcome

EVERYTHING = Capability(0xFF)


def _welcome(boot_id: int = 7, oldest: int = 0, following: int = 0, dropped: int = 0, active: int = 0) -> Welcome:
    return Welcome(1, 0, boot_id, (1, 0), 1, EVERYTHING, 2, oldest, following, dropped, 0, Levels(active, 0))


def _press(seq: int, which: Input = Input.CALL, level: Level = Level.PRESSED) -> Event:
    return Event(seq % 2**16, 1000 * seq % 2**32, which, level)


def _seqs(items: list[BoxItem]) -> list[int | None]:
    return [item.seq for item in items if isinstance(item, BoxEvent)]


def _met(remembered: Remembered | None = None, **welcome: int) -> Delivery:
    delivery = Delivery(remembered)
    delivery.welcome(_welcome(**welcome))
    delivery.take_ack()
    return delivery


@given(st.lists(st.integers(0, 20), max_size=200), st.integers(0, 2**16 - 1))
def test_any_order_of_arrival_is_handed_over_in_order_and_once(arrivals: list[int], start: int) -> None:
    """Go-back-N: only the event whose turn it is counts; over the wrap of the sequence too."""
    delivery = _met(oldest=start, following=start)
    handed = []
    for place in arrivals:
        level = Level.RELEASED if place % 2 else Level.PRESSED
        handed += _seqs(delivery.event(_press(start + place, level=level), 0))
    assert handed == [(start + n) % 2**16 for n in range(len(handed))]


def test_nothing_is_acknowledged_before_it_is_committed() -> None:
    """Handed over is not enough."""
    delivery = _met()
    delivery.event(_press(0), 0)
    assert delivery.take_ack() is None
    delivery.committed(7, 0)
    assert delivery.take_ack() == Ack(7, 1)
    assert delivery.take_ack() is None


def test_a_later_commit_does_not_speak_for_an_earlier_event() -> None:
    """A release means nothing and is done at once, while the press before it is still on its way to the disk."""
    delivery = _met()
    delivery.event(_press(0), 0)
    delivery.event(_press(1, level=Level.RELEASED), 0)
    delivery.committed(7, 1)
    assert delivery.take_ack() is None
    delivery.committed(7, 0)
    assert delivery.take_ack() == Ack(7, 2)


def test_a_repeat_of_what_is_committed_is_acknowledged_again() -> None:
    """The acknowledgement got lost, the box repeats."""
    delivery = _met()
    delivery.event(_press(0), 0)
    delivery.committed(7, 0)
    delivery.take_ack()
    assert delivery.event(_press(0), 0) == []
    assert delivery.take_ack() == Ack(7, 1)


def test_a_repeat_of_what_is_not_committed_is_not() -> None:
    """It is still on its way into the journal."""
    delivery = _met()
    delivery.event(_press(0), 0)
    assert delivery.event(_press(0), 0) == []
    assert delivery.take_ack() is None


def test_commits_of_another_boot_or_of_the_future_change_nothing() -> None:
    """Late news from before a restart must not acknowledge what nobody saw."""
    delivery = _met()
    delivery.event(_press(0), 0)
    delivery.committed(6, 0)
    delivery.committed(7, 5)
    assert delivery.take_ack() is None


def test_after_a_restart_of_the_companion_the_journal_says_where_to_go_on() -> None:
    """What was committed is not handed over again, what was not is."""
    remembered = Remembered(7, 3, ((Input.CALL, Level.PRESSED),))
    delivery = Delivery(remembered)
    delivery.welcome(_welcome(oldest=1, following=5, active=1 << 4))
    assert delivery.take_ack() == Ack(7, 3)
    assert _seqs(delivery.event(_press(1), 0)) == []
    assert _seqs(delivery.event(_press(3, level=Level.RELEASED), 0)) == [3]
    assert _seqs(delivery.event(_press(4), 0)) == [4]


def test_an_overflow_is_told_and_skipped() -> None:
    """GAP: so many are lost, the next one counts; the levels are asked for."""
    delivery = _met()
    assert delivery.gap(Gap(0, 3)) == [BoxMissed(3, 7, 2)]
    assert delivery.wants_state
    assert delivery.gap(Gap(0, 3)) == []
    assert _seqs(delivery.event(_press(3), 0)) == [3]
    delivery.committed(7, 2)
    assert delivery.take_ack() == Ack(7, 3)


def test_a_gap_that_was_already_read_is_no_loss() -> None:
    """The events were handed over before they fell out of the box's ring."""
    delivery = _met()
    delivery.event(_press(0), 0)
    delivery.event(_press(1, level=Level.RELEASED), 0)
    assert delivery.gap(Gap(0, 2)) == []
    assert delivery.gap(Gap(0, 3)) == [BoxMissed(1, 7, 2)]


def test_a_new_boot_is_said_and_its_levels_are_compared() -> None:
    """Nobody knows what happened in between, but the cup is up now: told with the time unknown."""
    delivery = _met()
    items = delivery.welcome(_welcome(boot_id=8, active=1))
    assert items == [BoxMissed(None, 8, 65535), BoxEvent(Input.CUP, Level.LIFTED, None, None, 8)]


def test_the_first_box_of_all_tells_where_the_cup_is() -> None:
    """The cup's first level is news, lifted or seated; buttons at rest are none."""
    assert Delivery().welcome(_welcome()) == [BoxEvent(Input.CUP, Level.SEATED, None, None, 7)]
    assert Delivery().welcome(_welcome(active=1)) == [BoxEvent(Input.CUP, Level.LIFTED, None, None, 7)]


def test_levels_wait_for_the_events_before_them() -> None:
    """A level that an event still in the ring explains is not told twice."""
    delivery = _met()
    delivery.welcome(_welcome(boot_id=8, oldest=0, following=1, active=1))
    assert delivery.event(Event(0, 5, Input.CUP, Level.LIFTED), 5) == [BoxEvent(Input.CUP, Level.LIFTED, 5, 0, 8)]


def test_the_change_that_must_have_been_is_told() -> None:
    """Seated, restart, seated: in between it was lifted, nobody knows when."""
    delivery = _met()
    delivery.welcome(_welcome(boot_id=8, oldest=0, following=1))
    items = delivery.event(Event(0, 5, Input.CUP, Level.SEATED), 5)
    assert items == [
        BoxEvent(Input.CUP, Level.LIFTED, None, None, 8),
        BoxEvent(Input.CUP, Level.SEATED, 5, 0, 8),
    ]


def test_levels_of_a_skipped_moment_are_asked_for_again() -> None:
    """The events that would have led to the snapshot are lost: it says nothing of now."""
    delivery = _met()
    delivery.state(State(Levels(active=1 << 4), 0, 2))
    delivery.gap(Gap(0, 5))
    assert delivery.wants_state
    assert delivery.state(State(Levels(active=1 << 4), 0, 5)) == [BoxEvent(Input.CALL, Level.PRESSED, None, None, 7)]
    assert not delivery.wants_state


def test_levels_of_the_past_are_not_taken_for_now() -> None:
    """They stand for a moment before events that were seen meanwhile."""
    delivery = _met()
    delivery.event(_press(0), 0)
    assert delivery.state(State(Levels(), 0, 0)) == []
    assert delivery.wants_state


def test_a_boot_id_met_by_chance_again_is_a_new_boot() -> None:
    """Another box, same id, fewer events than we have seen: its sequence cannot be the old one's."""
    delivery = _met(oldest=10, following=10)
    assert delivery.welcome(_welcome(oldest=0, following=2))[0] == BoxMissed(None, 7, 65535)


def test_an_inverted_sensor_is_turned_round_everywhere() -> None:
    """In events and in levels; stuck stays stuck."""
    delivery = Delivery(inverted=frozenset({Input.CUP}))
    assert delivery.welcome(_welcome(active=1)) == [BoxEvent(Input.CUP, Level.SEATED, None, None, 7)]
    assert delivery.event(Event(0, 5, Input.CUP, Level.SEATED), 5)[0].level is Level.LIFTED  # type: ignore[union-attr]
    assert delivery.event(Event(1, 5, Input.CUP, Level.STUCK), 5)[0].level is Level.STUCK  # type: ignore[union-attr]


def test_inputs_are_those_the_box_has() -> None:
    """By its capabilities and seats."""
    assert inputs_of(Capability.CUP | Capability.CALL, 1) == (Input.CUP, Input.CALL, Input.SEAT0)
