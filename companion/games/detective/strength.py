"""How strong 2, 5, 6 or 7 cards are (D11 to D13)."""

from collections.abc import Sequence
from enum import IntEnum
from typing import NamedTuple

from companion.games.cards import Card, Rank
from companion.games.errors import NotUnderstood


class Kind(IntEnum):
    """The kinds of poker hand, low to high (D12)."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL = 6
    FOUR = 7
    STRAIGHT_FLUSH = 8


_DOWN = tuple(range(Rank.ACE, Rank.TWO - 1, -1))


class Strength(NamedTuple):
    """Comparable; equal means an exact tie, for suits never break one (D12)."""

    kind: Kind
    ranks: tuple[int, ...]
    """What decides inside the kind, first things first, five at most; a straight has only its highest rank."""


def _straight(held: int) -> int:
    """The highest rank of the best straight among these ranks, as bits; 0 if there is none. The ace also counts low."""
    if held & 1 << Rank.ACE:
        held |= 1 << 1
    runs = held & held >> 1 & held >> 2 & held >> 3 & held >> 4
    return runs.bit_length() + 3 if runs else 0


def strength(cards: Sequence[Card]) -> Strength:  # noqa: PLR0911 - one line for each kind
    """The strength of the best five of 5, 6 or 7 different cards, or of two cards as they are (D11, D13).

    Raises:
        NotUnderstood: another number of cards, or the same card twice.
    """
    by_suit = [0, 0, 0, 0]
    for card in cards:
        by_suit[card.suit] |= 1 << card.rank
    if len(cards) not in (2, 5, 6, 7) or sum(held.bit_count() for held in by_suit) != len(cards):
        raise NotUnderstood("poker_cards", cards=tuple(cards))

    ranks = sorted([int(card.rank) for card in cards], reverse=True)
    # The largest groups first, then the higher ranks, each rank once: K K 9 9 A is [K, 9, A].
    groups = sorted(dict.fromkeys(ranks), key=ranks.count, reverse=True)
    first = ranks.count(groups[0])
    second = ranks.count(groups[1]) if len(groups) > 1 else 0

    if len(cards) > 2:
        suited = next((held for held in by_suit if held.bit_count() >= 5), 0)
        if top := _straight(suited):
            return Strength(Kind.STRAIGHT_FLUSH, (top,))
        if first == 4:
            return Strength(Kind.FOUR, (groups[0], max(groups[1:])))
        if first == 3 and second >= 2:
            return Strength(Kind.FULL, (groups[0], groups[1]))
        if suited:
            return Strength(Kind.FLUSH, tuple(rank for rank in _DOWN if suited >> rank & 1)[:5])
        if top := _straight(by_suit[0] | by_suit[1] | by_suit[2] | by_suit[3]):
            return Strength(Kind.STRAIGHT, (top,))
    if first == 3:
        return Strength(Kind.THREE, tuple(groups[:3]))
    if first == 2 and second == 2:
        # With three pairs the best of the rest may be the third pair or a single card.
        return Strength(Kind.TWO_PAIR, (groups[0], groups[1], max(groups[2:])))
    if first == 2:
        return Strength(Kind.PAIR, tuple(groups[:4]))
    return Strength(Kind.HIGH_CARD, tuple(ranks[:5]))
