"""The firmware's core, compiled for this computer under ASan and UBSan: contacts, sounds, link, noise."""

import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge.events import Input, Level, levels_of
from firmware_bridge.framing import Frame, encode
from firmware_bridge.messages import (
    INPUTS,
    Ack,
    Beep,
    BeepNow,
    Event,
    Gap,
    GetState,
    Hello,
    Lamp,
    Lamps,
    Nack,
    Ping,
    Pong,
    Refusal,
    State,
    Welcome,
    to_bytes,
)
from firmware_bridge.softbox import RING, SoftBox
from tests.firmware_bridge.core import Core

CUP, TILT, SHAKE, BELIEVE, CALL = (1 << code for code in range(5))
S = 1_000_000


def _told(events: list[Event]) -> list[tuple[Input, Level, int]]:
    return [(event.input, event.level, event.t_us) for event in events]


def _ready(core: Core, at_us: int = 0, contacts: int = 0) -> None:
    core.do(f"start {contacts:x} {at_us}")
    core.greet(at_us)


def test_a_press_is_told_once_with_the_time_of_its_first_contact(core_host: Path) -> None:
    """Three milliseconds of bouncing delay the event, not its time."""
    with Core(core_host, "box") as core:
        _ready(core)
        bounces = [(CALL, 10_000), (0, 10_500), (CALL, 11_500), (0, 12_000), (CALL, 13_000)]
        assert _told(core.contacts(*bounces, until_us=20_900)) == []
        assert _told(core.contacts(until_us=21_000)) == [(Input.CALL, Level.PRESSED, 10_000)]
        assert _told(core.contacts((0, 90_000), until_us=120_000)) == [(Input.CALL, Level.RELEASED, 90_000)]


def test_a_spike_is_nothing(core_host: Path) -> None:
    """Half a millisecond of a mobile phone beside the wire."""
    with Core(core_host, "box") as core:
        _ready(core)
        assert core.contacts((CUP, 10_000), (0, 10_500), until_us=60_000) == []
        # And it leaves nothing behind: the next press is timed by itself.
        assert _told(core.contacts((CUP, 80_000), until_us=100_000)) == [(Input.CUP, Level.LIFTED, 80_000)]


def test_a_lift_just_before_believe_is_told_first(core_host: Path) -> None:
    """M20: the lift makes it a CALL, though its contact bounces and settles later."""
    with Core(core_host, "box") as core:
        _ready(core)
        moves = [(CUP, 10_000), (CUP | BELIEVE, 11_000), (BELIEVE, 12_000), (BELIEVE | CUP, 14_000)]
        assert _told(core.contacts(*moves, until_us=50_000)) == [
            (Input.CUP, Level.LIFTED, 10_000),
            (Input.BELIEVE, Level.PRESSED, 11_000),
        ]


def test_a_short_press_is_not_lost_while_it_waits_for_an_earlier_contact(core_host: Path) -> None:
    """The cup rattles for long, and CALL is tapped meanwhile."""
    with Core(core_host, "box") as core:
        _ready(core)
        rattle = [(CUP if n % 2 == 0 else 0, 10_000 + 3_000 * n) for n in range(20)]
        press = [((CUP if n % 2 == 0 else 0) | (CALL if 4 <= n < 9 else 0), at) for n, (_, at) in enumerate(rattle)]
        told = _told(core.contacts(*press, until_us=120_000))
        assert [(which, level) for which, level, _ in told if which is Input.CALL] == [
            (Input.CALL, Level.PRESSED),
            (Input.CALL, Level.RELEASED),
        ]


