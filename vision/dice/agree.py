"""Two readings of one picture made into one: sure is what one surely saw and the other at least holds for likeliest."""

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from calibration.dice_set import FACES
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
            out[i] = replace(out[i], sure=False, why=two_minds(out[i].face, reading.face))
        elif not out[i].sure and out[i].why not in PLACE_DOUBTS:
            out[i] = reading
    return tuple(sorted(out, key=lambda r: (not r.sure, -r.confidence)))


def looked_at_twice(
    chances: NDArray[np.float64], places: NDArray[np.float64], twice: Sequence[int], least: float
) -> tuple[NDArray[np.float64], NDArray[np.float64], dict[int, str]]:
    """What is held of N places, T of them seen twice: as they were found, and where a profile put them straight.

    chances (N + T, 7) of FACES and of none, places (N + T,) of there being a die: first of the N as they lie, then of
    the T in `twice` (places among the N) as they were found. Both looks are of one worth: where they think of one face
    the surer counts, and where the first was sure (`least`) of another face nothing is. Returns the same of the N,
    (N, 7) and (N,), and why a place is in doubt.
    """
    count = len(places) - len(twice)
    out, there, doubts = chances[:count].copy(), places[:count].copy(), {}
    for i, first, place in zip(twice, chances[count:], places[count:], strict=True):
        was, now = int(first[:-1].argmax()), int(out[i, :-1].argmax())
        if was == now and first[was] > out[i, now]:
            out[i], there[i] = first, max(there[i], place)
        elif was != now and first[was] >= least:
            doubts[i] = two_minds(FACES[was], FACES[now])
    return out, there, doubts


def two_minds(first: str, closer: str) -> str:
    """The doubt where two looks at a die see different faces."""
    return f"{first} at first sight, {closer} when looked at closer"


def _one_die(one: DieReading, other: DieReading) -> bool:
    return math.dist(one.centre, other.centre) < _SAME * min(one.width, other.width)
