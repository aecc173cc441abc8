"""A finished coup scored again with other cards: a correction, which no history of operations tells."""

from collections.abc import Sequence
from dataclasses import replace

from companion.games.cards import Card
from companion.games.detective.betting import reveal
from companion.games.detective.options import Options
from companion.games.detective.pack import rank_is_there
from companion.games.detective.state import ActionCard, Coup, Game, Hole, Stage, Street
from companion.games.errors import IllegalAction


def scored_again(
    coup: Coup,
    holes: tuple[Hole, ...],
    board: tuple[Card, ...],
    cards: tuple[ActionCard | None, ...],
    options: Options,
) -> Coup:
    """The same bets, judged on these hands (by seat), this board and these action cards (by bet).

    Raises:
        IllegalAction: D6 (not as many board cards), D22 (expert: a rank twice on the board), and as `verify_reveal`.
    """
    if len(board) != len(coup.board):
        raise IllegalAction("D6", "board_count", found=len(board), expected=len(coup.board))
    if options.expert and any(rank_is_there(card, board[:place]) for place, card in enumerate(board)):
        raise IllegalAction("D22", "rank_twice", cards=board)
    bets = tuple(replace(each.bet, card=None) for each in coup.bets)
    shown = Game(
        options,
        totals=(0,) * len(coup.holes),
        stage=Stage.REVEAL,
        first_dealer=coup.dealer,
        street=Street.RIVER,
        board=board,
        bets=bets,
    )
    again, _ = reveal(shown, holes, cards)
    return again.coups[-1]


def with_coups(game: Game, coups: Sequence[Coup]) -> Game:
    """The game with these finished coups, and the totals that follow from them."""
    totals = tuple(sum(coup.gains[seat] for coup in coups) for seat in range(game.players))
    return replace(game, coups=tuple(coups), totals=totals)
