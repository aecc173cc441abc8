"""A bad cable: every event in the journal exactly once and in order, in a short form of benchmarks/box_chaos.py."""

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.box_chaos import Chaos, Mishaps
from firmware_bridge.avrbox import LockStepBox
from firmware_bridge.building import Image
from firmware_bridge.events import BoxEvent, Input, Level
from firmware_bridge.link import Link
from firmware_bridge.softbox import SoftBox


@pytest.mark.parametrize("seed", [11, 12])
def test_the_real_image_behind_a_bad_cable(simbox: Path, image: Image, seed: int, tmp_path: Path) -> None:
    """Pulls, damage, delays, bounces, deaths of the companion, into SQLite; 100,000 events in the long form."""
    mishaps = Mishaps(damaged=0.03, between_us=150_000)
    with LockStepBox(simbox, image.elf) as box:
        outcome = Chaos(box, seed, mishaps, tmp_path / "j.sqlite3").run(250)
        assert outcome.events == 250
        assert outcome.pulls >= 5
        assert outcome.damaged >= 5
        assert outcome.deaths >= 1
        assert outcome.missed == 0
        assert box.overruns == 0


@pytest.mark.parametrize("rate_ppm", [-5000.0, 5000.0])
def test_times_behind_a_busy_cable(simbox: Path, image: Image, rate_ppm: float, tmp_path: Path) -> None:
    """Jitter, and spikes of up to 30 ms each way on a tenth of the transfers: p99 within 2 ms of the true contact."""
    mishaps = Mishaps(damaged=0.0, between_us=10**9, spike=0.1, rate_ppm=rate_ppm)
    with LockStepBox(simbox, image.elf) as box:
        outcome = Chaos(box, 13, mishaps, tmp_path / "j.sqlite3").run(200)
    assert len(outcome.errors_ms) == 200
    assert outcome.percentile_ms(0.99) < 2.0


@settings(max_examples=25)
@given(st.integers(0, 2**32 - 1), st.sampled_from([0.0, 0.1, 0.4]), st.sampled_from([0.0, 0.3]))
def test_loss_doubling_damage_and_overtaking(seed: int, bad: float, overtaking: float) -> None:
    """Frames may even overtake each other, as no cable does: still each event once and in order."""
    chance = random.Random(seed)
    box, link = SoftBox(9), Link(chance=chance)
    now_us, told = 0, 0
    journal: list[int] = []
    link.opened("virtual", 0)
    to_box: list[bytes] = []
    to_host: list[bytes] = []

    def deliver(way: list[bytes]) -> bytes:
        if overtaking and chance.random() < overtaking:
            chance.shuffle(way)
        arrived = b""
        for content in way:
            kind = chance.random()
            if kind < bad / 3:
                continue
            hurt = bytearray(content)
            if kind < 2 * bad / 3:
                hurt[chance.randrange(len(hurt))] ^= 1 << chance.randrange(8)
            arrived += bytes(hurt) * (2 if kind > 1 - bad / 3 else 1)
        way.clear()
        return arrived

    while len(journal) < 40:
        now_us += 1000
        if now_us > 60_000_000:
            raise AssertionError(f"only {len(journal)} of {told} events arrived in a minute")
        if link.given_up(now_us * 1000):
            link.closed("gave up")
            link.opened("virtual", now_us * 1000)
        if told < 40 and told - len(journal) < 30 and chance.random() < 0.2:
            box.record(Input.CALL, Level.RELEASED if told % 2 else Level.PRESSED, now_us)
            told += 1
        out = link.poll(now_us * 1000)
        to_box += [out] if out else []
        box.receive(deliver(to_box), now_us)
        out = box.poll(now_us)
        to_host += [out] if out else []
        link.receive(deliver(to_host), now_us * 1000)
        for item in link.take_items():
            if isinstance(item, BoxEvent) and item.seq is not None and item.boot_id is not None:
                journal.append(item.seq)
                link.committed(item.boot_id, item.seq)
    assert journal == list(range(40))
