"""The companion is killed (SIGKILL) and started again: each event of the box stands in the journal once, in order."""

import multiprocessing
import random
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import pytest

from companion.journal.store import Journal
from companion.referee.codec import decode, kind_of
from companion.referee.felt import BoxForgot, BoxHeard
from firmware_bridge.avrbox import RealTimeBox
from firmware_bridge.building import Image
from firmware_bridge.events import Input, Level, levels_of
from firmware_bridge.simulator import SimulatedBox
from tests.firmware_bridge import host

PATIENCE_S = 60.0
MOST_UNSAFE = 26
"""The box's ring holds 32."""
CONTACTS = (Input.CUP, Input.BELIEVE, Input.CALL, Input.SEAT0, Input.SEAT1)


@dataclass
class Mortal:
    """Companions one after another, all on one journal."""

    place: Path
    port: str
    deaths: int = 0
    match: str = ""
    _process: BaseProcess | None = field(default=None)

    def live(self) -> None:
        """Start one, where none lives."""
        if self._process is None:
            self.match = self.match or host.begin(self.place)
            kind = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
            context: Any = multiprocessing.get_context(kind)
            if kind == "forkserver":
                context.set_forkserver_preload([host.__name__])
            self._process = context.Process(target=host.run, args=(str(self.place), self.match, self.port, 0.005))
            self._process.start()

    def die(self) -> None:
        """At once, in the midst of whatever it does."""
        if self._process is not None:
            self._process.kill()
            self._process.join(PATIENCE_S)
            assert self._process.exitcode not in (0, 1, None), "it had ended before"
            self._process.close()
            self._process = None
            self.deaths += 1

    def written(self) -> int:
        """How many events of the box are in the journal already, seen from outside."""
        with closing(sqlite3.connect(f"file:{self.place}?mode=ro", uri=True)) as reader:
            found = reader.execute(
                "SELECT count(*) FROM event WHERE kind = ? AND body NOT LIKE '%\"seq\":null%'", (kind_of(BoxHeard),)
            )
            return int(found.fetchone()[0])


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Mortal]:
    """No companion outlives its test."""
    one = Mortal(tmp_path / "j.sqlite3", "")
    yield one
    one.die()


def _live_and_die(mortal: Mortal, change: Callable[[Input, bool], None], events: int, seed: int) -> None:
    """So many events while companions live and die; then what the journal of the last one holds."""
    chance = random.Random(seed)
    active = dict.fromkeys(CONTACTS, False)
    truth: list[tuple[Input, Level]] = []
    end = time.monotonic() + PATIENCE_S
    alive_since, dies_after = 0, chance.randrange(3, 25)
    mortal.live()
    while len(truth) < events or mortal.written() < events:
        assert time.monotonic() < end, f"{mortal.written()} of {len(truth)} events are in the journal"
        if len(truth) < events and len(truth) - mortal.written() < MOST_UNSAFE:
            which = chance.choice(CONTACTS)
            active[which] = not active[which]
            change(which, active[which])
            truth.append((which, levels_of(which)[active[which]]))
        else:
            time.sleep(0.01)
        if mortal.written() - alive_since >= dies_after and len(truth) < events:
            mortal.die()
            for which in chance.sample(CONTACTS, 3):
                # The table does not wait for the companion.
                active[which] = not active[which]
                change(which, active[which])
                truth.append((which, levels_of(which)[active[which]]))
            alive_since, dies_after = mortal.written(), chance.randrange(3, 25)
            mortal.live()
    mortal.die()
    with Journal.open(mortal.place) as journal:
        kept = [decode(entry.kind, entry.body) for entry in journal.events(mortal.match)]
    assert not [event for event in kept if isinstance(event, BoxForgot)]
    heard = [event for event in kept if isinstance(event, BoxHeard) and event.seq is not None]
    assert [event.seq for event in heard] == list(range(len(truth)))
    assert [(event.input, event.level) for event in heard] == truth
    assert len({event.boot_id for event in heard}) == 1


def test_a_killed_companion_and_the_software_box(mortal: Mortal) -> None:
    """Five deaths or more, each in mid-work."""
    with SimulatedBox() as box:
        mortal.port = box.port

        def change(which: Input, active: bool) -> None:
            box.set(which, levels_of(which)[active])
            time.sleep(0.002)

        _live_and_die(mortal, change, 120, 1)
        assert mortal.deaths >= 5


def test_a_killed_companion_and_the_real_image(mortal: Mortal, simbox: Path, image: Image, tmp_path: Path) -> None:
    """The AVR's own ring and numbers, over pyserial."""
    with RealTimeBox(simbox, image.elf, tmp_path / "box") as box:
        mortal.port = box.port

        def change(which: Input, active: bool) -> None:
            box.set(which, active)
            box.let_pass(0.02)

        _live_and_die(mortal, change, 60, 2)
        assert mortal.deaths >= 3
        assert box.overruns == 0
