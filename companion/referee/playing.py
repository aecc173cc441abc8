"""The match, its lot, claims and answers."""

from dataclasses import replace

from companion.games.dice import Face
from companion.games.errors import Explanation
from companion.games.mentiroso.claiming import believe, call, pass_claim
from companion.games.mentiroso.options import Options
from companion.games.mentiroso.table import draw_lot, set_up, void_hand
from companion.games.mentiroso.throwing import see_table
from companion.referee import box_sense
from companion.referee import events as e
from companion.referee.effects import Append, CloseGate, Effect, LightSeat, OpenGate, StopReading
from companion.referee.moves import (
    Step,
    expected,
    ignored,
    of_whom,
    out_of_step,
    ruling_of,
    to_claim,
    to_reading,
    to_verdict,
)
from companion.referee.state import Call, Phase, TableState


def match_begun(state: TableState, event: e.MatchBegun) -> Step:
    """The players sit down (M6, M7)."""
    if state.phase not in (Phase.SEATING, Phase.OVER):
        return out_of_step(state, Explanation("out_of_step.new_match"), Explanation("out_of_step.one_is_played"))
    if state.dispute is not None:
        return out_of_step(state, Explanation("out_of_step.new_match"), Explanation("out_of_step.in_dispute"))
    options = Options(limit=event.limit, next_starter=event.next_starter, duel_reset=event.duel_reset)  # type: ignore[arg-type]
    match, _ = set_up(len(event.names), options)
    begun = TableState(
        phase=Phase.LOT,
        names=event.names,
        match=match,
        simulated=event.simulated,
        challenges=(event.challenges,) * len(event.names),
        challenge_window_s=event.challenge_window_s,
        cup_down=state.cup_down,
        box=state.box,
        camera=state.camera,
        felt=box_sense.new_match(state.felt),
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


def starter_drawn(state: TableState, event: e.StarterDrawn) -> Step:
    """The lot fell (M8)."""
    if state.phase is not Phase.LOT or state.match is None:
        return out_of_step(state, Explanation("out_of_step.lot"), Explanation("out_of_step.lot_once"))
    match, _ = draw_lot(state.match, event.seat)
    return to_claim(replace(state, match=match), Append(event))


def open_dice_told(state: TableState, event: e.OpenDiceTold) -> Step:
    """What lies in the open, as the seat in turn shows it: everyone sees it, and remembers which were thrown (M13)."""
    if state.phase is not Phase.CLAIM or state.match is None:
        return out_of_step(state, Explanation("out_of_step.open_dice"), expected(state))
    if event.seat != state.match.actor:
        return out_of_step(state, of_whom("open_dice", event.seat), expected(state))
    match, _ = see_table(state.match, [Face.parse(letter) for letter in event.letters])
    return replace(state, match=match), (Append(event),)


def claim_confirmed(state: TableState, event: e.ClaimConfirmed) -> Step:
    """The dice are passed with a claim (M19)."""
    if state.phase is not Phase.CLAIM or state.match is None:
        return out_of_step(state, Explanation("out_of_step.claim"), expected(state))
    if event.seat != state.match.actor:
        return out_of_step(state, of_whom("claim", event.seat), expected(state))
    match, _ = pass_claim(state.match, event.claim, blind=event.blind)
    felt = replace(state.felt, missed=False, not_counted=False)
    passed = replace(state, phase=Phase.ANSWER, match=match, gate_open=True, claimed_at_ns=event.at_ns, felt=felt)
    return passed, (Append(event), OpenGate(), LightSeat(match.actor))


def believed(state: TableState, event: e.Believed) -> Step:
    """The receiver believes (M20); five aces end the hand (M21)."""
    if state.phase is not Phase.ANSWER or state.match is None:
        return out_of_step(state, Explanation("out_of_step.believe"), expected(state))
    if event.seat != state.match.actor:
        return out_of_step(state, of_whom("believe", event.seat), expected(state))
    match, _ = believe(state.match)
    after = replace(state, match=match)
    if match.hands == state.match.hands:
        return to_claim(after, Append(event))
    return to_verdict(after, replace(ruling_of(match, (), "rule"), at_ns=event.at_ns), Append(event))


def called(state: TableState, event: e.Called) -> Step:
    """The receiver calls (M20)."""
    if state.phase in (Phase.LIFT, Phase.READING) and state.call is not None and event.seat == state.call.caller:
        # He tapped as well as lifted or pressed: it is called already.
        return ignored(state)
    if state.phase is not Phase.ANSWER or state.match is None:
        return out_of_step(state, Explanation("out_of_step.call"), expected(state))
    if event.seat != state.match.actor:
        return out_of_step(state, of_whom("call", event.seat), expected(state))
    return make_call(state, event.how, event.at_ns, None, Append(event))


def make_call(state: TableState, how: e.How, at_ns: int | None, frame: int | None, *effects: Effect) -> Step:
    """It is called, however: by word, by button or by lifting the cup."""
    assert state.match is not None
    claim, caller = state.match.claim, state.match.actor
    assert claim is not None and caller is not None
    match, _ = call(state.match, by_lifting=how is e.How.LIFT)
    made = Call(claim=claim.hand, claimant=claim.seat, caller=caller, how=how, at_ns=at_ns, frame=frame)
    after = replace(state, match=match, call=made, gate_open=True, felt=replace(state.felt, not_counted=False))
    if not state.gate_open:
        # After an undo or a restart it had stayed closed.
        effects = (*effects, OpenGate())
    if state.cup_down and state.box is e.Link.READY:
        return replace(after, phase=Phase.LIFT), effects
    return to_reading(after, *effects)


def next_hand_begun(state: TableState, event: e.NextHandBegun) -> Step:
    """Someone tapped on."""
    if state.phase is not Phase.VERDICT:
        return out_of_step(state, Explanation("out_of_step.next_hand"), expected(state))
    return to_claim(state, Append(event))


def hand_voided(state: TableState, event: e.HandVoided) -> Step:
    """The hand does not count (M28)."""
    if state.phase not in (Phase.CLAIM, Phase.ANSWER, Phase.LIFT, Phase.READING, Phase.RULING) or state.match is None:
        return out_of_step(state, Explanation("out_of_step.void_hand"), Explanation("out_of_step.void_while_played"))
    match, _ = void_hand(state.match, event.why)
    return to_claim(replace(state, match=match), Append(event), StopReading())