@pytest.mark.parametrize(("bit", "which", "limit_s"), [(CUP, Input.CUP, 5), (CALL, Input.CALL, 2)])
def test_a_contact_that_never_settles_is_stuck(core_host: Path, bit: int, which: Input, limit_s: int) -> None:
    """A loose wire: told once, and once more when it has settled."""
    with Core(core_host, "box") as core:
        _ready(core)
        rattle = [(bit if n % 2 == 0 else 0, 10_000 + 5_000 * n) for n in range(limit_s * 200 + 101)]
        end_us = rattle[-1][1]
        (stuck, settled) = core.contacts(*rattle, until_us=end_us + 50_000)
        assert (stuck.input, stuck.level) == (which, Level.STUCK)
        assert 0 <= stuck.t_us - limit_s * S - 10_000 <= 6_000
        assert (settled.level, settled.t_us) == (levels_of(which)[1], end_us)


def test_a_button_held_for_half_a_minute_is_stuck(core_host: Path) -> None:
    """Something lies on it. A cup may be lifted for as long as it likes."""
    with Core(core_host, "box") as core:
        _ready(core)
        told = core.contacts((CALL | CUP, 10_000), until_us=50_000)
        assert [event.level for event in told] == [Level.LIFTED, Level.PRESSED]
        assert _told(core.contacts(until_us=30 * S + 9_000)) == []
        assert _told(core.contacts(until_us=30 * S + 10_000)) == [(Input.CALL, Level.STUCK, 30 * S + 10_000)]
        released = core.contacts((CUP, 31 * S), until_us=31 * S + 50_000)
        assert [event.level for event in released] == [Level.RELEASED]


def test_a_shake_is_one_event_each_way(core_host: Path) -> None:
    """A spring that closes at random is told as shaking from its first closing to its last; one knock is nothing."""
    with Core(core_host, "box") as core:
        _ready(core)
        assert core.contacts((SHAKE, 10_000), (0, 12_000), until_us=700_000) == []
        moves = [(SHAKE if n % 2 == 0 else 0, 800_000 + 40_000 * n) for n in range(20)]
        end_us = moves[-1][1]
        assert _told(core.contacts(*moves, until_us=end_us + 500_000)) == [
            (Input.SHAKE, Level.SHAKING, 800_000),
            (Input.SHAKE, Level.STILL, end_us),
        ]


def test_what_stands_at_the_start_is_a_level_and_no_event(core_host: Path) -> None:
    """The box is switched on while the cup is off."""
    with Core(core_host, "box") as core:
        core.do(f"start {CUP:x} 1000")
        (welcome,) = core.greet(2000)
        assert isinstance(welcome, Welcome)
        assert welcome.levels.of(Input.CUP) is Level.LIFTED
        assert (welcome.next_seq, welcome.boot_id) == (0, 42)


def test_contacts_are_read_over_the_wrap_of_the_clock(core_host: Path) -> None:
    """Every 71.6 minutes the microseconds begin anew."""
    start = 2**32 - 15_000
    with Core(core_host, "box") as core:
        _ready(core, at_us=start)
        core.do(f"contacts {CALL:x} {start + 10_000}")
        core.do(f"contacts 0 {start + 12_000}")
        core.do(f"contacts {CALL:x} {start + 14_000}")
        (event,) = core.do(f"poll {(start + 30_000) % 2**32}")
        assert isinstance(event, Event)
        assert event.t_us == start + 10_000


def test_a_new_box_takes_its_first_id_from_its_first_host(core_host: Path) -> None:
    """Two boxes that both counted from 0 would be mixed up in a journal."""
    with Core(core_host, "box", memory=2**32 - 1) as core:
        core.do("start 0 0")
        (welcome,) = core.tell(Hello(1, 1, 0xABCD1234), 10)
        assert isinstance(welcome, Welcome)
        assert welcome.boot_id == 0xABCD1234


def test_lamps_blink_and_go_dark_without_a_host(core_host: Path) -> None:
    """Steady and blinking lamps; five seconds after the last word the table must not look as if someone ruled."""
    with Core(core_host, "box") as core:
        _ready(core)
        lamps = Lamps.of(9, frozenset({Lamp.SEAT3}), frozenset({Lamp.LIE}))
        (state,) = core.tell(lamps, 1000)
        assert isinstance(state, State)
        assert state.lamps_rev == 9
        seen = set()
        for at_us in range(1000, S, 100_000):
            core.do(f"poll {at_us}")
            seen.add(core.lamps)
        assert seen == {1 << 3, 1 << 3 | 1 << 11}
        core.do(f"poll {5 * S + 2000}")
        assert core.lamps == 0


