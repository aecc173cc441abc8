"""What people change about the record: the table after an undo or a restart, corrections, disputes.

A verdict that is overturned or corrected changes who took that point. The hands played since stand as they were played:
points and eliminations are reckoned again from the first hand on, and play goes on in the order that follows.
"""

from dataclasses import replace

from companion.games.dice import DiceHand
from companion.games.errors import Explanation
from companion.games.mentiroso.scoring import give_point
from companion.games.mentiroso.state import Ground, Match, Verdict
from companion.referee import box_sense
from companion.referee import events as e
from companion.referee.board import differences
from companion.referee.disputable import NotNow, Refusals, verify_disputed
from companion.referee.effects import (
    Append,
    AppendVerdict,
    CloseGate,
    Effect,
    LightSeat,
    OpenGate,
    ReadDice,
    StopReading,
)
from companion.referee.moves import Step, to_claim, verdict_body
from companion.referee.state import Dispute, Phase, Ruling, TableState
from companion.referee.verdict import DICE
from firmware_bridge.events import Input, Level

_REFUSALS = Refusals(open="dispute_open", settled="disputed_already", late="dispute_late")


def resumed(state: TableState, event: e.Resumed) -> Step:
    """Play goes on from here. Nobody knows what was done to the dice meanwhile, nor who is looking at them now."""
    if event.uninterrupted:
        as_it_is = replace(state, box=event.box, camera=event.camera, cup_down=event.cup_down)
        return as_it_is, (Append(event), LightSeat(_lamp(state)))
    phase, start = state.phase, event.after is e.After.START
    why = state.why_not_sure
    if phase in (Phase.LIFT, Phase.READING) and not start:
        # The dice have been touched, perhaps thrown again: what lies there now decides nothing.
        phase, why = Phase.RULING, "the call was taken up again"
    in_call = phase in (Phase.LIFT, Phase.READING)
    gate_open = in_call or (phase is Phase.ANSWER and event.cup_down is True)
    felt = state.felt
    if felt.mark is not None and event.cup_down is not None and event.after is not e.After.REOPENING:
        # What the box's sensor told since does not count any more, and where the cup is remains true.
        felt = felt.with_level(Input.CUP, Level.SEATED if event.cup_down else Level.LIFTED)
    after = replace(
        state,
        phase=phase,
        why_not_sure=why,
        felt=felt,
        box=event.box,
        camera=event.camera,
        cup_down=event.cup_down,
        gate_open=gate_open,
        readings=state.readings if phase is Phase.RULING else (),
        unwatched=state.unwatched or state.phase in (Phase.LIFT, Phase.READING),
        # What the box tells of the time before answers nothing now.
        claimed_at_ns=event.at_ns if phase is Phase.ANSWER or in_call else state.claimed_at_ns,
    )
    effects: list[Effect] = [Append(event), StopReading(), CloseGate()]
    if gate_open:
        effects.append(OpenGate())
    effects.append(LightSeat(_lamp(after)))
    if phase is Phase.READING:
        effects.append(ReadDice(DICE))
    return after, tuple(effects)


def _lamp(state: TableState) -> int | None:
    if state.ruling is not None:
        return state.ruling.loser
    return state.match.actor if state.match is not None else None


def match_abandoned(state: TableState, event: e.MatchAbandoned) -> Step:
    """The players leave the table; its parts stay as they are."""
    if state.phase is Phase.SEATING or (state.phase is Phase.OVER and state.dispute is None):
        raise NotNow("no_match")
    left = TableState(
        cup_down=state.cup_down,
        box=state.box,
        camera=state.camera,
        felt=box_sense.new_turn(state.felt),
        parts=state.parts,
    )
    return left, (Append(event), StopReading(), CloseGate(), LightSeat(None))


def amend(before: TableState, after: TableState, event: e.Corrected) -> e.VerdictCorrected | None:
    """The correction of what decided a hand, where the hands since then stand; the wrong entry led from `before` to
    `after`."""
    if len(after.hands) == len(before.hands) or not isinstance(event.right, e.RulingGiven):
        return None
    return e.VerdictCorrected(len(before.hands), event.right.actual, event.by, event.why, event.at_ns)


def verdict_corrected(state: TableState, event: e.VerdictCorrected) -> Step:
    """What decided an earlier hand was wrong."""
    ruling = _hand(state, event.hand)
    if state.dispute is not None:
        raise NotNow("dispute_open", number=state.dispute.hand + 1)
    right = _with_dice(ruling, event.actual, event.actual < ruling.claim, event.by)
    after, effects = _judged_again(state, event.hand, right, Append(event))
    changes = differences(state.board, after.board) or (Explanation("changed.nothing"),)
    return replace(after, told=Explanation("told.corrected", {"changes": changes})), effects


def disputed(state: TableState, event: e.Disputed) -> Step:
    """A seat disputes a verdict, within the window."""
    _hand(state, event.hand)
    in_dispute = None if state.dispute is None else state.dispute.hand
    verify_disputed(state, event, state.hands, in_dispute, _REFUSALS)
    return replace(state, dispute=Dispute(event.hand, event.by, event.why, state.board)), (Append(event),)


