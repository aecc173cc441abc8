"""What everyone at the table may see, and what one player may."""

from dataclasses import dataclass, replace
from typing import NewType

from companion.games.cards import Card
from companion.games.detective import operations as op
from companion.games.detective.state import ActionCard, Bet, Game
from companion.games.seats import Seat

PublicView = NewType("PublicView", Game)
"""A game without its secrets. Only `public_view` makes one."""


def public_view(game: Game) -> PublicView:
    """The game without the players' cards and without the kind of the action cards that lie face down."""
    return PublicView(replace(game, holes=None, bets=tuple(_face_down(bet) for bet in game.bets)))


def _face_down(bet: Bet) -> Bet:
    return replace(bet, card=None)


@dataclass(frozen=True, slots=True)
class SeatView:
    """What one player sees (D5)."""

    seat: Seat
    table: PublicView
    own: Card | None
    foreheads: tuple[Card | None, ...]
    """The others' forehead cards, by seat; None at the player's own."""
    cards: tuple[ActionCard | None, ...]
    """The player's own action cards by bet; None at all others."""


def seat_view(game: Game, seat: Seat) -> SeatView:
    """What this player sees: the public table, the own card, the others' foreheads, the own action cards."""
    holes = game.holes or ()
    return SeatView(
        seat=seat,
        table=public_view(game),
        own=holes[seat].own if holes else None,
        foreheads=tuple(None if other == seat else hole.forehead for other, hole in enumerate(holes)),
        cards=tuple(bet.card if bet.seat == seat else None for bet in game.bets),
    )


def public_operation(operation: op.Operation) -> op.Operation:
    """The operation as the table saw it: what was dealt and which action card was laid are removed."""
    match operation:
        case op.Deal():
            return replace(operation, holes=None)
        case op.PlaceBet() | op.AddCard():
            return replace(operation, card=None)
        case _:
            return operation
