"""A game of Detective Poker at one moment. Frozen; the actions make new ones."""

from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum
from typing import NamedTuple

from companion.games.cards import Card
from companion.games.detective.options import Options
from companion.games.seats import Seat

CHIPS = 7
"""Chips of a player in a coup (D3)."""


class ActionCard(StrEnum):
    """One of each for every player in every coup (D3, D4)."""

    PLUS_ONE = "+1"
    CW = "CW"
    BLUFF = "BLUFF"
    BLANK = "BLANK"


class Street(IntEnum):
    """The four phases of a coup (D6)."""

    PREFLOP = 1
    FLOP = 2
    TURN = 3
    RIVER = 4

    @property
    def board_cards(self) -> int:
        """How many cards lie on the board in this phase."""
        return (0, 3, 4, 5)[self - 1]


class Stage(StrEnum):
    """What the game waits for."""

    LOT = "lot"
    """The draw for the first dealer (D2)."""
    DEAL = "deal"
    """The dealer deals two cards each (D5)."""
    BETS = "bets"
    """One bet each (D7, D8)."""
    BOARD = "board"
    """One card is burned, then the board cards of the next phase come (D6, D10)."""
    REVEAL = "reveal"
    """All cards are shown together (D15 to D18)."""
    OVER = "over"
    """All coups are played, or a player left (D20, D26)."""


class Hole(NamedTuple):
    """A player's two cards (D5)."""

    own: Card
    """Seen only by the holder."""
    forehead: Card
    """Seen by all others only."""


@dataclass(frozen=True, slots=True)
class Bet:
    """Chips on one player's board (D8)."""

    street: Street
    seat: Seat
    owner: Seat
    """On whose board the chips lie."""
    chips: int
    covered: bool = False
    """An action card lies face down under the chips."""
    card: ActionCard | None = None
    """Which one; None: there is none, or nobody has seen it yet."""


@dataclass(frozen=True, slots=True)
class ScoredBet:
    """A bet after the reveal (D15 to D17, D21)."""

    bet: Bet
    target: Seat
    right: bool
    points: int


@dataclass(frozen=True, slots=True)
class Coup:
    """A finished coup."""

    dealer: Seat
    holes: tuple[Hole, ...]
    board: tuple[Card, ...]
    best: tuple[frozenset[Seat], ...]
    """BEST(k) by phase (D14)."""
    worst: tuple[frozenset[Seat], ...]
    """WORST(k) by phase (D14)."""
    bets: tuple[ScoredBet, ...]
    gains: tuple[int, ...]
    """Points of the coup, by seat."""
    action_cards: tuple[int, ...]
    """How many action cards each seat played (D20)."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game: the totals, and the coup in play."""

    options: Options
    totals: tuple[int, ...]
    """Points, by seat."""
    stage: Stage = Stage.LOT
    first_dealer: Seat | None = None
    street: Street = Street.PREFLOP
    holes: tuple[Hole, ...] | None = None
    """The cards dealt; a secret that only a simulated table knows before the reveal."""
    board: tuple[Card, ...] = ()
    taken_out: tuple[Card, ...] = ()
    """Expert: board cards replaced because their rank was there already (D22)."""
    bets: tuple[Bet, ...] = ()
    """The bets of this coup, in order."""
    bet_open: bool = False
    """Nothing happened since the last bet: an action card may still be put under it (D25)."""
    coups: tuple[Coup, ...] = ()
    """The finished coups."""
    left: Seat | None = None
    """Who left and so ended the game (D26)."""

    @property
    def players(self) -> int:
        """3 or 4 (D1)."""
        return len(self.totals)

    @property
    def dealer(self) -> Seat | None:
        """The dealer of the coup in play (D2)."""
        if self.first_dealer is None or self.stage is Stage.OVER:
            return None
        return (self.first_dealer + len(self.coups)) % self.players

    @property
    def bettor(self) -> Seat | None:
        """Who bets next (D7)."""
        dealer = self.dealer
        if self.stage is not Stage.BETS or dealer is None:
            return None
        done = sum(bet.street is self.street for bet in self.bets)
        return (dealer + self.street + done) % self.players

    def chips_left(self, seat: Seat) -> int:
        """What the seat has not bet yet in this coup (D3)."""
        return CHIPS - sum(bet.chips for bet in self.bets if bet.seat == seat)

    def chip_limit(self, seat: Seat) -> int:
        """The most chips the seat may bet now: one must be left for each later phase (D9)."""
        return min(3, self.chips_left(seat) - (Street.RIVER - self.street))

    def cards_played(self, seat: Seat) -> tuple[ActionCard, ...]:
        """The known action cards the seat has played in this coup."""
        return tuple(bet.card for bet in self.bets if bet.seat == seat and bet.card is not None)

    @property
    def cards_seen(self) -> frozenset[Card]:
        """Every card known to be out of the pack."""
        holes = {card for hole in self.holes or () for card in hole}
        return frozenset(holes | set(self.board) | set(self.taken_out))


def cleared(game: Game, stage: Stage) -> Game:
    """The same game with nothing on the table."""
    empty = replace(game, stage=stage, street=Street.PREFLOP, holes=None, board=(), taken_out=(), bets=())
    return replace(empty, bet_open=False)
