"""The box's clock on the host's: offset, rate, wraps, and no time told that is not known."""

import itertools
import random

import pytest

from firmware_bridge.clock import WRAP_US, BoxClock
from firmware_bridge.link import QUICK_PINGS


def _delay_ns(chance: random.Random) -> int:
    """A way: 1.2 ms on the wire, jitter, and now and then a spike of up to 30 ms."""
    spike = 30e6 * chance.random() if chance.random() < 0.1 else 0
    return int(1.2e6 + chance.expovariate(1 / 0.4e6) + spike)


def _sent_ns() -> list[int]:
    """When the link sends its PINGs: 16 quick ones, four seconds of twenty a second, then one a second."""
    quick = [10_000_000 * n for n in range(QUICK_PINGS)]
    eager = [160_000_000 + 50_000_000 * n for n in range(80)]
    return quick + eager + [5_000_000_000 + 1_000_000_000 * n for n in range(120)]


@pytest.mark.parametrize("ppm", [-5000, 0, 5000])
@pytest.mark.parametrize("start_us", [0, WRAP_US - 40_000_000])
def test_events_are_timed_within_two_milliseconds(ppm: int, start_us: int) -> None:
    """p99 under 2 ms from the handshake on, whatever the resonator, with spikes each way, over a wrap of the clock."""
    chance = random.Random(ppm)
    errors = []
    for _ in range(20):
        clock = BoxClock()
        sent = _sent_ns()

        def box_us(host_ns: float) -> int:
            return int(start_us + host_ns / 1000 * (1 + ppm / 1e6)) % WRAP_US

        for place, (now, following) in enumerate(itertools.pairwise(sent)):
            there, back = _delay_ns(chance), _delay_ns(chance)
            clock.pong(box_us(now + there), now, now + there + back)
            if place >= QUICK_PINGS - 1:
                event_ns = chance.uniform(now, following)
                told = clock.host_ns(box_us(event_ns))
                assert told is not None
                errors.append(abs(told - event_ns) / 1e6)
    errors.sort()
    assert errors[int(len(errors) * 0.99)] < 2.0
    assert errors[len(errors) // 2] < 0.3


def test_nothing_is_told_before_the_first_round_trip() -> None:
    """And nothing after a restart of the box."""
    clock = BoxClock()
    assert clock.host_ns(5) is None
    clock.pong(5, 0, 0)
    assert clock.host_ns(5) == 0
    clock.restart()
    assert clock.host_ns(5) is None


def test_long_ago_is_unknown_until_the_rate_is_known() -> None:
    """Ten minutes at an unknown rate may be three seconds off: no time is better than a wrong one."""
    clock = BoxClock()
    for n in range(8):
        clock.pong(700_000_000 + 10_000 * n, 10_000_000 * n, 10_000_000 * n + 2_000_000)
    assert clock.host_ns(100_000_000) is None
    assert clock.host_ns(699_000_000) is not None
    for n in range(100):
        clock.pong(701_000_000 + 1_000_000 * n, 10**9 + 10**9 * n, 10**9 + 10**9 * n + 2_000_000)
    assert clock.host_ns(500_000_000) == pytest.approx(-200 * 10**9, abs=20e6)


def test_hours_without_a_box_are_bridged() -> None:
    """The cable was out for five hours and four wraps; the box's clock went on, and the room grew warmer."""
    clock = BoxClock()
    for n in range(100):
        clock.pong(1_000_000 * n, 10**9 * n, 10**9 * n + 2_000_000)
    later_ms, drifted_ms = 5 * 3600 * 1000, 20
    for n in range(8):
        ms = later_ms + 10 * n
        # A slower hub this time: six milliseconds there and back instead of two.
        clock.pong((ms + drifted_ms + 3) * 1000 % WRAP_US, 10**6 * ms, 10**6 * ms + 6_000_000)
    for ago_ms in (0, 60_000):
        told = clock.host_ns((later_ms + drifted_ms - ago_ms) * 1000 % WRAP_US)
        assert told == pytest.approx((later_ms - ago_ms) * 1e6, abs=5e6)
