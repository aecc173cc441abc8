"""The card reader as a whole, on drawn cards of a deck that it never learnt."""

from collections.abc import Callable
from dataclasses import replace
from itertools import product
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.cards.classify import RANKS, SUITS, classify, code_of
from vision.cards.corners import Corner, join
from vision.cards.detect import detect
from vision.cards.read import read_cards
from vision.cards.reading import CardReading, cards_line

Picture = NDArray[np.uint8]
Table = Callable[..., Picture]


def codes(readings: tuple[CardReading, ...], sure: bool = True) -> list[str]:
    """Sorted codes of the readings that are (not) sure."""
    return sorted(r.card for r in readings if r.sure is sure)


@pytest.mark.parametrize("degrees", [0, 45, 90, 137, 180, 270])
def test_cards_are_read_whichever_way_they_lie(table: Table, degrees: float) -> None:
    """Four cards turned alike: no sure reading is wrong, and most are sure."""
    laid = ("AS", "7D", "KH", "9C")
    picture = table(*((c, 160 + 320 * i, 300, degrees, 270) for i, c in enumerate(laid)), size=(600, 1280))
    sure = codes(read_cards(picture))
    assert set(sure) <= set(laid)
    assert len(sure) >= 3


def test_two_corners_are_one_card(table: Table) -> None:
    """A whole card shows its index twice and is one reading, with the outline of the card."""
    readings = read_cards(table(("QH", 480, 360, 30, 300)))
    assert [r.card for r in readings] == ["QH"]
    reading = readings[0]
    assert reading.sure and reading.why == "" and reading.alternatives[0].value == "QH"
    assert np.hypot(reading.centre[0] - 480, reading.centre[1] - 360) < 40
    area = cv2.contourArea(np.float32(reading.quad))
    assert 0.6 < area / (300 * 300 * 252 / 352) < 1.5


def test_one_visible_index_is_enough(table: Table) -> None:
    """A card half under another is read from the corner that shows."""
    readings = read_cards(table(("5H", 420, 330, 0, 300), ("QD", 490, 410, 0, 300)))
    assert {"5H", "QD"} <= {r.card for r in readings}
    assert set(codes(readings)) <= {"5H", "QD"}


@pytest.mark.parametrize("rank", "A945JQK")
def test_a_spade_drawn_of_two_discs_is_never_surely_a_club(table: Table, rank: str) -> None:
    """Its three bulges look like leaves: it is read as a spade, or asked for."""
    readings = read_cards(table((rank + "S", 420, 330, 8, 300)))
    assert set(codes(readings)) <= {rank + "S"}
    assert any(rank + "S" in (a.value for a in r.alternatives) for r in readings)


def test_the_same_card_twice_is_never_sure(table: Table) -> None:
    """No deck holds two kings of hearts; both are shown with the reason, neither is acted on."""
    readings = read_cards(table(("KH", 200, 360, 0, 260), ("KH", 760, 360, 20, 260)))
    kings = [r for r in readings if r.card == "KH"]
    assert len(kings) == 2
    assert not any(r.sure for r in kings)
    assert all("two places" in r.why for r in kings)


def test_an_empty_table_has_no_cards(table: Table) -> None:
    """Cloth, black, white and noise hold nothing."""
    noise = np.random.default_rng(3).integers(0, 256, (480, 640, 3), dtype=np.uint8)
    flat = [np.full((480, 640, 3), level, np.uint8) for level in (0, 128, 255)]
    for picture in (table(), noise, *flat):
        assert codes(read_cards(picture)) == []


def test_words_and_lone_marks_are_no_cards() -> None:
    """Print on the table: large letters and numbers without a suit under them are not sure cards."""
    page = np.full((600, 900, 3), 235, np.uint8)
    for i, text in enumerate(("KING A 10", "J Q 7 8 9", "3 4 5 6 2")):
        cv2.putText(page, text, (40, 150 + 170 * i), cv2.FONT_HERSHEY_DUPLEX, 3, (20, 20, 20), 6, cv2.LINE_AA)
    assert codes(read_cards(page)) == []


@pytest.mark.parametrize("shape", [(1, 1), (16, 700), (3, 5), (40, 40)])
def test_any_size_of_picture_is_taken(shape: tuple[int, int]) -> None:
    """A sliver is a picture with no cards, not an error."""
    assert read_cards(np.full((*shape, 3), 90, np.uint8)) == ()


