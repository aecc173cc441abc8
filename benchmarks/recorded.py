"""The simulated table as a recording of itself: drawn beforehand, played as a webcam's pictures are.

A table with a real camera pays for decoding only. So each frame lies ready as the JPEG that a webcam would send, and
reading it is decoding it.
"""

import secrets
import threading
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import cycle

from companion.games.dice import Face
from vision.camera.frames import CameraError, Frame
from vision.drawn.cup import AWAY_S
from vision.drawn.dice import DieTruth
from vision.drawn.table import DrawnTable
from vision.pictures import decode_picture, encode_jpeg

FPS = 30.0
#: Pictures of a table at which nothing moves are played over and over: the noise of each is another.
_STILL = 6


@dataclass(frozen=True, slots=True)
class Throw:
    """One throw as it was drawn: the cup over it, the lift, the open dice."""

    truth: tuple[DieTruth, ...]
    seated: tuple[bytes, ...]
    lift: tuple[bytes, ...]
    open: tuple[bytes, ...]


def record(throws: int, seed: int = 0) -> tuple[Throw, ...]:
    """So many throws; chance says what comes, `seed` where the dice lie."""
    table = DrawnTable(seed)
    made = []
    for number in range(throws):
        began = 10.0 * number
        table.seat_cup()
        table.throw([secrets.choice(list(Face)).letter for _ in range(5)])
        seated = _frames(table, began, _STILL)
        table.lift_cup(began + 1)
        lift = _frames(table, began + 1, round(AWAY_S * FPS) + 1)
        made.append(Throw(table.truth(), seated, lift, _frames(table, began + 3, _STILL)))
    return tuple(made)


def _frames(table: DrawnTable, from_s: float, count: int) -> tuple[bytes, ...]:
    return tuple(encode_jpeg(table.frame(from_s + number / FPS)) for number in range(count))


class RecordedCamera:
    """A `Camera` that plays `throws` one after another, over and over, as `DrawnCamera` would draw them."""

    name, fps = "recorded table", FPS

    def __init__(self, throws: Sequence[Throw]) -> None:
        self._throws = cycle(throws)
        self._now = next(self._throws)
        self._first = True
        self._lifted_s: float | None = None
        self._count = 0
        self._due_s = time.monotonic()
        self._closed = threading.Event()

    def seat_cup(self, *, gather: bool = True) -> int:
        """The cup stands at once."""
        self._lifted_s = None
        return time.monotonic_ns()

    def throw(self, faces: Iterable[str]) -> None:
        """The next throw that was recorded, whatever is asked for."""
        if not self._first:
            self._now = next(self._throws)
        self._first = False

    def lift_cup(self) -> int:
        """From now on the lift is played."""
        self._lifted_s = time.monotonic()
        return time.monotonic_ns()

    def truth(self) -> tuple[DieTruth, ...]:
        """What lies there."""
        return self._now.truth

    def read(self) -> Frame:
        """The next frame, when it is due; frames are left out where decoding cannot keep up."""
        self._closed.wait(max(0.0, self._due_s - time.monotonic()))
        if self._closed.is_set():
            raise CameraError(f"{self.name}: it was closed; open it again to read it")
        # One that is fetched late was exposed when it was due, as a driver's buffer holds it: none comes twice.
        exposed_s = max(self._due_s, time.monotonic() - 1 / FPS)
        self._due_s = exposed_s + 1 / FPS
        self._count += 1
        return Frame(decode_picture(self._data(exposed_s), "frame"), self._count, time.monotonic_ns())

    def _data(self, exposed_s: float) -> bytes:
        throw, lifted_s = self._now, self._lifted_s
        if lifted_s is None or exposed_s < lifted_s:
            return throw.seated[self._count % _STILL]
        at = int((exposed_s - lifted_s) * FPS)
        return throw.lift[at] if at < len(throw.lift) else throw.open[self._count % _STILL]

    def close(self) -> None:
        """Nothing is played any more."""
        self._closed.set()
