"""What the parts of the table tell a game of Detective Poker: the camera proposes, the box is only written down."""

from dataclasses import replace

from companion.referee import box_sense
from companion.referee.detective import events as e
from companion.referee.detective.effects import Effect
from companion.referee.detective.seeing import actions_seen, board_seen, hands_seen, meaning
from companion.referee.detective.seeing import bet_seen as proposed_bet
from companion.referee.detective.state import DetectiveState, Phase
from companion.referee.effects import Append
from companion.referee.events import BoxChanged, CameraChanged, EvidenceTrimmed, Link, PartsKnown
from companion.referee.felt import BoxForgot, BoxHeard, BoxMet, BoxTold

Step = tuple[DetectiveState, tuple[Effect, ...]]


def cards_read(state: DetectiveState, event: e.CardsRead) -> Step:
    """What the camera makes of the cards."""
    game = state.game
    if game is None or state.phase not in (Phase.BETS, Phase.BOARD, Phase.SHOWDOWN):
        return state, ()
    if state.phase is not Phase.SHOWDOWN:
        # D5: until then nobody's cards are looked at, whatever the camera sends, nor written down.
        event = replace(event, hands=(), actions=(), evidence=())
    board, held = board_seen(game, event.board, event.sure, event.places), hands_seen(game, event.hands, event.sure)
    actions, why = actions_seen(game, event.actions, event.sure)
    known = (meaning(state.board_seen, state.hands_seen), state.actions_seen, state.actions_why)
    if (meaning(board, held), actions, why) == known:
        # Many times a second the camera sees the same: no news, neither for the screen nor for the journal.
        return state, ()
    seen = replace(
        state, board_seen=board, hands_seen=held, actions_seen=actions, actions_why=why, evidence=event.evidence
    )
    return seen, (Append(event),)


def bet_seen(state: DetectiveState, event: e.BetSeen) -> Step:
    """What the camera makes of a bet."""
    if state.game is None or state.phase is not Phase.BETS:
        return state, ()
    seen = replace(state, bet_seen=proposed_bet(state.game, event))
    return (seen, (Append(event),)) if seen != state else (state, ())


def box_changed(state: DetectiveState, event: BoxChanged) -> Step:
    """The cable to the box came or went."""
    if event.link in (state.box, Link.HANDSHAKING):
        # Looked for at one port after the other, all evening: that is no news for the record.
        return state, ()
    return replace(state, box=event.link), recorded(state, event)


def box_met(state: DetectiveState, event: BoxMet) -> Step:
    """A box is ready, and says what it is."""
    record = () if event.parts == state.felt.parts else recorded(state, replace(event, cup=None))
    return replace(state, felt=box_sense.met(state.felt, event)), record


def box_told(state: DetectiveState, event: BoxTold) -> Step:
    """A cup, a button: nothing for this game, but the box may forget it once it is written down."""
    return box_heard(state, event.heard)


def box_heard(state: DetectiveState, event: BoxHeard) -> Step:
    """An input of the box is at another level."""
    return replace(state, felt=box_sense.noted(state.felt, event, claiming=False)), recorded(state, event)


def box_forgot(state: DetectiveState, event: BoxForgot) -> Step:
    """Events are lost in the box."""
    return replace(state, felt=box_sense.forgot(state.felt, event)), recorded(state, event)


def camera_changed(state: DetectiveState, event: CameraChanged) -> Step:
    """The camera came or went; what it proposed goes with it."""
    if event.link is state.camera:
        return state, ()
    changed = replace(state, camera=event.link)
    if event.link is not Link.READY:
        changed = replace(changed, board_seen=None, hands_seen=(), actions_seen=(), actions_why=None, bet_seen=None)
    return changed, recorded(state, event)


def parts_known(state: DetectiveState, event: PartsKnown) -> Step:
    """What the table is made of."""
    if event.parts == state.parts:
        return state, ()
    return replace(state, parts=event.parts), recorded(state, event)


def evidence_trimmed(state: DetectiveState, event: EvidenceTrimmed) -> Step:
    """The oldest undisputed pictures will go; nothing for the game."""
    return state, recorded(state, event)


def recorded(state: DetectiveState, event: e.Event) -> tuple[Effect, ...]:
    """Into the record of the game that is being played; one that is over stays as it ended."""
    return () if state.phase in (Phase.SEATING, Phase.OVER) else (Append(event),)
