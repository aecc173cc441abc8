"""What people like to know after a match of Detective Poker: who bet on the right player, who bluffed. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.games.detective.state import ActionCard, Coup, ScoredBet, Street
from companion.referee.detective.state import DetectiveState


@dataclass(frozen=True, slots=True)
class Share:
    """So many bets, so many of them right, and what they gave."""

    bets: int
    right: int
    points: int


@dataclass(frozen=True, slots=True)
class BettorStatistics:
    """One player's match, by the points as they stand."""

    seat: int
    name: str
    all: Share
    by_street: tuple[Share, ...]
    """Before the flop, on the flop, the turn, the river."""
    bluffs: Share
    """Bets over a BLUFF: right where the player was worst (D16)."""
    moved: Share
    """Over a CW: meant for the next player (D15)."""
    raised: Share
    """Over a +1 (D17)."""
    blanks: Share
    """Over a BLANK, which means nothing."""
    on_self: Share
    """On the own board."""


def coup_statistics(names: Sequence[str], coups: Iterable[Coup]) -> tuple[BettorStatistics, ...]:
    """All players' match by seat, over these finished coups."""
    bets = [scored for coup in coups for scored in coup.bets]
    return tuple(
        _player(seat, name, [each for each in bets if each.bet.seat == seat]) for seat, name in enumerate(names)
    )


def of_table(state: DetectiveState) -> tuple[BettorStatistics, ...]:
    """The same from the table, for the screen; while a coup is in dispute only of what may be told."""
    game = state.told_game
    return coup_statistics(state.names, game.coups if game is not None else ())


def _player(seat: int, name: str, bets: Sequence[ScoredBet]) -> BettorStatistics:
    def over(card: ActionCard) -> Share:
        return _share(each for each in bets if each.bet.card is card)

    return BettorStatistics(
        seat,
        name,
        all=_share(bets),
        by_street=tuple(_share(each for each in bets if each.bet.street is street) for street in Street),
        bluffs=over(ActionCard.BLUFF),
        moved=over(ActionCard.CW),
        raised=over(ActionCard.PLUS_ONE),
        blanks=over(ActionCard.BLANK),
        on_self=_share(each for each in bets if each.bet.owner == seat),
    )


def _share(bets: Iterable[ScoredBet]) -> Share:
    found = tuple(bets)
    return Share(len(found), sum(each.right for each in found), sum(each.points for each in found))
