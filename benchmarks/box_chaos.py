"""Chaos on the cable: is every event in the journal exactly once and in order, whatever happens between?

    python -m benchmarks.box_chaos            100,000 events, at least 1,000 cable pulls, 1 % of the transfers damaged
    python -m benchmarks.box_chaos --events 2000 --seed 7

The real image runs in lock-step against the real host link in virtual time, so a run depends on its seed alone. Behind
the link stand the referee and its SQLite journal on the disk. Buttons bounce, bytes are delayed, lost, doubled and
flipped, the cable is pulled at any byte, the companion dies between an event and its commit, and starts again from what
its journal holds. The box has a battery here: what a box loses that dies with its cable nobody can bring back.
"""

import random
import tempfile
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import click

from benchmarks.box_journal import BoxJournal
from firmware_bridge.avrbox import LockStepBox
from firmware_bridge.building import build_image, build_simbox
from firmware_bridge.events import BoxEvent, BoxItem, BoxMissed, BoxStatus, Input, Level, levels_of
from firmware_bridge.link import Link

BUILD: Final = Path(__file__).parents[1] / "build" / "firmware"
CONTACTS: Final = (Input.CUP, Input.BELIEVE, Input.CALL, *(Input(f"seat{seat}") for seat in range(6)))
MOST_UNSAFE: Final = 26
"""People do not press on while the screen hangs; the box's ring holds 32."""
BETWEEN_US: Final = (1_500, 12_000)
"""From one change at the table to the next."""
REST_US: Final = 14_000
"""One contact keeps its level for at least so long; shorter than any press."""


@dataclass(frozen=True, slots=True)
class Mishaps:
    """How bad the cable is."""

    damaged: float = 0.01
    """share of the transfers"""
    between_us: int = 500_000
    """from one mishap to the next, on the average; it may well be in the midst of a handshake"""
    deaths: float = 0.2
    """share of the mishaps in which the companion dies; in the others the cable is pulled"""
    bounces: float = 0.3
    """share of the changes"""
    jitter_us: int = 400
    spike: float = 0.02
    """share of the transfers held up for up to 30 ms"""
    rate_ppm: float = 3000.0
    """how fast the host's clock runs against the box's"""


@dataclass(slots=True)
class Outcome:
    """What came of it."""

    events: int = 0
    pulls: int = 0
    damaged: int = 0
    deaths: int = 0
    resent: int = 0
    """events that were handed over again after the companion's death"""
    missed: int = 0
    virtual_s: float = 0.0
    errors_ms: list[float] = field(default_factory=list)
    """of each event's time on the host, against the true moment of the contact"""

    def percentile_ms(self, share: float) -> float:
        """That share of the times is at least so good."""
        ordered = sorted(self.errors_ms)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))]

    def __str__(self) -> str:
        return (
            f"{self.events} events each once and in order; {self.pulls} pulls, {self.damaged} damaged transfers, "
            f"{self.deaths} deaths of the companion ({self.resent} events handed over again), {self.missed} missed; "
            f"times off by {self.percentile_ms(0.5):.2f} ms (median), {self.percentile_ms(0.99):.2f} ms (p99); "
            f"{self.virtual_s:.0f} s of virtual time"
        )


class _Way:
    """One direction of the cable: transfers arrive late and sometimes damaged, but never overtake each other."""

    def __init__(self, chance: random.Random, mishaps: Mishaps, outcome: Outcome) -> None:
        self._chance, self._mishaps, self._outcome = chance, mishaps, outcome
        self._under_way: deque[tuple[int, bytes]] = deque()

    def put(self, content: bytes, now_us: int) -> None:
        if not content:
            return
        delay = self._chance.randrange(self._mishaps.jitter_us)
        if self._chance.random() < self._mishaps.spike:
            delay += self._chance.randrange(30_000)
        if self._chance.random() < self._mishaps.damaged:
            content = _damaged(content, self._chance)
            self._outcome.damaged += 1
        arrives = max(now_us + delay, self._under_way[-1][0] if self._under_way else 0)
        self._under_way.append((arrives, content))

    def take(self, now_us: int) -> bytes:
        arrived = b""
        while self._under_way and self._under_way[0][0] <= now_us:
            arrived += self._under_way.popleft()[1]
        return arrived

    def due_us(self) -> int | None:
        return self._under_way[0][0] if self._under_way else None

    def pull(self, more: bytes = b"") -> bytes:
        """All that was under way is lost, but for some first bytes: the cable is pulled in mid-frame."""
        rest = b"".join(content for _, content in self._under_way) + more
        self._under_way.clear()
        return rest[: self._chance.randrange(len(rest) + 1)]


