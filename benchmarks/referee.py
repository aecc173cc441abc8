"""How the referee keeps pace over a long evening: `python -m benchmarks.referee [HANDS [FOLDER]]` (10,000 hands).

Whole matches at random through the desk into a real journal in FOLDER (default: a temporary folder), as fast as the
disk lets them; then one match that never ends, to see what a start and an undo cost in it.
"""

import random
import resource
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from benchmarks.rows import tell
from companion.games.dice import DiceHand
from companion.journal.store import Journal
from companion.referee import events as e
from companion.referee.desk import Desk
from companion.referee.state import Phase, TableState
from companion.referee.unfinished import unfinished
from vision.readings import Alternative, DieReading

HANDS = 10_000
LONG = 1_000
"""Hands of the match that never ends."""
NAMES = ("Ana", "Bo", "Cy", "Di")
PARTS = (e.CameraChanged(e.Link.READY), e.BoxChanged(e.Link.READY), e.CupSeated())


def main() -> None:
    """Both, and nothing is left behind."""
    hands = int(sys.argv[1]) if len(sys.argv) > 1 else HANDS
    with tempfile.TemporaryDirectory(dir=sys.argv[2] if len(sys.argv) > 2 else None) as folder:
        soak(Path(folder) / "evening.sqlite3", hands)
        endless(Path(folder) / "endless.sqlite3", min(LONG, hands))


def soak(path: Path, hands: int) -> None:
    """Matches of four players up to five points, one after another."""
    rng = random.Random(1)
    took: list[float] = []
    with Journal.open(path) as journal:
        desk = seated(journal)
        done, early_mb = 0, 0.0
        begun = time.perf_counter()
        while done < hands:
            desk.take(e.MatchBegun(NAMES))
            desk.take(e.StarterDrawn(rng.randrange(4)))
            while desk.state.phase is not Phase.OVER and done < hands:
                done += play_hand(desk, rng, took)
                if done == hands // 10:
                    early_mb = held_mb()
            if desk.state.phase is not Phase.OVER:
                break
        wall = time.perf_counter() - begun
        matches = len(journal.matches())
    took.sort()
    tell(f"{done} hands in {matches} matches", f"{done / wall:.0f} hands a second, {path.stat().st_size / 1e6:.0f} MB")
    late = took[int(len(took) * 0.99)]
    tell("  an event, written", f"p50 {1e3 * took[len(took) // 2]:.2f} ms, p99 {1e3 * late:.2f} ms")
    tell("  memory after a tenth of it, at the end", f"{early_mb:.0f} MB, {held_mb():.0f} MB", "flat")
    clock = Clock()
    with Journal.open(path) as journal:
        match = unfinished(journal, simulated=False)
        if match is not None:
            seated(journal).resume(match, journal.events(match))
    found = "goes on with the last match" if match is not None else "finds nothing to go on with"
    tell(f"  the next start {found}", f"{clock}")


def endless(path: Path, hands: int) -> None:
    """One match of so many hands."""
    rng = random.Random(2)
    with Journal.open(path) as journal:
        desk = seated(journal)
        desk.take(e.MatchBegun(NAMES, limit=hands))
        desk.take(e.StarterDrawn(0))
        for _ in range(hands):
            play_hand(desk, rng, [])
        assert desk.match is not None
        entries = len(journal.events(desk.match))
        clock = Clock()
        seated(journal).resume(desk.match, journal.events(desk.match))
        tell(f"gone on with a match of {hands} hands, {entries} entries", f"{clock}")
        clock = Clock()
        desk.take(e.Undone("Ana", "the benchmark"))
        tell("  an undo in it", f"{clock}")


def seated(journal: Journal) -> Desk[TableState]:
    """A table with its parts."""
    desk = Desk(journal)
    for event in PARTS:
        desk.take(event)
    return desk


def play_hand(desk: Desk[TableState], rng: random.Random, took: list[float]) -> int:
    """From the claim to the next hand; 1."""
    if desk.state.phase is Phase.VERDICT:
        timed(desk, e.NextHandBegun(), took)
    timed(desk, claim(desk, rng, 0), took)
    while rng.random() < 0.6 and desk.state.match is not None and desk.state.match.to_beat is not None:
        beaten = desk.state.match.to_beat.rank
        if beaten > 240:
            break
        timed(desk, e.Believed(desk.state.turn or 0), took)
        timed(desk, claim(desk, rng, beaten), took)
    timed(desk, e.CupLifted(), took)
    timed(desk, e.DiceRead(reading(rng), True, evidence=(f"{rng.getrandbits(256):064x}",) * 3), took)
    timed(desk, e.CupSeated(), took)
    return 1


def claim(desk: Desk[TableState], rng: random.Random, beaten: int) -> e.ClaimConfirmed:
    """A little higher than what must be beaten."""
    return e.ClaimConfirmed(desk.state.turn or 0, DiceHand(min(252, beaten + rng.randint(1, 40))))


def reading(rng: random.Random) -> tuple[DieReading, ...]:
    """Five dice as a reader tells them."""
    alternatives = tuple(Alternative(face, round(rng.random(), 6)) for face in "AKQ")
    die = DieReading("A", ((1.5, 2.5), (31.5, 2.5), (31.5, 32.5), (1.5, 32.5)), 0.997, True, alternatives, "")
    return tuple(replace(die, face=rng.choice("AKQJ87")) for _ in range(5))


def timed(desk: Desk[TableState], event: e.Event, took: list[float]) -> None:
    """Take the event, and note how long it took."""
    began = time.perf_counter()
    desk.take(event)
    took.append(time.perf_counter() - began)


class Clock:
    """Since it was made: on the wall, and of the processor."""

    def __init__(self) -> None:
        self._wall, self._cpu = time.perf_counter(), time.process_time()

    def __str__(self) -> str:
        wall, cpu = time.perf_counter() - self._wall, time.process_time() - self._cpu
        return f"{wall:.2f} s ({cpu:.2f} s of the processor)"


def held_mb() -> float:
    """What the process holds now; where the system does not tell, what it held at most."""
    status = Path("/proc/self/status")
    if status.exists():
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main()
