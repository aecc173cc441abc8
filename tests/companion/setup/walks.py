"""Walking through a page of the wizard without a thread: pictures in, taps in, steps out."""

from collections.abc import Callable
from pathlib import Path

from calibration.profiles import ProfileStore
from companion.referee.fittings import Fittings
from companion.setup.hints import Word
from companion.setup.scenes import Scene
from companion.setup.step import Act, Step
from companion.setup.task import Bench, Task
from vision.camera.frames import Frame
from vision.pictures import Picture

NOW = "2026-11-30T08:00:00+00:00"
PERIOD_NS = 1_000_000_000


def bench(folder: Path, camera: str = "webcam") -> Bench:
    """A store of its own, and a table that plays with nothing yet."""
    return Bench(ProfileStore(folder), Fittings(), camera, now=lambda: NOW)


class Walk:
    """Shows pictures to a task, a second apart, and does what is asked of the hands before the drawn camera."""

    def __init__(self, task: Task, scene: Scene | None = None) -> None:
        self.task = task
        self.scene = scene
        self._count = 0

    @property
    def step(self) -> Step:
        """What is to be seen now."""
        return self.task.step

    def see(self, picture: Picture) -> Step:
        """One picture."""
        self.task.see(Frame(picture, self._count, self._count * PERIOD_NS))
        self._count += 1
        return self._after()

    def tap(self, act: Act, value: str = "") -> Step:
        """A tap, and what it takes."""
        self.task.do(act, value)
        return self._after()

    def until(self, there: Callable[[Step], bool], most: int = 60) -> Step:
        """Pictures of the scene until something is so."""
        assert self.scene is not None
        for _ in range(most):
            if there(self.step):
                return self.step
            self.see(self.scene.picture())
        raise AssertionError(f"after {most} pictures still {self.step.now}, {self.step.more}")

    def hand(self) -> None:
        """The drawn hand does what is asked."""
        assert self.scene is not None
        assert self.scene.key is not None
        self.scene.hand()

    def _after(self) -> Step:
        while self.task.work():
            pass
        step = self.step
        if self.scene is not None:
            self.scene.heed(step)
        return step


def says(word: Word) -> str:
    """The name of what is said."""
    if isinstance(word, str):
        return word
    return str(getattr(word, "say", None) or getattr(word, "hint", None))
