"""The link against a scripted box that fails on every unexpected word."""

import random

import pytest

from firmware_bridge.events import BoxEvent, BoxItem, BoxMissed, BoxState, BoxStatus, Input, Level
from firmware_bridge.framing import Decoder, Frame, encode
from firmware_bridge.link import DEAD_NS, PATIENCE_NS, QUICK_PINGS, Link
from firmware_bridge.messages import (
    Ack,
    Beep,
    BeepNow,
    Capability,
    Event,
    FromBox,
    Gap,
    GetState,
    Hello,
    Lamp,
    Lamps,
    Levels,
    Nack,
    Ping,
    Pong,
    Refusal,
    State,
    ToBox,
    Welcome,
    to_box,
    to_bytes,
)

MS = 1_000_000


class Script:
    """A link and a clock that the test turns by hand."""

    def __init__(self) -> None:
        self.link = Link(chance=random.Random(1))
        self.now_ns = 10**9
        self.box_us = 5000
        self._decoder = Decoder()
        self.after_ready: list[ToBox] = []
        self.link.opened("here", self.now_ns)

    def sent(self, after_ms: float = 0) -> list[ToBox]:
        """What the link writes when so much time has passed."""
        self.now_ns += int(after_ms * MS)
        self.box_us += int(after_ms * 1000)
        return [to_box(frame) for frame in self._decoder.feed(self.link.poll(self.now_ns))]

    def say(self, *messages: FromBox) -> None:
        for message in messages:
            self.link.receive(to_bytes(message), self.now_ns)

    def welcome(self, hello: ToBox, boot_id: int = 7, following: int = 0, active: int = 0) -> None:
        assert isinstance(hello, Hello)
        capabilities = Capability(0xFF)
        levels = Levels(active)
        self.say(Welcome(1, hello.nonce, boot_id, (1, 0), 1, capabilities, 6, 0, following, 0, self.box_us, levels))

    def answer_pings(self, sent: list[ToBox]) -> None:
        for ping in sent:
            if isinstance(ping, Ping):
                self.now_ns += 1 * MS
                self.say(Pong(ping.token, self.box_us))
                self.now_ns += 1 * MS
                self.box_us += 2000

    def make_ready(self, boot_id: int = 7) -> list[BoxItem]:
        (hello,) = self.sent()
        self.welcome(hello, boot_id)
        for _ in range(QUICK_PINGS):
            (ping,) = self.sent()
            self.answer_pings([ping])
        assert self.link.ready
        items = self.link.take_items()
        self.after_ready = self.sent()
        assert any(isinstance(message, Lamps) for message in self.after_ready)
        return items


def _states(items: list[BoxItem]) -> list[BoxState]:
    return [item.state for item in items if isinstance(item, BoxStatus)]


def test_handshake_then_quick_pings_then_ready() -> None:
    """The box is ready when its clock is known, and the cup's level is the first news."""
    script = Script()
    items = script.make_ready()
    assert _states(items) == [BoxState.HANDSHAKING, BoxState.READY]
    assert items[-1] == BoxEvent(Input.CUP, Level.SEATED, None, None, 7)
    assert script.link.round_trip_ns == pytest.approx(1 * MS)


def test_hello_is_repeated_until_answered() -> None:
    """A HELLO in the first moments of a boot is lost."""
    script = Script()
    first = script.sent()
    assert script.sent(after_ms=100) == []
    assert script.sent(after_ms=50) == first


def test_only_the_answer_to_our_hello_counts() -> None:
    """A WELCOME left over from another program has another nonce."""
    script = Script()
    (hello,) = script.sent()
    assert isinstance(hello, Hello)
    script.welcome(Hello(1, 1, hello.nonce ^ 1))
    assert script.sent() == []


def test_a_port_without_a_box_is_given_up() -> None:
    """Some other device hangs there."""
    script = Script()
    script.sent()
    script.link.receive(b"modem ready\r\n" * 10, script.now_ns)
    assert script.link.given_up(script.now_ns + PATIENCE_NS - 1) is None
    assert "no box answers at here" in (script.link.given_up(script.now_ns + PATIENCE_NS) or "")


def test_another_version_is_refused_with_what_to_do() -> None:
    """Either side may notice: NACK from the box, or the version in its WELCOME."""
    script = Script()
    script.sent()
    script.say(Nack(Hello.TYPE, Refusal.WRONG_VERSION, 2))
    *_, status = script.link.take_items()
    assert isinstance(status, BoxStatus)
    assert status.state is BoxState.REFUSED
    assert "version 2" in status.detail
    assert "update" in status.detail
    assert script.link.given_up(script.now_ns) is not None

    script = Script()
    script.sent()
    script.link.receive(encode(Frame(Welcome.TYPE, bytes([0, 1, 2, 3]))), script.now_ns)
    *_, status = script.link.take_items()
    assert isinstance(status, BoxStatus)
    assert status.state is BoxState.REFUSED
    assert "flash" in status.detail


def test_events_are_timed_acknowledged_and_not_doubled() -> None:
    """The whole way of one event."""
    script = Script()
    script.make_ready()
    event = Event(0, script.box_us - 3000, Input.CALL, Level.PRESSED)
    script.say(event, event)
    (item,) = script.link.take_items()
    assert isinstance(item, BoxEvent)
    assert item.at_ns == pytest.approx(script.now_ns - 4 * MS, abs=2 * MS)
    assert script.sent() == []
    script.link.committed(7, 0)
    assert script.sent() == [Ack(7, 1)]


