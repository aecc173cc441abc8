"""Dice as they are drawn, on whichever page. Pure."""

from dataclasses import dataclass
from enum import StrEnum

from companion.games.dice import DiceHand


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


def dice_of(hand: DiceHand) -> tuple[DieView, ...]:
    """A hand laid out as people do: the largest group first."""
    return tuple(DieView(face.letter) for face in hand.grouped)
