"""The referee of Detective Poker: (state, event) -> (state, effects). Pure; docs/detective.md tells what it follows."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.games.cards import Card
from companion.games.detective.betting import add_card, bet, reveal, take_back
from companion.games.detective.options import Options
from companion.games.detective.pack import rank_is_there
from companion.games.detective.showing import verify_all_shown, verify_show_hand, verify_turn_action_card
from companion.games.detective.state import Game, Hole, Stage
from companion.games.detective.table import deal, draw_dealer, leave, set_up, void_coup
from companion.games.errors import Explanation, IllegalAction, RulesError
from companion.referee import box_sense
from companion.referee.detective import disputes, sensing
from companion.referee.detective import events as e
from companion.referee.detective.effects import Effect, ReadBoard, ReadHands, WatchBets
from companion.referee.detective.seeing import turned_up
from companion.referee.detective.sensing import Step
from companion.referee.detective.state import DetectiveState, Phase, Reviewed
from companion.referee.detective.steps import STEPS
from companion.referee.disputable import NotNow
from companion.referee.effects import Append, AppendVerdict, CloseGate, LightSeat, OpenGate, Refuse, StopReading
from companion.referee.events import (
    BoxChanged,
    CameraChanged,
    Disputed,
    EvidenceTrimmed,
    MatchAbandoned,
    PartsKnown,
    Resumed,
    RulingPublished,
)
from companion.referee.felt import BoxForgot, BoxHeard, BoxMet, BoxTold


def reduce(state: DetectiveState, event: Any) -> Step:
    """One event. An action that the rules refuse changes nothing but `refused`; one with no meaning here, nothing."""
    handler = _HANDLERS.get(type(event))
    if handler is None:
        # Cups, dice and buttons have no part in this game.
        return state, ()
    try:
        after, effects = handler(state, event)
    except RulesError as refusal:
        rule = getattr(refusal, "rule", "")
        why = str(refusal)
        return replace(state, refused=why, refused_rule=rule, refused_what=refusal.explanation), (Refuse(rule, why),)
    # What the camera or the box tells is no answer to a refusal: it stays until a person does something that is taken.
    if type(event) in STEPS or isinstance(event, e.MatchBegun):
        after = replace(after, refused="", refused_rule="", refused_what=None)
    return after, effects


def fold(history: tuple[Any, ...]) -> DetectiveState:
    """The state that a journal's events lead to."""
    state = DetectiveState()
    for event in history:
        state, _ = reduce(state, event)
    return state


def _game(state: DetectiveState) -> Game:
    if state.game is None:
        raise IllegalAction("D1", "no_set_up")
    return state.game


def _match_begun(state: DetectiveState, event: e.MatchBegun) -> Step:
    if state.phase not in (Phase.SEATING, Phase.OVER):
        raise IllegalAction("D1", "set_up_already")
    if state.dispute is not None:
        raise NotNow("coup_in_dispute", number=state.dispute.coup + 1)
    game, _ = set_up(len(event.names), Options(expert=event.expert))
    begun = DetectiveState(
        phase=Phase.LOT,
        names=event.names,
        game=game,
        simulated=event.simulated,
        challenges=(event.challenges,) * len(event.names),
        challenge_window_s=event.challenge_window_s,
        box=state.box,
        camera=state.camera,
        felt=state.felt,
        parts=state.parts,
    )
    # What was known of the table before the match belongs to its record too: a fold must come to the same state.
    known: list[e.Event] = [
        BoxChanged(state.box, at_ns=event.at_ns),
        *box_sense.known(state.felt, event.at_ns),
        CameraChanged(state.camera, at_ns=event.at_ns),
    ]
    if state.parts is not None:
        known.append(PartsKnown(state.parts, at_ns=event.at_ns))
    return begun, (Append(event), *(Append(each) for each in known), CloseGate(), LightSeat(None))


def _dealer_drawn(state: DetectiveState, event: e.DealerDrawn) -> Step:
    game, _ = draw_dealer(_game(state), event.seat)
    return _moved_on(state, game, Append(event))


