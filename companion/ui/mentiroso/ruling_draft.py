"""The dice while a person names them: begun with the reader's best guess (M27)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from companion.games.dice import DiceHand, Face

DICE = 5


class Other(Protocol):
    """What else a die may be."""

    @property
    def value(self) -> str:
        """The letter of a face."""


class SeenDie(Protocol):
    """What the screen needs of a die in `TableState.readings`."""

    @property
    def face(self) -> str:
        """The letter of the likeliest face."""

    @property
    def sure(self) -> bool:
        """Whether it may be acted on."""

    @property
    def centre(self) -> tuple[float, float]:
        """Where it lies in the picture, x and y in pixels."""

    @property
    def alternatives(self) -> Sequence[Other]:
        """Every face that is not ruled out, likeliest first."""


@dataclass(frozen=True, slots=True)
class NamedDie:
    """One of the five: what it is taken for now, and what the reader said."""

    face: Face | None = None
    sure: bool = False
    """The reader was sure and nobody has changed it."""
    by_hand: bool = False
    others: tuple[Face, ...] = ()
    """What else it may be, likeliest first."""

    @property
    def doubtful(self) -> bool:
        """Whether a person should look at it: read without being sure, and not touched yet."""
        return not self.sure and not self.by_hand


@dataclass(frozen=True, slots=True)
class RulingDraft:
    """Five dice, from left to right as the camera sees them."""

    dice: tuple[NamedDie, ...] = (NamedDie(),) * DICE
    cursor: int = 0
    """The die that the next tap on a face sets."""

    @classmethod
    def of(cls, readings: Sequence[SeenDie]) -> "RulingDraft":
        """Begin with a reading. Fewer dice leave blanks; more than five are no reading, and all stay blank."""
        if len(readings) > DICE:
            return cls()
        seen = [_named(reading) for reading in sorted(readings, key=lambda r: r.centre[0])]
        dice = (*seen, *(NamedDie() for _ in range(DICE - len(seen))))
        return cls(dice, _first_doubtful(dice, 0))

    @classmethod
    def named(cls, hand: DiceHand) -> "RulingDraft":
        """Begin with dice that a person named."""
        return cls(tuple(NamedDie(face=face, by_hand=True) for face in hand.grouped))

    @property
    def hand(self) -> DiceHand | None:
        """The five dice, once each has a face."""
        faces = [die.face for die in self.dice if die.face is not None]
        return DiceHand.of(faces) if len(faces) == DICE else None

    def tapped(self, readings: Sequence[SeenDie]) -> tuple[str, ...]:
        """For each reading that the draft began with: the letter that somebody tapped, empty where nobody did."""
        if len(readings) > DICE:
            return ()
        order = sorted(range(len(readings)), key=lambda i: readings[i].centre[0])
        letters = [""] * len(readings)
        for i, die in zip(order, self.dice, strict=False):
            letters[i] = die.face.letter if die.by_hand and die.face is not None else ""
        return tuple(letters)

    def tap_die(self, number: int) -> "RulingDraft":
        """This die is set next."""
        return replace(self, cursor=number)

    def tap_face(self, face: Face) -> "RulingDraft":
        """The die at the cursor is this face; the cursor goes to the next one that is in doubt."""
        return self.name(self.cursor, face)

    def turn(self, number: int, ranked: tuple[Face, ...]) -> "RulingDraft":
        """Die `number` shows the first of `ranked`; the others follow in this order, and last what it was."""
        dice = (*self.dice[:number], _turned(self.dice[number], ranked), *self.dice[number + 1 :])
        return replace(self, dice=dice)

    def name(self, number: int, face: Face) -> "RulingDraft":
        """Die `number` is this face: one tap on an alternative."""
        before = self.dice[number]
        others = tuple(f for f in (before.face, *before.others) if f is not None and f is not face)
        named = NamedDie(face=face, by_hand=True, others=others)
        dice = (*self.dice[:number], named, *self.dice[number + 1 :])
        return RulingDraft(dice, _first_doubtful(dice, (number + 1) % DICE))


def _turned(die: NamedDie, ranked: tuple[Face, ...]) -> NamedDie:
    before = () if die.face is None else (die.face,)
    return NamedDie(face=ranked[0], by_hand=True, others=(*ranked[1:], *before))


def _named(reading: SeenDie) -> NamedDie:
    face = Face.parse(reading.face)
    others = [Face.parse(a.value) for a in reading.alternatives if a.value != reading.face]
    return NamedDie(face=face, sure=reading.sure, others=tuple(others))


def _first_doubtful(dice: Sequence[NamedDie], start: int) -> int:
    order = [(start + i) % DICE for i in range(DICE)]
    return next((i for i in order if dice[i].doubtful), start)
