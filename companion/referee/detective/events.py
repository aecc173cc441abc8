"""What happened at a table of Detective Poker. Past tense, frozen, with the time told from outside.

Nothing secret is ever in an event: whose card is which, and which action card lies under a bet, is told at the
showdown and not before (D5, D8). `at_ns` as in `companion.referee.events`.
"""

from dataclasses import dataclass

from companion.games.cards import Card
from companion.games.detective.state import ActionCard, Street
from companion.referee.events import (
    BoxChanged,
    CameraChanged,
    Disputed,
    EvidenceTrimmed,
    MatchAbandoned,
    Outcome,
    PartsKnown,
    Resumed,
    RulingPublished,
)
from companion.referee.felt import BoxForgot, BoxHeard, BoxMet, BoxTold
from vision.cards.reading import CardReading

PEOPLE = "players"
"""Who named a card where nobody in particular says so."""
CAMERA = "camera"


@dataclass(frozen=True, slots=True)
class MatchBegun:
    """The players sit down: their names clockwise (D1), base or expert rules (D21, D22)."""

    names: tuple[str, ...]
    expert: bool = False
    simulated: bool = False
    challenge_window_s: int = 120
    """How long after the points of a coup they may be disputed; 0: no disputes."""
    challenges: int = 2
    """How many disputes each seat may lose; one that is won is kept."""
    at_ns: int | None = None


@dataclass(frozen=True, slots=True)
class DealerDrawn:
    """The lot fell on a seat: the first dealer (D2)."""

    seat: int
    at_ns: int | None = None


@dataclass(frozen=True, slots=True)
class CoupDealt:
    """The dealer dealt two cards to each player (D5). Nobody tells which."""

    at_ns: int | None = None


@dataclass(frozen=True, slots=True)
class BetPlaced:
    """1 to 3 chips on the board of `owner`, `covered` where an action card lies face down under them (D8)."""

    seat: int
    owner: int
    chips: int
    covered: bool = False
    at_ns: int | None = None


@dataclass(frozen=True, slots=True)
class BetMoved:
    """The bet just made lies otherwise now; only before anything else happened (as D25 has it for action cards)."""

    seat: int
    owner: int
    chips: int
    covered: bool = False
    at_ns: int | None = None


@dataclass(frozen=True, slots=True)
class ActionCardLaid:
    """An action card was put face down under the bet just made (D25)."""

    seat: int
    at_ns: int | None = None


@dataclass(frozen=True, slots=True)
class BoardTurned:
    """Cards came to the board, in dealing order (D6, D10, D22); `by` is "camera" or who named them."""

    cards: tuple[Card, ...]
    by: str = PEOPLE
    at_ns: int | None = None


@dataclass(frozen=True, slots=True)
class ActionCardSeen:
    """An action card that lies face up: by its colour that of `seat`; where it lies, None where no mat tells."""

    seat: int
    card: ActionCard
    owner: int | None = None
    """On whose board."""
    street: Street | None = None
    """In the place of which phase."""


@dataclass(frozen=True, slots=True)
class CardsRead:
    """What the reader makes of the cards: proposed, never acted on.

    board: the row of the board in dealing order; hands: by seat, only at the showdown (else empty, and not looked at);
    sure: the vote over the frames; evidence: SHA-256 names of the stored pictures.
    """

    board: tuple[CardReading, ...]
    hands: tuple[tuple[CardReading, ...], ...] = ()
    sure: bool = False
    why: str = ""
    evidence: tuple[str, ...] = ()
    actions: tuple[ActionCardSeen, ...] = ()
    """Only at the showdown, as the hands."""
    places: tuple[int, ...] = ()
    """In which place of the row each card of `board` lies, from 0; empty where no mat tells."""
    at_ns: int | None = None


@dataclass(frozen=True, slots=True)
class BetSeen:
    """A hand left the table, and this is what the reader makes of the bet it left there: proposed, never acted on.

    No chips: what it had left there is gone again. whose: the chips surely are those of this seat, which is not to bet.
    """

    owner: int
    chips: int
    covered: bool = False
    sure: bool = False
    why: str = ""
    at_ns: int | None = None
    whose: int | None = None


@dataclass(frozen=True, slots=True)
class ShownHand:
    """The two cards of a player at the showdown."""

    seat: int
    own: Card
    forehead: Card


@dataclass(frozen=True, slots=True)
class HandsShown:
    """Players showed their cards; named again, the later naming holds."""

    hands: tuple[ShownHand, ...]
    by: str = PEOPLE
    at_ns: int | None = None


@dataclass(frozen=True, slots=True)
class TurnedCard:
    """The action card under one bet; `bet` counts the bets of the coup from 0."""

    bet: int
    card: ActionCard


@dataclass(frozen=True, slots=True)
class ActionCardsTurned:
    """Action cards were turned up; named again, the later naming holds."""

    cards: tuple[TurnedCard, ...]
    by: str = PEOPLE
    at_ns: int | None = None


@dataclass(frozen=True, slots=True)
class CoupScored:
    """Everyone agrees on what lies there: the points are given (D15 to D18)."""

    at_ns: int | None = None


@dataclass(frozen=True, slots=True)
class NextCoupBegun:
    """The points have been seen; the next dealer takes the cards."""

    at_ns: int | None = None


@dataclass(frozen=True, slots=True)
class CoupVoided:
    """The coup does not count (D24); `agreed`: by all, as is needed from the flop bets on."""

    why: str
    agreed: bool = False
    at_ns: int | None = None


@dataclass(frozen=True, slots=True)
class CardsFound:
    """What lay otherwise in a coup than it was scored: only that."""

    hands: tuple[ShownHand, ...] = ()
    board: tuple[Card, ...] = ()
    """All of it, in dealing order; empty: as it was."""
    cards: tuple[TurnedCard, ...] = ()


@dataclass(frozen=True, slots=True)
class DisputeRuled:
    """The evidence of coup `coup` (counted from 0) was reviewed. Nothing is told before it is published."""

    coup: int
    outcome: Outcome
    by: str
    why: str
    found: CardsFound | None = None
    """Must be there where it is overturned: the points follow from it."""
    at_ns: int | None = None


@dataclass(frozen=True, slots=True)
class CoupCorrected:
    """Coup `coup` (counted from 0) was scored on the wrong cards, and all agree on the right ones."""

    coup: int
    found: CardsFound
    by: str
    why: str
    at_ns: int | None = None


@dataclass(frozen=True, slots=True)
class PlayerLeft:
    """A player left, and the game ended with the coups that are finished (D26)."""

    seat: int
    at_ns: int | None = None


Event = (
    MatchBegun
    | DealerDrawn
    | CoupDealt
    | BetPlaced
    | BetMoved
    | ActionCardLaid
    | BoardTurned
    | CardsRead
    | BetSeen
    | HandsShown
    | ActionCardsTurned
    | CoupScored
    | NextCoupBegun
    | CoupVoided
    | PlayerLeft
    | Disputed
    | DisputeRuled
    | RulingPublished
    | CoupCorrected
    | MatchAbandoned
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
