"""What a match teaches about the dice it is played with: who accepted a verdict said what lies in its picture.

A function of the table, so what was taken back or corrected teaches nothing, and a restart forgets nothing.
"""

from dataclasses import dataclass

from companion.referee.events import Outcome
from companion.referee.judging import CAMERA
from companion.referee.state import Phase, TableState
from vision.readings import ToldDie


@dataclass(frozen=True, slots=True)
class Lesson:
    """A picture, by its SHA-256, and which of its dice shows what; throw: the hand's number in the match, from 0."""

    picture: str
    dice: tuple[ToldDie, ...]
    throw: int


def lessons(state: TableState) -> tuple[Lesson, ...]:
    """Of all hands, the oldest first. What the camera read counts once people have gone on to the next hand."""
    open_ = state.dispute.hand if state.dispute is not None else None
    standing = len(state.hands) - 1 if state.phase in (Phase.VERDICT, Phase.OVER) else None
    return tuple(
        Lesson(hand.evidence[-1], hand.told, number)
        for number, hand in enumerate(state.hands)
        if hand.told and hand.evidence
        if number != open_ and hand.outcome is not Outcome.OVERTURNED
        if not (number == standing and hand.by == CAMERA)
    )
