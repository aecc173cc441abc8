"""Bets and their action cards, and the reveal (D7 to D9, D15 to D18, D25)."""

from dataclasses import replace

from companion.games.detective.operations import AddCard, PlaceBet, Reveal
from companion.games.detective.scoring import score_coup
from companion.games.detective.state import ActionCard, Bet, Game, Hole, Stage, Street, cleared
from companion.games.detective.table import verify_holes
from companion.games.errors import IllegalAction
from companion.games.seats import Seat, holds


def _verify_unused(game: Game, seat: Seat, card: ActionCard | None) -> None:
    """D3, D25: each action card once a coup."""
    if card is not None and card in game.cards_played(seat):
        raise IllegalAction("D25", "card_used", seat=seat, card=card)


def verify_bet(
    game: Game, seat: Seat, owner: Seat, chips: int, card: ActionCard | None = None, covered: bool = False
) -> None:
    """The bettor's turn, 1 to 3 chips that can be spared, on a player's board, with an unused card.

    Raises:
        IllegalAction: D8 (no bets now, no such board), D25 (out of turn, card used), D9 (too many or too few chips).
    """
    if game.stage is not Stage.BETS:
        raise IllegalAction("D8", "no_bets", stage=game.stage)
    if seat != game.bettor:
        raise IllegalAction("D25", "out_of_turn", seat=seat, bettor=game.bettor)
    if owner not in range(game.players):
        raise IllegalAction("D8", "not_at_table", seat=owner)
    limit = game.chip_limit(seat)
    if not 1 <= chips <= limit:
        raise IllegalAction("D9", "chips", chips=chips, limit=limit, left=game.chips_left(seat))
    _verify_unused(game, seat, card)


def bet(
    game: Game, seat: Seat, owner: Seat, chips: int, card: ActionCard | None = None, covered: bool = False
) -> tuple[Game, PlaceBet]:
    """Bet chips on a board (D8). `covered` without `card`: an action card lies face down and nobody knows which."""
    verify_bet(game, seat, owner, chips, card, covered)
    covered = covered or card is not None
    bets = (*game.bets, Bet(game.street, seat, owner, chips, covered, card))
    after = replace(game, bets=bets, bet_open=True)
    if sum(each.street is game.street for each in bets) == game.players:
        if game.street is Street.RIVER:
            after = replace(after, stage=Stage.REVEAL)
        else:
            after = replace(after, stage=Stage.BOARD, street=Street(game.street + 1))
    return after, PlaceBet(seat, owner, chips, covered, card)


def verify_add_card(game: Game, seat: Seat, card: ActionCard | None = None) -> None:
    """The seat made the last bet, without a card, and nothing happened since.

    Raises:
        IllegalAction: D25.
    """
    if not game.bet_open or game.bets[-1].seat != seat:
        raise IllegalAction("D25", "card_too_late", seat=seat)
    if game.bets[-1].covered:
        raise IllegalAction("D8", "second_card", seat=seat)
    _verify_unused(game, seat, card)


def add_card(game: Game, seat: Seat, card: ActionCard | None = None) -> tuple[Game, AddCard]:
    """Put an action card under the bet just made (D25); without `card` nobody knows which."""
    verify_add_card(game, seat, card)
    last = replace(game.bets[-1], covered=True, card=card)
    return replace(game, bets=(*game.bets[:-1], last)), AddCard(seat, card)


def verify_take_back(game: Game, seat: Seat) -> None:
    """The seat made the last bet, and nothing happened since.

    Raises:
        IllegalAction: D25.
    """
    if not game.bet_open or game.bets[-1].seat != seat:
        raise IllegalAction("D25", "bet_lies", seat=seat)


def take_back(game: Game, seat: Seat) -> Game:
    """The game without the bet just made, so that it can be made anew: a correction, which no history tells (D25)."""
    verify_take_back(game, seat)
    return replace(game, bets=game.bets[:-1], stage=Stage.BETS, street=game.bets[-1].street, bet_open=False)


def verify_reveal(game: Game, holes: tuple[Hole, ...], cards: tuple[ActionCard | None, ...]) -> None:
    """After the river bets; hands and action cards that can be, and that agree with what is known.

    Raises:
        IllegalAction: D15 (too early), D5 (hands), D1 (a card twice), D8 (action cards that cannot be).
    """
    if game.stage is not Stage.REVEAL:
        raise IllegalAction("D15", "no_reveal", stage=game.stage)
    verify_holes(game, holes)
    if game.holes is not None and holes != game.holes:
        raise IllegalAction("D5", "other_hands")
    if len(cards) != len(game.bets):
        raise IllegalAction("D8", "cards_count", found=len(cards), expected=len(game.bets))
    for made, card in zip(game.bets, cards, strict=True):
        if made.covered != (card is not None) or made.card not in (None, card):
            raise IllegalAction("D8", "other_card", seat=made.seat, found=card, expected=made.card)
    for seat in range(game.players):
        played = [card for made, card in zip(game.bets, cards, strict=True) if made.seat == seat and card is not None]
        for card in played:
            if played.count(card) > 1:
                raise IllegalAction("D3", "card_used", seat=seat, card=card)


def reveal(game: Game, holes: tuple[Hole, ...], cards: tuple[ActionCard | None, ...]) -> tuple[Game, Reveal]:
    """Show all hands (by seat) and action cards (by bet): the coup is scored, the next one or the end follows (D20)."""
    verify_reveal(game, holes, cards)
    assert game.dealer is not None
    shown = [replace(made, card=card) for made, card in zip(game.bets, cards, strict=True)]
    coup = score_coup(game.dealer, holes, game.board, shown, game.options)
    coups = (*game.coups, coup)
    totals = tuple(total + gain for total, gain in zip(game.totals, coup.gains, strict=True))
    stage = Stage.OVER if len(coups) == 2 * game.players else Stage.DEAL
    return replace(cleared(game, stage), coups=coups, totals=totals), Reveal(holes, cards)


can_bet = holds(verify_bet)
can_add_card = holds(verify_add_card)
can_reveal = holds(verify_reveal)
can_take_back = holds(verify_take_back)
