"""Dice that cannot be read by themselves: hidden ones, two in one place, and one that is not to be seen at all."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.dice_set import DiceSet
from tests.vision.dice.drawn_dice import Placed, draw, view
from vision.dice.detect import TopFace
from vision.dice.doubt import SIDE, Squeeze, place_doubt
from vision.dice.read import read_dice
from vision.readings import DieReading

MIDDLE = float(view().on_plane(np.array([320.0, 180.0]))[1])
ALONE: list[Placed] = [
    (-3, MIDDLE + 2, 0.3, "K"),
    (3.5, MIDDLE - 2, 0.7, "A"),
    (-2, MIDDLE - 3, 2.5, "J"),
]
TWO: list[Placed] = [(0.6, MIDDLE + 0.4, 1.0, "9"), (1.0, MIDDLE - 0.15, 0.2, "Q")]
RANK = {"10": "8", "9": "7"}


def surely(readings: Sequence[DieReading]) -> Counter[str]:
    return Counter(r.face for r in readings if r.sure)


def faces(dice: Sequence[Placed]) -> Counter[str]:
    return Counter(RANK.get(label, label) for *_, label in dice)


def both_at_once(throw: Sequence[Placed]) -> NDArray[np.uint8]:
    """Two dice in one place, which only drawings can have: each pixel is the mean of both pictures."""
    one, other = (draw(view(), [*ALONE, die], seed=5).astype(np.float32) for die in throw)
    return np.rint((one + other) / 2).astype(np.uint8)


@pytest.mark.parametrize("kind", ["one over the other", "both in one place", "one not to be seen"])
def test_what_is_in_doubt_is_never_surely_wrong(taught: DiceSet, kind: str) -> None:
    """Five are expected; the three that lie alone stay sure, and of the rest none is surely what it is not."""
    lying = [*ALONE, *TWO]
    if kind == "one over the other":
        picture = draw(view(), lying, seed=5)
    elif kind == "both in one place":
        picture = both_at_once(TWO)
    else:
        lying = [*ALONE, TWO[0]]
        picture = draw(view(), lying, seed=5)
    readings = read_dice(picture, taught, expected=5)
    sure = surely(readings)
    assert not sure - faces(lying)
    assert not faces(ALONE) - sure
    for reading in readings:
        assert reading.sure or (len(reading.alternatives) > 1 and reading.why)


def _seen(middle: tuple[float, float], score: float) -> TopFace:
    """A level top face of forty pixels, seen from straight above."""
    quad = np.array([[-20.0, -20], [20, -20], [20, 20], [-20, 20]]) + middle
    return TopFace(quad, score, 1.0, 40.0, (0.0, 0.0), 20.0)


@pytest.mark.parametrize(
    ("middle", "doubt"), [((35.0, 1.0), ""), ((28.0, 1.0), SIDE), ((4.0, 35.0), SIDE), ((4.0, 39.0), "")]
)
def test_dice_that_touch_side_by_side_may_seem_to_overlap_a_little(middle: tuple[float, float], doubt: str) -> None:
    """A side may lie below its top, nearer than two dice can be; beside it lies none, and measuring errs."""
    die, other = _seen((0.0, 0.0), 0.99), _seen(middle, 0.98)
    assert place_doubt(other, [die, other], Squeeze.of([die, other])) == doubt
