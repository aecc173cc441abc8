"""Our hand strength against two independent evaluators (D11 to D13, D23)."""

import random
from collections.abc import Iterable, Sequence
from itertools import combinations, islice, pairwise, product
from math import comb

import eval7
import pytest
from phevaluator import evaluate_cards

from companion.games.cards import FULL_PACK, Card, Rank, Suit, parse_cards
from companion.games.detective import Kind, Strength, strength
from companion.games.errors import NotUnderstood
from tests.cores import on_all_cores
from tests.slow import slow

NAMES = {card: str(card) for card in FULL_PACK}


def _phevaluator(cards: Sequence[Card]) -> int:
    """Lower is stronger there; turned round."""
    return -int(evaluate_cards(*(NAMES[card] for card in cards)))


def _eval7(cards: Sequence[Card]) -> int:
    return int(eval7.evaluate([eval7.Card(NAMES[card]) for card in cards]))


def _same_order(hands: Iterable[Sequence[Card]], theirs) -> int:
    """Whether both put the hands in the same order, ties included; returns how many classes there are."""
    return _in_order(_classes(hands, theirs))


def _classes(hands: Iterable[Sequence[Card]], theirs) -> dict[Strength, int]:
    """What the other evaluator calls each of our classes; each has one name there."""
    classes: dict[Strength, int] = {}
    for cards in hands:
        value = theirs(cards)
        assert classes.setdefault(strength(cards), value) == value, cards
    return classes


def _in_order(classes: dict[Strength, int]) -> int:
    """Both order them alike; how many there are."""
    assert all(classes[low] < classes[high] for low, high in pairwise(sorted(classes)))
    return len(classes)


def _every(part: int, parts: int) -> tuple[int, dict[Strength, int]]:
    """One of so many equal parts of all five-card hands: how many, and their classes."""
    hands = range(comb(52, 5))[part::parts]
    return len(hands), _classes(islice(combinations(FULL_PACK, 5), part, None, parts), _phevaluator)


def test_D12_sample_of_five_card_hands():
    """60,000 of all five-card hands, evenly spread, are in phevaluator's order."""
    step = 2_598_960 // 60_000
    assert _same_order(islice(combinations(FULL_PACK, 5), 0, None, step), _phevaluator) > 4_000


@slow
def test_D12_all_five_card_hands():
    """All 2,598,960 five-card hands are in phevaluator's order, in 7,462 classes."""
    found = on_all_cores(_every)
    assert sum(hands for hands, _ in found) == 2_598_960
    classes: dict[Strength, int] = {}
    for _, part in found:
        assert all(classes.setdefault(ours, value) == value for ours, value in part.items())
    assert _in_order(classes) == 7_462


@pytest.mark.parametrize("size", [6, 7])
def test_D11_random_hands_of_six_and_seven(size):
    """50,000 random hands of so many cards, 100,000 in all, are in phevaluator's order."""
    rng = random.Random(size)
    assert _same_order((rng.sample(FULL_PACK, size) for _ in range(50_000)), _phevaluator) > 2_500


def test_D13_all_two_card_hands():
    """All 1,326 pairs of hole cards are in eval7's order, in 91 classes."""
    assert _same_order(combinations(FULL_PACK, 2), _eval7) == 91


def _cards_of(ranks: Iterable[int], suits: str = "cdhs") -> list[Card]:
    """Cards of these ranks, with the suits in turn, so that nothing is suited."""
    used: set[Card] = set()
    cards = []
    for place, rank in enumerate(ranks):
        card = next(card for suit in range(4) if (card := Card(Rank(rank), Suit((place + suit) % 4))) not in used)
        used.add(card)
        cards.append(card)
    return cards


def _boards() -> list[tuple[int, ...]]:
    return list(combinations(range(2, 15), 5))


def test_D23_no_full_or_four_with_distinct_board_ranks():
    """1,287 boards of distinct ranks times 91 hole ranks: no full, no four (here every twentieth board)."""
    assert len(_boards()) == 1_287
    assert _kinds(_boards()[::20]) & {Kind.FULL, Kind.FOUR} == set()


@slow
def test_D23_all_117117_cases():
    """As above, every board."""
    assert _kinds(_boards()) & {Kind.FULL, Kind.FOUR} == set()


def _kinds(boards: Iterable[tuple[int, ...]]) -> set[Kind]:
    holes = [(high, low) for high, low in product(range(2, 15), repeat=2) if high >= low]
    assert len(holes) == 91
    return {strength(_cards_of((*board, *hole))).kind for board in boards for hole in holes}


def test_D12_no_wrap_round_and_the_wheel():
    """Q-K-A-2-3 is no straight; 5-4-3-2-A is the lowest, also as a straight flush."""
    assert strength(parse_cards("Qs Kd Ah 2c 3s")).kind is Kind.HIGH_CARD
    assert strength(parse_cards("5s 4d 3h 2c As")) == (Kind.STRAIGHT, (5,))
    assert strength(parse_cards("5s 4s 3s 2s As")) == (Kind.STRAIGHT_FLUSH, (5,))
    assert strength(parse_cards("5s 4s 3s 2s As")) < strength(parse_cards("6s 5s 4s 3s 2s"))


def test_D13_two_suited_connected_cards_are_a_high_card():
    """No flush and no straight in two cards."""
    assert strength(parse_cards("As Ks")) == strength(parse_cards("Ah Kc")) == (Kind.HIGH_CARD, (14, 13))


@pytest.mark.parametrize("text", ["", "As", "As Kd Qc", "As Kd Qc Jh", "As As", "2c 3c 4c 5c 6c 7c 8c 9c"])
def test_other_numbers_of_cards_are_not_understood(text):
    """Only 2, 5, 6 or 7 different cards make a hand."""
    with pytest.raises(NotUnderstood):
        strength(parse_cards(text))
