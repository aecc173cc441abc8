"""Cards under a camera whose place is known: what has not a card's size lies on no table."""

from dataclasses import replace

import numpy as np
import pytest

from calibration.lens import Lens
from calibration.table import TableProfile
from vision.cards.on_table import OTHER_SIZE, contradicted, lying_on
from vision.cards.reading import CardReading
from vision.readings import Alternative, as_quad

ROTATION = np.array([[1.0, 0, 0], [0, -0.766, -0.643], [0, 0.643, -0.766]])
TABLE = TableProfile.of(Lens.typical(1920, 1080), ROTATION, -ROTATION @ np.array([0.0, -450.0, 540.0]))


def card(x: float, y: float, scale: float = 1.0, height: float = 0.0) -> CardReading:
    """A sure reading of a card there (mm), `height` mm above the table."""
    w, h = 31.5 * scale, 44.0 * scale
    corners = np.array([[x - w, y + h], [x + w, y + h], [x + w, y - h], [x - w, y - h]])
    quad = as_quad(TABLE.project(np.column_stack([corners, np.full(4, height)])))
    return CardReading("AS", quad, 0.99, True, (Alternative("AS", 0.99),), "")


@pytest.mark.parametrize("at", [(0.0, 0.0), (150.0, 100.0), (-200.0, -60.0)])
@pytest.mark.parametrize("scale", [0.75, 1.0, 1.3])
def test_a_card_that_lies_there_stays_as_it_is(at: tuple[float, float], scale: float) -> None:
    """Near and far; outlines guessed from one index are not exact."""
    reading = card(*at, scale)
    assert lying_on([reading], TABLE) == (reading,)


def test_what_has_another_size_is_doubted_or_left_out() -> None:
    """A card held up half way to the lens; a card's picture on a phone; something above the horizon."""
    (held,) = lying_on([card(0, 0, height=230)], TABLE)
    assert not held.sure
    assert held.why == OTHER_SIZE
    assert lying_on([card(0, 0, 0.4)], TABLE) == ()
    sky = CardReading("AS", ((0, -900), (90, -900), (90, -990), (0, -990)), 0.9, True, (), "")
    assert lying_on([sky], TABLE) == ()


def test_a_table_found_by_a_card_is_held_against_the_cards_that_are_read() -> None:
    """Most of the sure ones count; where none is sure there is nothing to say."""
    small, right = [card(x, 0, 0.6) for x in (-60.0, 60.0)], card(0, 90)
    assert contradicted(small[:1], TABLE)
    assert contradicted([*small, right], TABLE)
    assert not contradicted([small[0], right], TABLE)
    assert not contradicted([replace(small[0], sure=False)], TABLE)
    assert not contradicted([], TABLE)


def test_a_table_that_was_set_up_wrongly_lets_no_card_vanish() -> None:
    """Most sure cards are half as large as they should be: all are in doubt, none is left out."""
    small = [card(x, 0, 0.45) for x in (-60.0, 0.0, 60.0)]
    readings = lying_on([*small, card(0, 90)], TABLE)
    assert [reading.why for reading in readings] == [OTHER_SIZE] * 3 + [""]
    assert not any(reading.sure for reading in readings[:3])
    assert lying_on([*small[:2], card(0, 90), card(70, 90)], TABLE) == (card(0, 90), card(70, 90))
