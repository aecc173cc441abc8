"""Dice as they are drawn, on whichever page. Pure."""

from dataclasses import dataclass
from enum import StrEnum

from companion.games.dice import UNREAD, DiceHand
from companion.ui.texts import Faces, Said


class Mark(StrEnum):
    """What is drawn beside a die: a shape and a word, never a colour alone."""

    NONE = "none"
    SURE = "sure"
    NOT_SURE = "not sure"
    BY_HAND = "by hand"
    """A person named it."""
    THROWN = "thrown"
    """In the open, and thrown in this turn (M13)."""


@dataclass(frozen=True, slots=True)
class DieView:
    """One die; `letter` is empty for a blank one, `?` for one that could not be read."""

    letter: str
    mark: Mark = Mark.NONE
    chosen: bool = False


def face_said(letter: str) -> Said:
    """What stands on a die: its face as it is printed, nothing on a blank one, `?` on one that could not be read."""
    return letter if letter in ("", UNREAD) else Faces.of(letter)


def dice_of(hand: DiceHand) -> tuple[DieView, ...]:
    """A hand laid out as people do: the largest group first."""
    return tuple(DieView(face.letter) for face in hand.grouped)
