"""How fast the readers are: `python -m benchmarks.readers`. Pictures drawn by our own code, one thread for OpenCV."""

import random
import resource
import statistics
import time
from collections import Counter
from collections.abc import Callable
from functools import partial

import click
import cv2

from benchmarks.rows import tell
from calibration.lens import Lens
from calibration.table import TableProfile
from vision.dice.align import find_tops
from vision.dice.company import alike
from vision.dice.dense.look import look_again
from vision.dice.detect import of_usual_size
from vision.dice.match import look_at
from vision.dice.name import name_faces
from vision.dice.patch import all_turns, cut_all
from vision.dice.read import read_dice
from vision.dice.teach import teach_dice_set
from vision.drawn.clip import TEACHING_ROWS
from vision.drawn.table import DrawnTable
from vision.pictures import Picture

TURNS, THROWS = 7, 20
AIM = "12 ms"
#: Seconds until the threads that numpy drew a picture with stand still.
_SETTLING = 0.3
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
        wide = f"{size[0]}x{size[1]}"
        report(f"read_dice, taught, {wide}", partial(read_dice, picture, dice_set, expected=5), AIM)
        lens, axes = Lens.typical(*size, table.view.focal_share), table.view.axes
        profile = TableProfile.of(lens, axes, -axes @ table.view.eye)
        report(
            f"read_dice, taught, camera's place known, {wide}",
            partial(read_dice, picture, dice_set, profile=profile, expected=5),
        )
        report(f"read_dice, untaught, {wide}", partial(read_dice, picture, expected=5))
        report(f"read_dice, untaught, any number, {wide}", partial(read_dice, picture))
        stages(picture)
        if size == SIZES[1]:
            report("  the slow search, for comparison", partial(look_again, picture, dice_set, 5), turns=2)
    strength()


def stages(picture: Picture) -> None:
    """A line for what each step of reading takes by itself."""
    patches = cut_all(picture, [top.quad for top in find_tops(picture, 5)])
    report("  where dice may lie", lambda: of_usual_size(picture))
    report("  the same, and where exactly", lambda: find_tops(picture, 5, nearly=True))
    report("  the same, to the hundredth of an edge", lambda: find_tops(picture, 5))
    report("  how they look, for a taught set", lambda: look_at(patches))
    report("  their names, for none", lambda: name_faces(patches))
    report("  which of them are alike, for none", lambda: alike(look_at(all_turns(patches))))


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
    time.sleep(_SETTLING)
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
