"""The referee: (state, event) -> (state, effects). Pure; the cycle it follows is written out in docs/cycle.md."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.games.dice import DiceHand
from companion.games.errors import RulesError
from companion.games.mentiroso.claiming import believe, call, pass_claim
from companion.games.mentiroso.deciding import rule_by_hand, show
from companion.games.mentiroso.options import Options
from companion.games.mentiroso.state import Match
from companion.games.mentiroso.table import draw_lot, set_up, void_hand
from companion.referee import box_sense
from companion.referee import events as e
from companion.referee.effects import (
    Append,
    AppendVerdict,
    CloseGate,
    Effect,
    LightSeat,
    OpenGate,
    ReadDice,
    Refuse,
    ShowVerdict,
    StopReading,
)
from companion.referee.felt import BoxForgot, BoxHeard, BoxMet, BoxTold
from companion.referee.state import Call, Phase, Ruling, TableState
from companion.referee.verdict import DICE, find
from firmware_bridge.events import Input, Level

Step = tuple[TableState, tuple[Effect, ...]]

CAMERA = "camera"
_UNSAID = (e.DiceGlimpsed, BoxTold, BoxHeard, BoxMet, BoxForgot)
"""Not done by people, so no answer to what was refused: its reason goes on standing there."""


def reduce(state: TableState, event: e.Event) -> Step:
    """One event. An action that the rules refuse changes nothing but `refused`; one with no meaning now, nothing."""
    try:
        after, effects = _HANDLERS[type(event)](state, event)
    except RulesError as refusal:
        rule = getattr(refusal, "rule", "")
        why = str(refusal)
        return replace(state, refused=why, refused_rule=rule, refused_what=refusal.explanation), (Refuse(rule, why),)
    if after is not state and after.refused == state.refused and not isinstance(event, _UNSAID):
        after = replace(after, refused="", refused_rule="", refused_what=None)
    return after, effects


def fold(history: tuple[e.Event, ...]) -> TableState:
    """The state that a journal's events lead to."""
    state = TableState()
    for event in history:
        state, _ = reduce(state, event)
    return state


def _out_of_step(state: TableState, what: str, expected: str) -> Step:
    why = f"{what} is not expected now: {expected}"
    return replace(state, refused=why, refused_rule="", refused_what=None), (Refuse("", why),)


def _ignored(state: TableState) -> Step:
    return state, ()


def _match_begun(state: TableState, event: e.MatchBegun) -> Step:
    if state.phase not in (Phase.SEATING, Phase.OVER):
        return _out_of_step(state, "a new match", "one is being played")
    match, _ = set_up(len(event.names), Options(limit=event.limit))
    begun = TableState(
        phase=Phase.LOT,
        names=event.names,
        match=match,
        simulated=event.simulated,
        cup_down=state.cup_down,
        box=state.box,
        camera=state.camera,
        felt=box_sense.new_turn(state.felt),
        parts=state.parts,
    )
    # What was known of the table before the match belongs to its record too: a fold must come to the same state.
    known: list[e.Event] = [
        e.BoxChanged(state.box, at_ns=event.at_ns),
        *box_sense.known(state.felt, event.at_ns),
        e.CameraChanged(state.camera, at_ns=event.at_ns),
    ]
    if state.parts is not None:
        known.append(e.PartsKnown(state.parts, event.at_ns))
    if state.cup_down is not None:
        known.append((e.CupSeated if state.cup_down else e.CupLifted)(at_ns=event.at_ns))
    return begun, (Append(event), *(Append(k) for k in known), CloseGate())


def _starter_drawn(state: TableState, event: e.StarterDrawn) -> Step:
    if state.phase is not Phase.LOT or state.match is None:
        return _out_of_step(state, "the lot", "it is drawn once, when the match is set up (M8)")
    match, _ = draw_lot(state.match, event.seat)
    return _to_claim(replace(state, match=match), Append(event))


def _to_claim(state: TableState, *effects: Effect) -> Step:
    match = state.match
    assert match is not None
    claiming = replace(
        state, phase=Phase.CLAIM, gate_open=False, readings=(), evidence=(), why_not_sure="", call=None, ruling=None,
        felt=box_sense.new_turn(state.felt),
    )  # fmt: skip
    return claiming, (*effects, CloseGate(), LightSeat(match.actor))


def _claim_confirmed(state: TableState, event: e.ClaimConfirmed) -> Step:
    if state.phase is not Phase.CLAIM or state.match is None:
        return _out_of_step(state, "a claim", _expected(state))
    if event.seat != state.match.actor:
        return _out_of_step(state, f"a claim by {_who(state, event.seat)}", _expected(state))
    match, _ = pass_claim(state.match, event.claim, blind=event.blind)
    felt = replace(state.felt, missed=False, not_counted=False)
    passed = replace(state, phase=Phase.ANSWER, match=match, gate_open=True, claimed_at_ns=event.at_ns, felt=felt)
    return passed, (Append(event), OpenGate(), LightSeat(match.actor))


