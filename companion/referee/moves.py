"""From one phase of a hand to the next (docs/cycle.md): what the parts of the reducer share."""

from dataclasses import replace
from typing import Any

from companion.games.commentary import tell
from companion.games.errors import Explanation
from companion.games.mentiroso.state import Match
from companion.referee import box_sense
from companion.referee import events as e
from companion.referee.effects import (
    Append,
    AppendVerdict,
    CloseGate,
    Effect,
    LightSeat,
    ReadDice,
    Refuse,
    ShowVerdict,
)
from companion.referee.state import Phase, Ruling, TableState
from companion.referee.verdict import DICE

Step = tuple[TableState, tuple[Effect, ...]]


def ignored(state: TableState) -> Step:
    """It has no meaning now."""
    return state, ()


def out_of_step(state: TableState, what: Explanation, because: Explanation) -> Step:
    """Nobody waits for that now; `because` says what is waited for."""
    told = Explanation("out_of_step.not_now", {"what": what, "because": because})
    why = tell(told, names=state.names)
    return replace(state, refused=why, refused_rule="", refused_what=told), (Refuse("", why),)


def expected(state: TableState) -> Explanation:
    """What is waited for."""
    if state.turn is None:
        return Explanation(f"out_of_step.at_{state.phase.value}")
    return Explanation(f"out_of_step.to_{state.phase.value}", {"seat": state.turn})


def of_whom(what: str, seat: int) -> Explanation:
    """A claim or an answer that somebody gave who is not in turn."""
    return Explanation(f"out_of_step.{what}_by", {"seat": seat})


def recorded(state: TableState, event: e.Event) -> tuple[Effect, ...]:
    """A fact of the table, into the record of the match in play. One that is over stays as it ended: people noted its
    head hash."""
    return () if state.phase in (Phase.SEATING, Phase.OVER) else (Append(event),)


def to_claim(state: TableState, *effects: Effect) -> Step:
    """The seat in turn throws and claims; what it looks at is private."""
    match = state.match
    assert match is not None
    claiming = replace(
        state, phase=Phase.CLAIM, gate_open=False, readings=(), evidence=(), why_not_sure="", call=None, ruling=None,
        unwatched=False, felt=box_sense.new_turn(state.felt),
    )  # fmt: skip
    return claiming, (*effects, CloseGate(), LightSeat(match.actor))


def to_reading(state: TableState, *effects: Effect) -> Step:
    """The dice are to be read; by a person where there is no camera."""
    # After a restart the camera is not there yet, and nobody knows whether it will come.
    if state.camera is not e.Link.READY and not state.unwatched:
        return replace(state, phase=Phase.RULING, why_not_sure="there is no camera"), effects
    assert state.call is not None
    # A call is no lift: where nobody felt the cup go up, nobody knows how long the dice have been open.
    lifted_at_ns = state.call.at_ns if state.cup_down is False else None
    return replace(state, phase=Phase.READING), (*effects, ReadDice(DICE, lifted_at_ns))


def ruling_of(match: Match, known: tuple[str, ...], by: str) -> Ruling:
    """What the rules said of the hand that just ended."""
    verdict = match.verdict
    assert verdict is not None
    return Ruling(
        ground=verdict.ground, claim=verdict.claim, actual=verdict.actual, known=known, lie=verdict.lie,
        claimant=verdict.claimant, receiver=verdict.caller, loser=verdict.loser, by=by,
        eliminated=verdict.loser in match.out,
    )  # fmt: skip


def to_verdict(state: TableState, ruling: Ruling, *effects: Effect) -> Step:
    """The hand has ended, its point is given."""
    match = state.match
    assert match is not None
    phase = Phase.OVER if match.winner is not None else Phase.VERDICT
    judged = replace(state, phase=phase, ruling=ruling, hands=(*state.hands, ruling))
    verdict = AppendVerdict(verdict_body(ruling, match))
    return judged, (*effects, verdict, ShowVerdict(ruling.lie, ruling.loser), LightSeat(ruling.loser))


def verdict_body(ruling: Ruling, match: Match) -> dict[str, Any]:
    """What the journal tells of it; a fold reckons it again."""
    return {
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