def test_events_before_the_clock_is_set_are_kept() -> None:
    """The box sends its ring right after WELCOME."""
    script = Script()
    (hello,) = script.sent()
    script.welcome(hello, following=1, active=1 << 4)
    script.say(Event(0, script.box_us - 3000, Input.CALL, Level.PRESSED))
    for _ in range(QUICK_PINGS):
        script.answer_pings(script.sent())
    event = script.link.take_items()[-2]
    assert isinstance(event, BoxEvent)
    assert (event.input, event.seq) == (Input.CALL, 0)
    assert event.at_ns is not None


def test_stale_events_have_no_time() -> None:
    """They waited in the box for more than half an hour."""
    script = Script()
    script.make_ready()
    script.say(Event(0, 0, Input.CALL, Level.PRESSED, stale=True))
    (item,) = script.link.take_items()
    assert isinstance(item, BoxEvent)
    assert item.at_ns is None


def test_no_event_is_later_than_its_arrival() -> None:
    """The fit may be a little off; the future it cannot be."""
    script = Script()
    script.make_ready()
    script.say(Event(0, script.box_us + 30_000, Input.CALL, Level.PRESSED))
    (item,) = script.link.take_items()
    assert isinstance(item, BoxEvent)
    assert item.at_ns == script.now_ns


def test_three_pings_without_answer_are_the_end() -> None:
    """Lost is said, and the box is greeted again on the same port before that is closed."""
    script = Script()
    script.make_ready()
    sent: list[ToBox] = []
    for _ in range(35):
        sent += script.sent(after_ms=100)
    assert any(isinstance(message, Hello) for message in sent)
    assert _states(script.link.take_items()) == [BoxState.LOST, BoxState.HANDSHAKING]
    assert script.link.given_up(script.now_ns + DEAD_NS) is not None


def test_pings_slow_down_to_one_a_second() -> None:
    """Twenty a second for four seconds, then one."""
    script = Script()
    script.make_ready()
    counts = []
    for _ in range(8):
        count = 0
        for _ in range(100):
            sent = script.sent(after_ms=10)
            count += sum(isinstance(message, Ping) for message in sent)
            script.answer_pings(sent)
        counts.append(count)
    assert counts[0] >= 15
    assert counts[-1] <= 1
    assert script.link.ready


def test_a_box_that_started_anew_is_greeted_at_once() -> None:
    """It answers a PING with: not greeted."""
    script = Script()
    script.make_ready()
    script.say(Nack(Ping.TYPE, Refusal.NOT_GREETED, 1))
    items = script.make_ready(boot_id=8)
    assert _states(items) == [BoxState.HANDSHAKING, BoxState.READY]
    assert BoxMissed(None, 8, 65535) in items


def test_lamps_are_sent_until_confirmed_and_again_after_a_reconnection() -> None:
    """Lamps are a state with a revision."""
    script = Script()
    script.make_ready()
    script.link.show(frozenset({Lamp.SEAT3}), frozenset({Lamp.LIE}))
    (lamps,) = script.sent()
    assert isinstance(lamps, Lamps)
    assert (lamps.steady, lamps.blinking) == (1 << 3, 1 << 11)
    assert lamps in script.sent(after_ms=250)
    script.say(State(Levels(), lamps.rev, 0))
    assert lamps not in script.sent(after_ms=250)
    script.link.closed("pulled")
    script.link.opened("here", script.now_ns)
    (hello,) = script.sent()
    script.welcome(hello)
    for _ in range(QUICK_PINGS):
        script.answer_pings(script.sent())
    again = next(message for message in script.sent() if isinstance(message, Lamps))
    assert (again.steady, again.blinking) == (lamps.steady, lamps.blinking)


def test_a_beep_is_sent_once_and_never_late() -> None:
    """What was asked for while the cable was out stays silent."""
    script = Script()
    script.link.beep(Beep.LIE)
    script.make_ready()
    assert not any(isinstance(message, BeepNow) for message in script.after_ready)
    script.link.beep(Beep.TURN)
    assert script.sent() == [BeepNow(Beep.TURN)]
    assert BeepNow(Beep.TURN) not in script.sent(after_ms=500)


def test_after_a_gap_the_state_is_asked_for() -> None:
    """Until it comes."""
    script = Script()
    script.make_ready()
    script.say(Event(0, 1, Input.CALL, Level.PRESSED), Gap(0, 4))
    assert [item for item in script.link.take_items() if isinstance(item, BoxMissed)] == [BoxMissed(3, 7, 3)]
    assert GetState() in script.sent()
    assert GetState() in script.sent(after_ms=300)
    rev = script.link._lamps.rev
    script.say(State(Levels(), rev, 4))
    assert GetState() not in script.sent(after_ms=300)
    (item,) = script.link.take_items()
    assert item == BoxEvent(Input.CALL, Level.RELEASED, None, None, 7)


def test_what_is_not_understood_is_harmless() -> None:
    """Newer messages are ignored, senseless ones counted."""
    script = Script()
    script.make_ready()
    script.link.receive(encode(Frame(0x99, b"news")), script.now_ns)
    assert script.link.noise == 0
    script.link.receive(encode(Frame(Event.TYPE, b"short")), script.now_ns)
    assert script.link.noise == 1
    assert script.link.take_items() == []