def _who(state: TableState, seat: int) -> str:
    return state.names[seat] if 0 <= seat < len(state.names) else f"seat {seat}"


def _expected(state: TableState) -> str:
    if state.turn is None:
        return f"the table is at {state.phase.value!r}"
    return f"{state.names[state.turn]} is to {'claim' if state.phase is Phase.CLAIM else 'believe or call'} (M19, M20)"


def _believed(state: TableState, event: e.Believed) -> Step:
    if state.phase is not Phase.ANSWER or state.match is None:
        return _out_of_step(state, "BELIEVE", _expected(state))
    if event.seat != state.match.actor:
        return _out_of_step(state, f"BELIEVE by {_who(state, event.seat)}", _expected(state))
    match, _ = believe(state.match)
    believed = replace(state, match=match)
    if match.hands == state.match.hands:
        return _to_claim(believed, Append(event))
    return _to_verdict(believed, _ruling(match, (), "rule"), Append(event))


def _called(state: TableState, event: e.Called) -> Step:
    if state.phase in (Phase.LIFT, Phase.READING) and state.call is not None and event.seat == state.call.caller:
        # He tapped as well as lifted or pressed: it is called already.
        return _ignored(state)
    if state.phase is not Phase.ANSWER or state.match is None:
        return _out_of_step(state, "CALL", _expected(state))
    if event.seat != state.match.actor:
        return _out_of_step(state, f"CALL by {_who(state, event.seat)}", _expected(state))
    return _call(state, event.how, event.at_ns, None, Append(event))


def _call(state: TableState, how: e.How, at_ns: int | None, frame: int | None, *effects: Effect) -> Step:
    assert state.match is not None
    claim, caller = state.match.claim, state.match.actor
    assert claim is not None and caller is not None
    match, _ = call(state.match, by_lifting=how is e.How.LIFT)
    made = Call(claim=claim.hand, claimant=claim.seat, caller=caller, how=how, at_ns=at_ns, frame=frame)
    called = replace(state, match=match, call=made, felt=replace(state.felt, not_counted=False))
    if state.cup_down and state.box is e.Link.READY:
        return replace(called, phase=Phase.LIFT), effects
    return _to_reading(called, *effects)


def _to_reading(state: TableState, *effects: Effect) -> Step:
    if state.camera is not e.Link.READY:
        return replace(state, phase=Phase.RULING, why_not_sure="there is no camera"), effects
    assert state.call is not None
    # A call is no lift: where nobody felt the cup go up, nobody knows how long the dice have been open.
    lifted_at_ns = state.call.at_ns if state.cup_down is False else None
    return replace(state, phase=Phase.READING), (*effects, ReadDice(DICE, lifted_at_ns))


def _before_the_claim(state: TableState, at_ns: int | None) -> bool:
    """Whether the box tells late of something that was done before the claim stood: it answers nothing."""
    return at_ns is not None and state.claimed_at_ns is not None and at_ns < state.claimed_at_ns


def _cup_lifted(state: TableState, event: e.CupLifted) -> Step:
    if state.phase in (Phase.ANSWER, Phase.LIFT) and _before_the_claim(state, event.at_ns):
        # A private look (M22). The journal keeps no clock, so this is how a fold knows.
        event = replace(event, timed=False)
    lifted = replace(state, cup_down=False)
    record = () if state.phase is Phase.SEATING else (Append(event),)
    if state.phase is Phase.ANSWER and event.timed:
        # M20: openly lifting the cup before BELIEVE is a CALL.
        return _call(lifted, e.How.LIFT, event.at_ns, event.frame, *record)
    if state.phase is Phase.LIFT and event.timed:
        assert state.call is not None
        stamped = replace(state.call, at_ns=event.at_ns, frame=event.frame)
        return _to_reading(replace(lifted, call=stamped), *record)
    return lifted, record


def _cup_seated(state: TableState, event: e.CupSeated) -> Step:
    record = () if state.phase is Phase.SEATING else (Append(event),)
    seated = replace(state, cup_down=True)
    if state.phase in (Phase.VERDICT, Phase.OVER):
        # Players throw again before anyone taps on, and the next lift is a private look already.
        return replace(seated, gate_open=False, readings=()), (*record, CloseGate())
    return seated, record


