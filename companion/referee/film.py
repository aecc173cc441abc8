"""The last moments before a lift, held in memory only while the privacy gate is open."""

from collections import deque

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
        if not self._open or frame.at_ns < self.since_ns:
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
