"""Faces, hands and their order (M1 to M5)."""

import hashlib
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.dice import ALL_HANDS, FIVE_ACES, Category, DiceHand, Face
from companion.games.errors import NotUnderstood

GOLDEN = "f3394f46caec6fa521b368f379273627d1b84fb93df72e57f97471c121377ea4"


def test_M1_faces_from_black_to_ace():
    """The order of the faces and their letters, with the other prints of red and black."""
    assert "".join(face.letter for face in sorted(Face, reverse=True)) == "AKQJ87"
    assert Face.BLACK < Face.RED < Face.JACK < Face.QUEEN < Face.KING < Face.ACE
    assert [Face.parse(text) for text in ("10", "9", " k", "a")] == [Face.RED, Face.BLACK, Face.KING, Face.ACE]


def test_M2_seven_categories_count_their_hands_and_rolls():
    """252 hands and 7,776 rolls fall into the categories as the rulebook's table says."""
    hands = dict.fromkeys(Category, 0)
    rolls = dict.fromkeys(Category, 0)
    for known in ALL_HANDS:
        hands[known.category] += 1
    for roll in product(Face, repeat=5):
        rolls[DiceHand.of(roll).category] += 1
    assert [hands[kind] for kind in Category] == [6, 60, 60, 60, 30, 30, 6]
    assert [rolls[kind] for kind in Category] == [720, 3600, 1800, 1200, 300, 150, 6]


def test_M3_no_straights():
    """Five in a row are nothing."""
    assert {DiceHand.parse(text).category for text in ("AKQJ8", "KQJ87")} == {Category.NOTHING}


def test_M5_golden_order_of_all_hands():
    """The order, generated, is the golden one by its SHA-256."""
    text = "".join(f"{DiceHand.from_rank(rank)}\n" for rank in range(1, 253))
    assert hashlib.sha256(text.encode()).hexdigest() == GOLDEN


@pytest.mark.parametrize(
    ("kind", "first", "last", "lowest", "highest"),
    [
        (Category.NOTHING, 1, 6, "KQJ87", "AKQJ8"),
        (Category.PAIR, 7, 66, "QJ877", "AAKQJ"),
        (Category.TWO_PAIR, 67, 126, "J8877", "AAKKQ"),
        (Category.TRIO, 127, 186, "J8777", "AAAKQ"),
        (Category.FULL, 187, 216, "88777", "AAAKK"),
        (Category.POKER, 217, 246, "87777", "AAAAK"),
        (Category.REPOKER, 247, 252, "77777", "AAAAA"),
    ],
)
def test_M5_ranks_of_the_categories(kind, first, last, lowest, highest):
    """Each category fills its block of ranks from its lowest hand to its highest."""
    assert {known.category for known in ALL_HANDS[first - 1 : last]} == {kind}
    assert (DiceHand.parse(lowest).rank, DiceHand.parse(highest).rank) == (first, last)


def test_M5_strict_order():
    """No two hands tie, and comparing hands is comparing ranks."""
    assert all(low < high and low != high for low, high in pairwise(ALL_HANDS))
    assert max(ALL_HANDS) == FIVE_ACES


@given(st.lists(st.sampled_from(Face), min_size=5, max_size=5), st.randoms())
def test_a_hand_is_its_faces_in_any_order(faces, random):
    """Hands made of the same faces are equal, and their text reads back."""
    shuffled = faces.copy()
    random.shuffle(shuffled)
    made = DiceHand.of(faces)
    assert made == DiceHand.of(shuffled) == DiceHand.parse(str(made).lower())
    assert sorted(made.faces) == sorted(made.grouped) == sorted(faces)


def test_lenient_notation_one_written_form():
    """Blanks, commas, small letters, 10 and 9 are read; one form is written."""
    for text in ("KKKJ10", "KKK J 10", "k,k,k,j,8", "8JKKK"):
        assert str(DiceHand.parse(text)) == "KKKJ8"
    assert "".join(face.letter for face in DiceHand.parse("A8JJJ").grouped) == "JJJA8"


@pytest.mark.parametrize("text", ["", "KKKJ", "KKKJ77", "KKKJT", "KKKJ1", "hello"])
def test_bad_hands_are_not_understood(text):
    """Anything but five faces is refused with its own error."""
    with pytest.raises(NotUnderstood):
        DiceHand.parse(text)


@pytest.mark.parametrize("rank", [0, 253, -1])
def test_ranks_outside_the_table_are_not_understood(rank):
    """There are 252 ranks."""
    with pytest.raises(NotUnderstood, match="1 to 252"):
        DiceHand.from_rank(rank)
