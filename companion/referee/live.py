"""The referee of a table that is being played at: one thread owns the state, one watches the camera."""

import logging
import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Generic, Protocol, cast, overload

from calibration.advice import Advice
from companion.games.commentary import tell
from companion.games.errors import Explanation
from companion.journal.errors import JournalFull, JournalUnwritable
from companion.journal.retraction import Numbered
from companion.referee.desk import Desk, Record
from companion.referee.effects import CloseGate, Effect, OpenGate
from companion.referee.events import (
    After,
    BoxChanged,
    ButtonPressed,
    CameraChanged,
    CupLifted,
    CupSeated,
    DiceRead,
    Link,
    PartsKnown,
    Resumed,
)
from companion.referee.felt import BoxForgot, BoxMet, BoxTold
from companion.referee.game import Game, S, changed
from companion.referee.games import MENTIROSO
from companion.referee.learning import DiceLearned
from companion.referee.replayed import Step
from companion.referee.state import Learning, TableState
from companion.referee.table_watch import TableStands
from companion.referee.witness import BoxDiary, witnessed
from vision.camera import CameraState, LatestFrame
from vision.camera.changeable import ChangeableCamera
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
_PASSING = (CameraState.STALLED, CameraState.BLANK)
PASSES_S = 2.0
"""How long a camera that gives no pictures, or dark ones, may take to come back before anyone is told: a busy machine
or a hand before the lens is no reason to break off a reading."""
AGAIN_S = 1.0
"""How long until what could not be written is tried again."""
_OF_THE_TABLE = (
    BoxChanged, BoxForgot, BoxMet, BoxTold, ButtonPressed, CameraChanged, CupLifted, CupSeated, DiceLearned, DiceRead,
    PartsKnown, Resumed, TableStands,
)  # fmt: skip
"""What happened, whether or not there is room to write it: kept until there is. A tap is refused, and tapped again."""
_log = logging.getLogger(__name__)


def _nothing() -> None:
    """Nobody waits for the commit."""


@dataclass(frozen=True, slots=True)
class _Posted:
    event: Any
    committed: Callable[[], None] = _nothing
    order: int | None = None
    """Of an answer of the watch: the number of the last order it had followed."""


class Watching(Protocol):
    """Whoever looks at the frames of a table, for one game."""

    orders: tuple[type, ...]
    """The effects that it follows. An answer given before it had followed the newest one comes too late."""

    def see(self, frame: Frame) -> Any | None:
        """One frame; the event it leads to, if any; a tuple where there may be several."""

    def follow(self, effect: Any, at_ns: int) -> None:
        """Do what the referee asked at `at_ns`."""

    def failed(self, frame: Frame, why: str) -> Any | None:
        """`see` raised: the event for that, if any; until the next order nothing is looked for."""


