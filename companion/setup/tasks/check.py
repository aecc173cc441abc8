"""Whether camera and mat are still where they were, and whether the light is good."""

from dataclasses import replace

from calibration.drift import MatWatch, SceneWatch, look_at_mat, look_at_scene
from calibration.light import Light, measure_light
from calibration.profiles import ProfileError, StoredTable
from companion.setup.hints import Hint, Word, note
from companion.setup.step import Step, Tone
from companion.setup.task import Bench, IdleTask
from companion.setup.tasks.table import zone_marks
from vision.camera.frames import Frame

_LOOK_NS = 250_000_000


class CheckTask(IdleTask):
    """See `companion.setup.task.Task`."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self._watch: MatWatch | SceneWatch | None = None
        self._light: Light | None = None
        self._next_ns = 0
        self._size = (16, 9)
        self._stored: StoredTable | None = None
        self._refused = ""
        try:
            self._stored = bench.store.table_of(bench.camera)
        except ProfileError as error:
            self._refused = str(error)

    def see(self, frame: Frame) -> None:
        """See `Task`."""
        height, width = frame.picture.shape[:2]
        self._size = (width, height)
        if self._stored is None or frame.at_ns < self._next_ns:
            return
        self._next_ns = frame.at_ns + _LOOK_NS
        table = self._stored.profile.resized(width, height)
        if self._watch is None:
            self._watch = MatWatch(table) if table.mat else SceneWatch()
        if isinstance(self._watch, MatWatch):
            self._watch = look_at_mat(self._watch, frame.picture, frame.at_ns)
            table = self._watch.table
        else:
            self._watch = look_at_scene(self._watch, frame.picture)
        self._light = measure_light(frame.picture, table)

    @property
    def step(self) -> Step:
        """See `Task`."""
        return replace(self._told(), size=self._size, drawn=self._bench.drawn)

    def _told(self) -> Step:
        if self._refused:
            return Step(self._refused, Tone.TROUBLE)
        if self._stored is None:
            return Step(note(Hint.TABLE_NONE), Tone.TROUBLE)
        watch, light = self._watch, self._light
        if watch is None:
            return Step(note(Hint.NO_PICTURE))
        more: list[Word] = []
        if light is not None:
            more.append(light.advice)
        if isinstance(watch, SceneWatch):
            more.append(note(Hint.TABLE_NO_MAT))
        good = watch.trusted and (light is None or light.good)
        tone = Tone.GOOD if good else Tone.TROUBLE
        profile = watch.table if isinstance(watch, MatWatch) else self._stored.profile.resized(*self._size)
        now: Word = watch.advice
        if watch.trusted and light is not None and not light.good:
            now, more = light.advice, [watch.advice]
        return Step(now, tone, tuple(more), marks=zone_marks(profile, tone) if watch.trusted else ())
