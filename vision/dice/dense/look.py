"""Reading with a taught set by trying every taught face in every place; slow, and needs no network.

It tells dice that are partly hidden or touch from the pieces of their faces that are in sight.
"""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from calibration.dice_set import DiceSet
from calibration.dice_view import DiceView, square
from vision.dice.dense.choice import Ground, choose
from vision.dice.dense.matching import Templates
from vision.dice.dense.rarity import rarity
from vision.dice.dense.search import Candidate, find_candidates
from vision.dice.last_sets import LastSets
from vision.pictures import Picture
from vision.readings import Alternative, DieReading, Quad, as_quad

#: Correlation and lead over the next face from which a reading is sure.
_SURE_SCORE, _SURE_MARGIN = 0.72, 0.1
#: The same for a die that lies partly under others.
_SURE_HIDDEN, _SURE_HIDDEN_MARGIN = 0.8, 0.2
#: How quickly a worse correlation makes a face less likely, and the correlation of places that are no die.
_SHARPNESS, _NO_DIE = 25.0, 0.5
#: The same for what is half hidden or fits badly.
_VAGUE = 8.0
#: Probability below which a face is left out of the alternatives.
_RULED_OUT = 0.002


def look_again(picture: Picture, dice_set: DiceSet, expected: int | None = None) -> tuple[DieReading, ...]:
    """The top faces seen in `picture` (BGR), best first, as `vision.dice.read.read_dice` gives them."""
    view = dice_set.view.resized(picture.shape[1], picture.shape[0])
    templates, rare = _learned(dice_set), rarity(picture)
    fine, candidates = find_candidates(picture, rare[0], view, templates)
    chosen = choose(candidates, Ground(rare, view), expected, fine, templates)
    return tuple(_reading(c, view, dice_set.missing) for c in chosen)


_learned = LastSets(Templates.of)
"""What matching needs of a set."""


def _reading(candidate: Candidate, view: DiceView, missing: Sequence[str]) -> DieReading:
    vague = candidate.hidden or candidate.score < _SURE_SCORE
    sharpness = _VAGUE if vague else _SHARPNESS
    weights = {f: math.exp((s - candidate.score) * sharpness) for f, s in candidate.scores.items()}
    # What a face that was never taught looks like is unknown: the worse the fit, the likelier it is one of those.
    weights |= {f: math.exp((_SURE_SCORE - candidate.score) * _SHARPNESS) for f in missing}
    total = sum(weights.values()) + math.exp((_NO_DIE - candidate.score) * _SHARPNESS)
    ranked = sorted(weights.items(), key=lambda item: -item[1])
    alternatives = tuple(Alternative(f, w / total) for f, w in ranked if w / total > _RULED_OUT)
    why = _doubt(candidate)
    if vague and why:
        # What is half seen or hardly seen may be anything; a person who asks must not find the true face ruled out.
        alternatives = tuple(Alternative(f, w / total) for f, w in ranked)
    best = alternatives[0].confidence if alternatives else 0.0
    if not why and missing and best < 0.9:
        why = "it may be a face that was never taught"
    if not alternatives:
        alternatives = (Alternative(candidate.face, best),)
    return DieReading(alternatives[0].value, _quad(candidate.pose, view), best, not why, alternatives, why)


def _doubt(candidate: Candidate) -> str:
    """Why a candidate is not sure, or nothing."""
    least_score, least_margin = (_SURE_HIDDEN, _SURE_HIDDEN_MARGIN) if candidate.hidden else (_SURE_SCORE, _SURE_MARGIN)
    if candidate.score < least_score:
        return "partly hidden by another die" if candidate.hidden else "it hardly looks like any taught face"
    if candidate.margin < least_margin:
        rival = max((f for f in candidate.scores if f != candidate.face), key=lambda f: candidate.scores[f], default="")
        return f"{candidate.face} and {rival} fit almost equally well"
    return ""


def _quad(pose: NDArray[np.float64], view: DiceView) -> Quad:
    corners = view.project(square(pose[:2], float(pose[2]), float(pose[3])))
    return as_quad(corners)
