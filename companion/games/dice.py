"""Poker dice and the 252 hands they make (rules M1 to M5)."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from itertools import combinations_with_replacement
from typing import Final, Self, TypeAlias

from companion.games.errors import NotUnderstood


class Face(IntEnum):
    """A face of a poker die, low to high (M1)."""

    BLACK = 0
    RED = 1
    JACK = 2
    QUEEN = 3
    KING = 4
    ACE = 5

    @property
    def letter(self) -> str:
        """The one written form: ``A K Q J 8 7``."""
        return "78JQKA"[self]

    @classmethod
    def parse(cls, text: str) -> "Face":
        """Read ``A K Q J``, ``8`` or ``10`` (red), ``7`` or ``9`` (black), in any case.

        Raises:
            NotUnderstood: the text is no face.
        """
        face = _FACES_BY_TEXT.get(text.strip().upper())
        if face is None:
            raise NotUnderstood("face", text=text)
        return face


_FACES_BY_TEXT = {face.letter: face for face in Face} | {"10": Face.RED, "9": Face.BLACK}

Printing: TypeAlias = Mapping[Face, str]
"""What is printed on the faces of a set of dice (M1): `10` or `8` on the red one, `9` or `7` on the black one."""

LETTERS: Final = {face: face.letter for face in Face}
"""As the rules write them."""


UNREAD: Final = "?"
"""In the place of a letter: a die that could not be read."""


def in_print(faces: Iterable[Face], printing: Printing = LETTERS) -> str:
    """Faces in a row as they stand on the dice: ``KKQ87``; ``KKQ 10 9``, a label of two characters set apart."""
    return _row(printing[face] for face in faces)


def letters_in_print(letters: Iterable[str], printing: Printing = LETTERS) -> str:
    """As `in_print`, of faces by their letters: ``KKQ 10 ?``. Raises NotUnderstood for what is no face."""
    return _row(letter if letter == UNREAD else label_of(letter, printing) for letter in letters)


def label_of(letter: str, printing: Printing = LETTERS) -> str:
    """What stands on the face of this letter. Raises NotUnderstood for what is no face."""
    return printing[Face.parse(letter)]


def _row(labels: Iterable[str]) -> str:
    row = "".join(f" {label} " if len(label) > 1 else label for label in labels)
    return " ".join(row.split())


class Category(IntEnum):
    """The kind of a dice hand, low to high (M2); there are no straights (M3)."""

    NOTHING = 0
    PAIR = 1
    TWO_PAIR = 2
    TRIO = 3
    FULL = 4
    POKER = 5
    REPOKER = 6


_CATEGORY_BY_GROUPS = {
    (1, 1, 1, 1, 1): Category.NOTHING,
    (2, 1, 1, 1): Category.PAIR,
    (2, 2, 1): Category.TWO_PAIR,
    (3, 1, 1): Category.TRIO,
    (3, 2): Category.FULL,
    (4, 1): Category.POKER,
    (5,): Category.REPOKER,
}


def _largest_group_first(faces: Iterable[Face]) -> tuple[Face, ...]:
    counts = Counter(faces)
    return tuple(sorted(counts.elements(), key=lambda face: (counts[face], face), reverse=True))


def _strength(faces: tuple[Face, ...]) -> tuple[Category, tuple[Face, ...]]:
    """M4: the category, then the faces from the largest group down."""
    groups = tuple(sorted(Counter(faces).values(), reverse=True))
    return _CATEGORY_BY_GROUPS[groups], _largest_group_first(faces)


@dataclass(frozen=True, slots=True, order=True, repr=False)
class DiceHand:
    """Five faces in no order. As no two different hands tie (M5), the rank 1 to 252 says all about it."""

    rank: int

    def __post_init__(self) -> None:
        if not 1 <= self.rank <= 252:
            raise NotUnderstood("dice_rank", rank=self.rank)

    @classmethod
    def from_rank(cls, rank: int) -> Self:
        """The hand of this rank, 1 (KQJ87) to 252 (AAAAA).

        Raises:
            NotUnderstood: there is no such rank.
        """
        return cls(rank)

    @classmethod
    def of(cls, faces: Iterable[Face]) -> Self:
        """The hand of these five faces, in any order.

        Raises:
            NotUnderstood: there are not exactly five.
        """
        ordered = tuple(sorted(faces, reverse=True))
        rank = _RANKS.get(ordered)
        if rank is None:
            raise NotUnderstood("dice_count", count=len(ordered))
        return cls(rank)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read five faces: ``KKKJ7``, ``kkk j 10``, ``A,K,Q,J,8``.

        Raises:
            NotUnderstood: a letter is no face, or there are not exactly five.
        """
        letters = re.findall(r"10|[^\s,;.\-]", text)
        return cls.of(Face.parse(letter) for letter in letters)

    @property
    def faces(self) -> tuple[Face, ...]:
        """The five faces from high to low."""
        return _HANDS[self.rank - 1]

    @property
    def grouped(self) -> tuple[Face, ...]:
        """The five faces from the largest group down, as people lay them out: three jacks, ace, red."""
        return _STRENGTHS[self.rank - 1][1]

    @property
    def category(self) -> Category:
        """What kind of hand it is (M2)."""
        return _STRENGTHS[self.rank - 1][0]

    def count(self, face: Face) -> int:
        """How many of the five dice show this face."""
        return self.faces.count(face)

    def __str__(self) -> str:
        """The one written form: the faces from high to low, as in the table of the 252 hands."""
        return in_print(self.faces)

    def __repr__(self) -> str:
        return f"DiceHand.parse({str(self)!r})"


_HANDS: tuple[tuple[Face, ...], ...] = tuple(
    sorted(combinations_with_replacement(sorted(Face, reverse=True), 5), key=_strength)
)
_STRENGTHS = tuple(_strength(faces) for faces in _HANDS)
_RANKS = {faces: rank for rank, faces in enumerate(_HANDS, start=1)}

ALL_HANDS: tuple[DiceHand, ...] = tuple(DiceHand(rank) for rank in range(1, 253))
"""All hands from rank 1 to rank 252."""

FIVE_ACES = ALL_HANDS[-1]
"""Nothing beats it (M21)."""
