"""Several watches at one table: each follows its own orders; a game asks only the one that it needs."""

from typing import Any

from companion.referee.live import Watching
from vision.camera.frames import Frame


class Watches:
    """Looks like one `Watching` to the referee."""

    def __init__(self, *watches: Watching) -> None:
        self._watches = watches
        self.orders: tuple[type, ...] = tuple({order: None for watch in watches for order in watch.orders})

    def see(self, frame: Frame) -> tuple[Any, ...]:
        """Every watch sees every frame; the answers of all of them, in their order."""
        answers = [watch.see(frame) for watch in self._watches]
        return tuple(answer for answer in answers if answer is not None)

    def follow(self, effect: Any, at_ns: int) -> None:
        """Each does what concerns it."""
        for watch in self._watches:
            if isinstance(effect, watch.orders):
                watch.follow(effect, at_ns)

    def failed(self, frame: Frame, why: str) -> Any | None:
        """Nobody knows which one: all let go of their orders, and the one that was asked says so."""
        answers = [watch.failed(frame, why) for watch in self._watches]
        return next((answer for answer in answers if answer is not None), None)
