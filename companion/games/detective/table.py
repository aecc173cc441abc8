"""Setting up, dealing, the board, and trouble (D1, D2, D5, D6, D22, D24, D26)."""

from dataclasses import replace

from companion.games.cards import Card
from companion.games.detective.operations import Deal, DrawDealer, Leave, SetUp, TurnUp, VoidCoup
from companion.games.detective.options import BASE, Options
from companion.games.detective.pack import rank_is_there
from companion.games.detective.state import Game, Hole, Stage, Street, cleared
from companion.games.errors import IllegalAction
from companion.games.seats import Seat, holds


def verify_set_up(players: int, options: Options = BASE) -> None:
    """3 or 4 players.

    Raises:
        IllegalAction: D1.
    """
    if players not in (3, 4):
        raise IllegalAction("D1", "detective_players", players=players)


def set_up(players: int, options: Options = BASE) -> tuple[Game, SetUp]:
    """Agree on a game; the lot for the first dealer comes next."""
    verify_set_up(players, options)
    return Game(options, totals=(0,) * players), SetUp(players, options)


def verify_draw_dealer(game: Game, dealer: Seat) -> None:
    """The lot is drawn once.

    Raises:
        IllegalAction: D2.
    """
    if game.stage is not Stage.LOT:
        raise IllegalAction("D2", "lot_drawn")
    if dealer not in range(game.players):
        raise IllegalAction("D2", "not_at_table", seat=dealer)


def draw_dealer(game: Game, dealer: Seat) -> tuple[Game, DrawDealer]:
    """Record whom the lot named as first dealer (D2)."""
    verify_draw_dealer(game, dealer)
    return replace(game, stage=Stage.DEAL, first_dealer=dealer), DrawDealer(dealer)


def verify_deal(game: Game, holes: tuple[Hole, ...] | None = None) -> None:
    """It is time to deal; two different cards for each player.

    Raises:
        IllegalAction: D5, or D1 for a card that is there twice.
    """
    if game.stage is not Stage.DEAL:
        raise IllegalAction("D5", "no_deal", stage=game.stage)
    if holes is not None:
        verify_holes(game, holes)


def verify_holes(game: Game, holes: tuple[Hole, ...]) -> None:
    """Two cards for each player, and no card twice, the board included.

    Raises:
        IllegalAction: D5 or D1.
    """
    if len(holes) != game.players:
        raise IllegalAction("D5", "hands_count", found=len(holes), expected=game.players)
    cards = [card for hole in holes for card in hole] + [*game.board, *game.taken_out]
    twice = tuple(sorted({card for card in cards if cards.count(card) > 1}))
    if twice:
        raise IllegalAction("D1", "card_twice", cards=twice)


def deal(game: Game, holes: tuple[Hole, ...] | None = None) -> tuple[Game, Deal]:
    """Deal two cards each (D5); `holes` is what a simulated table knows about them, by seat."""
    verify_deal(game, holes)
    assert game.dealer is not None
    return replace(cleared(game, Stage.BETS), holes=holes), Deal(game.dealer, holes)


def verify_turn_up(game: Game, card: Card) -> None:
    """The board is due, and the card is not known to be elsewhere.

    Raises:
        IllegalAction: D6, or D1 for a card that is there already.
    """
    if game.stage is not Stage.BOARD:
        raise IllegalAction("D6", "no_board_card", stage=game.stage)
    if card in game.cards_seen:
        raise IllegalAction("D1", "card_twice", cards=(card,))


def turn_up(game: Game, card: Card) -> tuple[Game, TurnUp]:
    """A card comes to the board (D10); for experts one whose rank is there already is taken out of play (D22)."""
    verify_turn_up(game, card)
    if game.options.expert and rank_is_there(card, game.board):
        return replace(game, taken_out=(*game.taken_out, card), bet_open=False), TurnUp(card)
    board = (*game.board, card)
    stage = Stage.BETS if len(board) == game.street.board_cards else Stage.BOARD
    return replace(game, board=board, stage=stage, bet_open=False), TurnUp(card)


def verify_void_coup(game: Game, reason: str, agreed: bool = False) -> None:
    """A coup is being played and a reason is given; from the flop bets on all must agree.

    Raises:
        IllegalAction: D24.
    """
    if game.stage not in (Stage.BETS, Stage.BOARD, Stage.REVEAL):
        raise IllegalAction("D24", "no_coup")
    if not reason.strip():
        raise IllegalAction("D24", "no_reason")
    flop_lies = game.street > Street.FLOP or (game.street is Street.FLOP and game.stage is Stage.BETS)
    if flop_lies and not agreed:
        raise IllegalAction("D24", "not_agreed")


def void_coup(game: Game, reason: str, agreed: bool = False) -> tuple[Game, VoidCoup]:
    """The coup does not count; the same dealer deals again (D24)."""
    verify_void_coup(game, reason, agreed)
    return cleared(game, Stage.DEAL), VoidCoup(reason, agreed)


def verify_leave(game: Game, seat: Seat) -> None:
    """Only who plays can leave.

    Raises:
        IllegalAction: D26.
    """
    if game.stage is Stage.OVER:
        raise IllegalAction("D26", "match_over")
    if seat not in range(game.players):
        raise IllegalAction("D26", "not_at_table", seat=seat)


def leave(game: Game, seat: Seat) -> tuple[Game, Leave]:
    """The game ends with the coups that are finished (D26)."""
    verify_leave(game, seat)
    return replace(cleared(game, Stage.OVER), left=seat), Leave(seat)


can_set_up = holds(verify_set_up)
can_draw_dealer = holds(verify_draw_dealer)
can_deal = holds(verify_deal)
can_turn_up = holds(verify_turn_up)
can_void_coup = holds(verify_void_coup)
can_leave = holds(verify_leave)
