"""What the middle of a card tells beside its indices: how many equal marks lie there, and which suit their outline is.

Marks are several times as large as an index's suit, so a spade is told from a club by them where the index is too
small or too blurred for it.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.cards.classify import RANKS, SUITS
from vision.cards.marks import SMALLEST, WIDTH, Marks, marks_of
from vision.cards.patches import Pyramid
from vision.onnx import run, softmax
from vision.readings import Quad

MODEL = Path(__file__).resolve().parents[1] / "models" / "card_pips.onnx"
#: Area of the largest pip of several, and how much larger or smaller than the median another may be.
LARGEST = 700
ALIKE = (0.4, 2.2)
#: How likely a number card shows just its number of marks, one more or less, or any other number; measured on the
#: development photographs, where 139 of 153 clear counts were right.
RIGHT, NEAR, OTHER = 0.85, 0.12, 0.03
NUMBERS = {rank: int(rank) for rank in "23456789"} | {"T": 10}
#: An ace's mark is larger than this, and this near to the middle of the card, as shares of its width.
ACE_AREA, ACE_ASIDE = 160, 0.12
#: A mark is none where the network says so this surely; several must agree on one suit.
NONE, SEVERAL = 0.3, 2
#: What outlines leave to every suit: all of a card's are printed, lit and blurred alike.
LEAST = 0.03
Values = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Middle:
    """count: of equal marks, two or more, None where that is not clear; pips, ace: (4,) how likely marks of a number
    card, or the one of an ace, have such outlines in each suit; None where there are none."""

    count: int | None = None
    pips: Values | None = None
    ace: Values | None = None

    def likelihoods(self) -> Values:
        """(52,) how likely each card shows that, in the order of `Seen.cards`."""
        table = np.full((len(SUITS), len(RANKS)), 1 / len(SUITS))
        for column, rank in enumerate(RANKS):
            told = self.ace if rank == "A" else self.pips if rank in NUMBERS else None
            if told is not None:
                table[:, column] = told
            table[:, column] *= self._as_many_as(NUMBERS.get(rank, 0))
        return table.ravel()

    def _as_many_as(self, number: int) -> float:
        if self.count is None:
            return 1.0
        return RIGHT if number == self.count else NEAR if number and abs(number - self.count) == 1 else OTHER


def look_at_middle(pyramid: Pyramid, quad: Quad) -> Middle | None:
    """What lies between the indices of a card; None where nothing there tells anything."""
    marks = marks_of(pyramid, quad)
    if marks is None:
        return None
    middle = Middle(
        count(marks), _suits(marks, marks.numbers(SMALLEST, LARGEST), SEVERAL), _suits(marks, _ace(marks), 1)
    )
    return None if middle.count is None and middle.pips is None and middle.ace is None else middle


def count(marks: Marks) -> int | None:
    """How many marks of about one size there are, two or more; None where that is not clear."""
    areas = marks.areas()
    if len(areas) < 2:
        return None
    usual = float(np.median(areas))
    alike = usual < LARGEST and areas.max() < ALIKE[1] * usual and areas.min() > ALIKE[0] * usual
    return len(areas) if alike else None


def _ace(marks: Marks) -> list[int]:
    """The large mark in the middle of the card, if there is one."""
    height, width = marks.labels.shape
    for number in marks.numbers(ACE_AREA, height * width / 2):
        x, y, across, down = marks.stats[number, :4].tolist()
        if max(abs(x + across / 2 - width / 2), abs(y + down / 2 - height / 2)) < ACE_ASIDE * WIDTH:
            return [number]
    return []


def _suits(marks: Marks, numbers: list[int], least: int) -> Values | None:
    """(4,) from at least so many marks that all look like one suit."""
    if len(numbers) < least:
        return None
    outlines = np.stack([marks.outline(number) for number in numbers])[:, None]
    shares = softmax(run(MODEL, np.asarray(outlines / 255, np.float32)).astype(np.float64))
    suits = shares[shares[:, -1] < NONE, :-1]
    if len(suits) < least or len(set(suits.argmax(axis=1).tolist())) > 1:
        return None
    # Not as independent witnesses: the mean of what they say.
    together = np.exp(np.log(np.maximum(suits, 1e-6)).mean(axis=0))
    together = np.maximum(together / together.sum(), LEAST)
    return np.asarray(together / together.sum())
