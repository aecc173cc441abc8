"""Sets of up to five dice whose order does not matter, and the odds of throwing them."""

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement
from math import factorial
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from companion.games.dice import DiceHand, Face

Dice: TypeAlias = tuple[Face, ...]
"""Some dice, their faces from high to low."""

Floats: TypeAlias = npt.NDArray[np.float64]
Numbers: TypeAlias = npt.NDArray[np.int64]

FACES: Dice = tuple(sorted(Face, reverse=True))

BY_SIZE: list[list[Dice]] = [list(combinations_with_replacement(FACES, size)) for size in range(6)]
"""All sets of 0, 1, ... 5 dice."""

PLACE: dict[Dice, int] = {dice: place for sets in BY_SIZE for place, dice in enumerate(sets)}
"""Where a set stands among those of its size."""


@cache
def together(*parts: Dice) -> Dice:
    """All these dice as one set."""
    return tuple(sorted((face for part in parts for face in part), reverse=True))


@cache
def without(dice: Dice, taken: Dice) -> Dice:
    """What is left of a set; what was not there cannot be taken."""
    return together(tuple((Counter(dice) - Counter(taken)).elements()))


@cache
def subsets(dice: Dice) -> tuple[Dice, ...]:
    """All different subsets of a set, the empty one first."""
    found: dict[Dice, None] = {(): None}
    for face in dice:
        found |= {(*known, face): None for known in list(found)}
    return tuple(sorted(found, key=len))


@cache
def throw_odds(size: int) -> Floats:
    """The probability of each set when so many dice are thrown, in the order of `BY_SIZE`."""
    ways = []
    for dice in BY_SIZE[size]:
        count = factorial(size)
        for many in Counter(dice).values():
            count //= factorial(many)
        ways.append(count)
    return np.array(ways) / 6.0**size


@cache
def ranks_with(visible: Dice) -> Numbers:
    """The rank of the hand of `visible` with each set of hidden dice, in the order of `BY_SIZE`."""
    return np.array([DiceHand.of(visible + hidden).rank for hidden in BY_SIZE[5 - len(visible)]])


def at_least(visible: Dice, odds: Floats) -> Floats:
    """The probability that the hand reaches rank 1, 2, ... 252, given the odds of the hidden dice. Shape (252,)."""
    by_rank = np.bincount(ranks_with(visible) - 1, weights=odds, minlength=252)
    return np.minimum(np.cumsum(by_rank[::-1])[::-1], 1.0)