def test_detections_are_apart_and_inside(table: Table) -> None:
    """Each index is found once although both scales see it, and lies within the picture."""
    found = detect(table(("4D", 300, 300, 10, 300), ("TC", 650, 400, -20, 300)))
    assert len(found) >= 4
    best = found[found[:, 6] > 0.3]
    for i, one in enumerate(best):
        assert 0 <= one[0] < 960 and 0 <= one[1] < 720
        assert all(np.hypot(*(one[:2] - other[:2])) > 10 for other in best[:i])


def test_every_card_has_its_place() -> None:
    """The 52 codes are those of rank and suit, each once."""
    assert sorted(code_of(n) for n in range(52)) == sorted(r + s for r, s in product(RANKS, SUITS))


def test_probabilities_add_up() -> None:
    """Ranks and suits each sum to one; the cards together to the probability of an index; no patch, no rows."""
    seen = classify(np.random.default_rng(4).integers(0, 256, (6, 44, 32, 3), dtype=np.uint8))
    np.testing.assert_allclose(seen.ranks.sum(axis=1), 1, atol=1e-6)
    np.testing.assert_allclose(seen.suits.sum(axis=1), 1, atol=1e-6)
    np.testing.assert_allclose(seen.cards().sum(axis=1), seen.index, atol=1e-6)
    assert classify(np.zeros((0, 44, 32, 3), np.uint8)).cards().shape == (0, 52)


def corner(card: int, at: tuple[float, float], confidence: float, score: float = 0.9, turned: bool = False) -> Corner:
    """A corner index 30 pixels high, upright or upside down."""
    cards = np.full(52, (1 - confidence) / 51)
    cards[card] = confidence
    up = 30.0 if turned else -30.0
    return Corner(np.array([*at, 0, up, -up, 0]), score, cards)


def test_a_doubtful_corner_alone_is_not_sure() -> None:
    """Its reading says what is doubtful and names the alternatives."""
    (reading,) = join([corner(3, (100, 100), 0.7)])
    assert not reading.sure and reading.why and reading.confidence == pytest.approx(0.7)


def test_two_agreeing_corners_outweigh_one() -> None:
    """Opposite corners that each leave some doubt make the card surer than either."""
    one, other = corner(3, (100, 100), 0.955), corner(3, (190, 215), 0.955, turned=True)
    (reading,) = join([one, other])
    assert not any(r.sure for alone in (one, other) for r in join([alone]))
    assert reading.confidence > 0.96 and reading.sure


def test_corners_in_two_places_are_never_sure() -> None:
    """However certain each is (a deck holds every card once)."""
    readings = join([corner(3, (100, 100), 0.999), corner(3, (900, 500), 0.999)])
    assert [r.sure for r in readings] == [False, False]


def test_corners_of_one_card_that_disagree_make_it_doubtful() -> None:
    """Two say one card, two another, all in the corners of one outline: one reading, not sure, both named."""
    corners = [
        corner(3, (100, 100), 0.99),
        corner(3, (190, 215), 0.99, turned=True),
        corner(30, (190, 100), 0.99),
        corner(30, (100, 215), 0.99, turned=True),
    ]
    readings = join(corners)
    assert not any(r.sure for r in readings if r.card == code_of(30)) or len(readings) == 1
    assert all(not r.sure for r in readings)


def test_a_card_of_a_fan_is_no_rival_of_the_one_it_lies_on() -> None:
    """Both its indices lie within the other's outline, but are turned against it: two cards, both sure."""
    under = [corner(3, (100, 100), 0.99), corner(3, (190, 215), 0.99, turned=True)]
    c, s = np.cos(np.radians(16)), np.sin(np.radians(16))
    over = [corner(30, (120, 110), 0.99), corner(30, (175, 200), 0.99, turned=True)]
    straight = [reading.card for reading in join(under + over) if reading.sure]
    turn = np.kron(np.eye(3), np.array([[c, -s], [s, c]]))
    turned = [replace(o, pose=np.array([*o.pose[:2], *(turn @ o.pose)[2:]])) for o in over]
    fan = [reading.card for reading in join(under + turned) if reading.sure]
    assert straight == [] and sorted(fan) == sorted([code_of(3), code_of(30)])


def test_the_json_line_is_the_scorers(table: Table) -> None:
    """Keys and types as score.py reads them."""
    line: dict[str, Any] = cards_line("x.jpg", join([corner(3, (100, 100), 0.999)]), 12.345)
    assert line["file"] == "x.jpg" and line["ms"] == 12.3
    (card,) = line["cards"]
    assert set(card) >= {"card", "quad", "confidence", "sure", "alternatives", "why"}
    assert card["sure"] is True and len(card["quad"]) == 4
