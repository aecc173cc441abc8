"""Long pure work of a test, spread over the machine's cores."""

import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from multiprocessing import get_context
from typing import TypeVar

Part = TypeVar("Part")


def on_all_cores(work: Callable[[int, int], Part]) -> list[Part]:
    """`work(part, parts)` for each part, each in a process of its own; `work` is a function of a module.

    Processes are started anew, not forked: the tests' own has threads and windows.
    """
    parts = min(8, os.cpu_count() or 1)
    if parts == 1:
        return [work(0, 1)]
    with ProcessPoolExecutor(parts, mp_context=get_context("spawn")) as pool:
        return list(pool.map(work, range(parts), repeat(parts)))