class LiveReferee(Generic[S]):
    """Takes events from any thread by `post`; `state` and `version` may be read from any thread.

    `on_effect` is called on the referee's own thread for what the world should do (lamps, sounds); it must not block.
    `diary` is what the box's desk writes down for the record of a call.
    """

    @overload
    def __init__(
        self: "LiveReferee[TableState]",
        record: Record,
        camera: LatestFrame | ChangeableCamera | None,
        watch: Watching,
        on_effect: Callable[[Effect], None] = ...,
        diary: BoxDiary | None = ...,
    ) -> None: ...
    @overload
    def __init__(
        self,
        record: Record,
        camera: LatestFrame | ChangeableCamera | None,
        watch: Watching,
        on_effect: Callable[[Effect], None] = ...,
        diary: BoxDiary | None = ...,
        *,
        game: Game[S],
    ) -> None: ...
    def __init__(
        self,
        record: Record,
        camera: LatestFrame | ChangeableCamera | None,
        watch: Watching,
        on_effect: Callable[[Effect], None] = lambda _: None,
        diary: BoxDiary | None = None,
        *,
        game: Any = MENTIROSO,
    ) -> None:
        self._events: queue.SimpleQueue[_Posted | None] = queue.SimpleQueue()
        self._unwritten: deque[_Posted] = deque()
        self._desk: Desk[S] = Desk(record, self._carry_out, game=cast(Game[S], game))
        self._on_effect = on_effect
        self._diary = diary or BoxDiary()
        self._trouble: Explanation | None = None
        self._notice = ""
        self._table_advice: Advice | None = None
        self._learning: Learning | None = None
        self._version = 0
        self._changed = threading.Condition()
        self._gate_since_ns: int | None = None
        self._watcher = _Watcher(camera, watch, self._events.put) if camera is not None else None
        self._thread = threading.Thread(target=self._run, name="referee", daemon=True)

    def resume(self, match: str, entries: Iterable[Numbered]) -> None:
        """Go on with a match from its journal entries; before `start`, and before the parts of the table are heard of.

        Raises UnknownEvent where this version cannot read them; a new match can be begun then.
        """
        self._desk.resume(match, entries)
        self.post(Resumed(After.START, at_ns=time.monotonic_ns()))

    def tell(self, trouble: str) -> None:
        """What went wrong before `start`: it stands on the board until somebody does something."""
        self._notice = trouble

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

    def post(self, event: Any, committed: Callable[[], None] = _nothing) -> None:
        """Something happened; it is dealt with in its turn. `committed` is called when it is safe in the journal."""
        if not isinstance(event, _OF_THE_TABLE) and getattr(event, "at_ns", 0) is None:
            # A tap is when it comes; only of what the parts tell the time may be unknown.
            event = replace(event, at_ns=time.monotonic_ns())
        self._events.put(_Posted(event, committed))

    @property
    def state(self) -> S:
        """The table as everyone may see it."""
        state, trouble = self._desk.state, self._trouble
        if trouble is None and self._notice:
            trouble = Explanation("trouble.before_start", {"reason": self._notice})
        if trouble is not None:
            state = changed(state, refused=tell(trouble), refused_rule="", refused_what=trouble)
        advice = self._table_advice
        state = state if advice is None else changed(state, table_advice=advice)
        if self._learning is None or not isinstance(state, TableState):
            return state
        return changed(state, learning=self._learning)

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps of the match that count, the oldest first, for whoever wants to correct one; takes milliseconds."""
        return self._desk.steps

    @property
    def version(self) -> int:
        """Grows with every change of `state`."""
        return self._version

    @property
    def match(self) -> str | None:
        """The journal's name of the match, once one has begun."""
        return self._desk.match

    def wait_for(self, there: Callable[[S], bool], timeout_s: float) -> bool:
        """Wait until the state is as wanted; False when it did not become so in time."""
        with self._changed:
            return self._changed.wait_for(lambda: there(self.state), timeout_s)

    def picture(self) -> Frame | None:
        """The newest frame, for the screen; None while the privacy gate is closed or no camera gives any."""
        # The picture first: a gate that closes meanwhile hides it. One from before the gate opened is never shown.
        frame = self._watcher.latest() if self._watcher is not None else None
        since_ns = self._gate_since_ns
        if frame is None or since_ns is None or frame.earliest_ns < since_ns or not self._desk.state.gate_open:
            return None
        return frame

    def _run(self) -> None:
        going = True
        while going:
            try:
                posted = self._events.get(timeout=AGAIN_S if self._unwritten else None)
            except queue.Empty:
                self._write_at_last()
            else:
                going = posted is not None
                if self._write_at_last():
                    if posted is not None:
                        self._take(posted)
                elif posted is not None and isinstance(posted.event, _OF_THE_TABLE):
                    self._unwritten.append(posted)
            with self._changed:
                self._version += 1
                self._changed.notify_all()

    def _write_at_last(self) -> bool:
        """What could not be written before, in its order; whether nothing is left of it."""
        while self._unwritten:
            if not self._take(self._unwritten.popleft(), again=True):
                return False
        return True

    def _take(self, posted: _Posted, again: bool = False) -> bool:
        """Deal with one event; false when it could not be written. The state is then as before."""
        if isinstance(posted.event, TableStands):
            self._table_advice = posted.event.advice
            return True
        if isinstance(posted.event, DiceLearned):
            self._learning = posted.event.learning
            return True
        if self._watcher is not None and posted.order is not None and posted.order != self._watcher.newest_order:
            # It was read for a call that is over, while this thread had already moved on.
            return True
        try:
            state: Any = self._desk.state
            calls = isinstance(state, TableState)
            self._desk.take(witnessed(posted.event, state, self._diary) if calls else posted.event)
        except (JournalFull, JournalUnwritable) as error:
            key = "journal_full" if isinstance(error, JournalFull) else "journal_unwritable"
            self._trouble = Explanation(f"trouble.{key}", {"reason": str(error)})
            if isinstance(posted.event, _OF_THE_TABLE):
                (self._unwritten.appendleft if again else self._unwritten.append)(posted)
            return False
        except Exception as error:
            # The table must not fall silent: what is wrong stands on the board, and the next event is taken.
            _log.exception("the referee failed at %s", type(posted.event).__name__)
            self._trouble = Explanation("trouble.failed", {"reason": str(error) or type(error).__name__})
        else:
            self._trouble = None
            if not isinstance(posted.event, _OF_THE_TABLE):
                self._notice = ""
        posted.committed()
        return True

    def _carry_out(self, effect: Effect) -> None:
        if isinstance(effect, OpenGate):
            self._gate_since_ns = time.monotonic_ns()
        elif isinstance(effect, CloseGate):
            self._gate_since_ns = None
        if self._watcher is not None:
            self._watcher.tell(effect)
        self._on_effect(effect)