def _button_pressed(state: TableState, event: e.ButtonPressed) -> Step:
    turn = state.turn
    if state.phase is not Phase.ANSWER or turn is None or _before_the_claim(state, event.at_ns):
        return _ignored(state)
    if event.seat != turn and (event.seat is not None or state.felt.has_button(turn)):
        # M20: nobody else may answer. Who has a button at the own seat says with it whose hand this is.
        why = f"{event.button.upper()} counts only by the hand of {state.names[turn]}"
        return replace(state, felt=replace(state.felt, not_counted=True)), (Refuse("M20", why),)
    if event.button == "believe":
        return _believed(state, e.Believed(turn, e.How.BUTTON, event.at_ns))
    if event.button == "call":
        return _called(state, e.Called(turn, e.How.BUTTON, event.at_ns))
    return _ignored(state)


def _dice_glimpsed(state: TableState, event: e.DiceGlimpsed) -> Step:
    if state.phase is not Phase.READING:
        return _ignored(state)
    return replace(state, readings=event.readings, why_not_sure=event.why), ()


def _dice_read(state: TableState, event: e.DiceRead) -> Step:
    if state.phase is not Phase.READING or state.call is None:
        return _ignored(state)
    finding = find(state.call.claim, event.readings, event.sure)
    seen = replace(state, readings=event.readings, evidence=event.evidence, why_not_sure=event.why)
    if event.sure:
        seen = replace(seen, felt=box_sense.shown(state.felt, state.cup_down))
    if finding.lie is None:
        why = event.why or "the dice that could not be read decide the verdict"
        return replace(seen, phase=Phase.RULING, why_not_sure=why), (Append(event), StopReading())
    return _point(
        seen,
        finding.actual,
        finding.lie,
        finding.known,
        CAMERA,
        event.frame,
        event.evidence,
        Append(event),
        StopReading(),
    )


def _ruling_given(state: TableState, event: e.RulingGiven) -> Step:
    if state.phase not in (Phase.RULING, Phase.READING, Phase.LIFT) or state.call is None:
        return _out_of_step(state, "a ruling", "the dice are named by hand after a call (M27)")
    lie = event.actual.rank < state.call.claim.rank
    known = tuple(face.letter for face in event.actual.faces)
    return _point(state, event.actual, lie, known, event.by, None, state.evidence, Append(event), StopReading())


def _point(
    state: TableState,
    actual: DiceHand | None,
    lie: bool,
    known: tuple[str, ...],
    by: str,
    frame: int | None,
    evidence: tuple[str, ...],
    *effects: Effect,
) -> Step:
    assert state.match is not None and state.call is not None
    if actual is not None:
        match, _ = show(state.match, actual)
    else:
        match, _ = rule_by_hand(state.match, lie=lie)
    ruling = replace(_ruling(match, known, by), frame=frame, evidence=evidence)
    return _to_verdict(replace(state, match=match), ruling, *effects)


def _ruling(match: Match, known: tuple[str, ...], by: str) -> Ruling:
    """What the rules said of the hand that just ended."""
    verdict = match.verdict
    assert verdict is not None
    return Ruling(
        ground=verdict.ground, claim=verdict.claim, actual=verdict.actual, known=known, lie=verdict.lie,
        claimant=verdict.claimant, receiver=verdict.caller, loser=verdict.loser, by=by,
        eliminated=verdict.loser in match.out,
    )  # fmt: skip


def _to_verdict(state: TableState, ruling: Ruling, *effects: Effect) -> Step:
    match = state.match
    assert match is not None
    phase = Phase.OVER if match.winner is not None else Phase.VERDICT
    body: dict[str, Any] = {
        "end": ruling.ground.value,
        "claim": str(ruling.claim),
        "actual": str(ruling.actual) if ruling.actual else "".join(ruling.known),
        "verdict": "lie" if ruling.lie else "true",
        "claimant": ruling.claimant,
        "receiver": ruling.receiver,
        "loser": ruling.loser,
        "points": list(match.points),
        "by": ruling.by,
    }
    judged = replace(state, phase=phase, ruling=ruling, hands=(*state.hands, ruling))
    return judged, (*effects, AppendVerdict(body), ShowVerdict(ruling.lie, ruling.loser), LightSeat(ruling.loser))


def _next_hand(state: TableState, event: e.NextHandBegun) -> Step:
    if state.phase is not Phase.VERDICT:
        return _out_of_step(state, "the next hand", _expected(state))
    return _to_claim(state, Append(event))


def _hand_voided(state: TableState, event: e.HandVoided) -> Step:
    if state.phase not in (Phase.CLAIM, Phase.ANSWER, Phase.LIFT, Phase.READING, Phase.RULING) or state.match is None:
        return _out_of_step(state, "a void hand", "a hand is voided while it is played (M28)")
    match, _ = void_hand(state.match, event.why)
    return _to_claim(replace(state, match=match), Append(event), StopReading())


