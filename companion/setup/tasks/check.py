"""Whether camera and mat are still where they were, and whether the light is good."""

from dataclasses import replace

from calibration.advice import Say
from calibration.drift import MatWatch, look_at_mat
from calibration.light import Light, measure_light
from calibration.profiles import ProfileError, StoredTable
from calibration.profiles.in_use import table_in_use
from calibration.scene import MIDDLE, SceneWatch, look_at_scene, put_back
from companion.setup.hints import Hint, Word, note
from companion.setup.known import Looked, key_of
from companion.setup.step import Act, Mark, Step, Tone
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
            self._stored = table_in_use(bench.store, bench.camera)
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
            self._watch = MatWatch(table) if table.mat else SceneWatch.of(self._stored.view)
        if isinstance(self._watch, MatWatch):
            self._watch = look_at_mat(self._watch, frame.picture, frame.at_ns)
            table = self._watch.table
        else:
            self._watch = look_at_scene(self._watch, frame.picture, frame.at_ns)
        self._light = measure_light(frame.picture, table)

    def do(self, act: Act, value: str) -> None:
        """See `Task`."""
        if act is Act.PUT_BACK and isinstance(self._watch, SceneWatch):
            self._watch = put_back(self._watch)
            if self._bench.fittings.kept is not None:
                self._bench.fittings.kept.put_back()

    @property
    def looked(self) -> Looked | None:
        """What this look has shown so far; None while nothing can be said."""
        step = self._told()
        if self._stored is None or self._watch is None or step.tone is Tone.ASK:
            return None
        return Looked(self._bench.camera, key_of(self._stored), step.tone is Tone.GOOD)

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
        if isinstance(watch, SceneWatch):
            return self._scene(watch)
        more: tuple[Word, ...] = (light.advice,) if light is not None else ()
        good = watch.trusted and (light is None or light.good)
        tone = Tone.GOOD if good else Tone.TROUBLE
        now: Word = watch.advice
        if watch.trusted and light is not None and not light.good:
            now, more = light.advice, (watch.advice,)
        return Step(now, tone, more, marks=zone_marks(watch.table, tone) if watch.trusted else ())

    def _scene(self, watch: SceneWatch) -> Step:
        """Without a mat: is it as it was; where not, how the camera must be turned for that."""
        assert self._stored is not None
        more = (note(Hint.TABLE_NO_MAT),)
        if watch.trusted:
            zones = zone_marks(self._stored.profile.resized(*self._size), Tone.GOOD)
            return Step(watch.advice, Tone.GOOD, more, marks=zones)
        if watch.advice.say is Say.ALL_STILL:
            return Step(note(Hint.CHECK_LOOKING), more=more)
        if watch.back:
            return Step(note(Hint.CHECK_BACK), keys=(Act.PUT_BACK,), marks=self._frames(watch))
        if watch.now is not None:
            more = (note(Hint.CHECK_FRAMES),)
        return Step(watch.advice, Tone.TROUBLE, more, marks=self._frames(watch))

    def _frames(self, watch: SceneWatch) -> tuple[Mark, ...]:
        """The middle of the picture as it must be, and where it is seen now."""
        if watch.now is None:
            return ()
        width, height = self._size
        must, now = (
            tuple((float(x) * width, float(y) * height) for x, y in corners) for corners in (MIDDLE, watch.now)
        )
        return Mark(must, tone=Tone.GOOD), Mark(now, tone=Tone.GOOD if watch.back else Tone.ASK)
