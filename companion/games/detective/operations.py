"""What was done in a game of Detective Poker. The list of operations is the history."""

from dataclasses import dataclass
from typing import TypeAlias

from companion.games.cards import Card
from companion.games.detective.options import Options
from companion.games.detective.state import ActionCard, Hole
from companion.games.seats import Seat


@dataclass(frozen=True, slots=True)
class SetUp:
    """The game is agreed on (D1)."""

    players: int
    options: Options


@dataclass(frozen=True, slots=True)
class DrawDealer:
    """The lot named the first dealer (D2)."""

    dealer: Seat


@dataclass(frozen=True, slots=True)
class Deal:
    """Two cards each (D5); what they are only a simulated table knows."""

    dealer: Seat
    holes: tuple[Hole, ...] | None = None


@dataclass(frozen=True, slots=True)
class PlaceBet:
    """Chips on a player's board, with at most one action card under them (D8)."""

    seat: Seat
    owner: Seat
    chips: int
    covered: bool = False
    card: ActionCard | None = None


@dataclass(frozen=True, slots=True)
class AddCard:
    """An action card put under the bet just made, before the next player bets (D25)."""

    seat: Seat
    card: ActionCard | None = None


@dataclass(frozen=True, slots=True)
class TurnUp:
    """The next card came to the board (D6, D10, D22)."""

    card: Card


@dataclass(frozen=True, slots=True)
class Reveal:
    """All cards shown together after the river bets: hands by seat, action cards by bet (None: there is none)."""

    holes: tuple[Hole, ...]
    cards: tuple[ActionCard | None, ...]


@dataclass(frozen=True, slots=True)
class VoidCoup:
    """The coup does not count (D24)."""

    reason: str
    agreed: bool = False
    """All players agree; needed from the flop bets on."""


@dataclass(frozen=True, slots=True)
class Leave:
    """A player left, and the game ended (D26)."""

    seat: Seat


Operation: TypeAlias = SetUp | DrawDealer | Deal | PlaceBet | AddCard | TurnUp | Reveal | VoidCoup | Leave