def test_sounds_differ_and_end(core_host: Path) -> None:
    """TRUE goes up, LIE goes down, all fall silent by themselves."""
    with Core(core_host, "box") as core:
        _ready(core)
        melodies = {}
        for beep in Beep:
            start = int(beep) * 2 * S
            core.greet(start)
            core.tell(BeepNow(beep), start)
            tones: list[int] = []
            for at_us in range(start, start + S, 10_000):
                core.do(f"poll {at_us}")
                tones += [core.tone] if not tones or tones[-1] != core.tone else []
            assert tones[-1] == 0
            melodies[beep] = tuple(tone for tone in tones if tone)
        assert list(melodies[Beep.TRUE]) == sorted(melodies[Beep.TRUE])
        assert list(melodies[Beep.LIE]) == sorted(melodies[Beep.LIE], reverse=True)
        assert len(set(melodies.values())) == len(Beep)


def test_refusals_name_their_reason(core_host: Path) -> None:
    """Unknown, ill-formed, too early, wrong version, wrong value."""
    with Core(core_host, "link") as core:
        assert core.tell(Ping(1), 0) == [Nack(Ping.TYPE, Refusal.NOT_GREETED, 1)]
        assert core.tell(Hello(2, 9, 5), 0) == [Nack(Hello.TYPE, Refusal.WRONG_VERSION, 1)]
        core.greet(0)
        assert core.tell(BeepNow(200), 0) == [Nack(BeepNow.TYPE, Refusal.WRONG_VALUE, 1)]
        assert core.do("rx 0004550f1300 0") == []  # a wrong checksum is not even refused
        for kind, payload, why in ((0x55, b"", Refusal.UNKNOWN_TYPE), (Ping.TYPE, b"12", Refusal.WRONG_LENGTH)):
            assert core.do(f"rx {encode(Frame(kind, payload)).hex()} 0") == [Nack(kind, why, 1)]


def test_an_overflow_is_a_gap_and_the_newest_stay(core_host: Path) -> None:
    """40 presses while the host is away: 8 are lost, that is said, 32 are told."""
    with Core(core_host, "link") as core:
        for n in range(40):
            core.do(f"record 4 {1 - n % 2} {1000 + n}")
        welcome, *_ = core.greet(50_000)
        assert isinstance(welcome, Welcome)
        assert (welcome.oldest_seq, welcome.next_seq, welcome.dropped) == (8, 40, 8)
        sent = []
        for at_us in range(50_000, 50_010):
            sent += core.do(f"poll {at_us}")
        assert sent[0] == Gap(0, 8)
        assert [event.seq for event in sent[1:] if isinstance(event, Event)] == list(range(8, 40))
        core.tell(Ack(42, 40), 60_000)
        assert core.do("poll 900000") == []


def test_sequence_numbers_run_round(core_host: Path) -> None:
    """65,536 events later everything is as before."""
    with Core(core_host, "link") as core:
        core.greet(0)
        for n in range(0, 2**16 + 64, 32):
            for k in range(32):
                core.raw(f"record 4 {k % 2} {n}")
            sent = core.do(f"poll {n}") + core.do(f"poll {n}")
            assert [event.seq for event in sent if isinstance(event, Event)] == [(n + k) % 2**16 for k in range(32)]
            core.tell(Ack(42, (n + 32) % 2**16), n)
            core.tell(Ping(0), n)


