"""Something to be said on the screen, before it is known in which language."""

from dataclasses import dataclass
from typing import TypeAlias

from companion.games.dice import DiceHand, Face
from companion.games.errors import Explanation


@dataclass(frozen=True)
class Text:
    """A key of the screen's catalogues, and what its sentence is filled with."""

    key: str
    values: tuple[tuple[str, "int | Said"], ...] = ()


@dataclass(frozen=True)
class Told:
    """What the rules have to explain: a refusal, a verdict. The games have the sentences."""

    explanation: Explanation
    names: tuple[str, ...] = ()
    """What the seats are called."""


@dataclass(frozen=True)
class Faces:
    """Faces in a row, as they stand on the dice that are played with."""

    faces: tuple[Face, ...]

    @classmethod
    def of(cls, letters: str) -> "Faces":
        """By their letters, A K Q J 8 7. Raises NotUnderstood for others."""
        return cls(tuple(Face.parse(letter) for letter in letters))


@dataclass(frozen=True)
class Number:
    """A number with decimals, ``0.25``: languages write it differently."""

    digits: str


#: A text of the screen, a number, a hand (said in words), faces (said as printed), an explanation of the rules, or
#: something that people named themselves.
Said: TypeAlias = Text | Number | DiceHand | Faces | Told | str


def text(key: str, **values: "int | Said") -> Text:
    """Name a text. Keys stand as literals in the code, so that a test can hold them against the catalogues."""
    return Text(key, tuple(values.items()))


#: Nothing to say.
NOTHING = ""