def dispute_ruled(state: TableState, event: e.DisputeRuled) -> Step:
    """The evidence was reviewed. Until it is published it may be ruled again."""
    dispute, ruling = _dispute(state, event.hand), _hand(state, event.hand)
    if event.outcome is e.Outcome.OVERTURNED and ruling.ground is Ground.ACES_BELIEVED:
        raise NotNow("no_dice_in_it", number=event.hand + 1)
    if event.actual is not None:
        overturned = (event.actual < ruling.claim) is not ruling.lie
        if overturned is not (event.outcome is e.Outcome.OVERTURNED):
            raise NotNow("outcome_against_dice", actual=event.actual, claim=ruling.claim)
    ruled = replace(dispute, outcome=event.outcome, ruled_by=event.by, ruled_why=event.why, actual=event.actual)
    return replace(state, dispute=ruled), (Append(event),)


def ruling_published(state: TableState, event: e.RulingPublished) -> Step:
    """The ruling is announced: the board moves again, the challenge is kept or lost, a wrong verdict is put right."""
    dispute, ruling = _dispute(state, event.hand), _hand(state, event.hand)
    if dispute.outcome is None:
        raise NotNow("not_ruled", number=event.hand + 1)
    lost = dispute.outcome in (e.Outcome.STANDS, e.Outcome.CONFIRMED)
    challenges = tuple(n - (lost and seat == dispute.by) for seat, n in enumerate(state.challenges))
    settled = replace(state, dispute=None, challenges=challenges)
    if dispute.outcome is e.Outcome.OVERTURNED:
        right = _with_dice(ruling, dispute.actual, not ruling.lie, dispute.ruled_by)
        after, effects = _judged_again(settled, event.hand, replace(right, outcome=dispute.outcome), Append(event))
    else:
        reviewed = replace(ruling, outcome=dispute.outcome)
        newest = state.ruling is not None and event.hand == len(state.hands) - 1
        shown = reviewed if newest else state.ruling
        after = replace(settled, hands=_with(settled.hands, event.hand, reviewed), ruling=shown)
        effects = (Append(event),)
    changes = differences(dispute.board, after.board) or (Explanation("changed.nothing"),)
    told = Explanation(f"told.{dispute.outcome.value}", {"number": event.hand + 1, "changes": changes})
    return replace(after, told=told), effects


def _hand(state: TableState, hand: int) -> Ruling:
    if not 0 <= hand < len(state.hands):
        raise NotNow("no_such_hand", number=hand + 1)
    return state.hands[hand]


def _dispute(state: TableState, hand: int) -> Dispute:
    if state.dispute is None or state.dispute.hand != hand:
        raise NotNow("not_disputed", number=hand + 1)
    return state.dispute


def _with(hands: tuple[Ruling, ...], hand: int, ruling: Ruling) -> tuple[Ruling, ...]:
    return (*hands[:hand], ruling, *hands[hand + 1 :])


def _with_dice(ruling: Ruling, actual: DiceHand | None, lie: bool, by: str) -> Ruling:
    """The same hand, decided otherwise; without `actual` the dice are not named, only the verdict is sure."""
    if ruling.ground is Ground.ACES_BELIEVED:
        raise NotNow("no_dice_in_it", number="")
    return replace(
        ruling,
        ground=Ground.SHOWN if actual is not None else Ground.RULED,
        actual=actual,
        known=tuple(face.letter for face in actual.faces) if actual is not None else (),
        lie=lie,
        loser=ruling.claimant if lie else ruling.receiver,
        by=by,
        told=(),
    )


def rescored(match: Match, hands: tuple[Ruling, ...]) -> tuple[Match, tuple[Ruling, ...]]:
    """The match after these hands, at the start of the next one; and which of them counted.

    Who was out already takes no more points, and after the end of the match nobody does.
    """
    fresh, told = Match(match.options, (0,) * match.players), []
    for ruling in hands:
        counted = fresh.winner is None and ruling.loser not in fresh.out
        if counted:
            verdict = Verdict(
                ruling.claim, ruling.actual, ruling.lie, ruling.loser, ruling.claimant, ruling.receiver, ruling.ground
            )
            fresh = give_point(fresh, verdict)
        told.append(replace(ruling, counted=counted, eliminated=counted and ruling.loser in fresh.out))
    return fresh, tuple(told)


def _judged_again(state: TableState, hand: int, right: Ruling, *effects: Effect) -> Step:
    """Points, eliminations and the turn order after a verdict was changed."""
    played = state.match
    assert played is not None
    match, hands = rescored(played, _with(state.hands, hand, right))
    judged = replace(state, match=match, hands=hands)
    verdict = AppendVerdict({**verdict_body(hands[hand], match), "hand": hand + 1})
    between = state.phase in (Phase.VERDICT, Phase.OVER)
    if match.winner is not None or between:
        phase = Phase.OVER if match.winner is not None else Phase.VERDICT
        gate_open = state.gate_open and between
        shown = replace(
            judged, phase=phase, ruling=hands[-1], call=state.call if between else None, unwatched=False,
            gate_open=gate_open, readings=state.readings if gate_open else (),
        )  # fmt: skip
        effects = (*effects, verdict)
        if state.phase is Phase.OVER and phase is Phase.VERDICT:
            # What the table told after the end is not in the record: it is now.
            again = e.Resumed(e.After.REOPENING, state.box, state.camera, state.cup_down)
            shown, more = resumed(shown, again)
            return shown, (*effects, *more)
        close: tuple[Effect, ...] = () if gate_open else (StopReading(), CloseGate())
        return shown, (*effects, *close, LightSeat(hands[-1].loser))
    begun = state.phase is not Phase.CLAIM or bool(played.claims)
    if begun and set(match.out) == set(played.out):
        # The same players: the hand in play goes on.
        points = replace(played, points=match.points, out=match.out, hands=match.hands, verdict=match.verdict)
        return replace(judged, match=points), (*effects, verdict)
    return to_claim(judged, *effects, verdict, StopReading())
