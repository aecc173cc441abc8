"""The thread that runs the page of the wizard that is open: it looks at pictures, learns, keeps. The screen only asks.

`begin`, `act` and `leave` fill a queue; `moment` and `newest` tell what to draw. Nothing here waits for a person.
"""

import logging
import queue
import tempfile
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from calibration.profiles import ProfileStore
from companion.referee.fittings import Fittings
from companion.setup.drawn_box import DrawnBox
from companion.setup.hints import Hint, note
from companion.setup.known import Known, Looked, known_of
from companion.setup.learned import Kept, keep_learned
from companion.setup.scenes import DRAWN, Scene, SceneCamera, scene_of
from companion.setup.shelf import KINDS, ShelvedTask
from companion.setup.step import Act, Part, Step, Tone
from companion.setup.task import Bench, Task
from companion.setup.tasks.box import BoxPort, BoxTask
from companion.setup.tasks.camera import CameraTask
from companion.setup.tasks.cameras import Cameras
from companion.setup.tasks.check import CheckTask
from companion.setup.tasks.chips import ChipsTask
from companion.setup.tasks.deck import DeckTask
from companion.setup.tasks.dice import DiceTask
from companion.setup.tasks.lens import LensTask
from companion.setup.tasks.table import TableTask
from vision.camera import LatestFrame
from vision.camera.frames import Frame
from vision.pictures import to_rgba

#: The live picture is not larger on the screen.
PREVIEW = (960, 540)
#: How long the thread waits for something to do, in seconds.
_WAIT_S = 0.04
#: What needs pictures.
_SEEING = frozenset(Part) - {Part.BOX, Part.CAMERA}
_log = logging.getLogger(__name__)


class Running(Protocol):
    """The table that is set up, as the workshop needs it."""

    @property
    def simulated(self) -> bool:
        """Whether it is drawn."""

    @property
    def fittings(self) -> Fittings:
        """What it plays with."""

    @property
    def players(self) -> int:
        """Who sit there."""

    @property
    def camera_name(self) -> str:
        """Of the camera that looks at it; empty without one."""

    @property
    def private(self) -> bool:
        """Whether what the camera sees may not be shown now: a match goes on."""

    def frame(self) -> Frame | None:
        """The newest picture; None without a camera, and while it is private."""

    @property
    def cameras(self) -> Cameras | None:
        """None at a drawn table."""

    @property
    def box(self) -> BoxPort | None:
        """None where no box is looked for."""


@dataclass(frozen=True, slots=True)
class Moment:
    """What to draw: of which page, and how many there have been before."""

    count: int
    part: Part | None
    step: Step


@dataclass(frozen=True, slots=True)
class Picture:
    """A live picture as the screen wants it: RGBA, and its number."""

    count: int
    rgba: npt.NDArray[np.uint8]


_TASKS: Mapping[Part, Callable[[Bench], Task]] = {
    Part.LENS: LensTask,
    Part.TABLE: TableTask,
    Part.CHECK: CheckTask,
    Part.DICE: DiceTask,
    Part.DECK: DeckTask,
    Part.CHIPS: ChipsTask,
}
_NOTHING = Step(note(Hint.NO_PICTURE))


