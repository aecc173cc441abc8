"""What a top face looks like: a small network whose outputs for the same face of a set are alike."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.dice_set import FACES, DiceSet
from vision.dice.last_sets import LastSets
from vision.dice.patch import PATCH, all_turns
from vision.onnx import as_input, run

MODEL = Path(__file__).resolve().parents[1] / "models" / "dice_matcher.onnx"
#: The network was trained on pictures spoilt more than a camera on a stand spoils them: on ordinary ones it knows
#: better than it says.
SHARPER = 1.5

Looks = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Seen:
    """What the network makes of some patches.

    looks: (N, L), products of two are log-odds of being the same; none: log-odds at which a face is none of the taught.
    """

    looks: Looks
    none: float


def look_at(patches: NDArray[np.uint8], model: Path = MODEL) -> Seen:
    """Runs the network on patches (N, PATCH, PATCH, 3) of `vision.dice.patch.cut_all`; at least one."""
    out = run(model, as_input(patches))
    return Seen(out[:, :-1], float(out[0, -1]))


@dataclass(frozen=True, slots=True)
class Taught:
    """The looks of a set's faces: `looks` (N, L), four turns of each picture; `faces` (N,) their places in FACES.

    All of one face stand together.
    """

    looks: Looks
    faces: NDArray[np.int64]

    def odds(self, seen: Seen) -> NDArray[np.float64]:
        """(N, 7) log-odds of FACES and of none of them, for each patch seen; a face never taught has -inf."""
        like = seen.looks @ self.looks.T * SHARPER
        out = np.full((len(like), len(FACES) + 1), -np.inf)
        first = np.flatnonzero(np.diff(self.faces, prepend=-1))
        out[:, self.faces[first]] = np.maximum.reduceat(like, first, axis=1)
        out[:, -1] = seen.none * SHARPER
        return out


def likeness(taught: Taught) -> Iterator[tuple[str, str, float]]:
    """For every two pictures of a set: their faces, and how alike they are (cosine of their looks, at most 1)."""
    upright = np.arange(0, len(taught.faces), 4)
    looks = taught.looks / np.linalg.norm(taught.looks, axis=1, keepdims=True)
    like = (looks[upright] @ looks.T).reshape(len(upright), -1, 4).max(axis=2)
    for i, j in combinations(range(len(upright)), 2):
        yield FACES[taught.faces[upright[i]]], FACES[taught.faces[upright[j]]], float(like[i, j])


def _looks_of(dice_set: DiceSet) -> Taught:
    patches, faces = [], []
    for face in dice_set.faces.values():
        for picture in face.pictures:
            patch = np.asarray(cv2.resize(picture, (PATCH, PATCH), interpolation=cv2.INTER_AREA), np.uint8)
            patches.append(patch)
            faces += [FACES.index(face.face)] * 4
    return Taught(look_at(all_turns(np.stack(patches))).looks, np.array(faces, np.int64))


taught_looks = LastSets(_looks_of)
"""What matching needs of a set."""
