"""Which face it is in a set that nobody taught: a small network knows what poker dice have in common."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from calibration.dice_set import FACES
from vision.dice.patch import all_turns
from vision.onnx import as_input, run, softmax

MODEL = Path(__file__).resolve().parents[1] / "models" / "dice_namer.onnx"
ORDINARY, NO_TOP = len(FACES), len(FACES) + 1
"""Places in a row of names: the face of an ordinary pipped die, and where no top face lies."""


def name_faces(patches: NDArray[np.uint8], model: Path = MODEL) -> NDArray[np.float64]:
    """(N, 8) probabilities of FACES, ORDINARY and NO_TOP for patches of `vision.dice.patch.cut_all`; at least one.

    Nobody knows which way up an unknown die lies: of all pairs of a turn and a name one is what is seen.
    """
    logits = run(model, as_input(all_turns(patches))).astype(np.float64)
    pairs = softmax(logits.reshape(len(patches), -1))
    return np.asarray(pairs.reshape(len(patches), 4, -1).sum(axis=1))
