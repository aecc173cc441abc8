"""Several watches at one table."""

import numpy as np

from companion.referee.events import DiceGlimpsed
from companion.referee.watching import Watches
from vision.camera.frames import Frame


class _Says:
    """A watch that always has the same answer."""

    orders: tuple[type, ...] = ()

    def __init__(self, answer: DiceGlimpsed | None) -> None:
        self._answer = answer

    def see(self, frame: Frame) -> DiceGlimpsed | None:
        return self._answer

    def follow(self, effect: object, at_ns: int) -> None:
        """Nothing is followed."""

    def failed(self, frame: Frame, why: str) -> DiceGlimpsed | None:
        return self._answer


def test_no_answer_of_a_frame_is_lost() -> None:
    """What two watches see in one frame is told by both, in their order."""
    first, second = DiceGlimpsed((), "first"), DiceGlimpsed((), "second")
    both = Watches(_Says(None), _Says(first), _Says(second))
    frame = Frame(np.zeros((9, 16, 3), np.uint8), 0, 0)
    assert both.see(frame) == (first, second)