def test_old_events_lose_their_time(core_host: Path) -> None:
    """After half a wrap of the clock an event is marked stale, before it is not."""
    with Core(core_host, "link") as core:
        core.do("record 4 1 1000")
        for minute in range(36):
            core.do(f"poll {minute * 60 * S}")
            if minute in (34, 35):
                core.do(f"poll {minute * 60 * S + 59 * S}")
                core.greet(minute * 60 * S + 59 * S)
                (event,) = core.do(f"poll {minute * 60 * S + 59 * S}")
                assert isinstance(event, Event)
                assert event.stale == (minute == 35)


def test_twenty_million_bytes_of_noise(core_host: Path) -> None:
    """Under the sanitizers; after every stretch of noise the box still shakes hands and answers."""
    done = subprocess.run([core_host, "fuzz", "7", "20000000"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert int(done.stdout.split()[0]) >= 20_000_000


steps = st.one_of(
    st.tuples(st.just("record"), st.sampled_from(INPUTS), st.integers(0, 2)),
    st.tuples(st.just("burst"), st.integers(1, 40), st.just(0)),
    st.tuples(st.just("ack"), st.integers(-2, 0), st.sampled_from([42, 41])),
    st.tuples(st.just("ack"), st.integers(-50, 50), st.just(42)),
    st.tuples(st.just("pass"), st.integers(0, 600_000), st.just(0)),
    st.tuples(st.just("host"), st.sampled_from([Ping(9), Lamps(3, 5, 6), BeepNow(2), BeepNow(9), GetState()])),
    st.tuples(st.just("hello"), st.sampled_from([Hello(1, 1, 77), Hello(0, 255, 78), Hello(2, 3, 79)])),
    st.tuples(st.just("noise"), st.binary(max_size=20)),
)


@settings(max_examples=60)
@given(st.integers(0, 2**32 - 1), st.lists(steps, max_size=80))
def test_the_software_box_speaks_byte_for_byte_like_the_core(
    core_host: Path, start_us: int, script: list[tuple[object, ...]]
) -> None:
    """Whatever the host does, whenever: firmware_bridge/softbox.py and firmware/core/link.cpp say the same."""
    soft = SoftBox(42, seats=6)
    now_us, next_seq = start_us, 0
    with Core(core_host, "link") as core:

        def rx(content: bytes) -> None:
            soft.receive(content, now_us)
            assert core.raw(f"rx {content.hex() or '-'} {now_us % 2**32}") == soft._take_out()

        # The core's clock starts anywhere, the software box's is not cut to 32 bits; both must not look back to zero.
        rx(to_bytes(Hello(1, 1, 1)))
        for step in script:
            match step:
                case ("record", Input() as which, int() as code):
                    soft.record(which, levels_of(which)[code], now_us)
                    core.raw(f"record {INPUTS.index(which)} {code} {now_us % 2**32}")
                    next_seq += 1
                case ("burst", int() as count, _):
                    for _ in range(count):
                        soft.record(Input.CALL, Level.PRESSED, now_us)
                        core.raw(f"record 4 1 {now_us % 2**32}")
                    next_seq += count
                case ("ack", int() as back, int() as boot_id):
                    rx(to_bytes(Ack(boot_id, (next_seq + back) % 2**16)))
                case ("pass", int() as us, _):
                    now_us += us
                case ("noise", bytes() as noise):
                    rx(noise)
                case (_, (Ping() | Lamps() | BeepNow() | GetState() | Hello()) as message):
                    rx(to_bytes(message))
            # The core sends what fits into its buffer and the rest in the next turn; the software box all at once.
            whole, sent = soft.poll(now_us), b""
            while part := core.raw(f"poll {now_us % 2**32}"):
                sent += part
            assert sent == whole


def test_the_ring_of_both_is_equally_large() -> None:
    """What the header says."""
    header = (Path(__file__).parents[2] / "firmware_bridge" / "firmware" / "core" / "link.h").read_text()
    assert f"ring_size = {RING};" in header


def test_pong_is_stamped_with_the_box_clock(core_host: Path) -> None:
    """The moment the PING was complete."""
    with Core(core_host, "link") as core:
        core.greet(0)
        assert core.tell(Ping(7), 123_456) == [Pong(7, 123_456)]
