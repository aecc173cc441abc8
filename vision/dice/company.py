"""What other dice say of one, those beside it and those that people named: what shows the same face looks the same.

For a set that nobody taught. A letter of which the namer is not sure is settled by its double beside it, of which it
is; and what looks otherwise than an ace is no ace. This is one round of belief propagation between all pairs
(J. Pearl, Probabilistic Reasoning in Intelligent Systems, 1988), in which of all neighbours only the one that speaks
most for a face and the one that speaks most against it are heard: they are no independent witnesses.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from calibration.dice_set import FACES
from vision.dice.match import SHARPER, Seen
from vision.onnx import softmax

Array = NDArray[np.float64]

#: How much more often two faces that are so alike (the matcher's log-odds) are the same than not, as a logarithm:
#: counted over 1,036 pairs of dice in drawn scenes, and bounded, as the counts are small.
_ALIKE = np.array([-4.5, -3.5, -2.5, 0.0, 2.0, 5.0, 6.5])
_SAME = np.array([-4.0, -2.4, -1.1, -0.4, 0.4, 1.4, 4.0])
#: From here on two are doubles.
_DOUBLE = 3.9
#: Aces of one set may show different suits.
_ACES = -2.5
#: What is likelier no face of a poker die says nothing of the others.
_NO_FACE = 0.5
_TINY = 1e-9
#: The same as `_ALIKE` and `_SAME` for a die and a look of the same dice that somebody named (`vision.dice.known`): the
#: camera and the light are those of before. Counted over 5,200 pairs on twelve rendered sets, and bounded: people err.
_REMEMBERED = np.array([-6.0, -2.0, 5.0, 7.5, 9.2, 11.0, 13.0])
_KNOWN = np.array([-4.0, -3.0, -2.0, 0.0, 4.0, 6.0, 7.0])


def alike(seen: Seen) -> Array:
    """(N, N) how much likelier two patches show one face than not, as a logarithm; each seen in its four turns."""
    looks = seen.looks.reshape(-1, 4, seen.looks.shape[1])
    like = np.einsum("il,jql->ijq", looks[:, 0], looks).max(axis=2)
    odds = (np.maximum(like, like.T) - seen.none) * SHARPER
    return np.asarray(np.interp(odds, _ALIKE, _SAME), np.float64)


def told_by_memory(chances: Array, odds: Array) -> Array:
    """(N, 7) probabilities of FACES and of none of them, as each patch says for itself, and then by what is remembered.

    odds: (N, 6) `vision.dice.known.odds_of`; a face of which nothing is remembered is neither likelier nor less likely.
    """
    said = _remembered(odds)
    told = weighed(chances, odds)
    # Whoever looks like none that is remembered shows another face, or one that is remembered badly: which one, only
    # what it is taken for by itself says, and no surer than before.
    by_itself = said <= 0
    told[:, : len(FACES)][by_itself] = np.minimum(told, chances)[:, : len(FACES)][by_itself]
    told[:, -1] += 1 - told.sum(axis=1)
    return np.asarray(told)


def weighed(chances: Array, odds: Array) -> Array:
    """As `told_by_memory`, for what people said that it is: there what it does not look like makes it surer."""
    out = np.log(np.maximum(chances, _TINY))
    out[:, : len(FACES)] += _remembered(odds)
    return softmax(out)


def _remembered(odds: Array) -> Array:
    said = np.nan_to_num(np.interp(odds, _REMEMBERED, _KNOWN))
    said[:, 0] = np.maximum(said[:, 0], _ACES)
    return np.asarray(said)


def told_together(chances: Array, same: Array, dice: Sequence[int], least: float) -> Array:
    """(N, 7) probabilities of FACES and of none of them, as each patch says for itself, and then in company.

    same: see `alike`; dice: (N,) which die each patch shows: two pictures of one die are no company; least: how likely
    a face must be to be sure.
    """
    number = np.asarray(dice)
    out = np.log(np.maximum(chances, _TINY))
    speaks = chances[:, -1] < _NO_FACE
    for i in range(len(chances)):
        others = speaks & (number != number[i])
        if not others.any():
            continue
        odds = np.repeat(same[i, others][:, None], len(FACES), axis=1)
        odds[:, 0] = np.maximum(odds[:, 0], _ACES)
        shown = chances[others, : len(FACES)]
        # The namer errs alike on two that look alike: only a double that is sure itself makes another surer.
        shown = np.where((odds > 0) & ((shown < least) | (odds < _DOUBLE)), 0.0, shown)
        heard = np.log(1 - shown + shown * np.exp(odds))
        out[i, : len(FACES)] += np.maximum(heard.max(axis=0), 0) + np.minimum(heard.min(axis=0), 0)
    return softmax(out)
