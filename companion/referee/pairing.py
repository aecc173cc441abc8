"""Which die of a picture it was that a person named: people name five faces, and mean dice on the table.

A hand is the same in whatever order it is tapped in. So a face counts as told of a die only where hardly any other
order of these five faces fits what was tapped and what the camera saw.
"""

import math
from collections import Counter
from collections.abc import Sequence
from itertools import permutations

from vision.readings import DieReading

#: How much less likely a person tapped a face on the wrong die than on the right one.
_SLIP = 0.02
#: Of what the reader rules out: it may err.
_LEAST = 0.02
#: From here on a face is told of a die.
CERTAIN = 0.95


def told_of(readings: Sequence[DieReading], tapped: Sequence[str], actual: Sequence[str]) -> tuple[str, ...]:
    """For each reading the letter of the face that was told of this very die; empty where that is not certain.

    tapped: for each reading the face that somebody tapped for it, empty where it stayed as read; actual: letters of all
    five. Nothing is certain where these do not agree.
    """
    nothing = ("",) * len(readings)
    named = [face or die.face for face, die in zip(tapped, readings, strict=False)]
    if len(tapped) != len(readings) or not Counter(named) <= Counter(actual):
        return nothing
    open_ = [i for i, die in enumerate(readings) if tapped[i] or not die.sure]
    left = list((Counter(actual) - Counter(face for i, face in enumerate(named) if i not in open_)).elements())
    weights: dict[tuple[str, ...], float] = {
        order: math.prod(_weight(readings[i], tapped[i], face) for i, face in zip(open_, order, strict=True))
        for order in set(permutations(left, len(open_)))
    }
    total = sum(weights.values())
    out = list(nothing)
    for place, i in enumerate(open_):
        share = sum(weight for order, weight in weights.items() if order[place] == named[i]) / total
        out[i] = named[i] if share >= CERTAIN else ""
    return tuple(out[i] if i in open_ else named[i] for i in range(len(readings)))


def _weight(die: DieReading, tapped: str, face: str) -> float:
    seen = max(_LEAST, next((other.confidence for other in die.alternatives if other.value == face), 0.0))
    return seen * (_SLIP if tapped and tapped != face else 1.0)
