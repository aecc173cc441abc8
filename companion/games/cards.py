"""Playing cards, written as ``As``, ``Td``, ``2c``."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from typing import Self

from companion.games.errors import NotUnderstood


class Rank(IntEnum):
    """The rank of a card; its value is its height, ace high (D12)."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    @property
    def letter(self) -> str:
        """The one written form: ``2`` to ``9``, ``T J Q K A``."""
        return "23456789TJQKA"[self - 2]


class Suit(IntEnum):
    """The suit of a card; suits never break a tie (D12)."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def letter(self) -> str:
        """The one written form: ``c d h s``."""
        return "cdhs"[self]

    @property
    def symbol(self) -> str:
        """The printed sign."""
        return "♣♦♥♠"[self]


MOST_LETTERS = 20
"""No card is written in more, with all the blanks around it."""
_RANKS_BY_TEXT = {rank.letter: rank for rank in Rank} | {"10": Rank.TEN}
_SUITS_BY_TEXT = {suit.letter.upper(): suit for suit in Suit} | {suit.symbol: suit for suit in Suit}


@dataclass(frozen=True, slots=True, order=True, repr=False)
class Card:
    """One of the 52 cards."""

    rank: Rank
    suit: Suit

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read ``AS``, ``Td``, ``10h``, ``Q♣``.

        Raises:
            NotUnderstood: the text is no card.
        """
        stripped = text.strip().upper().replace("\ufe0f", "")
        rank, suit = _RANKS_BY_TEXT.get(stripped[:-1].strip()), _SUITS_BY_TEXT.get(stripped[-1:])
        if rank is None or suit is None:
            raise NotUnderstood("card", text=text)
        return cls(rank, suit)

    def __str__(self) -> str:
        return self.rank.letter + self.suit.letter

    def __repr__(self) -> str:
        return f"Card.parse({str(self)!r})"


FULL_PACK: tuple[Card, ...] = tuple(Card(rank, suit) for suit in Suit for rank in Rank)
"""The 52 cards in order."""


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read several cards, parted by spaces or not at all: ``KsAc Qh``, ``10h 2c``.

    Raises:
        NotUnderstood: a piece of the text is no card.
    """
    cards: list[Card] = []
    piece = ""
    for letter in text.replace(",", " "):
        piece += letter
        if len(piece) > MOST_LETTERS:
            break
        if piece.strip().upper()[1:] and piece.strip()[-1].upper() in _SUITS_BY_TEXT:
            cards.append(Card.parse(piece))
            piece = ""
    if piece.strip("\ufe0f \t\n"):
        raise NotUnderstood("card", text=piece.strip())
    return tuple(cards)


def write_cards(cards: Iterable[Card]) -> str:
    """The one written form of several cards: ``Ks Ac Qh``."""
    return " ".join(str(card) for card in cards)
