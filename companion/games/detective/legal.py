"""What may be done next, for the screen and for tests."""

from collections.abc import Iterator

from companion.games.cards import FULL_PACK
from companion.games.detective import operations as op
from companion.games.detective.betting import can_add_card, can_reveal
from companion.games.detective.state import ActionCard, Game, Stage
from companion.games.detective.table import can_void_coup

SOME_REASON = "a card was seen"
"""Stands for any reason to void a coup."""


def legal(game: Game) -> Iterator[op.Operation]:
    """Every act the rules allow now.

    Deals and reveals are listed once: a deal with unknown cards, a reveal where all cards are known (a simulated
    table). A bet with an action card is listed with each card the seat may have left and with an unknown one.
    """
    if game.stage is Stage.LOT:
        yield from (op.DrawDealer(seat) for seat in range(game.players))
    elif game.stage is Stage.DEAL and game.dealer is not None:
        yield op.Deal(game.dealer)
    elif game.stage is Stage.BETS:
        yield from _bets(game)
    elif game.stage is Stage.BOARD:
        yield from (op.TurnUp(card) for card in FULL_PACK if card not in game.cards_seen)
    elif game.stage is Stage.REVEAL and game.holes is not None:
        cards = tuple(bet.card for bet in game.bets)
        if can_reveal(game, game.holes, cards):
            yield op.Reveal(game.holes, cards)
    if game.bet_open:
        seat = game.bets[-1].seat
        yield from (op.AddCard(seat, card) for card in (None, *ActionCard) if can_add_card(game, seat, card))
    for agreed in (False, True):
        if can_void_coup(game, SOME_REASON, agreed):
            yield op.VoidCoup(SOME_REASON, agreed)
    if game.stage is not Stage.OVER:
        yield from (op.Leave(seat) for seat in range(game.players))


def _bets(game: Game) -> Iterator[op.PlaceBet]:
    seat = game.bettor
    if seat is None:
        return
    unused = [card for card in ActionCard if card not in game.cards_played(seat)]
    for owner in range(game.players):
        for chips in range(1, game.chip_limit(seat) + 1):
            yield op.PlaceBet(seat, owner, chips)
            yield op.PlaceBet(seat, owner, chips, covered=True)
            yield from (op.PlaceBet(seat, owner, chips, covered=True, card=card) for card in unused)


def legal_kinds(game: Game) -> frozenset[type[op.Operation]]:
    """The kinds of acts the rules allow now; a reveal counts also where its cards are still to be read."""
    kinds = {type(operation) for operation in legal(game)}
    return frozenset(kinds | {op.Reveal} if game.stage is Stage.REVEAL else kinds)
