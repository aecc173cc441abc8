"""The games that the referee knows, as the app needs to tell them apart. Pure."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.referee.detective.state import DetectiveState
from companion.referee.detective.state import Phase as DetectivePhase
from companion.referee.state import Phase, TableState
from companion.ui.detective.hearing import heard as detective_heard
from companion.ui.sound.cues import Heard, heard


@dataclass(frozen=True, slots=True)
class Game:
    """A game, known by the class of its states."""

    state: type
    page: str
    """The name of its page in `companion.ui.screens`."""
    playing: Callable[[Any], bool]
    """Whether a match has begun and is not over."""
    heard: Callable[[Any, Any], Heard | None] | None = None
    """What a change from one state to the next sounds like; None: nothing ever does."""


GAMES: tuple[Game, ...] = (
    Game(TableState, "table", lambda state: state.phase not in (Phase.SEATING, Phase.OVER), heard),
    Game(
        DetectiveState,
        "detective",
        lambda state: state.phase not in (DetectivePhase.SEATING, DetectivePhase.OVER),
        detective_heard,
    ),
)


def game_of(state: object) -> Game:
    """The game that this is a state of."""
    return next(game for game in GAMES if isinstance(state, game.state))
