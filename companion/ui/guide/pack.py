"""The cards and the other players of a simulated table of Detective Poker: what hands would do at a real one. Pure.

All chance is in the seed: the same coup of the same seed has the same cards, also after an undo.
"""

from dataclasses import dataclass
from random import Random

from companion.games.cards import FULL_PACK, Card
from companion.games.detective import ActionCard, Hole, deal_holes, walk
from companion.games.detective.state import Game
from companion.referee.detective import events as e
from companion.referee.detective.state import DetectiveState, Phase


@dataclass(frozen=True, slots=True)
class Pack:
    """A shuffled pack for one coup, as far as it is dealt."""

    holes: tuple[Hole, ...]
    """By seat (D5)."""
    coming: tuple[Card, ...]
    """What the dealer will turn up, in order."""


def pack_of(game: Game, seed: int) -> Pack:
    """The pack of the coup in play; cards that people named on the board themselves are in nobody's hand."""
    assert game.dealer is not None
    rng = Random(f"{seed} {len(game.coups)}")
    shuffled = rng.sample(FULL_PACK, len(FULL_PACK))
    lying = {*game.board, *game.taken_out}
    holes, rest = deal_holes(shuffled, game.players, game.dealer)
    turned = walk(rest, game.options.expert).turned
    if not lying <= set(turned):
        holes, rest = deal_holes([card for card in shuffled if card not in lying], game.players, game.dealer)
        turned = rest
    return Pack(holes, tuple(card for card in turned if card not in lying))


def next_acts(state: DetectiveState, seed: int, at_ns: int | None = None) -> tuple[e.Event, ...]:
    """What the dealer, the player in turn, or all of them do next; none where nothing is to be done with cards."""
    game = state.game
    if game is None:
        return ()
    match state.phase:
        case Phase.DEAL:
            return (e.CoupDealt(at_ns),)
        case Phase.BETS:
            return (_bet(game, seed, at_ns),)
        case Phase.BOARD:
            missing = game.street.board_cards - len(game.board)
            return (e.BoardTurned(pack_of(game, seed).coming[:missing], at_ns=at_ns),)
        case Phase.SHOWDOWN:
            return (*_hands(game, state, seed, at_ns), *_action_cards_turned(game, state, at_ns))
    return ()


def _hands(game: Game, state: DetectiveState, seed: int, at_ns: int | None) -> tuple[e.HandsShown, ...]:
    if None not in state.shown:
        return ()
    holes = pack_of(game, seed).holes
    return (e.HandsShown(tuple(e.ShownHand(seat, *hole) for seat, hole in enumerate(holes)), at_ns=at_ns),)


def _action_cards_turned(game: Game, state: DetectiveState, at_ns: int | None) -> tuple[e.ActionCardsTurned, ...]:
    cards = action_cards(game, state.turned)
    return (e.ActionCardsTurned(cards, at_ns=at_ns),) if cards else ()


def _bet(game: Game, seed: int, at_ns: int | None) -> e.BetPlaced:
    """On the highest of the cards that the bettor sees: a simple player, but a legal one (D8, D9)."""
    seat = game.bettor
    assert seat is not None
    rng = Random(f"{seed} {len(game.coups)} {len(game.bets)}")
    holes = pack_of(game, seed).holes
    seen = [hole.own if player == seat else hole.forehead for player, hole in enumerate(holes)]
    paired = [any(card.rank is other.rank for other in game.board) for card in seen]
    owner = max(range(game.players), key=lambda player: (paired[player], seen[player].rank))
    chips = min(game.chip_limit(seat), 2 if paired[owner] else 1)
    covers = sum(bet.covered for bet in game.bets if bet.seat == seat)
    return e.BetPlaced(seat, owner, chips, covers < len(ActionCard) and rng.random() < 0.4, at_ns)


def action_cards(game: Game, turned: tuple[ActionCard | None, ...]) -> tuple[e.TurnedCard, ...]:
    """Those that still lie face down, each player's in the order in which they lie in his hand."""
    found: list[e.TurnedCard] = []
    for number, bet in enumerate(game.bets):
        if bet.covered and turned[number] is None:
            known = {turned[other] for other, before in enumerate(game.bets) if before.seat == bet.seat}
            given = {each.card for each in found if game.bets[each.bet].seat == bet.seat}
            found.append(e.TurnedCard(number, next(card for card in ActionCard if card not in known | given)))
    return tuple(found)


def seen_by(holes: tuple[Hole, ...], seat: int) -> tuple[Card, tuple[tuple[int, Card], ...]]:
    """What a player sees in a private look: the card in the hand, and by seat those on the foreheads of the others."""
    return holes[seat].own, tuple((player, hole.forehead) for player, hole in enumerate(holes) if player != seat)
