"""Best, worst and the points of a coup (D14 to D18, D21)."""

from collections.abc import Sequence

from companion.games.cards import Card
from companion.games.detective.options import Options
from companion.games.detective.state import ActionCard, Bet, Coup, Hole, ScoredBet, Street
from companion.games.detective.strength import strength
from companion.games.seats import Seat


def best_and_worst(holes: Sequence[Hole], board: Sequence[Card]) -> tuple[frozenset[Seat], frozenset[Seat]]:
    """D14: all players with the highest and all with the lowest strength; exact ties are shared."""
    strengths = [strength((*hole, *board)) for hole in holes]
    highest, lowest = max(strengths), min(strengths)
    best = frozenset(seat for seat, value in enumerate(strengths) if value == highest)
    worst = frozenset(seat for seat, value in enumerate(strengths) if value == lowest)
    return best, worst


def target_of(bet: Bet, players: int) -> Seat:
    """D15: the owner of the board; with CW the next player clockwise from it."""
    return (bet.owner + (bet.card is ActionCard.CW)) % players


def score_bet(bet: Bet, best: frozenset[Seat], worst: frozenset[Seat], players: int, options: Options) -> ScoredBet:
    """D16, D17 and, for experts, D21."""
    target = target_of(bet, players)
    right = target in (worst if bet.card is ActionCard.BLUFF else best)
    bonus = bet.card is ActionCard.PLUS_ONE
    points = bet.chips + bonus if right else -int(bonus and options.expert)
    return ScoredBet(bet, target, right, points)


def score_coup(
    dealer: Seat, holes: tuple[Hole, ...], board: tuple[Card, ...], bets: Sequence[Bet], options: Options
) -> Coup:
    """Everything a coup gave; the bets of each phase are judged on the cards visible in it (D6)."""
    players = len(holes)
    extremes = [best_and_worst(holes, board[: street.board_cards]) for street in Street]
    scored = tuple(score_bet(bet, *extremes[bet.street - 1], players, options) for bet in bets)
    return Coup(
        dealer=dealer,
        holes=holes,
        board=board,
        best=tuple(best for best, _ in extremes),
        worst=tuple(worst for _, worst in extremes),
        bets=scored,
        gains=tuple(sum(each.points for each in scored if each.bet.seat == seat) for seat in range(players)),
        action_cards=tuple(sum(bet.covered for bet in bets if bet.seat == seat) for seat in range(players)),
    )
