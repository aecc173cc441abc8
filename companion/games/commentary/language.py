"""What a language needs to tell a match."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from companion.games.dice import LETTERS, Category, Face, Printing


class Noun(NamedTuple):
    """A face in words."""

    one: str
    """``king``."""
    many: str
    """``kings``."""
    of_many: str
    """``of kings``; in French ``d'as``."""
    a: str = "one"
    """One of them, where its gender shows: ``una``."""


class Counted(NamedTuple):
    """So many of something; ``{n}`` is the number."""

    one: str
    many: str

    def __call__(self, number: int) -> str:
        """``1 chip``, ``2 chips``."""
        return (self.one if abs(number) == 1 else self.many).format(n=number)


@dataclass(frozen=True, slots=True)
class Language:
    """The words and sentences of one language."""

    faces: Mapping[Face, Noun]
    hands: Mapping[Category, str]
    """A dice hand: ``{m0}`` is the first group in the plural, ``{of0}`` with its preposition, ``{o1}`` the second
    in the singular, and so on, from the largest group down."""
    numbers: tuple[str, ...]
    """Zero to five were there: "there *were two*", "there *was one*"; ``{a}`` is one of the face."""
    groups: Mapping[int, str]
    """So many of a face, by number: ``three {m}``."""
    joined: str
    """The last two of a list: ``{} and {}``."""
    counted: Mapping[str, Counted]
    """By the name of the value: ``dice_many``, ``chips``, ``points``."""
    words: Mapping[str, str]
    """Single words of Detective Poker: the streets, and that there is no action card."""
    sentences: Mapping[str, str]
    """By the key of the explanation."""
    printing: Printing = field(default_factory=lambda: LETTERS)
    """What stands on the dice that are played with."""
    decimal: str = "."
    """Between the whole ones and the tenths of a number."""
