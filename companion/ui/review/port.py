"""What the review page needs of the world: the pictures of a call and what was read of them, looked up elsewhere."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

import numpy as np
import numpy.typing as npt

from companion.referee.state import DieReading


class Trouble(StrEnum):
    """Why there is nothing to see, or nothing was read again."""

    NONE = ""
    NO_PICTURES = "no pictures"
    """It was decided without a camera."""
    GONE = "gone"
    """They were removed for want of room, or are damaged."""
    FAILED = "failed"
    """The record or the reader failed; the details are in the log."""


@dataclass(frozen=True, slots=True)
class KeptPicture:
    """One picture of a call.

    rgba: uint8 array of height x width x 4, first row on top, never written to after it was handed over;
    width: of the picture as it was kept, in pixels, in which the readings are told.
    """

    rgba: npt.NDArray[np.uint8]
    width: int
    moment_us: int | None
    """Since the lift, in microseconds; None where nobody noted it."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """All that is left of a call."""

    hand: int
    """Index into `TableState.hands`."""
    pictures: tuple[KeptPicture, ...] = ()
    """In order of time; the last one decided."""
    then: tuple[DieReading, ...] = ()
    """What was read of it at the table."""
    now: tuple[DieReading, ...] | None = None
    """What today's reader makes of it; None: it was not asked."""
    trouble: Trouble = Trouble.NONE


class Reviewer(Protocol):
    """Looks things up on a thread of its own."""

    def ask(self, hand: int, again: bool = False) -> None:
        """The evidence of this hand of the match that is played is wanted; `again`: also read it again."""

    def answer(self) -> Evidence | None:
        """The newest one; None before the first."""
