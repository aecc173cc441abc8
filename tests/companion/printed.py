"""A taught set of dice on which 10 and 9 are printed."""

import numpy as np

from calibration.dice_set import FACES, DiceSet, TaughtFace
from calibration.dice_view import DiceView
from companion.games.dice import LETTERS, Face

TEN_NINE = LETTERS | {Face.RED: "10", Face.BLACK: "9"}
_BLANK = np.zeros((60, 60, 3), np.uint8)
SET = DiceSet(
    "bone dice",
    {face: TaughtFace(face, {"8": "10", "7": "9"}.get(face, face), (_BLANK,)) for face in FACES},
    DiceView(960, 540, 864.0, 0.9, 25.0),
    "2026-01-02T03:04:05+00:00",
)
