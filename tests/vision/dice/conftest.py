"""A set taught once for all tests of the reader."""

import pytest

from calibration.dice_set import DiceSet
from tests.vision.dice.drawn_dice import row, view
from vision.dice.teach import teach_dice_set


@pytest.fixture(scope="session")
def taught() -> DiceSet:
    """Letters, a red 10 and a black 9, from one drawn row of six."""
    labels = ["A", "K", "Q", "J", "10", "9"]
    return teach_dice_set([(row(view(), labels), labels)], "drawn")
