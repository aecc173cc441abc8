"""What happened at the table: the referee's only input. Past tense, frozen, with the time told from outside.

`at_ns` is the host's monotonic clock in nanoseconds where the time is known, or None (a box that had been unplugged,
an action replayed from the journal of another day).
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from companion.games.dice import DiceHand
from companion.referee.felt import BoxForgot, BoxHeard, BoxMet, BoxTold
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
    next_starter: str = "right of loser"
    """Who starts the next hand (M9); the choices are `companion.games.mentiroso.options.STARTERS`."""
    duel_reset: bool = False
    """The last two start their duel from nothing (M10)."""
    challenge_window_s: int = 120
    """How long after a verdict it may be disputed; 0: no disputes."""
    challenges: int = 2
    """How many disputes each seat may lose; one that is won is kept."""
    recorded: bool = False
    """Played from a recording: there is no table at which it could go on."""
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
class OpenDiceTold:
    """The seat in turn told which dice lie in the open now (M13, M15, M17); all others are under the cup."""

    seat: int
    letters: str
    """Of their faces, as in `DiceHand.parse`: `KK8`; none for nothing in the open."""
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
    """BELIEVE or CALL on the box; `seat`: whose hand it was, where the seats' buttons tell, else None."""

    button: str
    seat: int | None = None
    at_ns: int | None = None


@dataclass(frozen=True, slots=True)
class BoxMoment:
    """One change that the box felt, timed against the lift of the call it belongs to."""

    input: str
    level: str
    at_us: int
    """Microseconds since the lift (since CALL was said, where nobody felt a lift); negative before it."""


@dataclass(frozen=True, slots=True)
class DiceRead:
    """The reader's answer to a request: sure when the required number of frames agreed, else the best guess.

    `evidence` are the SHA-256 names of the stored pictures: before the lift, at it, on the way, and last the one that
    was read; `moments_us` says when each was seen, in microseconds since the lift (since the reading was asked for,
    where nobody felt a lift). `box` is what the box felt from the claim to the reading.
    """

    readings: tuple[DieReading, ...]
    sure: bool
    why: str = ""
    frame: int | None = None
    evidence: tuple[str, ...] = ()
    moments_us: tuple[int, ...] = ()
    box: tuple[BoxMoment, ...] = ()
    at_ns: int | None = None


@dataclass(frozen=True, slots=True)
class DiceGlimpsed:
    """What the reader makes of the dice at this moment of a call; shown, never acted on, never journalled."""

    readings: tuple[DieReading, ...]
    why: str = ""
    at_ns: int | None = None


@dataclass(frozen=True, slots=True)
class RulingGiven:
    """A person said which five dice lie there, after a reading that was not sure, or with no camera at all (M27).

    `box` is what the box felt from the claim to the ruling; `tapped` tells for each die that was read, in the order of
    the reading, which face somebody tapped for it, empty where it stayed as read. It is empty where nobody looked at
    the dice one by one, as in journals that do not say.
    """

    actual: DiceHand
    by: str
    at_ns: int | None = None
    box: tuple[BoxMoment, ...] = ()
    tapped: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HandVoided:
    """The people agreed that this hand does not count (M28)."""

    why: str
    at_ns: int | None = None


@dataclass(frozen=True, slots=True)
class NextHandBegun:
    """Someone tapped on: the verdict has been seen, the next hand may start."""

    at_ns: int | None = None


@dataclass(frozen=True, slots=True)
class MatchAbandoned:
    """The players end the match before anyone has won. It can be taken back until the next one begins."""

    by: str
    why: str
    at_ns: int | None = None


@dataclass(frozen=True, slots=True)
class Undone:
    """Somebody took back the newest step. The journal keeps a retraction of all that belonged to it, never this."""

    by: str
    why: str
    at_ns: int | None = None


@dataclass(frozen=True, slots=True)
class Corrected:
    """Entry `seq` of the journal was wrong, and `right`, an event of the game, is what happened in its place."""

    seq: int
    by: str
    why: str
    right: Any
    at_ns: int | None = None


