"""Which face it is in a set that nobody taught: a small network knows what poker dice have in common."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from calibration.dice_set import FACES
from vision.dice.patch import all_turns
from vision.onnx import as_input, run

MODEL = Path(__file__).resolve().parents[1] / "models" / "dice_namer.onnx"
ORDINARY, NO_TOP = len(FACES), len(FACES) + 1
"""Places in a row of names: the face of an ordinary pipped die, and where no top face lies."""
#: One turn alone cannot rule a face out.
_LEAST = -14.0


def name_faces(patches: NDArray[np.uint8], model: Path = MODEL) -> NDArray[np.float64]:
    """(N, 8) probabilities of FACES, ORDINARY and NO_TOP for patches of `vision.dice.patch.cut_all`; at least one.

    Nobody knows which way up an unknown die lies, so all four turns of a patch have their say.
    """
    logits = run(model, as_input(all_turns(patches))).astype(np.float64)
    logits -= logits.max(axis=1, keepdims=True)
    logs = logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))
    together = np.exp(np.maximum(logs, _LEAST).reshape(len(patches), 4, -1).mean(axis=1))
    return np.asarray(together / together.sum(axis=1, keepdims=True))
