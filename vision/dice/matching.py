"""Comparing places on the table with the taught faces, by normalised correlation of colour.

Everything happens in the bird's-eye field, where a top face is a square of one die edge whatever the camera. A place
is described by its middle, its turn and its size; the samples inside are freed of their mean in every channel and
divided by their length, so that the brightness and tint of the light cancel out.
"""

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.dice_set import DiceSet
from vision.dice.birdseye import Birdseye, Field, lab_field
from vision.pictures import Picture

#: Samples along one side of a face in the fine comparison, and the share of the edge that they span: the rim of a die
#: is rounded and shows the side face's shading.
FINE_SIDE, SPAN = 20, 0.9
#: Samples a die edge of the bird's-eye fields of the coarse and of the fine search.
COARSE_SCALE, FINE_SCALE = 10.0, 32.0
_COARSE_TURNS = 24
#: A place needs this share of the taught face's contrast to correlate fully: flat table correlates by chance.
_CONTRAST_SHARE = 0.5

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Templates:
    """The taught faces as unit vectors.

    faces: the letter of each template; vectors (n, 4, FINE_SIDE**2 * 3): each picture in its four quarter turns, at
    `FINE_SIDE` samples a side; contrasts (n,): length before division; coarse (m, k): discs in `_COARSE_TURNS` turns
    for the dense search, coarse_contrasts (m,).
    """

    faces: tuple[str, ...]
    vectors: Floats
    contrasts: Floats
    coarse: Floats
    coarse_contrasts: Floats
    coarse_disc: NDArray[np.bool_]

    @classmethod
    def of(cls, dice_set: DiceSet) -> "Templates":
        """All pictures of all taught faces."""
        letters: list[str] = []
        vectors, contrasts, coarse, coarse_contrasts = [], [], [], []
        disc = _disc()
        for face in dice_set.faces.values():
            for picture in face.pictures:
                letters.append(face.face)
                patch = face_samples(picture)
                vector, length = unit(patch.reshape(1, -1, 3))
                grid = vector.reshape(FINE_SIDE, FINE_SIDE, 3)
                vectors.append([np.rot90(grid, k).ravel() for k in range(4)])
                contrasts.append(length[0])
                turned, lengths = unit(_turned_discs(picture, disc))
                coarse.append(turned)
                coarse_contrasts.append(lengths)
        return cls(
            tuple(letters),
            np.array(vectors, np.float32),
            np.array(contrasts, np.float32),
            np.concatenate(coarse),
            np.concatenate(coarse_contrasts),
            disc,
        )


def unit(samples: Floats) -> tuple[Floats, Floats]:
    """Vectors (n, k * 3) of length one, and their lengths before, of samples (n, k, 3)."""
    centred = samples - samples.mean(1, keepdims=True)
    flat = centred.reshape(len(samples), -1)
    length = np.sqrt(np.einsum("ij,ij->i", flat, flat))
    return np.asarray(flat / np.maximum(length, 1e-6)[:, None], np.float32), np.asarray(length, np.float32)


def face_samples(picture: Picture) -> Floats:
    """Samples (FINE_SIDE, FINE_SIDE, 3) of a face picture that spans one die edge."""
    side = picture.shape[0]
    inset = (1 - SPAN) / 2 * side
    field = cv2.GaussianBlur(lab_field(picture), (0, 0), 0.5 * side / FINE_SCALE)
    steps = (np.arange(FINE_SIDE) + 0.5) / FINE_SIDE * SPAN * side + inset - 0.5
    x, y = np.meshgrid(steps.astype(np.float32), steps.astype(np.float32))
    return np.asarray(cv2.remap(field, x, y, cv2.INTER_LINEAR), np.float32)


def _disc() -> NDArray[np.bool_]:
    side = int(COARSE_SCALE)
    steps = np.arange(side) - (side - 1) / 2
    x, y = np.meshgrid(steps, steps)
    return np.asarray(np.hypot(x, y) <= side * 0.48, np.bool_)


