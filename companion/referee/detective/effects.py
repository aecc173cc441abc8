"""What the referee of Detective Poker asks of the camera; all else as in `companion.referee.effects`."""

from dataclasses import dataclass

from companion.games.cards import Card
from companion.referee import effects as common


@dataclass(frozen=True, slots=True)
class ReadBoard:
    """Read the row of the board, and nothing else on the table, until told otherwise: answer with `CardsRead`.

    The gate is closed meanwhile: no picture is shown or kept, for the players hold their cards up (D5).
    """

    lying: tuple[Card, ...]
    """What lies there already, in order."""
    expected: int
    """How many cards belong there when the phase is complete."""


@dataclass(frozen=True, slots=True)
class ReadHands:
    """All cards are shown: read the board and each player's two cards; answer with `CardsRead`."""

    players: int
    lying: tuple[Card, ...] = ()
    """The board as the coup was played, in order."""


@dataclass(frozen=True, slots=True)
class WatchBets:
    """A bet is to be made: look at the player boards, where only chips and the backs of cards lie, and answer with
    `BetSeen` when a hand has left something there. Follows a `ReadBoard`, which ends it.
    """

    players: int
    made: int
    """How many bets of the coup lie there already."""
    last: tuple[int, int] | None = None
    """The newest of them: on whose board, how many chips."""
    bettor: int | None = None
    """Whose bet it is."""


Effect = common.Effect | ReadBoard | ReadHands | WatchBets
