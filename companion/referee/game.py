"""What the desk, the journal and undo need to know of a game; `games.py` lists the games there are."""

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, Protocol, TypeVar, cast

from companion.games.errors import Explanation
from companion.referee.board import Board
from companion.referee.codec import Codec
from companion.referee.effects import Append
from companion.referee.events import After, Corrected, Link, Resumed


class Table(Protocol):
    """What every game's state of the table has. Immutable."""

    @property
    def phase(self) -> StrEnum:
        """What the table waits for."""

    @property
    def names(self) -> tuple[str, ...]:
        """The players, by seat."""

    @property
    def gate_open(self) -> bool:
        """Whether pictures may be shown, kept and read."""

    @property
    def box(self) -> Link:
        """How the box is doing."""

    @property
    def camera(self) -> Link:
        """How the camera is doing."""

    @property
    def refused(self) -> str:
        """Why the last action was not taken; with `refused_rule` and `refused_what`."""

    @property
    def told(self) -> Explanation | None:
        """What the last undo or correction changed, until the next step."""

    @property
    def undoable(self) -> Explanation | None:
        """The newest step: what an undo would take back now. None: there is nothing to undo."""


S = TypeVar("S", bound=Table)


def changed(state: S, **values: Any) -> S:
    """`dataclasses.replace`, for the state of any game."""
    return cast(S, dataclasses.replace(cast(Any, state), **values))


@dataclass(frozen=True, slots=True)
class Game(Generic[S]):
    """One game as a value."""

    name: str
    """As the journal's first entry of a match has it."""
    empty: S
    """The table at which nobody has sat down yet."""
    reduce: Callable[[S, Any], tuple[S, tuple[Any, ...]]]
    """An event that is taken has an `Append` among its effects, one that is not legal a `Refuse`."""
    codec: Codec
    step: Callable[[S, Any], Explanation | None]
    """What people see begin with an event, taken in a state: a claim, a bet. None: it belongs to what was before."""
    board: Callable[[S], Board]
    over: Callable[[S], bool]
    """Whether the match has ended, and nothing about it is open."""
    amend: Callable[[S, S, Corrected], Any | None] = lambda before, after, event: None
    """The event that sets right what the wrong entry did, between those two states, while all that came later stands;
    None where only a replay can."""


def advance(game: Game[S], state: S, event: Any) -> tuple[S, tuple[Any, ...]]:
    """One event, with a note of the step that an undo would take back."""
    after, effects = game.reduce(state, event)
    # A button's press is written down as what it means; so it is what is written that makes the step.
    written = (effect.event for effect in effects if isinstance(effect, Append))
    what = next((told for told in (_step(game, state, one) for one in written) if told is not None), None)
    if what is None:
        return after, effects
    # A step that changes what was before tells so itself.
    told = after.told if after.told is not state.told else None
    return changed(after, undoable=what, told=told), effects


def _step(game: Game[S], state: S, event: Any) -> Explanation | None:
    if isinstance(event, Resumed):
        return Explanation("step.corrected") if event.after is After.CORRECTION else None
    return game.step(state, event)
