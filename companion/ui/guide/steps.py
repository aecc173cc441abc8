"""What the guide says at each moment of a hand. Pure."""

from dataclasses import dataclass

from companion.referee.state import Phase, TableState
from companion.ui.texts import NOTHING, Said, text

PLAYERS = ("Ana", "Bo")
LIMIT = 3


@dataclass(frozen=True, slots=True)
class Done:
    """What was tried already in this turn, which the referee does not know."""

    thrown: bool = False
    looked: bool = False


def guide(state: TableState, done: Done) -> Said:
    """The next thing to do; nothing where there is none."""
    if state.phase is Phase.CLAIM:
        return _claim(state, done)
    if state.phase is Phase.ANSWER:
        return _answer(state)
    return {
        Phase.LOT: text("guide.lot"),
        Phase.LIFT: text("guide.lift"),
        Phase.READING: text("guide.reading"),
        Phase.RULING: text("guide.ruling"),
        Phase.VERDICT: text("guide.verdict"),
        Phase.OVER: text("guide.over"),
    }.get(state.phase, NOTHING)


def _claim(state: TableState, done: Done) -> Said:
    name = NOTHING if state.turn is None else state.names[state.turn]
    if state.match is not None and not state.match.opening:
        return text("guide.higher", name=name)
    if not done.thrown:
        return text("guide.throw", name=name)
    return text("guide.claim", name=name) if done.looked else text("guide.look", name=name)


def _answer(state: TableState) -> Said:
    name = NOTHING if state.turn is None else state.names[state.turn]
    claims = len(state.match.claims) if state.match is not None else 0
    return text("guide.believe", name=name) if claims == 1 else text("guide.call", name=name)
