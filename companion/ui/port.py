"""What the screen needs of the world: a referee to draw and to tell, pictures to show, a simulated table to touch."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from companion.games.dice import DiceHand
from companion.referee.detective.events import Event as CoupEvent
from companion.referee.detective.state import DetectiveState
from companion.referee.events import Event
from companion.referee.state import TableState


class Referee(Protocol):
    """Holds the state; whoever implements it may work in another thread.

    The screen never waits: once a frame it compares `version` and draws `state` when the number has changed.
    """

    @property
    def version(self) -> int:
        """Counts the states; grows by at least one whenever `state` is replaced."""

    @property
    def state(self) -> TableState:
        """The newest state, immutable."""

    def post(self, event: Event) -> None:
        """Put an event into the referee's queue; returns at once."""


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture of the table.

    rgba: uint8 array of height x width x 4, first row on top, never written to after it was handed over;
    count: which picture this is, so that the same one is not drawn twice; full: width and height of the camera's own
    picture, in whose pixels readings tell places.
    """

    count: int
    rgba: npt.NDArray[np.uint8]
    full: tuple[int, int] = (0, 0)


class Pictures(Protocol):
    """The newest picture, for the live preview."""

    def newest(self, across: int = ...) -> Shot | None:
        """For a place `across` pixels wide; None while the privacy gate is closed, and while there is no picture."""


class DemoControls(Protocol):
    """What hands do at a real table, for the simulated one."""

    def throw(self) -> None:
        """Throw all dice under the cup."""

    def lift_cup(self) -> None:
        """Lift the cup."""

    @property
    def dice(self) -> DiceHand:
        """What lies under the cup, for the player in turn who looks (M22)."""

    @property
    def cards(self) -> "DemoCards | None":
        """What they do at a table of Detective Poker; None where no camera sees it."""


class DemoCards(Protocol):
    """What hands do at a real table of Detective Poker: they lay things before the camera."""

    @property
    def seed(self) -> int:
        """Of the shuffled packs (`companion.ui.guide.pack`)."""

    def lay(self, state: DetectiveState) -> None:
        """Do the next act; it is played when somebody takes what the camera reads."""

    def laid(self, state: DetectiveState) -> tuple[CoupEvent, ...]:
        """What was laid in this moment of the game, as it would be told."""
