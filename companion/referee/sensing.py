"""What the cup, the buttons, the box and the camera tell (M20, M22)."""

from dataclasses import replace

from companion.referee import box_sense
from companion.referee import events as e
from companion.referee.effects import CloseGate, Effect, OpenGate, Refuse, StopReading
from companion.referee.felt import BoxForgot, BoxHeard, BoxMet
from companion.referee.moves import Step, ignored, recorded, to_reading
from companion.referee.playing import believed, called, make_call
from companion.referee.state import Phase, TableState
from firmware_bridge.events import Input, Level


def _before_the_claim(state: TableState, at_ns: int | None) -> bool:
    """Whether the box tells late of something that was done before the claim stood: it answers nothing."""
    return at_ns is not None and state.claimed_at_ns is not None and at_ns < state.claimed_at_ns


def cup_lifted(state: TableState, event: e.CupLifted) -> Step:
    """Before the answer a CALL; after a call the dice lie open; else a private look."""
    if state.phase in (Phase.ANSWER, Phase.LIFT) and _before_the_claim(state, event.at_ns):
        # A private look (M22). The journal keeps no clock, so this is how a fold knows.
        event = replace(event, timed=False)
    lifted = replace(state, cup_down=False)
    record = recorded(state, event)
    if state.phase is Phase.ANSWER and event.timed:
        # M20: openly lifting the cup before BELIEVE is a CALL.
        return make_call(lifted, e.How.LIFT, event.at_ns, event.frame, *record)
    if state.phase is Phase.LIFT and event.timed:
        assert state.call is not None
        stamped = replace(state.call, at_ns=event.at_ns, frame=event.frame)
        return to_reading(replace(lifted, call=stamped), *record)
    return lifted, record


def cup_seated(state: TableState, event: e.CupSeated) -> Step:
    """The next throw may begin."""
    record = recorded(state, event)
    seated = replace(state, cup_down=True)
    if state.phase in (Phase.VERDICT, Phase.OVER):
        # Players throw again before anyone taps on, and the next lift is a private look already.
        return replace(seated, gate_open=False, readings=()), (*record, CloseGate())
    return _nothing_to_hide(seated, record)


def _nothing_to_hide(state: TableState, record: tuple[Effect, ...]) -> Step:
    """An answer is waited for, and the cup is known to stand over the dice."""
    if state.phase is Phase.ANSWER and state.cup_down and not state.gate_open:
        # After an undo or a restart it had stayed closed: somebody might have been looking.
        return replace(state, gate_open=True), (*record, OpenGate())
    return state, record


def button_pressed(state: TableState, event: e.ButtonPressed) -> Step:
    """BELIEVE or CALL at the box (M20)."""
    turn = state.turn
    if state.phase is not Phase.ANSWER or turn is None or _before_the_claim(state, event.at_ns):
        return ignored(state)
    if event.seat != turn and (event.seat is not None or state.felt.has_button(turn)):
        # M20: nobody else may answer. Who has a button at the own seat says with it whose hand this is.
        why = f"{event.button.upper()} counts only by the hand of {state.names[turn]}"
        return replace(state, felt=replace(state.felt, not_counted=True)), (Refuse("M20", why),)
    if event.button == "believe":
        return believed(state, e.Believed(turn, e.How.BUTTON, event.at_ns))
    if event.button == "call":
        return called(state, e.Called(turn, e.How.BUTTON, event.at_ns))
    return ignored(state)


def box_changed(state: TableState, event: e.BoxChanged) -> Step:
    """The cable to the box came or went."""
    asking = event.link is e.Link.HANDSHAKING
    felt = replace(state.felt, asking=asking)
    if asking and state.box is e.Link.READY:
        # It has started anew while its port was open.
        event = replace(event, link=e.Link.SEARCHING)
    elif asking or event.link is state.box:
        # Looked for at one port after the other, all evening: that is no news for the record.
        return replace(state, felt=felt), ()
    record = recorded(state, event)
    cup_down = state.cup_down if event.link is e.Link.READY else None
    changed = replace(state, box=event.link, cup_down=cup_down, felt=felt)
    if state.phase is Phase.LIFT and event.link is not e.Link.READY:
        # Nobody will tell of the lift any more: read as soon as the dice lie open.
        return to_reading(changed, *record)
    return _nothing_to_hide(changed, record)


def box_met(state: TableState, event: BoxMet) -> Step:
    """A box is ready, and says what it is."""
    record = () if event.parts == state.felt.parts else recorded(state, replace(event, cup=None))
    return replace(state, felt=box_sense.met(state.felt, event)), record


def box_heard(state: TableState, event: BoxHeard) -> Step:
    """An input is at another level; what it means is an event of its own."""
    felt = box_sense.noted(state.felt, event, claiming=state.phase is Phase.CLAIM)
    heard = replace(state, felt=felt)
    record = recorded(state, event)
    if event.input is Input.CUP and event.level is Level.STUCK:
        # As if there were no such sensor: nobody will tell of the lift.
        stuck = replace(heard, cup_down=None)
        return to_reading(stuck, *record) if state.phase is Phase.LIFT else (stuck, record)
    return heard, record


def box_forgot(state: TableState, event: BoxForgot) -> Step:
    """Events are lost in the box."""
    return replace(state, felt=box_sense.forgot(state.felt, event)), recorded(state, event)


def camera_changed(state: TableState, event: e.CameraChanged) -> Step:
    """The camera came or went."""
    record = recorded(state, event)
    changed = replace(state, camera=event.link)
    if state.phase is Phase.READING and state.camera is e.Link.READY and event.link is not e.Link.READY:
        ruled_by_hand = replace(changed, phase=Phase.RULING, why_not_sure=event.why or "the camera was lost")
        return ruled_by_hand, (*record, StopReading())
    return changed, record


def parts_known(state: TableState, event: e.PartsKnown) -> Step:
    """What the table is made of."""
    if event.parts == state.parts:
        return ignored(state)
    return replace(state, parts=event.parts), recorded(state, event)


def evidence_trimmed(state: TableState, event: e.EvidenceTrimmed) -> Step:
    """The oldest undisputed pictures will go; nothing for the game."""
    return state, recorded(state, event)
