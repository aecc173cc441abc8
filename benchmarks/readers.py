"""How fast the readers are: `python -m benchmarks.readers`. Pictures drawn by our own code, one thread for OpenCV."""

import random
import resource
import statistics
import time
from collections import Counter
from collections.abc import Callable

import click
import cv2

from benchmarks.rows import tell
from vision.dice.align import align, find_tops
from vision.dice.dense.look import look_again
from vision.dice.detect import of_large_size, of_usual_size, without_doubles
from vision.dice.match import look_at
from vision.dice.patch import cut_all
from vision.dice.read import read_dice
from vision.dice.teach import teach_dice_set
from vision.drawn.clip import TEACHING_ROWS
from vision.drawn.table import DrawnTable

TURNS, THROWS = 7, 20
AIM = "12 ms"
SIZES = ((960, 540), (1280, 720), (1920, 1080))


@click.command()
def main() -> None:
    """A line a reader and picture size: median and worst of some turns, and what the process holds."""
    cv2.setNumThreads(1)
    for size in SIZES:
        table = DrawnTable(3, size)
        dice_set = teach_dice_set([(table.teaching_row(row), list(row)) for row in TEACHING_ROWS], "drawn")
        table.throw("KKQJ7")
        picture = table.frame(0)
        report(
            f"read_dice, taught, {size[0]}x{size[1]}", lambda p=picture, s=dice_set: read_dice(p, s, expected=5), AIM
        )
        report(f"read_dice, untaught, {size[0]}x{size[1]}", lambda p=picture: read_dice(p))
        rough = without_doubles(of_usual_size(picture) + of_large_size(picture))
        tops = find_tops(picture, 5)
        patches = cut_all(picture, [top.quad for top in tops])
        report("  of this: where dice may lie", lambda p=picture: of_usual_size(p) + of_large_size(p))
        report("  of this: where exactly", lambda p=picture, r=rough: align(p, r))
        report("  of this: cutting faces out", lambda p=picture, t=tops: cut_all(p, [top.quad for top in t]))
        report("  of this: looking at them", lambda p=patches: look_at(p))
        if size == SIZES[1]:
            report("  the slow search, for comparison", lambda p=picture, s=dice_set: look_again(p, s, 5), turns=2)
    strength()


def strength() -> None:
    """How many of the dice of some throws are read, and how many wrongly, sure and with the set taught."""
    rng, right, wrong, asked = random.Random(1), 0, 0, 0
    table = DrawnTable(5, SIZES[1])
    dice_set = teach_dice_set([(table.teaching_row(row), list(row)) for row in TEACHING_ROWS], "drawn")
    for _ in range(THROWS):
        thrown = "".join(rng.choice("AKQJ87") for _ in range(5))
        table.throw(thrown)
        sure = Counter(r.face for r in read_dice(table.frame(0), dice_set, expected=5, thorough=False) if r.sure)
        right += (sure & Counter(thrown)).total()
        wrong += (sure - Counter(thrown)).total()
        asked += 5 - sure.total()
    tell(f"dice of {THROWS} drawn throws: read, wrong, asked for", f"{right}, {wrong}, {asked} of {5 * THROWS}")


def report(what: str, work: Callable[[], object], target: str = "", turns: int = TURNS) -> None:
    """Do it some times and say how long it took, and what the process holds at most."""
    work()
    wall, processor = [], []
    for _ in range(turns):
        begun, used = time.perf_counter(), time.process_time()
        work()
        wall.append(1000 * (time.perf_counter() - begun))
        processor.append(1000 * (time.process_time() - used))
    held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    usual, own = statistics.median(wall), statistics.median(processor)
    tell(what, f"{usual:.1f} ms, worst {max(wall):.1f} ms, {own:.1f} ms of processor; {held:.0f} MB", target)


if __name__ == "__main__":
    main()
