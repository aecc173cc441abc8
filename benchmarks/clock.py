"""Two clocks at once: what the wall says, and what the processor did, which another busy process changes little."""

import os
import subprocess
import sys
import time
from dataclasses import dataclass
from statistics import median
from typing import Self

from benchmarks.rows import tell


@dataclass(frozen=True, slots=True)
class Took:
    """Both, in seconds; `cpu` is that of all threads, with software rendering that of the picture too."""

    wall: float
    cpu: float


class Watch:
    """`with Watch() as watch: ...`, then `watch.took`."""

    took: Took

    def __enter__(self) -> Self:
        self._wall, self._cpu = time.perf_counter(), time.process_time()
        return self

    def __exit__(self, *_: object) -> None:
        self.took = Took(time.perf_counter() - self._wall, time.process_time() - self._cpu)


def of_process(script: str, patience_s: float, said: bytes) -> Took:
    """A fresh Python, from its start until it says something; the processor time is that until its end."""
    before = os.times()
    begun = time.perf_counter()
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        while line := process.stdout.readline():
            if line.strip() == said:
                break
        wall = time.perf_counter() - begun
        process.communicate(timeout=patience_s)
    after = os.times()
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    return Took(wall, spent)


def tell_times(what: str, taken: list[Took], target: str = "") -> None:
    """Median and the slowest of twenty, and the median of the processor time."""
    if not taken:
        return
    ordered = sorted(each.wall for each in taken)
    late = ordered[min(len(ordered) - 1, round(0.95 * len(ordered)))]
    cpu = median(each.cpu for each in taken)
    tell(what, f"{median(ordered) * 1e3:.0f} ms, p95 {late * 1e3:.0f} ms", target)
    tell("  of it processor time", f"{cpu * 1e3:.0f} ms")