def _coup_dealt(state: DetectiveState, event: e.CoupDealt) -> Step:
    game, _ = deal(_game(state))
    return _moved_on(state, game, Append(event))


def _bet_placed(state: DetectiveState, event: e.BetPlaced) -> Step:
    game, _ = bet(_game(state), event.seat, event.owner, event.chips, covered=event.covered)
    return _moved_on(state, game, Append(event))


def _bet_moved(state: DetectiveState, event: e.BetMoved) -> Step:
    game, _ = bet(take_back(_game(state), event.seat), event.seat, event.owner, event.chips, covered=event.covered)
    return _moved_on(state, game, Append(event))


def _action_card_laid(state: DetectiveState, event: e.ActionCardLaid) -> Step:
    game, _ = add_card(_game(state), event.seat)
    return _moved_on(state, game, Append(event))


def _board_turned(state: DetectiveState, event: e.BoardTurned) -> Step:
    before = _game(state)
    game = turned_up(before, event.cards)
    after, effects = _moved_on(state, game, Append(event))
    return replace(after, notice=_replacing(game, event.cards)), effects


def _replacing(game: Game, cards: tuple[Card, ...]) -> Explanation | None:
    """What must be done where some of the newest cards cannot stay, whichever lies last (D22)."""
    out = tuple(card for card in cards if card in game.taken_out)
    if not out or game.stage is not Stage.BOARD:
        return None
    assert all(rank_is_there(card, game.board) for card in out)
    return Explanation("board.replace", {"card": out})


def _hands_shown(state: DetectiveState, event: e.HandsShown) -> Step:
    game, shown = _game(state), list(state.shown)
    for hand in event.hands:
        hole = Hole(hand.own, hand.forehead)
        verify_show_hand(game, shown, hand.seat, hole)
        shown[hand.seat] = hole
    return replace(state, game=_closed(game), shown=tuple(shown)), (Append(event),)


def _action_cards_turned(state: DetectiveState, event: e.ActionCardsTurned) -> Step:
    game, turned = _game(state), list(state.turned)
    for each in event.cards:
        verify_turn_action_card(game, turned, each.bet, each.card)
        turned[each.bet] = each.card
    return replace(state, game=_closed(game), turned=tuple(turned)), (Append(event),)


def _closed(game: Game) -> Game:
    """Something was shown: the last bet can no longer be changed (D25)."""
    return replace(game, bet_open=False)


def _coup_scored(state: DetectiveState, event: e.CoupScored) -> Step:
    game = _game(state)
    verify_all_shown(game, state.shown, state.turned)
    holes = tuple(hole for hole in state.shown if hole is not None)
    scored, _ = reveal(game, holes, state.turned)
    phase = Phase.OVER if scored.stage is Stage.OVER else Phase.SCORED
    after = replace(state, phase=phase, game=scored, reviews=(*state.reviews, Reviewed(at_ns=event.at_ns)))
    told = AppendVerdict(disputes.verdict_body(scored, len(scored.coups) - 1))
    return after, (Append(event), told, StopReading(), LightSeat(None))


def _next_coup(state: DetectiveState, event: e.NextCoupBegun) -> Step:
    if state.phase is not Phase.SCORED:
        # Two people tapped on: the coup after has begun already.
        return state, ()
    return _moved_on(state, _game(state), Append(event))


def _coup_voided(state: DetectiveState, event: e.CoupVoided) -> Step:
    game, _ = void_coup(_game(state), event.why, event.agreed)
    return _moved_on(state, game, Append(event), StopReading())


def _player_left(state: DetectiveState, event: e.PlayerLeft) -> Step:
    game, _ = leave(_game(state), event.seat)
    return _moved_on(state, game, Append(event), StopReading())


_PHASES = {
    Stage.LOT: Phase.LOT,
    Stage.DEAL: Phase.DEAL,
    Stage.BETS: Phase.BETS,
    Stage.BOARD: Phase.BOARD,
    Stage.REVEAL: Phase.SHOWDOWN,
    Stage.OVER: Phase.OVER,
}