class _Watcher:
    """The thread that looks at frames, so that a slow reading never delays a tap."""

    def __init__(
        self, camera: LatestFrame | ChangeableCamera, watch: Watching, post: Callable[[_Posted], None]
    ) -> None:
        self._camera = camera
        self._watch = watch
        self._post = post
        self._orders: queue.SimpleQueue[tuple[int, int, Effect]] = queue.SimpleQueue()
        self.newest_order = 0
        """Counted by the referee's thread, which alone gives orders: an answer to an older one comes too late."""
        self._followed = 0
        self._stopping = threading.Event()
        self._link = Link.ABSENT
        self._troubled_s: float | None = None
        """Since when the camera has given nothing that can be seen."""
        self._thread = threading.Thread(target=self._run, name="watch", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        self._thread.join(timeout=5)
        self._camera.stop()

    def tell(self, effect: Effect) -> None:
        if isinstance(effect, self._watch.orders):
            self.newest_order += 1
            self._orders.put((self.newest_order, time.monotonic_ns(), effect))

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
            seen_in_it = self._see(frame)
            # An order that came while this frame was read wins: the referee drops the answer.
            for answer in seen_in_it if isinstance(seen_in_it, tuple) else (seen_in_it,):
                if answer is not None:
                    self._post(_Posted(answer, order=self._followed))

    def _see(self, frame: Frame) -> Any | None:
        try:
            return self._watch.see(frame)
        except Exception as error:
            # A full disk for the pictures, a reader that fails: people name what lies there, and the next time is read.
            _log.exception("the watch failed")
            return self._watch.failed(frame, str(error))

    def _follow_orders(self) -> None:
        with suppress(queue.Empty):
            while True:
                self._followed, at_ns, effect = self._orders.get_nowait()
                self._watch.follow(effect, at_ns)

    def _tell_link(self) -> None:
        state = self._camera.state()
        link = _LINKS[state]
        now_s = time.monotonic()
        if state not in _PASSING:
            self._troubled_s = None
        elif self._troubled_s is None:
            self._troubled_s = now_s
        if self._link is Link.READY and self._troubled_s is not None and now_s - self._troubled_s < PASSES_S:
            return
        if link is not self._link:
            self._link = link
            self._post(_Posted(CameraChanged(link, str(self._camera.lost or ""))))
