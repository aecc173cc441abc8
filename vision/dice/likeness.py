"""How alike the same face looks in two places once both are seen from straight above.

Under a wrong camera a face seen from above is stretched along the line of sight; turn the die, and the stretch goes
another way. So the right camera is the one under which equal faces agree best, whatever is printed on them.
"""

import itertools
import math
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.dice_view import DiceView
from vision.dice.birdseye import Birdseye, lab_field
from vision.dice.matching import unit
from vision.pictures import Picture

_SIDE, _SCALE = 14, 20.0
#: Pairs compared at most; every one costs a few milliseconds a camera.
_MOST_PAIRS = 8
_CONTRAST_SHARE = 0.5

Floats = NDArray[np.float64]

_STEPS = ((np.arange(_SIDE) + 0.5) / _SIDE - 0.5) * 0.94
_U, _V = (g[np.hypot(*np.meshgrid(_STEPS, -_STEPS)) < 0.47] for g in np.meshgrid(_STEPS, -_STEPS))
_SHIFTS = np.linspace(-0.24, 0.24, 7)
_TRIES = np.stack(np.meshgrid(_SHIFTS, _SHIFTS, np.arange(24) * math.pi / 12, indexing="ij"), -1).reshape(-1, 3)


class Likeness:
    """The pairs of equal faces in some pictures of the same camera."""

    def __init__(self, pictures: Sequence[Picture], faces: Sequence[Sequence[str]]) -> None:
        """faces: for every picture the face on top of every die."""
        self._fields = [lab_field(p) for p in pictures]
        dice = [(shot, k, face) for shot, names in enumerate(faces) for k, face in enumerate(names)]
        pairs = [((a[0], a[1]), (b[0], b[1])) for a, b in itertools.combinations(dice, 2) if a[2] == b[2]]
        self._pairs = pairs[:_MOST_PAIRS]

    def of(self, view: DiceView, places: Sequence[Floats]) -> float:
        """Mean correlation, 0 to 1, of the pairs if the top faces lie at world `places` (dice, 2) of every picture."""
        if not self._pairs:
            return 0.0
        needed = {die for pair in self._pairs for die in pair}
        seen = {die: self._around(view, die[0], places[die[0]][die[1]]) for die in needed}
        return float(
            np.mean([self._pair(seen[a], places[a[0]][a[1]], seen[b], places[b[0]][b[1]]) for a, b in self._pairs])
        )

    def _around(self, view: DiceView, shot: int, at: Floats) -> Birdseye:
        return Birdseye.of(self._fields[shot], view, (at[0] - 1, at[1] + 1, at[0] + 1, at[1] - 1), _SCALE)

    @staticmethod
    def _pair(first: Birdseye, at: Floats, second: Birdseye, other: Floats) -> float:
        pattern, contrast = unit(_samples(first, np.array([[at[0], at[1], 0.0]])))
        tries, contrasts = unit(_samples(second, np.array([other[0], other[1], 0.0]) + _TRIES))
        return float((tries @ pattern[0] * np.minimum(1, contrasts / (_CONTRAST_SHARE * contrast[0]))).max())


def _samples(seen: Birdseye, poses: Floats) -> NDArray[np.float32]:
    c, s = np.cos(poses[:, 2:3]), np.sin(poses[:, 2:3])
    at = np.stack([poses[:, :1] + c * _U - s * _V, poses[:, 1:2] + s * _U + c * _V], -1)
    columns_rows = seen.to_samples(at).astype(np.float32)
    return np.asarray(cv2.remap(seen.field, columns_rows[..., 0], columns_rows[..., 1], cv2.INTER_LINEAR), np.float32)