def _moved_on(state: DetectiveState, game: Game, *effects: Effect) -> Step:
    """The table after an act: what belonged to the moment before is gone, the camera is told what to look at."""
    phase = _PHASES[game.stage]
    arrived = phase is not state.phase
    showdown = phase is Phase.SHOWDOWN
    after = replace(
        state,
        phase=phase,
        game=game,
        gate_open=showdown,
        notice=None,
        bet_seen=None,
        board_seen=None,
        hands_seen=(),
        actions_seen=(),
        actions_why=None,
        evidence=(),
        shown=(None,) * game.players if showdown else (),
        turned=(None,) * len(game.bets) if showdown else (),
    )
    if showdown:
        gate: tuple[Effect, ...] = (OpenGate(), ReadHands(game.players, game.board)) if arrived else ()
    elif phase in (Phase.BETS, Phase.BOARD):
        gate = (CloseGate(), *_open_table(game))
    else:
        gate = (CloseGate(), StopReading())
    return after, (*effects, *gate, LightSeat(after.turn))


def _open_table(game: Game) -> tuple[Effect, ...]:
    """What may be looked at while the players hold their cards: the board, and the bets while they are made."""
    board = ReadBoard(game.board, game.street.board_cards)
    if game.bettor is None:
        return (board,)
    last = (game.bets[-1].owner, game.bets[-1].chips) if game.bets else None
    return board, WatchBets(game.players, len(game.bets), last, game.bettor)


def _match_abandoned(state: DetectiveState, event: MatchAbandoned) -> Step:
    """The players leave the table; its parts stay as they are."""
    if state.phase is Phase.SEATING or (state.phase is Phase.OVER and state.dispute is None):
        raise NotNow("no_match")
    left = DetectiveState(box=state.box, camera=state.camera, felt=state.felt, parts=state.parts)
    return left, (Append(event), StopReading(), CloseGate(), LightSeat(None))


def _resumed(state: DetectiveState, event: Resumed) -> Step:
    """Play goes on from here, after a restart or an undo; the camera begins anew, what people have shown stands."""
    game, showdown = state.game, state.phase is Phase.SHOWDOWN
    after = replace(
        state,
        box=event.box,
        camera=event.camera,
        gate_open=showdown,
        board_seen=None,
        bet_seen=None,
        hands_seen=(),
        actions_seen=(),
        actions_why=None,
    )
    orders: list[Effect] = [StopReading(), CloseGate()]
    if game is not None and showdown:
        orders += [OpenGate(), ReadHands(game.players, game.board)]
    elif game is not None and state.phase in (Phase.BETS, Phase.BOARD):
        orders += _open_table(game)
    return after, (Append(event), *orders, LightSeat(after.turn))


_HANDLERS: dict[type, Callable[[DetectiveState, Any], Step]] = {
    e.MatchBegun: _match_begun,
    e.DealerDrawn: _dealer_drawn,
    e.CoupDealt: _coup_dealt,
    e.BetPlaced: _bet_placed,
    e.BetMoved: _bet_moved,
    e.ActionCardLaid: _action_card_laid,
    e.BoardTurned: _board_turned,
    e.CardsRead: sensing.cards_read,
    e.BetSeen: sensing.bet_seen,
    e.HandsShown: _hands_shown,
    e.ActionCardsTurned: _action_cards_turned,
    e.CoupScored: _coup_scored,
    e.NextCoupBegun: _next_coup,
    e.CoupVoided: _coup_voided,
    e.PlayerLeft: _player_left,
    Disputed: disputes.disputed,
    e.DisputeRuled: disputes.dispute_ruled,
    RulingPublished: disputes.ruling_published,
    e.CoupCorrected: disputes.coup_corrected,
    Resumed: _resumed,
    MatchAbandoned: _match_abandoned,
    BoxChanged: sensing.box_changed,
    BoxMet: sensing.box_met,
    BoxTold: sensing.box_told,
    BoxHeard: sensing.box_heard,
    BoxForgot: sensing.box_forgot,
    CameraChanged: sensing.camera_changed,
    PartsKnown: sensing.parts_known,
    EvidenceTrimmed: sensing.evidence_trimmed,
}
