"""How fast this machine's disk lets the journal be: `python -m benchmarks.journal [FOLDER]`.

Every append waits for the disk (`synchronous=FULL`), so the figures are those of FOLDER's disk (default: a temporary
folder); on a memory disk they say nothing.
"""

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.rows import tell
from companion.journal.evidence import EvidenceStore
from companion.journal.export import check_export, export_match
from companion.journal.store import Journal

BODY = {"seat": 2, "faces": ["K", "K", "Q", "J", "9"], "confidence_permille": [991, 987, 999, 954, 990], "sure": True}
"""About what one reading of five dice takes."""


def main() -> None:
    """Measures in FOLDER and leaves nothing there."""
    parent = sys.argv[1] if len(sys.argv) > 1 else None
    with tempfile.TemporaryDirectory(dir=parent) as folder:
        measure(Path(folder))


def measure(folder: Path) -> None:
    """Appends, stores pictures, then reads it all back; one line each on standard output."""
    path = folder / "journal.sqlite3"
    pictures = EvidenceStore(folder / "pictures")
    frame = os.urandom(150_000)
    with Journal.open(path) as journal:
        match = journal.begin_match("mentiroso", {})
        report("append, 1 event", 1, times(500, lambda _: journal.append(match, "dice_read", BODY)))
        report("append_all, 5 events", 5, times(200, lambda _: journal.append_all(match, [("dice_read", BODY)] * 5)))
        report("evidence, 150 kB", 1, times(50, lambda turn: pictures.put(frame + bytes([turn]))))
        # A long evening: some 50,000 events in one match, then the start after a crash.
        for _ in range(48):
            journal.append_all(match, [("dice_read", BODY)] * 1000)
        report("append at 50,000 events", 1, times(200, lambda _: journal.append(match, "dice_read", BODY)))
    size = path.stat().st_size

    def resume(_: int) -> None:
        with Journal.open(path) as journal:
            journal.events(journal.matches()[-1].match)

    (seconds,) = times(1, resume)
    tell("open, read and prove all of it", f"{seconds * 1000:.0f} ms, {size / 1e6:.1f} MB")
    with Journal.open(path, read_only=True) as journal:
        (seconds,) = times(1, lambda _: check_export(export_match(journal, match)))
    tell("export and check it", f"{seconds * 1000:.0f} ms")


def times(turns: int, act: Callable[[int], object]) -> list[float]:
    """Seconds of each of `turns` calls."""
    taken = []
    for turn in range(turns):
        begun = time.perf_counter()
        act(turn)
        taken.append(time.perf_counter() - begun)
    return taken


def report(what: str, events: int, taken: list[float]) -> None:
    """Events a second, and the time of one call in the middle, the slowest hundredth and the slowest."""
    ordered = sorted(taken)
    middle, late, last = (1000 * ordered[int(share * (len(ordered) - 1))] for share in (0.5, 0.99, 1))
    rate = events * len(taken) / sum(taken)
    tell(what, f"{rate:.0f} a second; a call p50 {middle:.2f} ms, p99 {late:.2f} ms, max {last:.2f} ms")


if __name__ == "__main__":
    main()
