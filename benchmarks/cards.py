"""How fast cards are read, by stage, and beside a plain reader: `python -m benchmarks.cards`. One thread for OpenCV."""

import statistics
import time
from collections.abc import Callable
from functools import partial
from itertools import count

import click
import cv2

from benchmarks.card_contours import read_by_contours
from benchmarks.card_table import SHOWDOWN, table
from benchmarks.rows import tell
from companion.referee.detective.effects import ReadBoard, ReadHands, WatchBets
from companion.referee.detective.watching import DetectiveWatch
from companion.referee.fittings import Fittings
from vision.camera.frames import Frame
from vision.cards.backs import find_backs
from vision.cards.corners import Corner, join
from vision.cards.detect import detect
from vision.cards.looks import look_closely
from vision.cards.patches import Pyramid
from vision.cards.pips import look_at_middle
from vision.cards.pose import put_right
from vision.cards.read import read_cards
from vision.cards.watch import CardWatch
from vision.drawn.card_table import CardTable
from vision.pictures import resized

TURNS = 5


@click.command()
def main() -> None:
    """A line a stage: median of some turns, wall clock and processor."""
    cv2.setNumThreads(1)
    laid = {code for code, *_ in SHOWDOWN}
    picture = table(SHOWDOWN)
    found = detect(picture)
    pyramid = Pyramid(picture)
    poses, cards = look_closely(pyramid, found[:, :6])
    corners = [Corner(*row) for row in zip(poses, found[:, 6].tolist(), cards, strict=True)]
    watch = CardWatch()
    readings = watch.read(picture)
    report("1920x1080, nine cards: the whole reader", lambda: read_cards(picture), target="40 ms")
    report("  indices found", lambda: detect(picture))
    report(f"  {len(found)} poses put right", lambda: put_right(Pyramid(picture), found[:, :6]))
    report("  the same, and cards told there", lambda: look_closely(pyramid, found[:, :6]))
    report("  corners made into cards, pips looked at", lambda: join(corners, partial(look_at_middle, pyramid)))
    report("cards lying face down", lambda: find_backs(picture, readings))
    report("a frame in which nothing changed", lambda: watch.read(picture), target="15 ms")
    report("  live, at the showdown of a game", _live(ReadHands(4)), target="15 ms")
    report("  live, while bets are made", _live(ReadBoard((), 0), WatchBets(4, 0)), target="15 ms")
    large = resized(picture, (5760, 3240))
    report("5760x3240 (19 megapixels)", lambda: read_cards(large), turns=2)
    report("plain reader (contours and templates)", lambda: read_by_contours(picture))
    sure = {r.card for r in readings if r.sure}
    plain = set(read_by_contours(picture))
    tell("read right, surely wrong", f"{len(sure & laid)}, {len(sure - laid)} of 9")
    tell("  the plain reader", f"{len(plain & laid)}, {len(plain - laid)} of 9")


def _live(*orders: object) -> Callable[[], object]:
    """The watch of a game at a drawn mat on which everything has been read."""
    drawn = CardTable(4)
    fittings = Fittings(table=drawn.profile)
    detective = DetectiveWatch(lambda _: "", fittings)
    for order in orders:
        detective.follow(order, 0)
    picture = drawn.frame()
    frames = count(1)

    def look() -> object:
        number = next(frames)
        return detective.see(Frame(picture, number, number * 100_000_000))

    if fittings.kept is not None:
        for moment in range(3):
            fittings.kept.see(picture, moment * 300_000_000)
    # Enough frames that all which lies there is read and told.
    for _ in range(40):
        look()
    return look


def report(what: str, work: Callable[[], object], turns: int = TURNS, target: str = "") -> None:
    """Do it some times and say how long it took."""
    work()
    wall, processor = [], []
    for _ in range(turns):
        begun, used = time.perf_counter(), time.process_time()
        work()
        wall.append(1000 * (time.perf_counter() - begun))
        processor.append(1000 * (time.process_time() - used))
    tell(what, f"{statistics.median(wall):.1f} ms, {statistics.median(processor):.1f} ms of processor", target)


if __name__ == "__main__":
    main()
