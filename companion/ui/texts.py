"""Something to be said on the screen, before it is known in which language."""

from dataclasses import dataclass
from typing import TypeAlias

from companion.games.dice import DiceHand
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


#: A text of the screen, a hand (said in words), an explanation of the rules, or something that people named themselves.
Said: TypeAlias = Text | DiceHand | Told | str


def text(key: str, **values: "int | Said") -> Text:
    """Name a text. Keys stand as literals in the code, so that a test can hold them against the catalogues."""
    return Text(key, tuple(values.items()))


#: Nothing to say.
NOTHING = ""
