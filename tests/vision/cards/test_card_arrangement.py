"""Who owns which card, from places alone and with zones."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.zones import Zone, ZoneKind, box
from vision.cards.arrangement import arrange, arrange_by_zones
from vision.cards.reading import CardReading

WIDTH, HEIGHT = 63.0, 88.0
BOARD = ("2C", "9D", "KH", "3S", "TD")


def card(code: str, x: float, y: float, turn: float = 0.0) -> CardReading:
    """A sure card of 63 x 88 pixels round (x, y)."""
    c, s = math.cos(turn), math.sin(turn)
    corners = [(dx * WIDTH / 2, dy * HEIGHT / 2) for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    a, b, d, e = ((x + c * u - s * v, y + s * u + c * v) for u, v in corners)
    return CardReading(code, (a, b, d, e), 0.99, True, (), "")


def table(turn: float, cards: int = 5) -> list[CardReading]:
    """A board row round (600, 500) and three players' pairs near, left and far of it, all turned about the middle."""
    places = [(code, 600 + 75 * (i - 2), 500.0) for i, code in enumerate(BOARD[:cards])]
    places += [
        ("AS", 570, 720),
        ("KS", 640, 725),
        ("4H", 250, 500),
        ("5H", 285, 520),
        ("7C", 560, 260),
        ("7D", 630, 255),
    ]
    c, s = math.cos(turn), math.sin(turn)
    return [
        card(code, 600 + c * (x - 600) - s * (y - 500), 500 + s * (x - 600) + c * (y - 500), turn)
        for code, x, y in places
    ]


def codes(cards: tuple[CardReading, ...]) -> set[str]:
    """What the cards show."""
    return {c.card for c in cards}


@pytest.mark.parametrize("cards", [3, 4, 5])
def test_board_and_hands_are_told_from_their_places(cards: int) -> None:
    """The row is the board, left to right; the near player is seat 0, the others follow clockwise."""
    layout = arrange(table(0.0, cards), 3)
    assert tuple(c.card for c in layout.board) == BOARD[:cards]
    assert [codes(hand) for hand in layout.hands] == [{"AS", "KS"}, {"4H", "5H"}, {"7C", "7D"}]
    assert layout.others == () and layout.why == "" and not layout.ordered


@given(st.floats(-math.pi, math.pi))
def test_a_turned_table_is_told_alike(turn: float) -> None:
    """Whichever way the camera looks: the same row, the same pairs, in the same round."""
    layout = arrange(table(turn), 3)
    assert codes(layout.board) == set(BOARD)
    assert {frozenset(codes(hand)) for hand in layout.hands} == {
        frozenset(pair) for pair in (("AS", "KS"), ("4H", "5H"), ("7C", "7D"))
    }
    round_trip = [codes(hand) for hand in layout.hands]
    start = round_trip.index({"AS", "KS"})
    assert round_trip[(start + 1) % 3] == {"4H", "5H"}


def test_a_missing_card_is_told() -> None:
    """A player of whom one card is seen: the layout says whom it lacks and of what."""
    layout = arrange(table(0.0)[:-1], 3)
    assert "two cards" in layout.why


def test_no_cards_no_layout() -> None:
    """An empty table has empty hands, and says so."""
    layout = arrange([], 2)
    assert layout.board == () and layout.hands == ((), ()) and layout.why


def test_zones_decide_where_a_profile_knows_them() -> None:
    """Dealing order and seats come from the zones; the burn pile and strangers belong to nobody."""
    zones = [Zone(ZoneKind.BOARD, box(600 - 75 * (i - 2), 500, 70, 95), index=i) for i in range(5)]
    zones += [
        Zone(ZoneKind.SEAT, box(600, 720, 300, 150), seat=1),
        Zone(ZoneKind.SEAT, box(260, 510, 200, 150), seat=0),
    ]

    def zone_at(x: float, y: float) -> Zone | None:
        return next((zone for zone in zones if zone.holds(x, y)), None)

    layout = arrange_by_zones(table(0.0), 2, zone_at)
    assert tuple(c.card for c in layout.board) == BOARD[::-1]
    assert [codes(hand) for hand in layout.hands] == [{"4H", "5H"}, {"AS", "KS"}]
    assert codes(layout.others) == {"7C", "7D"} and layout.ordered and layout.why == ""


def test_two_cards_in_one_place_of_the_board_are_told() -> None:
    """A card dealt over another is not silently the board."""
    zone = Zone(ZoneKind.BOARD, box(600, 500, 500, 95), index=0)
    layout = arrange_by_zones(table(0.0)[:3], 0, lambda x, y: zone if zone.holds(x, y) else None)
    assert "one place" in layout.why
