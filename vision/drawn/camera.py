"""The drawn table as a camera, for the demo and for tests."""

import threading
import time
from collections.abc import Iterable

from vision.camera.frames import CameraError, Frame
from vision.drawn.cup import CupState
from vision.drawn.dice import DieTruth
from vision.drawn.table import DrawnTable


class DrawnCamera:
    """A `Camera` that draws `table` live, at `fps` in real time, or as fast as it is read in virtual time.

    In virtual time frame n is at n / fps seconds, and what the demo does happens at the time of the frame read last.
    One thread reads while another acts.
    """

    def __init__(self, table: DrawnTable | None = None, fps: float = 30.0, *, real_time: bool = True) -> None:
        if not 0 < fps <= 1000:
            raise CameraError(f"expected a number of frames a second between 0 and 1000, found {fps}")
        self._table = DrawnTable() if table is None else table
        self.fps = fps
        self._real_time = real_time
        self._lock = threading.Lock()
        self._start_ns = time.monotonic_ns() if real_time else 0
        self._count = 0
        self._due_ns = self._start_ns
        self._closed = threading.Event()

    @property
    def name(self) -> str:
        return "simulated table"

    @property
    def cup(self) -> CupState:
        """Where the cup is now."""
        with self._lock:
            return self._table.cup_at(self._now_s())

    def seat_cup(self, *, gather: bool = True) -> int:
        """Begins to put the cup down over the dice, or with the dice in it (`gather`); as `DrawnTable.seat_cup`.

        Returns when, in nanoseconds on the clock of the frames.
        """
        with self._lock:
            self._table.seat_cup(self._now_s(), gather=gather)
            return self._now_ns()

    def throw(self, faces: Iterable[str]) -> None:
        """Lays dice with these top faces, as `DrawnTable.throw`."""
        with self._lock:
            self._table.throw(faces)

    def lift_cup(self) -> int:
        """Begins to take the cup away; returns when, in nanoseconds on the clock of the frames."""
        with self._lock:
            self._table.lift_cup(self._now_s())
            return self._now_ns()

    def truth(self) -> tuple[DieTruth, ...]:
        """As `DrawnTable.truth`."""
        with self._lock:
            return self._table.truth()

    def read(self) -> Frame:
        """The next frame; in real time it waits for it, and leaves frames out where drawing cannot keep up."""
        if self._real_time:
            self._closed.wait(max(0.0, (self._due_ns - time.monotonic_ns()) / 1e9))
        if self._closed.is_set():
            raise CameraError(f"{self.name}: it was closed; open it again to read it")
        with self._lock:
            index, self._count = self._count, self._count + 1
            at_ns = self._now_ns()
            picture = self._table.frame((at_ns - self._start_ns) / 1e9)
        period_ns = round(1e9 / self.fps)
        self._due_ns = max(self._due_ns + period_ns, time.monotonic_ns() - period_ns)
        return Frame(picture, index, at_ns)

    def close(self) -> None:
        self._closed.set()

    def _now_ns(self) -> int:
        if self._real_time:
            return time.monotonic_ns()
        return round(max(self._count - 1, 0) * 1e9 / self.fps)

    def _now_s(self) -> float:
        return (self._now_ns() - self._start_ns) / 1e9
