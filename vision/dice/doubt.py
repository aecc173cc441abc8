"""Why a die is not surely read, in words that tell a person what to do about it."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median

import numpy as np

from vision.dice.detect import TopFace
from vision.dice.shape import elevation_sine
from vision.pictures import Picture

TOO_SMALL, HIDDEN, LEANS = "the die is too small in the picture", "partly hidden", "it leans or lies on something"
NO_TOP, SIDE = "it may be no top face", "it may be the side of a die"
PLACE_DOUBTS = frozenset({TOO_SMALL, HIDDEN, LEANS, NO_TOP, SIDE})
"""Doubts about the place, whatever it shows."""
#: Size in pixels (root of a top face's area) from which a face can be told at all.
SMALLEST = 11.0
#: Share of the face in sight, and likelihood that it is a top face, from which a reading may be sure.
SIGHT, TOP = 0.6, 0.5
#: Likelihood of a top right above a place from which it may be that die's side. What nobody taught has nothing else
#: that speaks against it: a side looks as a top does.
ABOVE, ABOVE_UNTAUGHT = 0.4, 0.3
#: Shares of a face within which corners are one corner, and by which a side lies below its top.
_SHARED, _BELOW = 0.35, 0.4
#: A place so much less likely to be a top face says nothing of its neighbours.
_FAR_LESS = 0.6
#: Middles of two dice on one table are at least an edge apart, and a little is allowed for errors: more where one lies
#: beside the other, as no side lies beside its top.
_APART, _BESIDE = 0.92, 0.8
#: A top face less squeezed than this is seen from above 65 degrees, where sides are too narrow to be taken for tops.
_STEEP = 0.05
#: How much a top face may be squeezed otherwise than its neighbours: a die that leans by 12 degrees differs by 0.2.
_LEANS = 0.22
#: So many top faces tell how a camera squeezes them, and how large they are; one that differs from their size by more
#: than this (factors of two) is none.
_KNOWN, _OTHER_SIZE = 3, 0.45
#: A side is as large as the camera's elevation makes it but for such a factor, and tops are squeezed as measured but
#: for so much: a wide lens sees those below the picture's middle from higher up.
_TOO_LARGE, _LEAN_ERROR = 1.3, 0.06
#: Brightness, share of burnt-out pixels, and steps between neighbouring pixels, where a picture is at fault.
_DARK, _BURNT, _BLURRED = 28.0, 0.5, 2.2


@dataclass(frozen=True, slots=True)
class Squeeze:
    """How the camera squeezes flat things here: the middle of what all top faces show (`vision.dice.shape`)."""

    a: float
    b: float
    size: float
    """The middle of their sizes, in pixels."""
    count: int

    @classmethod
    def of(cls, tops: Sequence[TopFace]) -> "Squeeze":
        """Of the likely ones; with fewer than three nothing is known."""
        likely = [(*t.shape, t.size) for t in tops if t.score > TOP]
        if not likely:
            return cls(0.0, 0.0, 0.0, 0)
        a, b, size = (median(values) for values in zip(*likely, strict=True))
        return cls(a, b, size, len(likely))

    def leans(self, top: TopFace) -> bool:
        """Whether a top face is seen from another side than all others are: cocked, or no top face."""
        return self.count >= _KNOWN and math.hypot(top.shape[0] - self.a, top.shape[1] - self.b) > _LEANS

    def of_other_size(self, top: TopFace) -> bool:
        """Whether it is larger or smaller than dice are here: two dice taken for one, or something else."""
        return self.count >= _KNOWN and abs(math.log2(top.size / self.size)) > _OTHER_SIZE

    def is_larger(self, top: TopFace) -> bool:
        """Whether it is larger than dice are here."""
        return self.of_other_size(top) and top.size > self.size


def _nobody_knows(_: TopFace) -> bool:
    return False


def place_doubt(
    top: TopFace, tops: Sequence[TopFace], squeeze: Squeeze, is_no_side: Callable[[TopFace], bool] = _nobody_knows
) -> str:
    """Why this place may not be read for sure whatever it shows, or nothing.

    tops: all that were found; is_no_side: what else tells that a place where a side may be is none.
    """
    if top.size < SMALLEST:
        return TOO_SMALL
    if top.visible < SIGHT:
        return HIDDEN
    if squeeze.leans(top):
        return LEANS
    if top.score < TOP:
        return NO_TOP
    if is_side(top, tops, squeeze, is_no_side) or (top.above > ABOVE and not is_no_side(top)):
        return SIDE
    return ""


def is_side(
    top: TopFace, tops: Sequence[TopFace], squeeze: Squeeze, is_no_side: Callable[[TopFace], bool] = _nobody_knows
) -> bool:
    """Whether what was taken for a top face may be the side of one of `tops`.

    From half height a side looks as a top does; a die pushed up squarely in front of another is asked for, too. Two
    dice do not stand in one another, whatever else tells.
    """
    likely = [other for other in tops if other.score > top.score - _FAR_LESS and not squeeze.is_larger(other)]
    if any(_stands_in(top, other) for other in likely):
        return True
    return any(_hangs_below(top, other, squeeze) for other in likely) and not is_no_side(top)


def _hangs_below(top: TopFace, other: TopFace, squeeze: Squeeze) -> bool:
    """Whether it shares an edge with another face and lies below it in the picture, as that die's side does."""
    if other.shape[0] < _STEEP or top is other or top.middle[1] - other.middle[1] < _BELOW * top.size:
        return False
    if squeeze.count >= _KNOWN and top.size > other.size * _largest_side(squeeze.a):
        return False
    there = other.quad.tolist()
    shared = [corner for corner in top.quad.tolist() if min(math.dist(corner, o) for o in there) < _SHARED * top.size]
    return len(shared) >= 2


def _largest_side(lean: float) -> float:
    """How large a side may look beside its top, where tops are squeezed by so much."""
    sine = elevation_sine(lean + _LEAN_ERROR)
    return _TOO_LARGE * math.sqrt(math.sqrt(1 - sine * sine) / sine)


def _stands_in(top: TopFace, other: TopFace) -> bool:
    """Whether both could be top faces only if one die stood in the other: one is none.

    That is the lower one in the picture, where a side would be; of two side by side the less likely one.
    """
    right, below = (top.middle - other.middle).tolist()
    beside = abs(below) < _BELOW * top.size
    if top is other or (top.score >= other.score if beside else below < 0):
        return False
    a, b = other.shape
    mean = math.sqrt(1 + a * a + b * b)
    # The matrix [[mean + a, b], [b, mean - a]] takes edges to the picture; its determinant is 1.
    edges = (mean - a) * right - b * below, (mean + a) * below - b * right
    return math.hypot(*edges) < (_BESIDE if beside else _APART) * other.size


def look_doubt(patch: Picture) -> str:
    """What is wrong with the picture of a face that cannot be told, or nothing."""
    grey = patch.astype(np.float32).mean(axis=2)
    if float(np.percentile(grey, 90)) < _DARK:
        return "too dark"
    if float((patch.min(axis=2) > 250).mean()) > _BURNT:
        return "glare, or too much light"
    if float(np.abs(np.diff(grey, axis=1)).mean() + np.abs(np.diff(grey, axis=0)).mean()) < _BLURRED:
        return "out of focus, or no print"
    return ""
