"""What the guide says at each moment of a coup of Detective Poker, and what the simulated table's keys say. Pure."""

from collections.abc import Sequence

from companion.games.detective.state import Game, Street
from companion.referee.detective import events as e
from companion.referee.detective.state import DetectiveState, Phase
from companion.ui.detective.bet_draft import bet_words
from companion.ui.detective.words import ACTION, card_text, cards_text, hand_text, listed
from companion.ui.guide.pack import pack_of, seen_by
from companion.ui.texts import NOTHING, Said, text

PLAYERS = ("Ana", "Bo", "Cleo")


def coup_guide(state: DetectiveState, looked: bool) -> Said:  # noqa: PLR0911 - one line for each moment
    """The next thing to do, and why; `looked`: the player in turn has seen the cards. Nothing before anyone sits."""
    name = NOTHING if state.turn is None else state.names[state.turn]
    match state.phase:
        case Phase.LOT:
            return text("guide.coup_lot")
        case Phase.DEAL:
            return text("guide.coup_deal", name=name)
        case Phase.BETS if state.game is not None:
            return _bets(state.game, name, looked)
        case Phase.BOARD:
            return text("guide.coup_board")
        case Phase.SHOWDOWN if None in state.shown:
            return text("guide.coup_hands")
        case Phase.SHOWDOWN if _face_down(state):
            return text("guide.coup_actions")
        case Phase.SHOWDOWN:
            return text("guide.coup_score")
        case Phase.SCORED:
            return text("guide.coup_points")
        case Phase.OVER:
            return text("guide.over")
    return NOTHING


def _bets(game: Game, name: Said, looked: bool) -> Said:
    if game.street is not Street.PREFLOP:
        return text("guide.coup_later", name=name)
    if game.bets:
        return text("guide.coup_next", name=name)
    return text("guide.coup_bet", name=name) if looked else text("guide.coup_look", name=name)


def act_said(state: DetectiveState) -> Said:
    """What the key says that does what hands do at a real table; nothing where they have nothing to do."""
    match state.phase:
        case Phase.DEAL:
            return text("demo.deal")
        case Phase.BETS if state.turn is not None:
            return text("demo.bet", name=state.names[state.turn])
        case Phase.BOARD:
            return text("demo.turn")
        case Phase.SHOWDOWN if None in state.shown:
            return text("demo.hands")
        case Phase.SHOWDOWN if _face_down(state):
            return text("demo.actions")
    return NOTHING


def _face_down(state: DetectiveState) -> bool:
    bets = state.game.bets if state.game is not None else ()
    return any(bet.covered and card is None for bet, card in zip(bets, state.turned, strict=True))


def laid_said(state: DetectiveState, acts: Sequence[e.Event]) -> Said:
    """What hands have laid before the camera; nothing once it is read, and where nothing was laid."""
    if not acts or _read(state, acts[0]):
        return NOTHING
    names = state.names
    match acts[0]:
        case e.BetPlaced(seat=seat, owner=owner, chips=chips, covered=covered):
            return text("demo.laid_bet", name=names[seat], bet=bet_words(names[owner], chips, covered))
        case e.BoardTurned(cards=cards):
            return text("demo.laid_cards", cards=cards_text(cards))
        case e.HandsShown(hands=hands):
            shown = [hand_text(names[hand.seat], (hand.own, hand.forehead)) for hand in hands]
            return text("demo.laid_cards", cards=listed(shown))
        case e.ActionCardsTurned(cards=turned) if state.game is not None:
            laid = ((names[state.game.bets[each.bet].seat], ACTION[each.card]) for each in turned)
            kinds = [text("demo.laid_action", name=name, card=card) for name, card in laid]
            return text("demo.laid_cards", cards=listed(kinds))
    return NOTHING


def _read(state: DetectiveState, act: e.Event) -> bool:
    """Whether the camera is sure of all that was laid, or people have said so."""
    match act:
        case e.BetPlaced():
            return state.bet_seen is not None and state.bet_seen.sure
        case e.BoardTurned():
            game, seen = state.game, state.board_seen
            known = game is not None and set(act.cards) <= game.cards_seen
            return known or (seen is not None and bool(seen.new))
        case e.HandsShown():
            read = [hand.hole is not None for hand in state.hands_seen] or [False] * len(state.shown)
            return all(hole is not None or sure for hole, sure in zip(state.shown, read, strict=True))
        case e.ActionCardsTurned(cards=cards):
            sure = state.actions_seen or (None,) * len(state.turned)
            return all(state.turned[each.bet] or sure[each.bet] for each in cards)
    return True


def look_said(state: DetectiveState, seed: int) -> Said:
    """What the player in turn sees in a private look (D5); nothing where nobody bets."""
    game = state.game
    if game is None or game.bettor is None:
        return NOTHING
    own, heads = seen_by(pack_of(game, seed).holes, game.bettor)
    shown = ", ".join(f"{state.names[seat]} {card_text(card)}" for seat, card in heads)
    return text("demo.looked", name=state.names[game.bettor], card=card_text(own), heads=shown)
