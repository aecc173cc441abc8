"""Who wins a game (D20, D26)."""

from companion.games.detective.state import Game
from companion.games.seats import Seat


def ranking(game: Game) -> tuple[tuple[Seat, ...], ...]:
    """The seats from first to last, those sharing a place together.

    Most points first; among equals, fewest action cards in the last finished coup (D20).
    """
    last_cards = game.coups[-1].action_cards if game.coups else (0,) * game.players
    merits = [(points, -cards) for points, cards in zip(game.totals, last_cards, strict=True)]
    by_merit = sorted(set(merits), reverse=True)
    return tuple(tuple(seat for seat, other in enumerate(merits) if other == merit) for merit in by_merit)


def winners(game: Game) -> tuple[Seat, ...]:
    """Those on the first place: more than one where the tie-break ties too (D20)."""
    return ranking(game)[0]
