"""The drawn table of Detective Poker as a camera: a hand comes, lays what is wanted, and goes."""

import threading
import time
from dataclasses import replace

from calibration.lens import Lens
from calibration.table import TableProfile
from vision.camera.frames import CameraError, Frame
from vision.drawn.card_table import CardTable, Scene
from vision.drawn.lens_view import LensView

#: On a stand at the near side; what people lay before themselves is in the picture too.
VIEW = LensView(elevation_deg=52.0, distance_mm=720.0, target_mm=(0.0, -25.0, 0.0), lens=Lens.typical(1600, 900, 0.8))
REACH_S = 0.4
"""How long a hand is over the table."""
REST_S, REST_FRAMES = 1.0, 10
"""How long nothing moves after it, and before the next one: whoever watches takes a look then. On a slow machine, which
gives few pictures too, so many of them."""


class CardCamera:
    """A `Camera` over a table for so many players, in real time. One thread reads while another wants something."""

    def __init__(
        self,
        players: int,
        fps: float = 12.0,
        view: LensView = VIEW,
        *,
        reach_s: float = REACH_S,
        rest_s: float = REST_S,
    ) -> None:
        self._table = CardTable(players, view)
        self.profile: TableProfile = self._table.profile
        """What a set-up of this table finds."""
        self.fps = fps
        self._due_ns = 0
        self._reach_ns, self._rest_ns = round(reach_s * 1e9), round(rest_s * 1e9)
        self._lock = threading.Lock()
        self._lies = self._wanted = Scene(players)
        self._by: int | None = None
        self._reaching: tuple[Scene, int] | None = None
        """What a hand lays just now, and until when it is there."""
        self._free_ns = self._free_frame = 0
        self._count = 0
        self._closed = threading.Event()
        # To draw the mat takes a second: nobody waits for it.
        self._ready = threading.Thread(target=self._table.frame, name="drawing the mat", daemon=True)
        self._ready.start()

    @property
    def name(self) -> str:
        """What people call it."""
        return "simulated table"

    @property
    def ready(self) -> bool:
        """Whether it can be read without waiting for the mat to be drawn."""
        return not self._ready.is_alive()

    @property
    def scene(self) -> Scene:
        """What lies there now."""
        with self._lock:
            return self._lies

    def lay(self, scene: Scene) -> None:
        """It lies so, and has always done."""
        with self._lock:
            self._lies = self._wanted = scene
            self._reaching = None

    def want(self, scene: Scene, by: int | None = None) -> None:
        """It shall lie so as soon as it can be; `by`: the seat whose hand does it. The latest wish counts."""
        with self._lock:
            self._wanted, self._by = scene, by

    def rest(self) -> None:
        """No hand comes for a moment: whoever watches has to look first."""
        with self._lock:
            self._rest(time.monotonic_ns())

    def read(self) -> Frame:
        """See `Camera`."""
        self._closed.wait(max(0.0, (self._due_ns - time.monotonic_ns()) / 1e9))
        if self._closed.is_set():
            raise CameraError(f"{self.name}: it was closed; open it again to read it")
        self._ready.join()
        now_ns = time.monotonic_ns()
        self._due_ns = max(self._due_ns + round(1e9 / self.fps), now_ns)
        with self._lock:
            self._table.scene = self._seen(now_ns)
        frame = Frame(self._table.frame(), self._count, now_ns)
        self._count += 1
        return frame

    def close(self) -> None:
        """See `Camera`."""
        self._closed.set()

    def _seen(self, now_ns: int) -> Scene:
        if self._reaching is not None and now_ns >= self._reaching[1]:
            self._lies, self._reaching = self._reaching[0], None
            self._rest(now_ns)
        free = now_ns >= self._free_ns and self._count >= self._free_frame
        if self._reaching is None and self._wanted != self._lies and free:
            self._reaching = self._wanted, now_ns + self._reach_ns
        return self._lies if self._reaching is None else replace(self._lies, reaching=self._by or 0)

    def _rest(self, now_ns: int) -> None:
        self._free_ns = max(self._free_ns, now_ns + self._rest_ns)
        self._free_frame = max(self._free_frame, self._count + round(REST_FRAMES * self._rest_ns / (REST_S * 1e9)))
