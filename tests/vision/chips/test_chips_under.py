"""Where ground shows, no card lies."""

import numpy as np
import pytest

from calibration.kit.cards import CARD_HEIGHT_MM, CARD_WIDTH_MM
from vision.chips.above import GRAIN
from vision.chips.under import ground_shown

FOOT = (300.0, 300.0)


def ground(*hidden: tuple[float, float, float, float]) -> np.ndarray:
    """200 mm of ground each way, but for these boxes of mm around its middle: left, top, right, bottom."""
    shown = np.full((600, 600), 255, np.uint8)
    for box in hidden:
        left, top, right, bottom = (round(300 + GRAIN * side) for side in box)
        shown[top:bottom, left:right] = 0
    return shown


def test_on_bare_ground_a_card_would_hide_all_of_its_size() -> None:
    """Nothing lies there."""
    assert ground_shown(ground(), FOOT) == pytest.approx(CARD_WIDTH_MM * CARD_HEIGHT_MM, rel=0.02)


def test_a_chip_alone_leaves_most_of_a_card_in_sight() -> None:
    """A square of 40 mm stands for it."""
    shown = ground_shown(ground((-20, -20, 20, 20)), FOOT)
    assert shown == pytest.approx(CARD_WIDTH_MM * CARD_HEIGHT_MM - 1600, rel=0.1)


@pytest.mark.parametrize("turned", [False, True])
def test_where_a_card_may_hide_under_others_next_to_them_no_ground_tells(turned: bool) -> None:
    """Along or across: it may reach from these chips under those."""
    box = (-22.0, -60.0, 22.0, 20.0)
    hidden = (box[1], box[0], box[3], box[2]) if turned else box
    assert ground_shown(ground(hidden), FOOT) < 5


def test_at_the_pictures_edge_nothing_is_known() -> None:
    """The foot lies at its border."""
    assert ground_shown(ground(), (300.0, 598.0)) < CARD_WIDTH_MM * CARD_HEIGHT_MM / 2
