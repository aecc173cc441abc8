"""Columns of chips: how many lie on each other, found by trying columns of one, two, three and more.

Chips of a set are cylinders of one size. Where a column's top is, how high the camera stands and how thick a chip is
say what each number would look like; the number that explains the picture best is told, and by how much.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.chips.rays import Rays, Tries

#: More chips are not tried.
MOST = 7
#: After a number that explains so much less than the best, higher ones are not tried.
WORSE = 20.0
#: Tries a round, rounds, and the best that go on to the next.
TRIES, ROUNDS, KEPT = 90, 10, 6
#: At first chips are tried this far askew (mm), sizes and thicknesses by these shares; each round nearer.
ASKEW, SIZE, THICK, NEARER = 1.5, 0.02, 0.06, 0.74
#: The top itself is found well; it is tried this much less.
TOP = 0.35


@dataclass(frozen=True, slots=True)
class Count:
    """What a column of so many chips explains of the picture, and by which factors its size and thickness differ."""

    chips: int
    score: float
    size: float
    thick: float


def counts_of(rays: Rays) -> tuple[Count, ...]:
    """Columns of one, two, ... chips, each at its best; in that order."""
    found: list[Count] = []
    kept = Tries(np.zeros((1, 0, 2), np.float32), np.ones(1, np.float32), np.ones(1, np.float32))
    for chips in range(1, MOST + 1):
        kept, score = _best(rays, chips, kept)
        found.append(Count(chips, score, float(kept.size[0]), float(kept.thick[0])))
        if found[-1].score < max(count.score for count in found) - WORSE and chips > 2:
            break
    return tuple(found)


def _best(rays: Rays, chips: int, fewer: Tries) -> tuple[Tries, float]:
    """The best columns of so many chips, the first the very best, and its score; fewer: those of one chip less."""
    dice = np.random.default_rng(chips)
    # One chip more right under the others, or all of them neatly on each other.
    under = np.concatenate([fewer.askew, np.zeros((len(fewer.size), 1, 2), np.float32)], axis=1)
    kept = Tries(
        np.concatenate([np.zeros((1, chips, 2), np.float32), under]),
        np.concatenate([np.ones(1, np.float32), fewer.size]),
        np.concatenate([np.ones(1, np.float32), fewer.thick]),
    )
    reach = 1.0
    scores = rays.scores(kept)
    for number in range(ROUNDS):
        tries = _round(dice, kept, reach, 0.8 if number < 4 else 0.5)
        scores = rays.scores(tries)
        kept = tries.best(scores, KEPT)
        reach *= NEARER
    return kept, float(scores.max())


def _round(dice: np.random.Generator, kept: Tries, reach: float, share: float) -> Tries:
    """What was kept, and tries near it, each with a share of its numbers changed."""
    each = max(1, TRIES // len(kept.size))
    askew = np.repeat(kept.askew, each, axis=0)
    off = dice.normal(0, ASKEW * reach, askew.shape) * (dice.random(askew.shape[:2]) < share)[..., None]
    off[:, 0] *= TOP

    def changed(values: NDArray[np.float32], spread: float) -> NDArray[np.float32]:
        grown = np.repeat(values, each)
        new = grown + dice.normal(0, spread * reach, len(grown)) * (dice.random(len(grown)) < share)
        return np.concatenate([values, new]).astype(np.float32)

    return Tries(
        np.concatenate([kept.askew, askew + off]).astype(np.float32),
        changed(kept.size, SIZE),
        changed(kept.thick, THICK),
    )
