"""How old a phone's pictures are, measured on the page of the camera: the whole screen flickers before its lens."""

import time
from collections.abc import Callable
from enum import StrEnum

from calibration.profiles import ProfileError
from companion.setup.hints import Hint, Word, note
from companion.setup.step import Act, Step, Tone
from companion.setup.task import Bench
from companion.setup.tasks.cameras import Cameras
from vision.camera.delay import DelayMeter, Flicker
from vision.camera.frames import Frame

#: The screen is black for so long before it begins.
_LEAD_NS = 700_000_000


class _Phase(StrEnum):
    AIM = "aim"
    FLICKER = "flicker"
    TOLD = "told"


class DelayTrial:
    """One measuring, from the tap that asks for it until its outcome was read."""

    def __init__(self, bench: Bench, cameras: Cameras, clock: Callable[[], int] = time.monotonic_ns) -> None:
        self._bench = bench
        self._cameras = cameras
        self._clock = clock
        self._phase = _Phase.AIM
        self._meter = DelayMeter(Flicker(0))
        self._outcome: tuple[Word, Tone] = (note(Hint.DELAY_UNSEEN), Tone.TROUBLE)

    @property
    def running(self) -> bool:
        """Whether the screen flickers."""
        return self._phase is _Phase.FLICKER

    def see(self, frame: Frame) -> None:
        """One picture."""
        if self.running:
            self._meter = self._meter.saw(frame.picture, frame.at_ns + (self._cameras.delay_ns or 0))

    def begin(self) -> None:
        """The screen flickers from now on."""
        self._meter = DelayMeter(Flicker(self._clock() + _LEAD_NS))
        self._phase = _Phase.FLICKER

    def work(self) -> bool:
        """Reckon, once the flicker is over."""
        if not self.running or not self._meter.done(self._clock()):
            return False
        self._phase, measured = _Phase.TOLD, self._meter.delay_ns()
        self._outcome = (note(Hint.DELAY_UNSEEN), Tone.TROUBLE) if measured is None else self._keep(measured)
        return True

    def _keep(self, delay_ns: int) -> tuple[Word, Tone]:
        try:
            self._bench.store.keep_delay(self._cameras.chosen, delay_ns / 1e6, self._bench.now())
        except ProfileError as error:
            return str(error), Tone.TROUBLE
        self._cameras.use_delay(delay_ns)
        return note(Hint.DELAY_MEASURED, ms=round(delay_ns / 1e6)), Tone.GOOD

    @property
    def step(self) -> Step:
        """What is to be seen now."""
        if self._phase is _Phase.AIM:
            return Step(note(Hint.DELAY_AIM), more=(note(Hint.DELAY_FLICKERS),), progress=0.0, keys=_KEYS)
        if self._phase is _Phase.FLICKER:
            flicker = self._meter.flicker
            return Step(note(Hint.DELAY_RUNS), progress=round(flicker.share(self._clock()), 1), flicker=flicker)
        word, tone = self._outcome
        keys = (Act.DONE,) if tone is Tone.GOOD else _KEYS
        return Step(word, tone, progress=1.0 if tone is Tone.GOOD else 0.0, keys=keys)


_KEYS = (Act.DELAY, Act.CANCEL)


def delay_word(delay_ns: int) -> Word:
    """What is known of it."""
    return note(Hint.DELAY_KNOWN, ms=round(delay_ns / 1e6)) if delay_ns else note(Hint.DELAY_UNKNOWN)