def _box_changed(state: TableState, event: e.BoxChanged) -> Step:
    asking = event.link is e.Link.HANDSHAKING
    felt = replace(state.felt, asking=asking)
    if asking and state.box is e.Link.READY:
        # It has started anew while its port was open.
        event = replace(event, link=e.Link.SEARCHING)
    elif asking or event.link is state.box:
        # Looked for at one port after the other, all evening: that is no news for the record.
        return replace(state, felt=felt), ()
    record = () if state.phase is Phase.SEATING else (Append(event),)
    cup_down = state.cup_down if event.link is e.Link.READY else None
    if event.link is e.Link.READY and cup_down is None:
        # What changed while it was away the box tells now; what it does not tell stands as it stood.
        cup_down = felt.cup_down
    changed = replace(state, box=event.link, cup_down=cup_down, felt=felt)
    if state.phase is Phase.LIFT and event.link is not e.Link.READY:
        # Nobody will tell of the lift any more: read as soon as the dice lie open.
        return _to_reading(changed, *record)
    return changed, record


def _of_the_box(state: TableState, event: e.Event) -> tuple[Effect, ...]:
    """Into the record of the match that is being played; one that is over stays as it ended."""
    return () if state.phase in (Phase.SEATING, Phase.OVER) else (Append(event),)


def _box_met(state: TableState, event: BoxMet) -> Step:
    record = () if event.parts == state.felt.parts else _of_the_box(state, event)
    return replace(state, felt=box_sense.met(state.felt, event)), record


def _box_told(state: TableState, event: BoxTold) -> Step:
    """Its name into the journal, and in the same breath what it means."""
    meaning = box_sense.meaning_of(state.felt, event)
    heard, effects = _box_heard(state, event.heard)
    heard = replace(heard, felt=box_sense.pressed(heard.felt, event))
    if meaning is None:
        return heard, effects
    after, more = reduce(heard, meaning)
    return after, (*effects, *more)


def _box_heard(state: TableState, event: BoxHeard) -> Step:
    felt = box_sense.noted(state.felt, event, claiming=state.phase is Phase.CLAIM)
    heard = replace(state, felt=felt)
    record = _of_the_box(state, event)
    if event.input is Input.CUP and event.level is Level.STUCK:
        # As if there were no such sensor: nobody will tell of the lift.
        stuck = replace(heard, cup_down=None)
        return _to_reading(stuck, *record) if state.phase is Phase.LIFT else (stuck, record)
    return heard, record


def _box_forgot(state: TableState, event: BoxForgot) -> Step:
    return replace(state, felt=box_sense.forgot(state.felt, event)), _of_the_box(state, event)


def _camera_changed(state: TableState, event: e.CameraChanged) -> Step:
    record = () if state.phase is Phase.SEATING else (Append(event),)
    changed = replace(state, camera=event.link)
    if state.phase is Phase.READING and event.link is not e.Link.READY:
        ruled_by_hand = replace(changed, phase=Phase.RULING, why_not_sure=event.why or "the camera was lost")
        return ruled_by_hand, (*record, StopReading())
    return changed, record


def _parts_known(state: TableState, event: e.PartsKnown) -> Step:
    if event.parts == state.parts:
        return _ignored(state)
    # A match that is over stays as it ended; the next one is told when it begins.
    record = () if state.phase in (Phase.SEATING, Phase.OVER) else (Append(event),)
    return replace(state, parts=event.parts), record


def _evidence_trimmed(state: TableState, event: e.EvidenceTrimmed) -> Step:
    return state, () if state.phase in (Phase.SEATING, Phase.OVER) else (Append(event),)


_HANDLERS: dict[type, Callable[[TableState, Any], Step]] = {
    e.MatchBegun: _match_begun,
    e.StarterDrawn: _starter_drawn,
    e.ClaimConfirmed: _claim_confirmed,
    e.Believed: _believed,
    e.Called: _called,
    e.CupLifted: _cup_lifted,
    e.CupSeated: _cup_seated,
    e.ButtonPressed: _button_pressed,
    e.DiceRead: _dice_read,
    e.DiceGlimpsed: _dice_glimpsed,
    e.RulingGiven: _ruling_given,
    e.HandVoided: _hand_voided,
    e.NextHandBegun: _next_hand,
    e.BoxChanged: _box_changed,
    BoxMet: _box_met,
    BoxTold: _box_told,
    BoxHeard: _box_heard,
    BoxForgot: _box_forgot,
    e.CameraChanged: _camera_changed,
    e.PartsKnown: _parts_known,
    e.EvidenceTrimmed: _evidence_trimmed,
}
