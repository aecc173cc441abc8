"""The link to the box: round trip, events a second, time to reconnect, what it costs at rest.

    python -m benchmarks.box_link

Against the real image in a simulated Uno where the tools are installed, else against the box made of software.
"""

import contextlib
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import SimpleQueue
from typing import Final

from benchmarks.box_journal import BoxJournal
from benchmarks.rows import tell
from firmware_bridge.avrbox import RealTimeBox
from firmware_bridge.building import BuildError, build_image, build_simbox
from firmware_bridge.events import BoxEvent, BoxItem, BoxState, BoxStatus, Input
from firmware_bridge.session import BoxSession
from firmware_bridge.simulator import SimulatedBox

BUILD: Final = Path(__file__).parents[1] / "build" / "firmware"
PULLS: Final = 10
EVENTS: Final = 2000
REST_S: Final = 10.0


@contextlib.contextmanager
def _box() -> Iterator[RealTimeBox | SimulatedBox]:
    try:
        simbox, elf = build_simbox(BUILD), build_image(BUILD).elf
    except BuildError as error:
        tell("box", f"made of software ({error})")
        with SimulatedBox() as soft:
            yield soft
        return
    with tempfile.TemporaryDirectory() as folder, RealTimeBox(simbox, elf, Path(folder) / "box") as real:
        yield real


def _until(items: "SimpleQueue[BoxItem]", state: BoxState) -> None:
    while True:
        item = items.get(timeout=20)
        if isinstance(item, BoxStatus) and item.state is state:
            return


def _link() -> None:
    items: SimpleQueue[BoxItem] = SimpleQueue()
    with _box() as box, BoxSession(items.put, box.port) as session:
        _until(items, BoxState.READY)
        trips: list[float] = []
        end = time.monotonic() + 5
        last = None
        while time.monotonic() < end:
            trip = session.round_trip_ns
            if trip is not None and trip != last:
                trips.append(trip / 1e6)
                last = trip
            time.sleep(0.02)
        trips.sort()
        tell("round trip", f"{statistics.median(trips):.2f} ms, p99 {trips[int(len(trips) * 0.99)]:.2f} ms")
        took = []
        for _ in range(PULLS):
            box.unplug()
            _until(items, BoxState.LOST)
            time.sleep(0.05)
            box.plug()
            plugged = time.monotonic()
            _until(items, BoxState.READY)
            took.append(time.monotonic() - plugged)
        usual, worst = statistics.median(took), max(took)
        tell(f"ready again after plugging in ({PULLS} times)", f"{usual:.2f} s, worst {worst:.2f} s")
        time.sleep(6)  # the frequent PINGs of the beginning
        cpu, started = time.process_time(), time.monotonic()
        time.sleep(REST_S)
        share = (time.process_time() - cpu) / (time.monotonic() - started)
        tell("at rest", f"{100 * share:.2f} % of a core")


def _events() -> None:
    items: SimpleQueue[BoxItem] = SimpleQueue()
    with (
        tempfile.TemporaryDirectory() as folder,
        SimulatedBox() as box,
        BoxSession(items.put, box.port) as session,
        contextlib.closing(BoxJournal(Path(folder) / "journal.sqlite3", session.committed)) as journal,
    ):
        _until(items, BoxState.READY)
        a_second = _rate(box, items, session.committed, EVENTS)
        tell("events of a software box, each acknowledged", f"{a_second:.0f} a second")
        a_second = _rate(box, items, journal.take, EVENTS // 4)
        tell("  the same, each in the journal before", f"{a_second:.0f} a second")


def _rate(box: SimulatedBox, items: "SimpleQueue[BoxItem]", keep: Callable[[BoxItem], None], events: int) -> float:
    told, started = 0, time.monotonic()
    while told < events:
        for _ in range(10):
            box.tap(Input.CALL)
        seen = 0
        while seen < 20:
            item = items.get(timeout=20)
            keep(item)
            seen += isinstance(item, BoxEvent) and item.seq is not None
        told += seen
    return told / (time.monotonic() - started)


def main() -> None:
    """Both."""
    _link()
    _events()


if __name__ == "__main__":
    main()
