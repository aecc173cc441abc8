"""The pips in the middle are counted and their outlines told, and weigh beside the indices."""

import cv2
import numpy as np
import pytest

from vision.cards.classify import RANKS, SUITS, code_of, number_of
from vision.cards.corners import Corner, join
from vision.cards.marks import marks_of
from vision.cards.patches import Pyramid
from vision.cards.pips import Middle, count, look_at_middle
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


def counted(picture: Picture, quad: Quad) -> int | None:
    """The number of equal marks in an outline."""
    marks = marks_of(Pyramid(picture), quad)
    return None if marks is None else count(marks)


@pytest.mark.parametrize("pips", [2, 3, 6, 9, 10])
def test_pips_are_counted(pips: int) -> None:
    """At full size, and twice as large from the picture's half."""
    picture = card(pips)
    assert counted(picture, QUAD) == pips
    twice = np.asarray(cv2.resize(picture, None, fx=2, fy=2), np.uint8)
    a, b, c, d = ((2 * x, 2 * y) for x, y in QUAD)
    assert counted(twice, (a, b, c, d)) == pips


def test_one_mark_unequal_marks_and_cards_out_of_view_are_no_count() -> None:
    """An ace, a picture card, and a card that the edge cuts say nothing."""
    assert counted(card(0), QUAD) is None
    assert counted(card(1), QUAD) is None
    picture = card(2)
    cv2.rectangle(picture, (160, 260), (290, 420), (30, 20, 20), -1)
    assert counted(picture, QUAD) is None
    outside: Quad = ((-60.0, 80.0), (192.0, 80.0), (192.0, 432.0), (-60.0, 432.0))
    assert counted(card(4), outside) is None


def test_a_number_of_its_own_is_likeliest() -> None:
    """Six marks speak for the sixes, a little for five and seven, hardly for a queen."""
    row = Middle(count=6).likelihoods()
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
    (with_pips,), (without,), (odd,) = (join(corners, lambda _quad, n=n: Middle(n)) for n in (6, None, 8))
    assert with_pips.card == code_of(six) and with_pips.sure
    assert not without.sure and not odd.sure
    assert with_pips.confidence > without.confidence >= odd.confidence - 1e-3


def suited(marks: str, high: int, places: list[tuple[int, int]]) -> Picture:
    """A white card at QUAD on green with marks of one suit, drawn of discs, triangles and a stem, in black or red."""
    picture = np.full((520, 460, 3), (60, 95, 40), np.uint8)
    cv2.rectangle(picture, (100, 80), (352, 432), (245, 245, 245), -1)
    ink = (30, 20, 200) if marks in "DH" else (30, 25, 25)
    for x, y in places:
        up = -1 if y > 256 and len(places) > 1 else 1
        r, half = high // 4, high // 2

        def disc(across: float, down: float, radius: float, x: int = x, y: int = y, up: int = up) -> None:
            cv2.circle(picture, (round(x + across), round(y + up * down)), round(radius), ink, -1, cv2.LINE_AA)

        def corners(points: list[tuple[float, float]], x: int = x, y: int = y, up: int = up) -> None:
            at = np.array([(x + across, y + up * down) for across, down in points]).round().astype(np.int32)
            cv2.fillPoly(picture, [at], ink, cv2.LINE_AA)

        stem = [(0.0, 0.0), (-0.3 * half, half), (0.3 * half, half)]
        if marks == "D":
            corners([(0, -half), (0.75 * half, 0), (0, half), (-0.75 * half, 0)])
        elif marks == "C":
            disc(0, -half + r, r), disc(-r, 0.1 * half, r), disc(r, 0.1 * half, r), corners(stem)
        else:
            turn = 1 if marks == "H" else -1
            disc(-r, turn * (r - half) * 0.9, r * 1.1), disc(r, turn * (r - half) * 0.9, r * 1.1)
            corners([(-2 * r, -0.3 * turn * half), (2 * r, -0.3 * turn * half), (0, turn * half)])
            if marks == "S":
                corners(stem)
    return picture


@pytest.mark.parametrize("suit", SUITS)
def test_outlines_tell_the_suit(suit: str) -> None:
    """Four pips, upright and upside down, and the one of an ace; an ace's says nothing of numbers."""
    four = look_at_middle(Pyramid(suited(suit, 50, [(190, 150), (262, 150), (190, 362), (262, 362)])), QUAD)
    assert four is not None and four.count == 4 and four.pips is not None and four.ace is None
    assert SUITS[int(four.pips.argmax())] == suit and four.pips.max() > 0.8
    one = look_at_middle(Pyramid(suited(suit, 110, [(226, 256)])), QUAD)
    assert one is not None and one.count is None and one.pips is None and one.ace is not None
    assert SUITS[int(one.ace.argmax())] == suit


def test_marks_of_two_suits_and_spots_tell_no_suit() -> None:
    """Another card's marks may lie in an outline; round spots are no suit's."""
    picture = suited("S", 50, [(190, 150), (262, 150)])
    picture[256:432, 100:352] = suited("C", 50, [(190, 362), (262, 362)])[256:432, 100:352]
    for seen in (picture, card(4)):
        middle = look_at_middle(Pyramid(seen), QUAD)
        assert middle is not None and middle.pips is None


def test_an_outline_settles_the_suit_that_small_indices_leave_open() -> None:
    """Two corners say spade or club; the ace's mark makes the spade sure, a club's leaves it open."""
    spade, club = number_of("AS"), number_of("AC")
    corners = two_corners(spade, club, 0.88)
    told = {suit: np.where(np.array(list(SUITS)) == suit, 0.91, 0.03) for suit in SUITS}
    (sure,), (open_,) = (join(corners, lambda _quad, s=s: Middle(ace=told[s])) for s in "SC")
    assert sure.card == "AS" and sure.sure
    assert not open_.sure
    (unmoved,) = join(corners, lambda _quad: Middle(pips=told["S"]))
    assert not unmoved.sure


@pytest.mark.parametrize(("pips", "sure"), [(8, True), (None, False)])
def test_pips_take_a_side_where_corners_disagree(pips: int | None, sure: bool) -> None:
    """One corner is plainly an eight, the half-hidden one across seems a jack: eight pips leave the eight sure."""
    corners = two_corners(number_of("8D"), number_of("8H"), 0.995)
    hidden = np.full(52, 1e-6)
    hidden[number_of("JD")] = 0.97
    corners[1] = Corner(corners[1].pose, 0.9, hidden)
    (reading,) = join(corners, lambda _quad: Middle(pips))
    assert reading.card == "8D" and reading.sure is sure
