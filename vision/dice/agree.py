"""Two readings of one picture made into one: sure is what one surely saw and the other at least holds for likeliest."""

import math
from collections.abc import Sequence
from dataclasses import replace

from vision.dice.doubt import PLACE_DOUBTS
from vision.readings import DieReading

ONLY_ONCE = "seen only when looked at closer"
#: Middles nearer than this share of a die's width are of one die.
_SAME = 0.45


def together(first: Sequence[DieReading], second: Sequence[DieReading]) -> tuple[DieReading, ...]:
    """All dice of both, the sure ones first.

    A doubt of the first about the face is settled by the second where both think of the same; a doubt about the place
    (a side, a die that leans) is not. What only the second sees is a guess. What they see differently is in doubt.
    """
    out = list(first)
    for reading in second:
        near = [i for i, other in enumerate(first) if _one_die(reading, other)]
        if not near:
            out.append(replace(reading, sure=False, why=reading.why or ONLY_ONCE))
            continue
        if not reading.sure:
            continue
        i = min(near, key=lambda k: math.dist(out[k].centre, reading.centre))
        if reading.face != out[i].face:
            why = f"{out[i].face} at first sight, {reading.face} when looked at closer"
            out[i] = replace(out[i], sure=False, why=why)
        elif not out[i].sure and out[i].why not in PLACE_DOUBTS:
            out[i] = reading
    return tuple(sorted(out, key=lambda r: (not r.sure, -r.confidence)))


def _one_die(one: DieReading, other: DieReading) -> bool:
    return math.dist(one.centre, other.centre) < _SAME * min(one.width, other.width)
