"""Looks after the table while it is played on: is the camera where it was, is the light good."""

from collections.abc import Callable
from dataclasses import dataclass

from calibration.advice import Advice, Say
from calibration.kept_table import KeptTable
from companion.referee.detective.effects import ReadBoard, ReadHands
from companion.referee.effects import CloseGate, OpenGate, StopReading
from companion.referee.fittings import Fittings
from vision.camera.frames import Frame

UNCHECKED = "whether the camera stands where it stood is not known yet"
"""Since the gate opened nobody has looked; it takes a moment."""


@dataclass(frozen=True, slots=True)
class TableStands:
    """What there is to tell about the table's place and light; None: all is as it was set up.

    Of this evening's table, not of the game: it is shown, and never written into a journal.
    """

    advice: Advice | None


def why_not_trusted(kept: KeptTable | None) -> str:
    """Why nothing that is read now may be sure; empty where it may, also where no table was ever set up."""
    if kept is None or kept.profile is not None:
        return ""
    advice = kept.advice
    return UNCHECKED if advice.say is Say.ALL_STILL else advice.text


class TableWatch:
    """Looks like a `Watching` to the referee; gives each frame to the table in use before any reader sees it.

    `tell` is called with what changed. While the gate is closed nothing is looked at, or, where a game reads the board
    then, the mat's markers only.
    """

    orders: tuple[type, ...] = (OpenGate, CloseGate, ReadBoard, ReadHands, StopReading)

    def __init__(self, fittings: Fittings, tell: Callable[[TableStands], None]) -> None:
        self._fittings = fittings
        self._tell = tell
        self._told: Advice | None = None
        self._open = self._board = False
        self._since_ns = 0

    def follow(self, effect: object, at_ns: int) -> None:
        """The gate opens or closes at `at_ns`; what was exposed before does not count."""
        match effect:
            case OpenGate():
                self._open, self._since_ns = True, at_ns
            case CloseGate():
                self._open = False
                if (kept := self._fittings.kept) is not None:
                    kept.pause()
            case ReadBoard() | ReadHands():
                self._board = True
            case _:
                self._board = False

    def see(self, frame: Frame) -> None:
        """One frame; it leads to no event of the game."""
        kept = self._fittings.kept
        if kept is None:
            self._say(None)
        elif self._open and frame.earliest_ns >= self._since_ns:
            kept.see(frame.picture, frame.at_ns)
            self._say(kept.advice)
        elif not self._open and self._board:
            kept.see(frame.picture, frame.at_ns, markers_only=True)
            self._say(kept.advice)

    def failed(self, frame: Frame, why: str) -> None:
        """It was somebody else's reading that failed."""

    def _say(self, advice: Advice | None) -> None:
        advice = None if advice is not None and advice.say is Say.ALL_STILL else advice
        if advice != self._told:
            self._told = advice
            self._tell(TableStands(advice))
