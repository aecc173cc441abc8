"""How fast the readers are: `python -m benchmarks.readers`. Pictures drawn by our own code, one thread for OpenCV."""

import resource
import statistics
import time
from collections.abc import Callable

import click
import cv2

from vision.cards.read import read_cards
from vision.dice.align import align, find_tops
from vision.dice.detect import of_large_size, of_usual_size, without_doubles
from vision.dice.match import look_at
from vision.dice.patch import cut
from vision.dice.read import read_dice
from vision.dice.teach import teach_dice_set
from vision.drawn.clip import TEACHING_ROWS
from vision.drawn.table import DrawnTable
from vision.pictures import resized

TURNS = 7
SIZES = ((960, 540), (1280, 720), (1920, 1080))


def main() -> None:
    """A line a reader and picture size: median and worst of some turns, and what the process holds."""
    cv2.setNumThreads(1)
    for size in SIZES:
        table = DrawnTable(3, size)
        dice_set = teach_dice_set([(table.teaching_row(row), list(row)) for row in TEACHING_ROWS], "drawn")
        table.throw("KKQJ7")
        picture = table.frame(0)
        report(f"read_dice, taught, {size[0]}x{size[1]}", lambda p=picture, s=dice_set: read_dice(p, s, expected=5))
        report(f"read_dice, untaught, {size[0]}x{size[1]}", lambda p=picture: read_dice(p))
        rough = without_doubles(of_usual_size(picture) + of_large_size(picture))
        tops = find_tops(picture, 5)
        patches = [cut(picture, top.quad) for top in tops]
        report("  of this: where dice may lie", lambda p=picture: of_usual_size(p) + of_large_size(p))
        report("  of this: where exactly", lambda p=picture, r=rough: align(p, r))
        report("  of this: cutting faces out", lambda p=picture, t=tops: [cut(p, top.quad) for top in t])
        report("  of this: looking at them", lambda p=patches: look_at(p))
    report("read_cards, 1280x720, no card", lambda: read_cards(resized(picture, (1280, 720))))
    report("read_cards, 1920x1080, no card", lambda: read_cards(picture))


def report(what: str, work: Callable[[], object]) -> None:
    """Do it some times and say how long it took."""
    work()
    took = []
    for _ in range(TURNS):
        begun = time.perf_counter()
        work()
        took.append(1000 * (time.perf_counter() - begun))
    held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    click.echo(
        f"{what:42} {statistics.median(took):8.1f} ms median, {max(took):8.1f} worst; {held:5.0f} MB held at most"
    )


if __name__ == "__main__":
    main()
