"""Card notation."""

import pytest

from companion.games.cards import FULL_PACK, Card, Rank, Suit, parse_cards, write_cards
from companion.games.errors import NotUnderstood


@pytest.mark.parametrize("text", ["Td", "td", "TD", "10d", "10 D", "T♦", " 10♦\ufe0f"])
def test_one_card_many_ways(text):
    """Leniently read, one written form."""
    card = Card.parse(text)
    assert card == Card(Rank.TEN, Suit.DIAMONDS)
    assert str(card) == "Td"


def test_the_full_pack_reads_back():
    """52 different cards, and each is read from what it writes."""
    assert len(set(FULL_PACK)) == 52
    assert all(Card.parse(str(card)) == card for card in FULL_PACK)


def test_several_cards():
    """Parted by blanks, commas or nothing."""
    assert write_cards(parse_cards("KsAc Qh,10h 2c")) == "Ks Ac Qh Th 2c"
    assert parse_cards("") == ()


@pytest.mark.parametrize("text", ["", "A", "s", "1s", "11s", "Ax", "AsKd", "♠A"])
def test_bad_cards_are_not_understood(text):
    """Refused with their own error, which says what was expected."""
    with pytest.raises(NotUnderstood, match="expected a rank and a suit"):
        Card.parse(text)


def test_bad_piece_among_cards():
    """One bad piece spoils the list."""
    with pytest.raises(NotUnderstood):
        parse_cards("As Kx Qd")


def test_a_row_of_nothing_is_refused_at_once() -> None:
    """Not after looking at each of its million letters a million times."""
    with pytest.raises(NotUnderstood):
        parse_cards("x" * 1_000_000)
