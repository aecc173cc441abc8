"""The drawn table of Detective Poker: what lies on it, and what hides what."""

from dataclasses import replace

import numpy as np
import pytest

from calibration.markers import ActionCard, ActionKind
from calibration.zones import ZoneKind
from vision.drawn.card_table import CHIP_BGR, CHIP_MM, CardTable, Chip, Lying, Scene

CARD = ActionCard(2, ActionKind.BLUFF)


def colour_at(table: CardTable, x: float, y: float, height: float) -> str:
    """The colour of chips that the picture shows at a place (mm)."""
    column, row = np.round(table.view.project(np.array([x, y, height]))).astype(int)
    seen = table.frame()[row, column].astype(float)
    return min(CHIP_BGR, key=lambda name: float(np.linalg.norm(seen - np.array(CHIP_BGR[name]))))


@pytest.mark.parametrize("owner", range(4))
def test_four_bets_in_one_place_stay_there(owner: int) -> None:
    """Each chip's middle lies in the place of the phase, and no two bets in the same spot."""
    scene = Scene(4)
    for colour, chips in zip(CHIP_BGR, (3, 1, 2, 3), strict=True):
        scene = scene.with_bet(owner, 2, chips, colour)
    (zone,) = (z for z in scene.mat.zones if z.kind is ZoneKind.BET and (z.seat, z.index) == (owner, 2))
    assert all(zone.holds(chip.x, chip.y) for chip in scene.chips)
    assert len({(chip.x, chip.y, chip.level) for chip in scene.chips}) == 9


def test_a_card_of_a_later_bet_lies_on_the_chips_before_it() -> None:
    """And its chips on the card."""
    scene = Scene(3).with_bet(0, 0, 2, "red").with_bet(0, 0, 1, "blue", CARD)
    (card,) = scene.action_cards
    assert (card.level, scene.chips[-1].level) == (2, 2)
    table = CardTable(3)
    table.scene = scene
    top = scene.chips[-1]
    assert colour_at(table, top.x, top.y, 3 * CHIP_MM) == "blue"


@pytest.mark.parametrize("askew", [-6.0, 6.0])
def test_a_chip_that_lies_on_another_hides_it_on_whichever_side_it_juts_out(askew: float) -> None:
    """Also where it lies farther from the camera."""
    table = CardTable(3)
    table.scene = Scene(3, chips=(Chip(0.0, -140.0, 0, "red"), Chip(0.0, -140.0 + askew, 1, "yellow")))
    assert colour_at(table, 0.0, -140.0, 2 * CHIP_MM) == "yellow"


def test_action_cards_turned_up_lie_without_chips() -> None:
    """Chips of bets without one stay where they are."""
    scene = Scene(3).with_bet(0, 0, 2, "red", CARD).with_bet(1, 0, 1, "blue")
    shown = scene.with_action_cards_turned()
    assert [card.face_down for card in shown.action_cards] == [False]
    assert [chip.colour for chip in shown.chips] == ["blue"]
    table = CardTable(3)
    table.scene = replace(scene, other=(Lying(0.0, 0.0, 0.0),))
    assert not np.array_equal(table.frame(), CardTable(3).frame())
