"""Tables to draw: the real reducer behind the screen's port, and the states of one hand."""

from typing import Any

import numpy as np

from companion.games.dice import DiceHand
from companion.referee import events as e
from companion.referee.desk import Desk
from companion.referee.state import TableState
from companion.ui.port import Shot
from vision.readings import Alternative, DieReading

NAMES = ("Ana", "Bruno", "Chloé")
READY = (e.CameraChanged(e.Link.READY), e.BoxChanged(e.Link.READY), e.CupSeated())
#: A colour that no palette has: where it is seen, a picture of the table is seen.
MAGENTA = (255, 0, 255, 255)


class Memory:
    """A journal that keeps nothing."""

    def begin_match(self, game: str, body: Any) -> str:
        """Always the same match."""
        return "match"

    def append_all(self, match: str, entries: Any) -> None:
        """Forget them."""


class Table:
    """A referee without threads and without a journal: the desk itself, and what was posted."""

    def __init__(self, *history: e.Event) -> None:
        self._desk = Desk(Memory())
        self.state: Any = TableState()
        self.version = 0
        self.posted: list[e.Event] = []
        for event in history:
            self.happen(event)

    def happen(self, event: e.Event) -> None:
        """Something happened at the table."""
        self._desk.state = self.state
        self.state = self._desk.take(event)
        self.version += 1

    def post(self, event: e.Event) -> None:
        """Someone touched the screen."""
        self.posted.append(event)
        self.happen(event)


class MagentaPictures:
    """Gives pictures all the time, as a broken gate would."""

    def __init__(self) -> None:
        self.count = 0

    def newest(self, across: int = 0) -> Shot:
        """The next picture."""
        self.count += 1
        return Shot(self.count, np.full((180, 320, 4), MAGENTA, np.uint8))


class Demo:
    """Hands of a simulated table: what they did, and what lies there."""

    cards = None

    def __init__(self, dice: str = "KKQ87") -> None:
        self.done: list[str] = []
        self.dice = DiceHand.parse(dice)

    def throw(self) -> None:
        """Throw."""
        self.done.append("throw")

    def lift_cup(self) -> None:
        """Lift."""
        self.done.append("lift")


def hand(text: str) -> DiceHand:
    """Five dice."""
    return DiceHand.parse(text)


def reading(faces: str, doubtful: dict[int, str] | None = None) -> tuple[DieReading, ...]:
    """Dice read from left to right; `doubtful` gives the alternatives of those that are not sure."""
    doubts = doubtful or {}
    return tuple(_die(face, 20.0 * i, doubts.get(i)) for i, face in enumerate(faces))


def _die(face: str, x: float, others: str | None) -> DieReading:
    quad = ((x, 0.0), (x + 9, 0.0), (x + 9, 9.0), (x, 9.0))
    alternatives = tuple(Alternative(letter, 1 / (i + 1)) for i, letter in enumerate(face + (others or "")))
    sure = others is None
    return DieReading(face, quad, 0.99 if sure else 0.6, sure, alternatives, "" if sure else "blurred")


def begun(limit: int = 5, names: tuple[str, ...] = NAMES, **changes: Any) -> tuple[e.Event, ...]:
    """The players sit down, Ana starts."""
    return (e.MatchBegun(names, limit, **changes), e.StarterDrawn(0))


#: Called with box and camera at hand: the next thing is the cup.
CALLED = (*READY, *begun(), e.ClaimConfirmed(0, hand("KKK87")), e.Called(1))
#: The middle die decides: with a king the claim is true, with anything else it is a lie.
NOT_SURE = e.DiceRead(reading("KKQ87", {2: "KJ"}), sure=False)
