"""From what could be read to what can be said: the hand, or a verdict that holds whatever the unread die shows."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement

from companion.games.dice import UNREAD, DiceHand, Face
from vision.readings import DieReading

DICE = 5


@dataclass(frozen=True, slots=True)
class Finding:
    """What a reading says about a claim."""

    known: tuple[str, ...]
    """Letters from high to low; `?` for each die that was not read for sure."""
    actual: DiceHand | None
    """The hand, when all five are known."""
    lie: bool | None
    """None: the dice that were not read decide it (M24), so nobody is told anything."""


def possible_hands(sure: Sequence[Face]) -> Iterator[DiceHand]:
    """Every hand that holds these faces: the unread dice may show anything, whatever the reader guesses.

    Raises ValueError for more than five dice.
    """
    if len(sure) > DICE:
        raise ValueError(f"expected at most {DICE} dice, found {len(sure)}")
    for rest in combinations_with_replacement(Face, DICE - len(sure)):
        yield DiceHand.of((*sure, *rest))


def find(claim: DiceHand, readings: Sequence[DieReading], sure: bool) -> Finding:
    """Hold a claim against a reading.

    `sure` is the vote over the frames. Without it, single dice may still be certain, and with some claims that is
    enough: KKQ with two dice unread can never be worse than a pair of kings. Six dice are no reading at all.
    """
    if len(readings) > DICE:
        return Finding(known=(UNREAD,) * DICE, actual=None, lie=None)
    faces = sorted((Face.parse(r.face) for r in readings if r.sure), reverse=True)
    known = (*(face.letter for face in faces), *(UNREAD for _ in range(DICE - len(faces))))
    if sure and len(faces) == len(readings) == DICE:
        actual = DiceHand.of(faces)
        return Finding(known, actual, actual.rank < claim.rank)
    verdicts = {hand.rank < claim.rank for hand in possible_hands(faces)}
    return Finding(known, None, verdicts.pop() if len(verdicts) == 1 else None)