@dataclass(frozen=True, slots=True)
class VerdictCorrected:
    """What decided hand `hand` of the match (counted from 0) was wrong: those were the dice. Hands since then stand."""

    hand: int
    actual: DiceHand
    by: str
    why: str
    at_ns: int | None = None


@dataclass(frozen=True, slots=True)
class Disputed:
    """Seat `by` disputes the verdict of hand `hand` of the match (an index into `TableState.hands`)."""

    hand: int
    by: int
    why: str
    at_ns: int | None = None


class Outcome(StrEnum):
    """What a review came to; docs/cycle.md says what each one means for the point and for the challenge."""

    STANDS = "stands"
    """The evidence was looked at, and gives no clear reason to change the verdict."""
    CONFIRMED = "confirmed"
    """The evidence shows that the verdict was right."""
    OVERTURNED = "overturned"
    """The evidence shows that the verdict was wrong."""
    INCONCLUSIVE = "inconclusive"
    """There is no evidence from which anybody could tell."""


@dataclass(frozen=True, slots=True)
class DisputeRuled:
    """The evidence was reviewed. Nothing changes, and nothing is told, before it is published."""

    hand: int
    outcome: Outcome
    by: str
    why: str
    actual: DiceHand | None = None
    """The dice as the evidence shows them, where they can be named."""
    at_ns: int | None = None


@dataclass(frozen=True, slots=True)
class RulingPublished:
    """The ruling was announced: from now on it counts."""

    hand: int
    at_ns: int | None = None


class Link(StrEnum):
    """How a part of the table is doing."""

    ABSENT = "absent"
    SEARCHING = "searching"
    HANDSHAKING = "handshaking"
    """A port is open, and nobody knows yet whether a box answers there."""
    READY = "ready"
    LOST = "lost"
    REFUSED = "refused"
    """There is a box, of another version."""


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


@dataclass(frozen=True, slots=True)
class Profile:
    """What the dice were taught to look like; `evidence` is the SHA-256 of its file, kept with the pictures."""

    name: str
    evidence: str


@dataclass(frozen=True, slots=True)
class Parts:
    """The versions behind the readings: whoever reads the pictures again can tell what has changed since."""

    companion: str
    reader: str
    profile: Profile | None = None
    """None: nothing was taught."""
    firmware: str = ""
    """Of the box; empty where none has answered yet."""
    cards_reader: str = ""
    """The reader of cards; empty in journals that do not say."""


@dataclass(frozen=True, slots=True)
class PartsKnown:
    """What the table is made of; told at the start of a match, and again when it has changed."""

    parts: Parts
    at_ns: int | None = None


@dataclass(frozen=True, slots=True)
class EvidenceTrimmed:
    """The oldest undisputed pictures, of whatever match, will be removed for want of room. Nothing for the game."""

    pictures: tuple[str, ...]
    """Their SHA-256 names."""
    why: str
    at_ns: int | None = None


class After(StrEnum):
    """Why the table is not where play had brought it."""

    UNDO = "undo"
    CORRECTION = "correction"
    REOPENING = "reopening"
    """The match was over, and a verdict that was overturned has brought it back."""
    START = "start"
    """The companion was started again."""


@dataclass(frozen=True, slots=True)
class Resumed:
    """Play goes on from here, with the box, the camera and the cup as they are now, whatever happened before."""

    after: After
    box: Link = Link.ABSENT
    camera: Link = Link.ABSENT
    cup_down: bool | None = None
    since: int = 0
    """The first entry of the journal that belongs to this undo or correction."""
    uninterrupted: bool = False
    """A correction that leaves the table waiting for what it waited for: nothing was touched."""
    at_ns: int | None = None


Event = (
    MatchBegun
    | StarterDrawn
    | OpenDiceTold
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
    | MatchAbandoned
    | Undone
    | Corrected
    | VerdictCorrected
    | Disputed
    | DisputeRuled
    | RulingPublished
    | Resumed
    | BoxChanged
    | BoxMet
    | BoxTold
    | BoxHeard
    | BoxForgot
    | CameraChanged
    | PartsKnown
    | EvidenceTrimmed
)
