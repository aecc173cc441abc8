"""What keys and cards are drawn from. Pure."""

from dataclasses import dataclass
from enum import StrEnum

from companion.games.cards import FULL_PACK, Card, Rank, Suit
from companion.ui.detective.words import rank_text
from companion.ui.keys import Key


class Face(StrEnum):
    """How a card lies."""

    EMPTY = "empty"
    """A place where a card belongs."""
    UP = "up"
    DOUBT = "doubt"
    """Face up, and the camera is not sure."""


@dataclass(frozen=True, slots=True)
class CardView:
    """One card, or the place for one."""

    rank: str = ""
    suit: str = ""
    red: bool = False
    face: Face = Face.EMPTY
    chosen: bool = False
    """The next card that is named comes here."""
    faded: bool = False
    """Not in play: taken out (D22), or of a later phase than the one that is looked at."""


EMPTY = CardView()


def card_view(card: Card, *, chosen: bool = False, faded: bool = False, doubt: bool = False) -> CardView:
    """A card face up."""
    red = card.suit in (Suit.HEARTS, Suit.DIAMONDS)
    return CardView(rank_text(card), card.suit.symbol, red, Face.DOUBT if doubt else Face.UP, chosen, faded)


RANKS: tuple[Rank, ...] = tuple(sorted(Rank, reverse=True))
SUITS: tuple[Suit, ...] = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
ROWS = ((0, 5), (5, 10), (10, 13))
"""Which of RANKS stand in one row of keys."""


@dataclass(frozen=True, slots=True)
class PadView:
    """The keys that name a card: first its rank, then its suit. Only cards that can still come are offered."""

    ranks: tuple[tuple[Key, ...], ...]
    suits: tuple[Key, ...]


def pad_view(gone: frozenset[Card], rank: Rank | None) -> PadView:
    """`gone`: cards that lie elsewhere; `rank`: the rank that was tapped, while its suit is not."""
    left = [card for card in FULL_PACK if card not in gone]
    keys = tuple(
        Key(
            each.letter.replace("T", "10"),
            enabled=any(card.rank is each for card in left),
            chosen=each is rank,
        )
        for each in RANKS
    )
    suits = tuple(Key(suit.symbol, enabled=rank is not None and Card(rank, suit) in left) for suit in SUITS)
    return PadView(tuple(keys[start:end] for start, end in ROWS), suits)
