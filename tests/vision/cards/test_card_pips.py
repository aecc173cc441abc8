"""The pips in the middle are counted, and weigh beside the indices."""

import cv2
import numpy as np
import pytest

from vision.cards.classify import RANKS, code_of
from vision.cards.corners import Corner, join
from vision.cards.patches import Pyramid
from vision.cards.pips import count_pips, likelihoods
from vision.pictures import Picture
from vision.readings import Quad

QUAD: Quad = ((100.0, 80.0), (352.0, 80.0), (352.0, 432.0), (100.0, 432.0))


def card(pips: int, radius: int = 22) -> Picture:
    """A white card at QUAD on green, with so many round marks in two columns."""
    picture = np.full((520, 460, 3), (60, 95, 40), np.uint8)
    cv2.rectangle(picture, (100, 80), (352, 432), (245, 245, 245), -1)
    for i in range(pips):
        place = (190 + 72 * (i % 2), 130 + 56 * (i // 2))
        cv2.circle(picture, place, radius, (30, 20, 200), -1, cv2.LINE_AA)
    return picture


@pytest.mark.parametrize("pips", [2, 3, 6, 9, 10])
def test_pips_are_counted(pips: int) -> None:
    """At full size, and twice as large from the picture's half."""
    picture = card(pips)
    assert count_pips(Pyramid(picture), QUAD) == pips
    twice = np.asarray(cv2.resize(picture, None, fx=2, fy=2), np.uint8)
    a, b, c, d = ((2 * x, 2 * y) for x, y in QUAD)
    assert count_pips(Pyramid(twice), (a, b, c, d)) == pips


def test_one_mark_unequal_marks_and_cards_out_of_view_are_no_count() -> None:
    """An ace, a picture card, and a card that the edge cuts say nothing."""
    assert count_pips(Pyramid(card(0)), QUAD) is None
    assert count_pips(Pyramid(card(1)), QUAD) is None
    picture = card(2)
    cv2.rectangle(picture, (160, 260), (290, 420), (30, 20, 20), -1)
    assert count_pips(Pyramid(picture), QUAD) is None
    outside: Quad = ((-60.0, 80.0), (192.0, 80.0), (192.0, 432.0), (-60.0, 432.0))
    assert count_pips(Pyramid(card(4)), outside) is None


def test_a_number_of_its_own_is_likeliest() -> None:
    """Six marks speak for the sixes, a little for five and seven, hardly for a queen."""
    row = likelihoods(6)
    assert {code_of(int(n)) for n in np.flatnonzero(row == row.max())} == {"6C", "6D", "6H", "6S"}
    queen, five = RANKS.index("Q"), RANKS.index("5")
    assert row[queen] < row[five] < row.max()


def two_corners(likely: int, other: int, confidence: float) -> list[Corner]:
    """Opposite corners that waver between two cards."""
    cards = np.full(52, (1 - confidence) * 0.05 / 50)
    cards[likely], cards[other] = confidence, (1 - confidence) * 0.95
    poses = ([100, 100, 0, -30, 30, 0], [190, 215, 0, 30, -30, 0])
    return [Corner(np.array(pose, float), 0.9, cards) for pose in poses]


def test_pips_settle_what_the_indices_leave_open() -> None:
    """A six that may be a queen: six marks make it sure, eight do not, and without a count it stays open."""
    six, queen = RANKS.index("6"), RANKS.index("Q")
    corners = two_corners(six, queen, 0.85)
    (with_pips,), (without,), (odd,) = (join(corners, lambda _quad, n=n: n) for n in (6, None, 8))
    assert with_pips.card == code_of(six) and with_pips.sure
    assert not without.sure and not odd.sure
    assert with_pips.confidence > without.confidence >= odd.confidence - 1e-3
