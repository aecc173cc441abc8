"""What lies on the drawn table of Detective Poker at each moment of a coup: the pieces follow the game. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from calibration.markers import ActionCard as Printed
from calibration.markers import ActionKind
from companion.games.cards import Card
from companion.games.detective.state import ActionCard, Bet, Game, Hole
from companion.referee.detective import events as e
from companion.referee.detective.state import DetectiveState, Phase
from companion.ui.guide.pack import action_cards
from vision.drawn.card_table import Scene

COLOURS = ("red", "blue", "yellow", "green")
"""The chips of each seat: none of the colour of the own action cards."""


def scene_of(state: DetectiveState, acts: Sequence[e.Event] = ()) -> Scene:
    """What lies there: all that the referee knows of, and what `acts` have laid there that nobody has taken yet.

    Action cards of which nobody knows the kind are there too, as those that the simulated players hold.
    """
    game = state.game
    assert game is not None
    scene = Scene(game.players)
    if state.coup is not None:
        bets = [each.bet for each in state.coup.bets]
        scene = _with_bets(scene, bets, [bet.card for bet in bets]).with_action_cards_turned()
        return scene.with_board(_codes(state.coup.board)).with_hands([_codes(hole) for hole in state.coup.holes])
    if state.phase is Phase.SHOWDOWN:
        return _showdown(scene, game, state, acts)
    bets = [*game.bets, *(_bet(game, act) for act in acts if isinstance(act, e.BetPlaced))]
    lying = [*game.board, *(card for act in acts if isinstance(act, e.BoardTurned) for card in act.cards)]
    row = [card for card in dict.fromkeys(lying) if card not in game.taken_out]
    kinds = [ActionCard.BLANK if bet.covered else None for bet in bets]
    return _with_bets(scene, bets, kinds).with_board(_codes(row))


def _bet(game: Game, act: e.BetPlaced) -> Bet:
    return Bet(game.street, act.seat, act.owner, act.chips, act.covered)


def _with_bets(scene: Scene, bets: Sequence[Bet], cards: Sequence[ActionCard | None]) -> Scene:
    for bet, card in zip(bets, cards, strict=True):
        printed = None if card is None else Printed(bet.seat, ActionKind(tuple(ActionCard).index(card)))
        scene = scene.with_bet(bet.owner, bet.street - 1, bet.chips, COLOURS[bet.seat], printed)
    return scene


def _showdown(scene: Scene, game: Game, state: DetectiveState, acts: Sequence[e.Event]) -> Scene:
    shown: list[Hole | None] = list(state.shown)
    turning: list[int] = []
    for act in acts:
        match act:
            case e.HandsShown():
                for hand in act.hands:
                    shown[hand.seat] = shown[hand.seat] or Hole(hand.own, hand.forehead)
            case e.ActionCardsTurned():
                turning = [each.bet for each in act.cards if state.turned[each.bet] is None]
            case _:
                pass
    unknown = {each.bet: each.card for each in action_cards(game, state.turned)}
    scene = scene.with_board(_codes(game.board)).with_hands([_codes(hole) if hole else () for hole in shown])
    # What is known is put aside. Where a card is turned up the chips are taken off.
    bare = {_place(game.bets[number]) for number in turning}
    lying = [
        number
        for number, bet in enumerate(game.bets)
        if _place(bet) not in bare and (number in unknown or not bet.covered)
    ]
    scene = _with_bets(scene, [game.bets[number] for number in lying], [unknown.get(number) for number in lying])
    up = _with_bets(Scene(game.players), [game.bets[number] for number in turning], [unknown[n] for n in turning])
    return replace(scene, action_cards=(*scene.action_cards, *up.with_action_cards_turned().action_cards))


def one_in_each_place(game: Game, cards: Sequence[e.TurnedCard]) -> tuple[e.TurnedCard, ...]:
    """Of action cards in one place the first: the others lie under it."""
    places: dict[object, e.TurnedCard] = {}
    for card in cards:
        places.setdefault(_place(game.bets[card.bet]), card)
    return tuple(places.values())


def _place(bet: Bet) -> tuple[int, int]:
    return bet.owner, bet.street


def _codes(cards: Iterable[Card]) -> list[str]:
    return [str(card).upper() for card in cards]