def _turned_discs(picture: Picture, disc: NDArray[np.bool_]) -> Floats:
    """The face at the coarse scale in all turns, samples (turns, k, 3) inside the disc."""
    side, small = picture.shape[0], disc.shape[0]
    field = cv2.GaussianBlur(lab_field(picture), (0, 0), 0.5 * side / small)
    middle, shrink = (side - 1) / 2, side / small
    turned = []
    for k in range(_COARSE_TURNS):
        turn = 2 * math.pi * k / _COARSE_TURNS
        c, s = math.cos(turn) * shrink, math.sin(turn) * shrink
        half = (small - 1) / 2
        matrix = np.array([[c, s, middle - c * half - s * half], [-s, c, middle + s * half - c * half]])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        turned.append(cv2.warpAffine(field, matrix, (small, small), flags=flags, borderMode=cv2.BORDER_REPLICATE)[disc])
    return np.asarray(turned, np.float32)


def dense_search(birdseye: Birdseye, templates: Templates) -> Floats:
    """Best correlation with any face in any turn, (rows, columns), of the disc around every coarse sample."""
    disc = templates.coarse_disc
    side = disc.shape[0]
    before = side // 2
    field = np.asarray(cv2.GaussianBlur(birdseye.field, (0, 0), 0.5), np.float32)
    padded = np.pad(field, ((before, side - 1 - before), (before, side - 1 - before), (0, 0)), mode="edge")
    rows, columns = field.shape[:2]
    best = np.full((rows, columns), -1.0, np.float32)
    floor = _CONTRAST_SHARE * templates.coarse_contrasts
    windows = np.lib.stride_tricks.sliding_window_view(padded, (side, side), axis=(0, 1))
    for first in range(0, rows, 16):
        block = windows[first : first + 16].transpose(0, 1, 3, 4, 2)[:, :, disc]
        vectors, lengths = unit(block.reshape(-1, block.shape[2], 3))
        busy = (lengths > 0.6 * floor.min()) & birdseye.seen[first : first + 16].ravel()
        if busy.any():
            weighed = np.minimum(1, lengths[busy, None] / floor)
            part = np.full(len(lengths), -1.0, np.float32)
            part[busy] = (vectors[busy] @ templates.coarse.T * weighed).max(1)
            best[first : first + 16] = part.reshape(-1, columns)
    return best


def sample_poses(birdseye: Birdseye, poses: NDArray[np.float64]) -> Floats:
    """Samples (n, FINE_SIDE**2, 3) inside squares given as (x, y, turn, size) in world units."""
    steps = ((np.arange(FINE_SIDE) + 0.5) / FINE_SIDE - 0.5) * SPAN
    u, v = np.meshgrid(steps, -steps)
    c, s = np.cos(poses[:, 2:3]) * poses[:, 3:4], np.sin(poses[:, 2:3]) * poses[:, 3:4]
    x = poses[:, 0:1] + c * u.ravel() - s * v.ravel()
    y = poses[:, 1:2] + s * u.ravel() + c * v.ravel()
    at = birdseye.to_samples(np.stack([x, y], -1)).astype(np.float32)
    # remap takes maps of at most 32767 columns and rows, which no batch here reaches.
    return np.asarray(cv2.remap(birdseye.field, at[..., 0], at[..., 1], cv2.INTER_LINEAR), np.float32)


def correlate(samples: Floats, templates: Templates) -> Floats:
    """Correlation (n, templates, 4 quarter turns) of samples (n, FINE_SIDE**2, 3) with every taught picture."""
    vectors, lengths = unit(samples)
    count = len(templates.faces)
    plain = vectors @ templates.vectors.reshape(count * 4, -1).T
    weighed = np.minimum(1, lengths[:, None] / (_CONTRAST_SHARE * templates.contrasts))
    return np.asarray(plain.reshape(-1, count, 4) * weighed[..., None], np.float32)


def fine_birdseye_field(field: Field) -> Field:
    """The light smoothing that the taught pictures get too."""
    return np.asarray(cv2.GaussianBlur(field, (0, 0), 0.5), np.float32)
