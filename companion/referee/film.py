"""The moments around a lift, held in memory only while the privacy gate is open."""

from collections import deque
from collections.abc import Sequence

from vision.camera.frames import Frame

BEFORE_NS = 300_000_000
"""How long before the lift the first kept picture lies: the cup is still surely down."""


class Film:
    """Remembers the frames of the last second; forgets them all when the gate closes.

    A frame costs its full size (2.8 MB at 1280x720), so it keeps one frame in `every_ns`.
    """

    def __init__(self, seconds: float = 1.0, every_ns: int = 30_000_000) -> None:
        self._span_ns = round(seconds * 1e9)
        self._every_ns = every_ns
        self._frames: deque[Frame] = deque()
        self._open = False
        self.since_ns = 0
        """When the gate opened last, in the frames' own time."""

    def open(self, since_ns: int = 0) -> None:
        """The gate opened at `since_ns`: remember from then on. A frame seen before may still be on its way."""
        self._open, self.since_ns = True, since_ns

    def close(self) -> None:
        """The gate closed: forget everything."""
        self._open = False
        self._frames.clear()

    def __len__(self) -> int:
        return len(self._frames)

    def add(self, frame: Frame) -> None:
        """One frame more; dropped while the gate is closed, or when it was seen before it opened."""
        if not self._open or frame.earliest_ns < self.since_ns:
            return
        if self._frames and frame.at_ns - self._frames[-1].at_ns < self._every_ns:
            return
        self._frames.append(frame)
        while frame.at_ns - self._frames[0].at_ns > self._span_ns:
            self._frames.popleft()

    def around(self, lift_ns: int) -> tuple[Frame, ...]:
        """The frame `BEFORE_NS` before a lift and the one nearest to it, as far as they are remembered."""
        if not self._frames:
            return ()
        before = min(self._frames, key=lambda f: abs(f.at_ns - (lift_ns - BEFORE_NS)))
        at = min(self._frames, key=lambda f: abs(f.at_ns - lift_ns))
        return (at,) if before is at else (before, at)


AFTER_NS = 500_000_000
"""How far apart the frames lie that are kept between the lift and the reading: was a die touched on the way?"""
AFTER_HELD = 16
"""A watch ends eight seconds after the lift at the latest; without a box it may last, and the oldest are forgotten."""
AFTER_KEPT = 3
"""So many of them become evidence: more pictures would only keep the players waiting for the disk."""


class Aftermath:
    """Remembers a few frames from the lift on."""

    def __init__(self) -> None:
        self._frames: deque[Frame] = deque(maxlen=AFTER_HELD)
        self._newest_ns = 0

    def begin(self, from_ns: int) -> None:
        """The cup was lifted, or the dice were asked for, at `from_ns`."""
        self._frames.clear()
        self._newest_ns = from_ns

    def add(self, frame: Frame) -> None:
        """One frame more."""
        if frame.at_ns - self._newest_ns >= AFTER_NS:
            self._frames.append(frame)
            self._newest_ns = frame.at_ns

    def before(self, last: Frame) -> tuple[Frame, ...]:
        """At most `AFTER_KEPT` frames, evenly chosen, between the beginning and `last`."""
        return _spread([frame for frame in self._frames if frame.at_ns < last.at_ns], AFTER_KEPT)


def _spread(frames: Sequence[Frame], most: int) -> tuple[Frame, ...]:
    if len(frames) <= most:
        return tuple(frames)
    return tuple(frames[round((i + 0.5) * len(frames) / most - 0.5)] for i in range(most))
