"""The camera: which are there, which one looks at the table, and what it gives."""

import time
from collections import deque
from collections.abc import Callable
from dataclasses import replace

from calibration.profiles import ProfileError
from calibration.profiles.shelf import title
from companion.setup.hints import Hint, Word, note
from companion.setup.step import Act, Pick, Step, Tone
from companion.setup.task import Bench
from companion.setup.tasks.cameras import Cameras, CameraThere
from companion.setup.tasks.delay import DelayTrial, delay_word
from vision.camera import CameraError
from vision.camera.frames import Frame
from vision.pictures import is_blank

CAMERAS = "cameras"
#: So many are offered.
_MOST = 3
#: Fewer pictures a second make the moment of the lift too coarse.
_ENOUGH_FPS = 15.0
_LABELS_NS = 1_000_000_000


class CameraTask:
    """See `companion.setup.task.Task`."""

    def __init__(self, bench: Bench, cameras: Cameras | None, clock: Callable[[], int] = time.monotonic_ns) -> None:
        self._bench = bench
        self._cameras = cameras
        self._clock = clock
        self._trial: DelayTrial | None = None
        self._found: tuple[CameraThere, ...] | None = None
        self._looking = cameras is not None
        self._wanted = ""
        self._labels: dict[str, str] = {}
        self._labels_ns: int | None = None
        self._refused: Word | None = None
        self._forget()

    def _forget(self) -> None:
        self._moments: deque[tuple[int, int]] = deque(maxlen=30)
        self._size: tuple[int, int] | None = None
        self._dark = False

    def see(self, frame: Frame) -> None:
        """See `Task`."""
        height, width = frame.picture.shape[:2]
        self._size = (width, height)
        self._dark = is_blank(frame.picture)
        self._moments.append((frame.index, frame.at_ns))
        if self._trial is not None:
            self._trial.see(frame)

    def do(self, act: Act, value: str) -> None:
        """See `Task`."""
        if self._cameras is None:
            return
        if act is Act.DELAY and self._trial is not None:
            self._trial.begin()
        elif act is Act.DELAY and self._cameras.delay_ns is not None:
            self._trial = DelayTrial(self._bench, self._cameras, self._clock)
        elif act in (Act.CANCEL, Act.DONE):
            self._trial = None
        elif act in (Act.LOOK, Act.AGAIN):
            self._looking = True
        elif act is Act.ADDRESS and value.strip():
            self._wanted = value.strip()
        elif act is Act.PICK and self._found is not None:
            self._wanted = next((c.key for c in self._found if f"{CAMERAS}={self._label(c.name)}" == value), "")

    def work(self) -> bool:
        """See `Task`."""
        if self._cameras is None:
            return False
        self._look_up_labels()
        if self._trial is not None:
            return self._trial.work()
        if self._looking:
            self._looking = False
            self._found = self._cameras.find()[:_MOST]
            return True
        if self._wanted:
            wanted, self._wanted = self._wanted, ""
            self._choose(wanted)
            return True
        return False

    def _choose(self, key: str) -> None:
        assert self._cameras is not None
        self._forget()
        try:
            name = self._cameras.choose(key)
            self._refused = None
            self._bench.put_in_use(camera=key if "://" in key else name)
        except (CameraError, ProfileError) as error:
            self._refused = str(error)

    @property
    def step(self) -> Step:
        """See `Task`."""
        if self._cameras is None:
            return Step(note(Hint.CAMERA_DRAWN), Tone.GOOD, drawn=True, size=self._size or (16, 9))
        if self._trial is not None:
            return replace(self._trial.step, size=self._size or (16, 9))
        told = self._told()
        if self._found:
            # As `find` lists them; names may be the same twice, and then the first one is meant.
            names = tuple(dict.fromkeys(self._label(camera.name) for camera in self._found))
            told = replace(told, picks=(Pick(CAMERAS, names, self._label(self._cameras.chosen)),))
        if self._refused is not None:
            told = replace(told, tone=Tone.TROUBLE, more=(self._refused, *told.more))
        busy = self._looking or bool(self._wanted)
        keys = () if busy else (Act.LOOK, Act.DELAY) if self._measurable(told) else (Act.LOOK,)
        return replace(told, keys=keys, address=not busy, size=self._size or (16, 9))

    def _label(self, name: str) -> str:
        """What people call a camera."""
        return self._labels.get(name, name)

    def _look_up_labels(self) -> None:
        """Once in a while: the shelf may have changed them."""
        if self._labels_ns is not None and self._clock() - self._labels_ns < _LABELS_NS:
            return
        store, self._labels_ns = self._bench.store, self._clock()
        names = {camera.name for camera in self._found or ()} | {self._cameras.chosen if self._cameras else ""}
        self._labels = {name: title(store, "camera", name) for name in names if name and store.has("camera", name)}

    def _measurable(self, told: Step) -> bool:
        return told.tone is Tone.GOOD and self._cameras is not None and self._cameras.delay_ns is not None

    def _told(self) -> Step:
        assert self._cameras is not None
        if self._looking or self._wanted:
            return Step(note(Hint.CAMERA_LOOKING))
        if not self._cameras.chosen:
            return Step(note(Hint.CAMERA_CHOOSE if self._found else Hint.CAMERA_NONE), Tone.ASK, progress=0.0)
        trouble = self._cameras.trouble
        if self._size is None or trouble is not None:
            lost: tuple[Word, ...] = (trouble,) if trouble else ()
            waits = note(Hint.CAMERA_WAIT, name=self._cameras.chosen)
            return Step(waits, Tone.TROUBLE if lost else Tone.ASK, lost, progress=0.3)
        if self._dark:
            return Step(note(Hint.CAMERA_DARK), Tone.TROUBLE, progress=0.6)
        width, height = self._size
        sees = note(Hint.CAMERA_SEES)
        more: list[Word] = []
        rate = self._rate()
        if rate is not None:
            slow = rate < _ENOUGH_FPS
            hint = Hint.CAMERA_SLOW if slow else Hint.CAMERA_GIVES
            more.append(note(hint, width=width, height=height, rate=round(rate)))
        if self._cameras.delay_ns is not None:
            more.append(delay_word(self._cameras.delay_ns))
        return Step(sees, Tone.GOOD, tuple(more), progress=1.0)

    def _rate(self) -> float | None:
        """Pictures a second, those that this thread left out counted too; None before that is known."""
        if len(self._moments) < 5:
            return None
        (first, begun), (last, ended) = self._moments[0], self._moments[-1]
        return (last - first) * 1e9 / (ended - begun) if ended > begun else None
