"""Hands and action cards shown one after another, before the coup is scored (D1, D3, D5, D8, D15)."""

from collections.abc import Sequence

from companion.games.detective.state import ActionCard, Game, Hole, Stage
from companion.games.errors import IllegalAction
from companion.games.seats import Seat, holds


def verify_show_hand(game: Game, shown: Sequence[Hole | None], seat: Seat, hole: Hole) -> None:
    """A player's two cards, beside those that others have shown already (`shown`, by seat; the own ones may change).

    Raises:
        IllegalAction: D15 (too early), D5 (nobody sits there), D1 (a card that lies elsewhere).
    """
    if game.stage is not Stage.REVEAL:
        raise IllegalAction("D15", "no_reveal", stage=game.stage)
    if seat not in range(game.players):
        raise IllegalAction("D5", "not_at_table", seat=seat)
    elsewhere = {card for other, held in enumerate(shown) if held is not None and other != seat for card in held}
    elsewhere |= {*game.board, *game.taken_out}
    twice = tuple(sorted({card for card in hole if card in elsewhere or hole.count(card) > 1}))
    if twice:
        raise IllegalAction("D1", "card_twice", cards=twice)


def verify_turn_action_card(game: Game, turned: Sequence[ActionCard | None], bet: int, card: ActionCard) -> None:
    """The card under the bet with this number, beside those turned up already (`turned`, by bet; this one may change).

    Raises:
        IllegalAction: D15 (too early), D8 (no card lies there), D3 (the player's card of this kind lies elsewhere).
    """
    if game.stage is not Stage.REVEAL:
        raise IllegalAction("D15", "no_reveal", stage=game.stage)
    if bet not in range(len(game.bets)) or not game.bets[bet].covered:
        raise IllegalAction("D8", "no_card_there")
    seat = game.bets[bet].seat
    others = [other for number, other in enumerate(turned) if number != bet and game.bets[number].seat == seat]
    if card in others:
        raise IllegalAction("D3", "card_used", seat=seat, card=card)


def verify_all_shown(game: Game, shown: Sequence[Hole | None], turned: Sequence[ActionCard | None]) -> None:
    """Nothing lies face down any more.

    Raises:
        IllegalAction: D15 (too early), D5 (a hand is missing), D8 (an action card is still face down).
    """
    if game.stage is not Stage.REVEAL:
        raise IllegalAction("D15", "no_reveal", stage=game.stage)
    for seat, hole in enumerate(shown):
        if hole is None:
            raise IllegalAction("D5", "hand_unseen", seat=seat)
    for bet, card in zip(game.bets, turned, strict=True):
        if bet.covered and card is None:
            raise IllegalAction("D8", "card_unseen", seat=bet.seat, street=bet.street.name.lower())


can_show_hand = holds(verify_show_hand)
can_turn_action_card = holds(verify_turn_action_card)
can_score = holds(verify_all_shown)
