"""Cards seen by a camera whose place over the table is known: what lies there must have a card's size."""

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from calibration.table import TableProfile
from vision.cards.reading import CardReading

#: A card between bridge and poker size, in mm.
_WIDTH, _HEIGHT = 60.0, 88.0
#: Outlines guessed from one index are up to a third off. What is further off is doubted; by more, it lies on no table:
#: a picture on a phone, a print on a shirt, a card held up before the lens.
_DOUBTED, _NONE = 1.55, 2.0
_SEVERAL = 2
OTHER_SIZE = "it has not the size of a card that lies on the table"


def lying_on(readings: Sequence[CardReading], profile: TableProfile) -> tuple[CardReading, ...]:
    """The readings that may be cards on the table; those of an odd size in doubt. `profile`: for the picture's size.

    What has by far another size is left out, unless several sure cards have and most: then it is the table that was set
    up wrongly, by a figure on a card that was taken for the card, and no card may vanish for that.
    """
    out = []
    scales = [_scale(reading, profile) for reading in readings]
    sure = [off for reading, off in zip(readings, scales, strict=True) if reading.sure and math.isfinite(off)]
    odd = sum(off >= _NONE for off in sure)
    wrong_table = odd >= _SEVERAL and 2 * odd > len(sure)
    for reading, off in zip(readings, scales, strict=True):
        if off < _DOUBTED:
            out.append(reading)
        elif off < _NONE or (wrong_table and math.isfinite(off)):
            out.append(replace(reading, sure=False, why=reading.why or OTHER_SIZE))
    return tuple(out)


def contradicted(readings: Sequence[CardReading], profile: TableProfile) -> bool:
    """Whether a table that was just found by a card cannot be right: most of the sure cards have not a card's size."""
    sure = [_scale(reading, profile) for reading in readings if reading.sure]
    return 2 * sum(off >= _DOUBTED for off in sure) > len(sure)


def _scale(reading: CardReading, profile: TableProfile) -> float:
    """By what factor its outline is larger or smaller than a card; infinite where it cannot lie on the table."""
    corners = profile.on_table(np.array(reading.quad))
    if not np.isfinite(corners).all():
        return math.inf
    one, other = corners[2] - corners[0], corners[3] - corners[1]
    area = abs(float(one[0] * other[1] - one[1] * other[0])) / 2
    scale = math.sqrt(max(area, 1e-6) / (_WIDTH * _HEIGHT))
    return max(scale, 1 / scale)
