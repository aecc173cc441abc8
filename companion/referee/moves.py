"""From one phase of a hand to the next (docs/cycle.md): what the parts of the reducer share."""

from dataclasses import replace
from typing import Any

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


def out_of_step(state: TableState, what: str, expected: str) -> Step:
    """Nobody waits for that now."""
    why = f"{what} is not expected now: {expected}"
    return replace(state, refused=why, refused_rule="", refused_what=None), (Refuse("", why),)


def expected(state: TableState) -> str:
    """What is waited for."""
    if state.turn is None:
        return f"the table is at {state.phase.value!r}"
    return f"{state.names[state.turn]} is to {'claim' if state.phase is Phase.CLAIM else 'believe or call'} (M19, M20)"


def who(state: TableState, seat: int) -> str:
    """The player, or a seat that nobody has."""
    return state.names[seat] if 0 <= seat < len(state.names) else f"seat {seat}"


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
