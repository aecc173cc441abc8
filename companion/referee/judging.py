"""What is seen of the dice, and who takes the point (M24, M27)."""

from dataclasses import replace

from companion.games.dice import DiceHand
from companion.games.errors import Explanation
from companion.games.mentiroso.deciding import rule_by_hand, show
from companion.referee import box_sense
from companion.referee import events as e
from companion.referee.effects import Append, Effect, StopReading
from companion.referee.moves import Step, ignored, out_of_step, ruling_of, to_verdict
from companion.referee.pairing import told_of
from companion.referee.state import Phase, TableState
from companion.referee.verdict import find
from vision.readings import ToldDie

CAMERA = "camera"


def dice_glimpsed(state: TableState, event: e.DiceGlimpsed) -> Step:
    """Shown, never acted on."""
    if state.phase is not Phase.READING:
        return ignored(state)
    return replace(state, readings=event.readings, why_not_sure=event.why), ()


def dice_read(state: TableState, event: e.DiceRead) -> Step:
    """The reader's answer: sure, and the verdict stands; else a person is asked."""
    if state.phase is not Phase.READING or state.call is None:
        return ignored(state)
    finding = find(state.call.claim, event.readings, event.sure)
    seen = replace(state, readings=event.readings, evidence=event.evidence, why_not_sure=event.why)
    if event.sure:
        seen = replace(seen, felt=box_sense.shown(state.felt, state.cup_down))
    why = event.why or "the dice that could not be read decide the verdict"
    if state.unwatched:
        # Sure is what lies there now; whether it lay there at the call, only people know.
        why = "nobody watched the table since the call"
    elif finding.lie is not None:
        told = tuple(ToldDie(die.quad, die.face, sure=True) for die in event.readings if die.sure)
        return _point(seen, finding.actual, finding.lie, finding.known, told, event, Append(event), StopReading())
    return replace(seen, phase=Phase.RULING, why_not_sure=why), (Append(event), StopReading())


def ruling_given(state: TableState, event: e.RulingGiven) -> Step:
    """A person named the dice (M27)."""
    if state.phase not in (Phase.RULING, Phase.READING, Phase.LIFT) or state.call is None:
        return out_of_step(state, Explanation("out_of_step.ruling"), Explanation("out_of_step.ruling_after_call"))
    lie = event.actual.rank < state.call.claim.rank
    known = tuple(face.letter for face in event.actual.faces)
    return _point(state, event.actual, lie, known, told_dice(state, event), event, Append(event), StopReading())


def told_dice(state: TableState, event: e.RulingGiven) -> tuple[ToldDie, ...]:
    """Which of the dice seen a person named, as far as that is certain; nothing where they may have been touched."""
    if state.unwatched or not state.evidence:
        return ()
    letters = [face.letter for face in event.actual.faces]
    told = zip(state.readings, told_of(state.readings, event.tapped, letters), event.tapped, strict=False)
    return tuple(
        ToldDie(die.quad, face, sure=die.sure and not tapped, tapped=bool(tapped), why=die.why)
        for die, face, tapped in told
        if face
    )


def _point(
    state: TableState,
    actual: DiceHand | None,
    lie: bool,
    known: tuple[str, ...],
    told: tuple[ToldDie, ...],
    event: e.DiceRead | e.RulingGiven,
    *effects: Effect,
) -> Step:
    assert state.match is not None and state.call is not None
    if actual is not None:
        match, _ = show(state.match, actual)
    else:
        match, _ = rule_by_hand(state.match, lie=lie)
    by, frame = (CAMERA, event.frame) if isinstance(event, e.DiceRead) else (event.by, None)
    ruling = replace(ruling_of(match, known, by), frame=frame, evidence=state.evidence, told=told, at_ns=event.at_ns)
    return to_verdict(replace(state, match=match), ruling, *effects)
