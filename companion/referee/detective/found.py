"""Cards that lay otherwise than a coup was scored: the coup with them, and how to say it."""

from companion.games.detective.rescoring import scored_again
from companion.games.detective.state import ActionCard, Coup, Game, Hole
from companion.games.errors import Explanation, IllegalAction
from companion.referee.detective.events import CardsFound


def with_found(game: Game, coup: Coup, found: CardsFound) -> Coup:
    """The coup scored on these cards, and on those it was scored on where nothing else was found.

    Raises:
        IllegalAction: D5 (no such seat), D8 (no such bet), and as `scored_again`.
    """
    holes = list(coup.holes)
    for hand in found.hands:
        if hand.seat not in range(len(holes)):
            raise IllegalAction("D5", "not_at_table", seat=hand.seat)
        holes[hand.seat] = Hole(hand.own, hand.forehead)
    cards: list[ActionCard | None] = [each.bet.card for each in coup.bets]
    for turned in found.cards:
        if turned.bet not in range(len(cards)):
            raise IllegalAction("D8", "no_card_there")
        cards[turned.bet] = turned.card
    return scored_again(coup, tuple(holes), found.board or coup.board, tuple(cards), game.options)


def explain_found(found: CardsFound, coup: Coup) -> tuple[Explanation, ...]:
    """A sentence for each hand, for the board, and for each action card."""
    told = [
        Explanation("found.hand", {"seat": hand.seat, "cards": (hand.own, hand.forehead)})
        for hand in sorted(found.hands, key=lambda hand: hand.seat)
    ]
    if found.board:
        told.append(Explanation("found.board", {"cards": found.board}))
    for turned in found.cards:
        bet = coup.bets[turned.bet].bet
        values = {"seat": bet.seat, "street": bet.street.name.lower(), "card": turned.card.value}
        told.append(Explanation("found.card", values))
    return tuple(told)