class Workshop:
    """One for the app. A context manager; the thread sleeps while no page is open."""

    def __init__(self, table: Running, store: ProfileStore) -> None:
        self._table = table
        self._store = store
        self._orders: queue.SimpleQueue[tuple[str, Any, str] | None] = queue.SimpleQueue()
        self._moment = Moment(0, None, _NOTHING)
        self._part: Part | None = None
        self._drawn = False
        self._task: Task | None = None
        self._scene: Scene | None = None
        self._drawing: LatestFrame | None = None
        self._seen = -1
        self._shot: tuple[Frame, Picture] | None = None
        self._count = 0
        self._looked: Looked | None = None
        self._trial: tempfile.TemporaryDirectory[str] | None = None
        self._thread = threading.Thread(target=self._run, name="set-up", daemon=True)

    def __enter__(self) -> "Workshop":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._orders.put(None)
        self._thread.join(timeout=20)

    # ------------------------------------------------------------------------------------- for the screen, any thread

    @property
    def table(self) -> Running:
        """The table that is set up."""
        return self._table

    @property
    def store(self) -> ProfileStore:
        """Where what was learned is kept."""
        return self._store

    @property
    def known(self) -> Known:
        """What was set up already."""
        store = self._trial_store() if self._table.simulated else self._store
        return known_of(store, DRAWN if self._table.simulated else self._table.camera_name, self._looked)

    def begin(self, part: Part) -> None:
        """This page was opened."""
        self._orders.put(("begin", part, ""))

    def keep_learned(self, printed: str) -> Kept:
        """See `companion.setup.learned.keep_learned`; writes one small file."""
        return keep_learned(
            self._trial_store() if self._table.simulated else self._store, self._table.fittings, printed
        )

    def leave(self) -> None:
        """The page was closed."""
        self._orders.put(("leave", None, ""))

    def act(self, act: Act, value: str = "") -> None:
        """Something was tapped."""
        self._orders.put(("act", act, value))

    @property
    def moment(self) -> Moment:
        """What to draw now."""
        return self._moment

    def newest(self) -> Picture | None:
        """The live picture of the page that is open; None while none may be seen. For the screen's thread only."""
        drawing = self._drawing
        frame = drawing.latest() if drawing is not None else self._real_frame()
        if frame is None:
            self._shot = None
            return None
        if self._shot is None or self._shot[0] is not frame:
            self._count += 1
            height, width = frame.picture.shape[:2]
            scale = min(1.0, PREVIEW[0] / width, PREVIEW[1] / height)
            small = to_rgba(frame.picture, (max(1, round(width * scale)), max(1, round(height * scale))))
            self._shot = (frame, Picture(self._count, small))
        return self._shot[1]

    def _real_frame(self) -> Frame | None:
        return None if self._part is None or self._part is Part.BOX or self._drawn else self._table.frame()

    # --------------------------------------------------------------------------------------------- the thread's own

    def _run(self) -> None:
        try:
            while self._turn():
                pass
        finally:
            self._close()
            if self._trial is not None:
                self._trial.cleanup()

    def _turn(self) -> bool:
        try:
            order = self._orders.get(timeout=_WAIT_S if self._task is not None else None)
        except queue.Empty:
            self._guarded(self._look)
            return True
        if order is None:
            return False
        kind, what, value = order
        if kind == "begin":
            self._guarded(lambda: self._open(what, self._table.simulated))
        elif kind == "leave":
            self._close()
        else:
            self._guarded(lambda: self._act(what, value))
        return True

    def _guarded(self, do: Callable[[], None]) -> None:
        """What fails is said on the page; the next tap is taken all the same."""
        try:
            do()
        except Exception as error:
            _log.exception("the set-up failed")
            again = Step(note(Hint.FAILED, why=str(error) or type(error).__name__), Tone.TROUBLE, keys=(Act.AGAIN,))
            self._publish(again)
            self._task = None

    def _open(self, part: Part, drawn: bool) -> None:
        self._close()
        self._part, self._drawn, self._seen = part, drawn, -1
        self._task = self._task_of(part, drawn)
        if drawn and part is not Part.BOX:
            self._scene = scene_of(part)
            self._drawing = LatestFrame(SceneCamera(self._scene))
        self._tell()

    def _close(self) -> None:
        if self._drawing is not None:
            self._drawing.stop()
        self._drawing = self._scene = self._task = self._part = None
        self._drawn = False

    def _task_of(self, part: Part, drawn: bool) -> Task:
        table = self._table
        camera = DRAWN if drawn else table.camera_name
        bench = Bench(self._store, table.fittings, camera, table.players, drawn)
        if drawn:
            # What is learned of drawn pictures is no profile of this house; but the drawn table plays with its dice.
            plays = table.simulated and part is Part.DICE
            fittings = table.fittings if plays else Fittings()
            bench = replace(bench, store=self._trial_store(), fittings=fittings, plays=plays)
        if part is Part.BOX:
            return BoxTask(bench, DrawnBox() if drawn and not table.simulated else table.box)
        task = CameraTask(bench, None if drawn else table.cameras) if part is Part.CAMERA else _TASKS[part](bench)
        return ShelvedTask(task, bench, KINDS[part]) if part in KINDS else task

    def _trial_store(self) -> ProfileStore:
        if self._trial is None:
            self._trial = tempfile.TemporaryDirectory(prefix="cubilete-trial-")
        return ProfileStore(Path(self._trial.name))

    def _act(self, act: Act, value: str) -> None:
        part = self._part
        if part is None:
            return
        if act is Act.DRAW and not self._table.simulated:
            self._open(part, not self._drawn)
            return
        if self._task is None:
            # It failed before: begin anew.
            self._open(part, self._drawn)
            return
        if act in (Act.HAND, Act.BUMP) and self._scene is not None:
            self._scene.hand()
        else:
            self._task.do(act, value)
            if act is Act.AGAIN and self._scene is not None:
                self._scene.clear()
        self._tell()
        self._look()

    def _look(self) -> None:
        task = self._task
        if task is None:
            return
        frame = self._drawing.latest() if self._drawing is not None else self._real_frame()
        if frame is not None and frame.index != self._seen:
            self._seen = frame.index
            task.see(frame)
        while task.work():
            self._tell()
        self._tell()

    def _tell(self) -> None:
        if self._task is None:
            return
        step = self._task.step
        if isinstance(self._task, CheckTask) and self._drawn == self._table.simulated:
            self._looked = self._task.looked or self._looked
        if self._scene is not None:
            self._scene.heed(step)
            if self._scene.key is not None:
                step = replace(step, keys=(self._scene.key, *step.keys))
        elif not self._drawn:
            step = self._without_pictures(step)
        self._publish(step)

    def _without_pictures(self, step: Step) -> Step:
        """A page that sees nothing explains itself, and can be tried with drawn pictures, or with a drawn box."""
        if self._part is Part.BOX and step.now == note(Hint.BOX_NONE):
            return replace(step, keys=(Act.DRAW,))
        if self._part not in _SEEING or self._table.frame() is not None:
            return step
        if self._table.private:
            return Step(note(Hint.PRIVATE), Tone.TROUBLE, keys=(Act.DRAW,))
        hint = Hint.NO_PICTURE if self._table.camera_name else Hint.NO_CAMERA
        return Step(note(hint), Tone.TROUBLE, keys=(Act.DRAW,))

    def _publish(self, step: Step) -> None:
        if step != self._moment.step or self._part is not self._moment.part:
            self._moment = Moment(self._moment.count + 1, self._part, step)
