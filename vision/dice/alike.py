"""Whether taught faces can be told apart, and whether pictures of one face show the same thing."""

import itertools
import math
from collections.abc import Mapping, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.matching import FACE_MASK, face_samples, unit
from vision.pictures import Picture

_TURNS = np.arange(36) * 10.0
_SHIFTS = (-2, 0, 2)


def likeness(one: Picture, other: Picture) -> float:
    """Best correlation, -1 to 1, of two face pictures over all turns and small shifts; 1 for the same print."""
    pattern, contrast = unit(face_samples(one)[FACE_MASK][None])
    field = face_samples(other)
    middle = (field.shape[1] - 1) / 2
    tries: list[NDArray[np.float32]] = []
    for turn, x, y in itertools.product(_TURNS, _SHIFTS, _SHIFTS):
        matrix = cv2.getRotationMatrix2D((middle, middle), float(turn), 1.0)
        matrix[:, 2] += x, y
        size = (field.shape[1], field.shape[0])
        turned = cv2.warpAffine(field, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        tries.append(np.asarray(turned[FACE_MASK], np.float32))
    vectors, contrasts = unit(np.stack(tries))
    share = np.minimum(1, contrasts / max(float(contrast[0]), 1e-6))
    return float((vectors @ pattern[0] * share).max())


def contrast_of(picture: Picture) -> float:
    """How much print a face picture shows: root mean square of the colour's deviation, in weighed Lab units."""
    samples = face_samples(picture)[FACE_MASK]
    return float(math.sqrt(((samples - samples.mean(0)) ** 2).sum(1).mean()))


def twins(faces: Mapping[str, Sequence[Picture]]) -> tuple[str, str, float]:
    """The two different faces that look most alike, and how much; needs at least two faces."""
    found = [
        (max(likeness(a, b), likeness(b, a)), f, g)
        for (f, one), (g, other) in itertools.combinations(faces.items(), 2)
        for a, b in itertools.product(one[:1], other[:1])
    ]
    alike, first, second = max(found)
    return first, second, alike
