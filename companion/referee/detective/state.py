"""A table of Detective Poker as everyone may see it: what the screen draws and nothing else decides.

Nothing secret is in it: the cards of the players and the kinds of the action cards come in at the showdown.
"""

from dataclasses import dataclass, field, replace
from enum import StrEnum

from calibration.advice import Advice
from companion.games.cards import Card
from companion.games.detective.ranking import ranking
from companion.games.detective.showing import can_score
from companion.games.detective.state import ActionCard, Coup, Game, Hole
from companion.games.errors import Explanation
from companion.referee.board import Board
from companion.referee.detective.events import CardsFound
from companion.referee.events import Link, Outcome, Parts
from companion.referee.felt import NOTHING_FELT, BoxFelt
from vision.cards.reading import CardReading as CardReading  # noqa: PLC0414 - the screen takes it from here


class Phase(StrEnum):
    """What the table waits for (docs/detective.md)."""

    SEATING = "seating"
    """Nobody has sat down yet."""
    LOT = "lot"
    """The lot for the first dealer has not fallen (D2)."""
    DEAL = "deal"
    """The dealer deals (D5)."""
    BETS = "bets"
    """One bet each (D7, D8)."""
    BOARD = "board"
    """The next board cards come (D6, D10)."""
    SHOWDOWN = "showdown"
    """Hands and action cards are shown (D15)."""
    SCORED = "scored"
    """The points of the coup stand on the board."""
    OVER = "over"
    """All coups are played, or someone left (D20, D26)."""


@dataclass(frozen=True, slots=True)
class BoardSeen:
    """What the camera makes of the board; one tap accepts `new`."""

    readings: tuple[CardReading, ...]
    places: tuple[int, ...] = ()
    """Of each reading, in the row from 0."""
    new: tuple[Card, ...] = ()
    """Sure, possible, and not on the board yet; empty where there is a reason against it."""
    doubtful: bool = False
    """The camera is not sure: the readings are a guess."""
    why: Explanation | None = None


@dataclass(frozen=True, slots=True)
class HandSeen:
    """What the camera makes of one player's cards at the showdown."""

    readings: tuple[CardReading, ...]
    hole: Hole | None = None
    """Sure and possible."""
    why: Explanation | None = None


@dataclass(frozen=True, slots=True)
class BetProposed:
    """A bet that the camera has seen; where it is sure, one tap accepts it."""

    owner: int
    chips: int
    covered: bool
    sure: bool
    why: Explanation | None = None


@dataclass(frozen=True, slots=True)
class Reviewed:
    """What is known of the points of one finished coup beside the points."""

    outcome: Outcome | None = None
    """What a review came to, once it was published."""
    at_ns: int | None = field(default=None, compare=False)
    """When they were given, on the host's monotonic clock, which the journal does not keep."""


@dataclass(frozen=True, slots=True)
class Dispute:
    """Points in dispute; at most one coup at a time."""

    coup: int
    """Index into `Game.coups`."""
    by: int
    """The seat that disputes it."""
    why: str
    frozen: Game
    """The game as it was then: no other points are shown before the ruling is published."""
    board: Board
    outcome: Outcome | None = None
    """None until it is ruled. To be told to nobody before it is published."""
    ruled_by: str = ""
    ruled_why: str = ""
    found: CardsFound | None = None
    """The cards as the evidence shows them."""


@dataclass(frozen=True, slots=True)
class DetectiveState:
    """All of it. Immutable: a new one replaces it after each event."""

    phase: Phase = Phase.SEATING
    names: tuple[str, ...] = ()
    game: Game | None = None
    simulated: bool = False
    gate_open: bool = False
    board_seen: BoardSeen | None = None
    bet_seen: BetProposed | None = None
    hands_seen: tuple[HandSeen, ...] = ()
    """By seat; empty where the camera has not read any."""
    actions_seen: tuple[ActionCard | None, ...] = ()
    """By bet, what the camera is sure of; empty where it has not read any."""
    actions_why: Explanation | None = None
    """What is odd about the action cards that it sees."""
    evidence: tuple[str, ...] = ()
    """SHA-256 of the pictures kept for the newest reading."""
    shown: tuple[Hole | None, ...] = ()
    """At the showdown: the hands shown so far, by seat."""
    turned: tuple[ActionCard | None, ...] = ()
    """At the showdown: the action cards turned up so far, by bet."""
    reviews: tuple[Reviewed, ...] = ()
    """By finished coup."""
    dispute: Dispute | None = None
    challenges: tuple[int, ...] = ()
    """How many more disputes each seat may lose."""
    challenge_window_s: int = 0
    """How long after its points a coup may be disputed; 0: no disputes."""
    box: Link = Link.ABSENT
    camera: Link = Link.ABSENT
    felt: BoxFelt = NOTHING_FELT
    """What the box is and felt: it has no part in this game, but is remembered over a restart."""
    parts: Parts | None = None
    """The versions behind the readings; None until somebody told."""
    notice: Explanation | None = None
    """What to do at the table before the game goes on: a board card to be replaced (D22)."""
    told: Explanation | None = None
    """What the last undo or correction changed."""
    undoable: Explanation | None = None
    """What an undo would take back now."""
    table_advice: Advice | None = None
    """What to do about the camera, the mat or the light; None: nothing. Filled in by whoever runs the referee."""
    refused: str = ""
    """Why the last action was not taken; empty again after the next one that is."""
    refused_rule: str = ""
    refused_what: Explanation | None = None

    @property
    def turn(self) -> int | None:
        """The seat that must act now: bet, or deal; None when nobody in particular must."""
        if self.game is None or self.phase not in (Phase.DEAL, Phase.BETS, Phase.BOARD):
            return None
        return self.game.bettor if self.phase is Phase.BETS else self.game.dealer

    @property
    def board(self) -> Board:
        """The points as everyone may see them; while a coup is in dispute, as they were before."""
        if self.dispute is not None:
            return self.dispute.board
        if self.game is None:
            return Board()
        places = tuple(seat for seats in ranking(self.game) for seat in seats) if self.phase is Phase.OVER else ()
        return Board(points=self.game.totals, places=places, turn=self.turn)

    @property
    def told_game(self) -> Game | None:
        """The game with the points that may be shown: while a coup is in dispute, none that were given since."""
        if self.game is None or self.dispute is None:
            return self.game
        frozen = self.dispute.frozen
        return replace(self.game, coups=frozen.coups, totals=frozen.totals)

    @property
    def coup(self) -> Coup | None:
        """The coup whose points stand on the board."""
        finished = self.game.coups if self.game is not None else ()
        return finished[-1] if finished and self.phase in (Phase.SCORED, Phase.OVER) else None

    @property
    def all_shown(self) -> bool:
        """Whether nothing lies face down any more, and the coup can be scored."""
        return self.game is not None and self.phase is Phase.SHOWDOWN and can_score(self.game, self.shown, self.turned)
