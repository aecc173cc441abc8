"""Dealing from a shuffled pack, for a simulated table (D5, D6, D22). The shuffle is passed in."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.games.cards import Card
from companion.games.detective.state import Hole, Street
from companion.games.seats import Seat


def deal_holes(pack: Sequence[Card], players: int, dealer: Seat) -> tuple[tuple[Hole, ...], tuple[Card, ...]]:
    """One card each, twice round from the dealer's left: own, then forehead; by seat, and the rest of the pack."""
    holes: list[Hole] = [Hole(pack[0], pack[0])] * players
    for place in range(players):
        holes[(dealer + 1 + place) % players] = Hole(pack[place], pack[players + place])
    return tuple(holes), tuple(pack[2 * players :])


@dataclass(frozen=True, slots=True)
class Walk:
    """How the pack was walked through for a board."""

    turned: tuple[Card, ...]
    """The cards turned up, in order; those taken out are among them."""
    board: tuple[Card, ...]
    burned: tuple[Card, ...]
    taken_out: tuple[Card, ...]

    @property
    def used(self) -> int:
        """How many cards the board cost."""
        return len(self.turned) + len(self.burned)


def rank_is_there(card: Card, board: Sequence[Card]) -> bool:
    """Expert: whether the card must be taken out of play (D22)."""
    return any(card.rank is other.rank for other in board)


def walk(pack: Sequence[Card], expert: bool) -> Walk:
    """The board of a coup from the pack that is left after the deal: burn, flop, burn, turn, burn, river."""
    cards = iter(pack)
    turned: list[Card] = []
    board: list[Card] = []
    burned: list[Card] = []
    for street in (Street.FLOP, Street.TURN, Street.RIVER):
        burned.append(next(cards))
        while len(board) < street.board_cards:
            card = next(cards)
            turned.append(card)
            if not (expert and rank_is_there(card, board)):
                board.append(card)
    out = tuple(card for card in turned if card not in board)
    return Walk(tuple(turned), tuple(board), tuple(burned), out)