def _damaged(content: bytes, chance: random.Random) -> bytes:
    hurt = bytearray(content)
    at = chance.randrange(len(hurt))
    match chance.randrange(4):
        case 0:
            hurt[at] ^= 1 << chance.randrange(8)
        case 1:
            del hurt[at : at + chance.randrange(1, 4)]
        case 2:
            hurt[at:at] = hurt[at : at + chance.randrange(1, 4)]
        case _:
            hurt[at : at + 2] = chance.randbytes(2)
    return bytes(hurt)


class Chaos:
    """One run. Virtual time is the box's; the host's clock runs at another rate. The journal is made at `place`."""

    def __init__(self, box: LockStepBox, seed: int, mishaps: Mishaps, place: Path) -> None:
        self._box, self._mishaps = box, mishaps
        self._chance = random.Random(seed)
        self.outcome = Outcome()
        self._to_box = _Way(self._chance, mishaps, self.outcome)
        self._to_host = _Way(self._chance, mishaps, self.outcome)
        self._truth: list[tuple[Input, Level, int]] = []
        self._journal = BoxJournal(place, self._committed)
        self._times: list[int | None] = []  # of the events in the journal, which keeps no monotonic clock
        self._uncommitted: deque[tuple[int, BoxItem]] = deque()
        self._active = dict.fromkeys(CONTACTS, False)
        self._moved_us = dict.fromkeys(CONTACTS, 0)
        self._wires: list[tuple[int, Input, bool]] = []  # moments at which a wire changes, soonest last
        self._next_change_us = 300_000
        self._mishap_us = self._next_mishap_us()
        self._sent = b""  # of a frame that the box has not ended yet
        self._plug_at_us: int | None = 0
        self._link = self._new_link()

    def run(self, events: int, tell: Callable[[int], None] = lambda _: None) -> Outcome:
        """Until so many events happened and all are in the journal; AssertionError where one is lost or doubled.

        `tell` hears each number of events at which another match ends in the journal.
        """
        matches = 1
        while len(self._truth) < events or len(self._times) < len(self._truth):
            if len(self._journal.matches) > matches:
                matches = len(self._journal.matches)
                tell(len(self._times))
            self._mishap(len(self._truth) < events)
            if len(self._truth) < events:
                self._change_a_contact()
            self._cable()
            self._commit()
            self._let_time_pass()
        try:
            self._check()
        finally:
            self._journal.close()
        return self.outcome

    def _host_ns(self, us: int | None = None) -> int:
        return int((self._box.now_us if us is None else us) * 1000 * (1 + self._mishaps.rate_ppm / 1e6)) + 10**12

    def _new_link(self) -> Link:
        return Link(self._journal.remembered, chance=random.Random(self._chance.random()))

    def _mishap(self, more_to_come: bool) -> None:
        now_us = self._box.now_us
        if self._plug_at_us is not None:
            if now_us >= self._plug_at_us:
                self._plug_at_us = None
                self._link.opened("virtual", self._host_ns())
            return
        if not more_to_come or now_us < self._mishap_us:
            return
        self._mishap_us = self._next_mishap_us()
        if self._chance.random() < self._mishaps.deaths:
            self._die()
        else:
            self._pull()

    def _next_mishap_us(self) -> int:
        return self._box.now_us + int(self._chance.expovariate(1 / self._mishaps.between_us))

    def _pull(self) -> None:
        self.outcome.pulls += 1
        self._box.send(self._to_box.pull())
        self._link.receive(self._to_host.pull(self._sent), self._host_ns())
        self._take_items()
        self._link.closed("pulled")
        self._plug_at_us = self._box.now_us + self._chance.randrange(1_000, 150_000)

    def _die(self) -> None:
        self.outcome.deaths += 1
        self.outcome.resent += sum(isinstance(item, BoxEvent) for _, item in self._uncommitted)
        self._uncommitted.clear()
        self._to_box.pull()
        self._to_host.pull()
        self._journal.die()
        self._link = self._new_link()
        self._plug_at_us = self._box.now_us + 20_000

    def _change_a_contact(self) -> None:
        now_us = self._box.now_us
        while self._wires and self._wires[-1][0] <= now_us:
            _, which, active = self._wires.pop()
            self._box.set(which, active)
        if self._wires or now_us < self._next_change_us or len(self._truth) - len(self._times) >= MOST_UNSAFE:
            return
        rested = [which for which in CONTACTS if now_us - self._moved_us[which] > REST_US]
        if not rested:
            return
        which = self._chance.choice(rested)
        self._active[which] = not self._active[which]
        self._moved_us[which] = now_us
        self._truth.append((which, levels_of(which)[self._active[which]], now_us))
        self._box.set(which, self._active[which])
        if self._chance.random() < self._mishaps.bounces:
            times = sorted((now_us + self._chance.randrange(500, 4_000) for _ in range(2)), reverse=True)
            # Away and back: the level in the end is the new one.
            self._wires = [(times[0], which, self._active[which]), (times[1], which, not self._active[which])]
            self._moved_us[which] = times[0]
        self._next_change_us = now_us + self._chance.randrange(*BETWEEN_US)

    def _cable(self) -> None:
        now_ns = self._host_ns()
        self._box.send(self._to_box.take(self._box.now_us))
        self._link.receive(self._to_host.take(self._box.now_us), now_ns)
        self._take_items()
        if self._plug_at_us is None:
            assert self._link.given_up(now_ns) is None, "the link gave up on a box that is there"
            self._to_box.put(self._link.poll(now_ns), self._box.now_us)

    def _take_items(self) -> None:
        self._journal.box = self._link.box
        for item in self._link.take_items():
            # That a box was met is known at once; what it tells waits for the disk.
            wait_us = 0 if isinstance(item, BoxStatus) else self._chance.randrange(30_000)
            self._uncommitted.append((self._box.now_us + wait_us, item))

    def _commit(self) -> None:
        while self._uncommitted and self._uncommitted[0][0] <= self._box.now_us:
            self._journal.take(self._uncommitted.popleft()[1])

    def _committed(self, item: BoxItem) -> None:
        if isinstance(item, BoxMissed):
            self.outcome.missed += 1
        elif isinstance(item, BoxEvent) and item.seq is not None:
            self._times.append(item.at_ns)
        if isinstance(item, BoxEvent | BoxMissed) and item.seq is not None and item.boot_id is not None:
            self._link.committed(item.boot_id, item.seq)

    def _let_time_pass(self) -> None:
        now_us = self._box.now_us
        moments = [now_us + 2_000, self._to_box.due_us(), self._to_host.due_us(), self._plug_at_us]
        # A change that is due already waits for a contact to rest, or for the journal: look again in a while.
        change_us = self._next_change_us if self._next_change_us > now_us else now_us + 1_000
        moments += [self._wires[-1][0] if self._wires else change_us]
        moments += [self._uncommitted[0][0] if self._uncommitted else None]
        until = min(moment for moment in moments if moment is not None)
        self._sent += self._box.run(max(100, until - now_us))
        if self._plug_at_us is not None:
            self._sent = b""
        elif self._sent.endswith(b"\0") and self._sent.strip(b"\0"):
            self._to_host.put(self._sent, self._box.now_us)
            self._sent = b""

    def _check(self) -> None:
        wanted = [(which, level) for which, level, _ in self._truth]
        journal = [event for event in self._journal.heard() if event.seq is not None]
        found = [(event.input, event.level) for event in journal]
        for place, (expected, actual) in enumerate(zip(wanted, found, strict=True)):
            assert expected == actual, f"event {place}: expected {expected}, found {actual}"
        names = {(event.boot_id, index // 2**16, event.seq) for index, event in enumerate(journal)}
        assert len(names) == len(journal), "an event stands twice in the journal"
        for (_, _, moved_us), at_ns in zip(self._truth, self._times, strict=True):
            if at_ns is not None:
                self.outcome.errors_ms.append(abs(at_ns - self._host_ns(moved_us)) / 1e6)
        self.outcome.events = len(journal)
        self.outcome.virtual_s = self._box.now_us / 1e6


@click.command()
@click.option("--events", default=100_000, show_default=True)
@click.option("--seed", default=1, show_default=True)
def main(events: int, seed: int) -> None:
    """Run the real image through a bad cable and check the journal."""
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, LockStepBox(build_simbox(BUILD), build_image(BUILD).elf) as box:
        chaos = Chaos(box, seed, Mishaps(), Path(folder) / "journal.sqlite3")

        def tell(done: int) -> None:
            if done // 1000 % 10 == 0:
                gone = time.monotonic() - started
                click.echo(f"{done} events, {chaos.outcome.pulls} pulls, {chaos.outcome.deaths} deaths; {gone:.0f} s")

        outcome = chaos.run(events, tell)
        click.echo(f"{outcome}; {box.overruns} bytes overrun; {time.monotonic() - started:.0f} s")


if __name__ == "__main__":
    main()
