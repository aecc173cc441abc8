"""What the review page needs of the world: matches, and the pictures of a call or a showdown, looked up elsewhere."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from companion.games.dice import LETTERS, Printing
from companion.games.errors import Explanation
from companion.referee.detective.state import CardReading
from companion.referee.state import DieReading
from companion.ui.dice import face_said
from companion.ui.texts import Said

Reading = DieReading | CardReading

HERE = ""
"""The match on the table, where a match is named."""


class Trouble(StrEnum):
    """Why there is nothing to see, or nothing was read again."""

    NONE = ""
    NO_PICTURES = "no pictures"
    """It was decided without a camera."""
    GONE = "gone"
    """They were removed for want of room, or are damaged."""
    FAILED = "failed"
    """The record or the reader failed; the details are in the log."""


@dataclass(frozen=True, slots=True, eq=False)
class KeptPicture:
    """One picture of a call or a showdown.

    rgba: uint8 array of height x width x 4, first row on top, never written to after it was handed over;
    width: of the picture as it was kept, in pixels, in which the readings are told.
    """

    rgba: npt.NDArray[np.uint8]
    width: int
    moment_us: int | None
    """Since the lift, in microseconds; None where nobody noted it."""
    then: tuple[Reading, ...] | None = None
    """What was read of this one at the table; None: only of the last one was anything read."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """All that is left of a call or a showdown."""

    hand: int
    """Index into `TableState.hands`, or of the coup."""
    pictures: tuple[KeptPicture, ...] = ()
    """In order of time; the last one decided."""
    then: tuple[Reading, ...] = ()
    """What was read of the last one at the table."""
    now: tuple[Reading, ...] | None = None
    """What today's reader makes of the picture `read`; None: it was not asked."""
    trouble: Trouble = Trouble.NONE
    match: str = HERE
    read: int = -1
    """Which picture was read again; -1: the last."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A match of the journal."""

    match: str
    game: str
    begun_at: str
    """ISO 8601, UTC."""
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Opened:
    """A match that is not on the table, as it stands now."""

    match: str
    state: Any
    """Of its game; None where the record cannot be read."""
    refused: Explanation | str = ""
    """Why the last decision was not taken."""
    printing: Printing = field(default_factory=lambda: LETTERS, compare=False)
    """What stands on the dice that it was played with."""


class Reviewer(Protocol):
    """Looks things up, and writes down what is decided about older matches, on a thread of its own."""

    def ask(self, hand: int, again: bool = False, match: str = HERE, picture: int = -1) -> None:
        """The evidence of this hand or coup is wanted; `again`: also read `picture` (-1: the last) again."""

    def answer(self) -> Evidence | None:
        """The newest one; None before the first."""

    def list_matches(self) -> None:
        """All matches of the journal are wanted, the newest first."""

    def matches(self) -> tuple[Listed, ...] | None:
        """The newest list; None before the first."""

    def open(self, match: str) -> None:
        """This match is wanted; the one on the table never is."""

    def decide(self, match: str, event: Any) -> None:
        """A dispute, a ruling, a correction in an older match, through the referee; `opened` tells what came of it."""

    def opened(self) -> Opened | None:
        """The match opened last, newer with each decision; None before the first."""


def called(reading: Reading) -> Said:
    """What was read: `K`, `10♥`."""
    if isinstance(reading, CardReading):
        rank, suit = reading.card[:1], reading.card[1:]
        return rank.replace("T", "10") + {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}.get(suit, suit)
    return face_said(reading.face)
