"""The history of a game: operations done again give the same state."""

from collections.abc import Iterable

from companion.games.detective import operations as op
from companion.games.detective.betting import add_card, bet, reveal
from companion.games.detective.state import Game
from companion.games.detective.table import deal, draw_dealer, leave, set_up, turn_up, void_coup
from companion.games.errors import IllegalAction


def _done(game: Game, operation: op.Operation) -> tuple[Game, op.Operation]:  # noqa: PLR0911 - one line each
    match operation:
        case op.DrawDealer(dealer):
            return draw_dealer(game, dealer)
        case op.Deal(_, holes):
            return deal(game, holes)
        case op.PlaceBet(seat, owner, chips, covered, card):
            return bet(game, seat, owner, chips, card, covered)
        case op.AddCard(seat, card):
            return add_card(game, seat, card)
        case op.TurnUp(card):
            return turn_up(game, card)
        case op.Reveal(holes, cards):
            return reveal(game, holes, cards)
        case op.VoidCoup(reason, agreed):
            return void_coup(game, reason, agreed)
        case op.Leave(seat):
            return leave(game, seat)
        case op.SetUp():
            raise IllegalAction("D1", "set_up_already")


def apply(game: Game, operation: op.Operation) -> Game:
    """Do an operation again.

    Raises:
        IllegalAction: it is not legal in this state, or it names another dealer than the one whose deal it is.
    """
    after, done = _done(game, operation)
    if done != operation:
        raise IllegalAction("D2", "other_history", found=operation, expected=done)
    return after


def replay(operations: Iterable[op.Operation]) -> Game:
    """The state that a history leads to; it starts with `SetUp`.

    Raises:
        IllegalAction: an operation is not legal where it stands.
    """
    game: Game | None = None
    for operation in operations:
        if game is not None:
            game = apply(game, operation)
        elif isinstance(operation, op.SetUp):
            game, _ = set_up(operation.players, operation.options)
        else:
            break
    if game is None:
        raise IllegalAction("D1", "no_set_up")
    return game
