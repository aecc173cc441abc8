"""The referee of a table that is being played at: one thread owns the state, one watches the camera."""

import queue
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from companion.journal.errors import JournalError
from companion.referee.desk import Desk, Record
from companion.referee.effects import Effect
from companion.referee.events import CameraChanged, Event, Link
from companion.referee.state import TableState
from companion.referee.watch import Watch, follow
from vision.camera import CameraState, LatestFrame
from vision.camera.frames import Frame

_LINKS = {
    CameraState.WAITING: Link.SEARCHING,
    CameraState.LIVE: Link.READY,
    CameraState.BLANK: Link.SEARCHING,
    CameraState.STALLED: Link.LOST,
    CameraState.LOST: Link.LOST,
    CameraState.ENDED: Link.LOST,
    CameraState.STOPPED: Link.ABSENT,
}
WAIT_S = 0.1


def _nothing() -> None:
    """Nobody waits for the commit."""


class LiveReferee:
    """Takes events from any thread by `post`; `state` and `version` may be read from any thread.

    `on_effect` is called on the referee's own thread for what the world should do (lamps, sounds); it must not block.
    """

    def __init__(
        self,
        record: Record,
        camera: LatestFrame | None,
        watch: Watch,
        on_effect: Callable[[Effect], None] = lambda _: None,
    ) -> None:
        self._events: queue.SimpleQueue[tuple[Event, Callable[[], None]] | None] = queue.SimpleQueue()
        self._desk = Desk(record, self._carry_out)
        self._on_effect = on_effect
        self._trouble = ""
        self._version = 0
        self._changed = threading.Condition()
        self._watcher = _Watcher(camera, watch, self.post) if camera is not None else None
        self._gate_open = False
        self._thread = threading.Thread(target=self._run, name="referee", daemon=True)

    def start(self) -> None:
        """Begin to take events, and frames."""
        self._thread.start()
        if self._watcher is not None:
            self._watcher.start()

    def stop(self) -> None:
        """Take what was posted before, then end; the camera is let go."""
        if self._watcher is not None:
            self._watcher.stop()
        self._events.put(None)
        self._thread.join(timeout=5)

    def post(self, event: Event, committed: Callable[[], None] = _nothing) -> None:
        """Something happened; it is dealt with in its turn. `committed` is called when it is safe in the journal."""
        self._events.put((event, committed))

    @property
    def state(self) -> TableState:
        """The table as everyone may see it."""
        state = self._desk.state
        return replace(state, refused=self._trouble, refused_rule="", refused_what=None) if self._trouble else state

    @property
    def version(self) -> int:
        """Grows with every change of `state`."""
        return self._version

    @property
    def match(self) -> str | None:
        """The journal's name of the match, once one has begun."""
        return self._desk.match

    def wait_for(self, there: Callable[[TableState], bool], timeout_s: float) -> bool:
        """Wait until the state is as wanted; False when it did not become so in time."""
        with self._changed:
            return self._changed.wait_for(lambda: there(self.state), timeout_s)

    def picture(self) -> Frame | None:
        """The newest frame, for the screen; None while the privacy gate is closed or no camera gives any."""
        if self._watcher is None or not self._desk.state.gate_open:
            return None
        return self._watcher.latest()

    def _run(self) -> None:
        while (posted := self._events.get()) is not None:
            event, committed = posted
            try:
                self._desk.take(event)
                self._trouble = ""
                committed()
            except JournalError as error:
                # The state is as before: nothing is shown that is not on the disk.
                self._trouble = str(error)
            with self._changed:
                self._version += 1
                self._changed.notify_all()

    def _carry_out(self, effect: Effect) -> None:
        if self._watcher is not None:
            self._watcher.tell(effect)
        self._on_effect(effect)


class _Watcher:
    """The thread that looks at frames, so that a slow reading never delays a tap."""

    def __init__(self, camera: LatestFrame, watch: Watch, post: Callable[[Event], None]) -> None:
        self._camera = camera
        self._watch = watch
        self._post = post
        self._orders: queue.SimpleQueue[Effect] = queue.SimpleQueue()
        self._stopping = threading.Event()
        self._link = Link.ABSENT
        self._thread = threading.Thread(target=self._run, name="watch", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        self._thread.join(timeout=5)
        self._camera.stop()

    def tell(self, effect: Effect) -> None:
        self._orders.put(effect)

    def latest(self) -> Frame | None:
        return self._camera.latest()

    def _run(self) -> None:
        seen = -1
        while not self._stopping.is_set():
            self._tell_link()
            frame = self._camera.wait_newer(seen, WAIT_S)
            self._follow_orders()
            if frame is None:
                # A camera that is gone returns at once.
                self._stopping.wait(0 if self._link is Link.READY else WAIT_S)
                continue
            seen = frame.index
            answer = self._watch.see(frame)
            # An order that came while this frame was read wins: the answer is dropped by the referee's phase.
            if answer is not None:
                self._post(answer)

    def _follow_orders(self) -> None:
        with suppress(queue.Empty):
            while True:
                follow(self._watch, self._orders.get_nowait())

    def _tell_link(self) -> None:
        link = _LINKS[self._camera.state()]
        if link is not self._link:
            self._link = link
            self._post(CameraChanged(link, str(self._camera.lost or "")))
