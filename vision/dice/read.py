"""Reading the dice of one picture."""

import math

import numpy as np
from numpy.typing import NDArray

from calibration.dice_set import DiceSet
from calibration.dice_view import DiceView, square
from vision.dice.choice import Ground, choose
from vision.dice.matching import Templates
from vision.dice.search import Candidate, find_candidates
from vision.dice.untaught import find_dice
from vision.pictures import Picture
from vision.readings import Alternative, DieReading, Quad

#: Correlation and lead over the next face from which a reading is sure.
_SURE_SCORE, _SURE_MARGIN = 0.7, 0.12


def read_dice(
    picture: Picture, dice_set: DiceSet | None = None, *, expected: int | None = None
) -> tuple[DieReading, ...]:
    """The top faces seen in `picture` (BGR), best first.

    dice_set: the taught set, None reads by generic cues (never sure yet); expected: how many dice must lie there, where
    the game knows; of more candidates only the best are given.
    """
    if dice_set is None:
        return find_dice(picture)
    view = dice_set.view.resized(picture.shape[1], picture.shape[0])
    templates = Templates.of(dice_set)
    fine, candidates = find_candidates(picture, view, templates)
    chosen = choose(candidates, Ground(picture, view), expected, fine, templates)
    return tuple(_reading(c, view) for c in chosen)


def _reading(candidate: Candidate, view: DiceView) -> DieReading:
    sure = candidate.score >= _SURE_SCORE and candidate.margin >= _SURE_MARGIN
    weights = {f: math.exp((s - candidate.score) * 30) for f, s in candidate.scores.items()}
    total = sum(weights.values())
    alternatives = tuple(
        Alternative(f, w / total) for f, w in sorted(weights.items(), key=lambda i: -i[1]) if w / total > 0.01
    )
    why = "" if sure else f"the face is not clear enough ({candidate.score:.2f}, {candidate.margin:.2f})"
    return DieReading(candidate.face, _quad(candidate.pose, view), alternatives[0].confidence, sure, alternatives, why)


def _quad(pose: NDArray[np.float64], view: DiceView) -> Quad:
    corners = view.project(square(pose[:2], float(pose[2]), float(pose[3])))
    a, b, c, d = ((float(x), float(y)) for x, y in corners)
    return a, b, c, d
