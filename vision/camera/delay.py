"""How old a camera's pictures are: the screen flickers before the lens, and the pictures are held against it.

Values: `Flicker` says what the screen must show now, `DelayMeter` takes pictures in. The delay is the shift at which
what some part of the pictures did fits best to what the screen did: from the screen's glass through lens, phone and
network.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures import Picture

#: A sequence that looks like itself at no other shift (a maximal one of 31 bits), so the delay cannot be a slot off.
PATTERN = tuple(int(b) for b in "1111100011011101010000100101100")
SLOT_NS = 200_000_000
_COLUMNS, _ROWS = 16, 9
_MOST_DELAY_NS, _STEP_NS = 3_000_000_000, 5_000_000
#: How long after the last change pictures of it are waited for.
_UNDER_WAY_NS = 1_000_000_000
_LEAST_FIT = 0.7
_TOO_NEAR_NS = SLOT_NS


@dataclass(frozen=True, slots=True)
class Flicker:
    """What the screen does from `begun_ns` (monotonic) on; it changes less often than harms anybody's eyes, which is
    three flashes a second (WCAG 2.2, 2.3.1).
    """

    begun_ns: int

    def white(self, now_ns: int) -> bool:
        """Whether the screen must be white now, else black; black before the beginning and after the end."""
        slot = (now_ns - self.begun_ns) // SLOT_NS
        return 0 <= slot < len(PATTERN) and bool(PATTERN[slot])

    def share(self, now_ns: int) -> float:
        """How much of it is over, pictures that are still under way counted, 0 to 1."""
        whole = len(PATTERN) * SLOT_NS + _UNDER_WAY_NS
        return min(1.0, max(0.0, (now_ns - self.begun_ns) / whole))


@dataclass(frozen=True, slots=True, eq=False)
class DelayMeter:
    """flicker: what the screen does; times, sights: when pictures came, how bright their parts were."""

    flicker: Flicker
    times: tuple[int, ...] = ()
    sights: tuple[NDArray[np.float32], ...] = ()

    def done(self, now_ns: int) -> bool:
        """Whether the pattern was shown and had time to arrive."""
        return self.flicker.share(now_ns) >= 1

    def saw(self, picture: Picture, arrived_ns: int) -> "DelayMeter":
        """One picture further."""
        grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
        sight = cv2.resize(grey, (_COLUMNS, _ROWS), interpolation=cv2.INTER_AREA).astype(np.float32).ravel()
        return replace(self, times=(*self.times, arrived_ns), sights=(*self.sights, sight))

    def delay_ns(self) -> int | None:
        """The delay, None where the flicker is not seen clearly (the screen is not in view, or too far away)."""
        if len(self.times) < 20:
            return None
        times, sights = np.array(self.times, np.int64), np.array(self.sights, np.float64)
        delays = np.arange(0, _MOST_DELAY_NS, _STEP_NS)
        slots = (times[None, :] - delays[:, None] - self.flicker.begun_ns) // SLOT_NS
        white = np.where((slots >= 0) & (slots < len(PATTERN)), np.take(PATTERN, slots, mode="clip"), 0)
        fits = _fit(white.astype(np.float64), sights).max(axis=1)
        best = int(fits.argmax())
        rivals = fits[np.abs(delays - delays[best]) > _TOO_NEAR_NS]
        if fits[best] < _LEAST_FIT or fits[best] < rivals.max() + 0.15:
            return None
        # The fit is flat within a frame: its middle is meant.
        top = delays[(fits > fits[best] - 0.01) & (np.abs(delays - delays[best]) <= _TOO_NEAR_NS)]
        return int(top.mean())


def _fit(white: NDArray[np.float64], sights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Correlation of each delay's pattern (d, n) with each part of the pictures (n, p), (d, p)."""
    pattern = white - white.mean(axis=1, keepdims=True)
    parts = sights - sights.mean(axis=0)
    strength = np.linalg.norm(pattern, axis=1)[:, None] * np.linalg.norm(parts, axis=0)[None, :]
    # Parts in which nothing changed would correlate with anything.
    still = np.linalg.norm(parts, axis=0) < 2.0 * np.sqrt(len(sights))
    fit = pattern @ parts / np.maximum(strength, 1e-9)
    fit[:, still] = 0
    return np.asarray(fit)
