"""Action cards are read by their markers, only when turned up (D8)."""

import cv2
import numpy as np
import pytest

from calibration.markers import ACTION_CARD_IDS, MENTIROSO_IDS, ActionCard, ActionKind, marker_bits
from vision.cards.action_cards import read_action_cards
from vision.pictures import Picture
from vision.readings import middle


def lay(table: Picture, number: int, at: tuple[int, int], cell: int = 8, degrees: float = 0) -> None:
    """Paints a marker in white paper, its middle at `at`."""
    bits = np.kron(np.pad(marker_bits(number), 2, constant_values=True), np.ones((cell, cell))) * 215 + 20
    side = bits.shape[0]
    turn = cv2.getRotationMatrix2D((side / 2, side / 2), degrees, 1)
    turned = cv2.warpAffine(bits.astype(np.uint8), turn, (side, side), borderValue=235)
    x, y = at[0] - side // 2, at[1] - side // 2
    table[y : y + side, x : x + side] = turned[..., None]


@pytest.mark.parametrize("number", [ACTION_CARD_IDS[0], ACTION_CARD_IDS[7], ACTION_CARD_IDS[15]])
def test_a_card_turned_up_is_read(number: int) -> None:
    """Whose and which it is, and where, at any turn."""
    for degrees in (0, 33, 90, 180):
        table = np.full((400, 500, 3), 70, np.uint8)
        lay(table, number, (250, 200), degrees=degrees)
        (reading,) = read_action_cards(table)
        assert reading.card == ActionCard.of(number)
        assert np.hypot(*np.subtract(middle(reading.quad), (250, 200))) < 3


def test_the_mats_markers_are_no_action_cards() -> None:
    """The table's own markers, and an empty table, hold none."""
    table = np.full((400, 500, 3), 70, np.uint8)
    assert read_action_cards(table) == ()
    lay(table, MENTIROSO_IDS[3], (250, 200))
    assert read_action_cards(table) == ()


def test_several_are_told_in_order() -> None:
    """By seat, then by kind."""
    table = np.full((400, 900, 3), 70, np.uint8)
    cards = [ActionCard(2, ActionKind.BLUFF), ActionCard(0, ActionKind.BLANK), ActionCard(2, ActionKind.CW)]
    for i, card in enumerate(cards):
        lay(table, card.marker, (150 + 300 * i, 200))
    assert [r.card for r in read_action_cards(table)] == sorted(cards, key=lambda c: c.marker)
