"""What happened at the table: the referee's only input. Past tense, frozen, with the time told from outside.

`at_ns` is the host's monotonic clock in nanoseconds where the time is known, or None (a box that had been unplugged,
an action replayed from the journal of another day).
"""

from dataclasses import dataclass
from enum import StrEnum

from companion.games.dice import DiceHand
from vision.readings import DieReading


class How(StrEnum):
    """By which hand an answer reached the referee."""

    TAP = "tap"
    BUTTON = "button"
    LIFT = "lift"


@dataclass(frozen=True, slots=True)
class MatchBegun:
    """The players sit down: their names in play order (M6: each next one to the right), the penalty limit (M7)."""

    names: tuple[str, ...]
    limit: int = 5
    simulated: bool = False
    at_ns: int | None = None


@dataclass(frozen=True, slots=True)
class StarterDrawn:
    """The lot fell on a seat (M8)."""

    seat: int
    at_ns: int | None = None


@dataclass(frozen=True, slots=True)
class ClaimConfirmed:
    """The seat in turn passed the dice with a claim (M19)."""

    seat: int
    claim: DiceHand
    blind: bool = False
    at_ns: int | None = None


@dataclass(frozen=True, slots=True)
class Believed:
    """The receiver believes (M20)."""

    seat: int
    how: How = How.TAP
    at_ns: int | None = None


@dataclass(frozen=True, slots=True)
class Called:
    """The receiver calls (M20)."""

    seat: int
    how: How = How.TAP
    at_ns: int | None = None


@dataclass(frozen=True, slots=True)
class CupLifted:
    """The box felt the cup leave the table; what it means depends on the phase (M20, M22).

    `frame` numbers the picture in which it happened, where the hand is played from a recording. `timed` is False for a
    cup that was found lifted when a lost box came back: nobody knows when that happened; and for a lift that was told
    late and was before the claim. Such a lift calls nothing.
    """

    at_ns: int | None = None
    frame: int | None = None
    timed: bool = True


@dataclass(frozen=True, slots=True)
class CupSeated:
    """The box felt the cup come down."""

    at_ns: int | None = None
    frame: int | None = None


@dataclass(frozen=True, slots=True)
class ButtonPressed:
    """BELIEVE or CALL on the box; `seat` where the box has a button for each seat, else None."""

    button: str
    seat: int | None = None
    at_ns: int | None = None


@dataclass(frozen=True, slots=True)
class DiceRead:
    """The reader's answer to a request: sure when the required number of frames agreed, else the best guess.

    `evidence` are the SHA-256 names of the stored pictures: before the lift, at it, and the one that was read.
    """

    readings: tuple[DieReading, ...]
    sure: bool
    why: str = ""
    frame: int | None = None
    evidence: tuple[str, ...] = ()
    at_ns: int | None = None


@dataclass(frozen=True, slots=True)
class DiceGlimpsed:
    """What the reader makes of the dice at this moment of a call; shown, never acted on, never journalled."""

    readings: tuple[DieReading, ...]
    why: str = ""
    at_ns: int | None = None


@dataclass(frozen=True, slots=True)
class RulingGiven:
    """A person said which five dice lie there, after a reading that was not sure, or with no camera at all (M27)."""

    actual: DiceHand
    by: str
    at_ns: int | None = None


@dataclass(frozen=True, slots=True)
class HandVoided:
    """The people agreed that this hand does not count (M28)."""

    why: str
    at_ns: int | None = None


@dataclass(frozen=True, slots=True)
class NextHandBegun:
    """Someone tapped on: the verdict has been seen, the next hand may start."""

    at_ns: int | None = None


class Link(StrEnum):
    """How a part of the table is doing."""

    ABSENT = "absent"
    SEARCHING = "searching"
    READY = "ready"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class BoxChanged:
    """The cable to the box came or went."""

    link: Link
    why: str = ""
    at_ns: int | None = None


@dataclass(frozen=True, slots=True)
class CameraChanged:
    """The camera came or went."""

    link: Link
    why: str = ""
    at_ns: int | None = None


Event = (
    MatchBegun
    | StarterDrawn
    | ClaimConfirmed
    | Believed
    | Called
    | CupLifted
    | CupSeated
    | ButtonPressed
    | DiceRead
    | DiceGlimpsed
    | RulingGiven
    | HandVoided
    | NextHandBegun
    | BoxChanged
    | CameraChanged
)
