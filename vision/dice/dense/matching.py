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
from vision.dice.dense.birdseye import Birdseye, Field, lab_field
from vision.dice.patch import face_alone
from vision.pictures import Picture

#: Samples along one side of a face in the fine comparison, and the share of the edge that they span: the rim of a die
#: is rounded and shows the side face's shading.
FINE_SIDE, SPAN = 20, 0.9
#: Samples a die edge of the bird's-eye fields of the coarse and of the fine search.
COARSE_SCALE, FINE_SCALE = 10.0, 32.0
_COARSE_TURNS = 24
#: Smoothing in samples of the fine field, a thirtieth of a die edge: fits are never exact to the pixel.
_FINE_BLUR = 0.9
#: Mean colours may differ by this much in weighed Lab before a match is marked down, and lose half at twice the next.
_SAME_TINT, _OTHER_TINT = 18.0, 30.0
#: A place needs this share of the taught face's contrast to correlate fully: flat table correlates by chance.
_CONTRAST_SHARE = 0.5

Floats = NDArray[np.float32]

_STEPS = ((np.arange(FINE_SIDE) + 0.5) / FINE_SIDE - 0.5) * SPAN
_U, _V = np.meshgrid(_STEPS, -_STEPS)
#: Which samples of the square count: a square with generously rounded corners, well inside of the rim.
FACE_MASK = (_U**4 + _V**4) ** 0.25 < 0.42
#: The outermost of these: on nearly all dice the body shows here, not the print.
_RIM = FACE_MASK & ((_U**4 + _V**4) ** 0.25 > 0.36)
#: How far from the body's colour a sample may be, in weighed Lab units, and still be the body in another light.
_BODY_TOLERANCE = 30.0


@dataclass(frozen=True, slots=True)
class Templates:
    """The taught faces as unit vectors.

    faces: the letter of each template; vectors (n, 4, samples * 3): each picture in its four quarter turns, at
    `FINE_SIDE` samples a side; contrasts (n,): length before division; coarse (m, k): discs in `_COARSE_TURNS` turns
    for the dense search, coarse_contrasts (m,).
    """

    faces: tuple[str, ...]
    vectors: Floats
    contrasts: Floats
    coarse: Floats
    coarse_contrasts: Floats
    coarse_disc: NDArray[np.bool_]
    means: Floats
    body: Floats

    @classmethod
    def of(cls, dice_set: DiceSet) -> "Templates":
        """All pictures of all taught faces."""
        letters: list[str] = []
        vectors, contrasts, coarse, coarse_contrasts, means, rims = [], [], [], [], [], []
        disc = _disc()
        for face in dice_set.faces.values():
            for picture in map(face_alone, face.pictures):
                letters.append(face.face)
                patch = face_samples(picture)
                quarters, lengths = unit(np.stack([np.rot90(patch, k)[FACE_MASK] for k in range(4)]))
                vectors.append(quarters)
                contrasts.append(lengths[0])
                means.append(patch[FACE_MASK].mean(0))
                rims.append(patch[_RIM])
                turned, turned_lengths = unit(_turned_discs(picture, disc))
                coarse.append(turned)
                coarse_contrasts.append(turned_lengths)
        return cls(
            tuple(letters),
            np.array(vectors, np.float32),
            np.array(contrasts, np.float32),
            np.concatenate(coarse),
            np.concatenate(coarse_contrasts),
            disc,
            np.array(means, np.float32),
            np.median(np.concatenate(rims), axis=0).astype(np.float32),
        )


def unit(samples: Floats) -> tuple[Floats, Floats]:
    """Vectors (n, k * 3) of length one, and their lengths before, of samples (n, k, 3)."""
    centred = samples - samples.mean(1, keepdims=True)
    flat = centred.reshape(len(samples), -1)
    length = np.sqrt(np.einsum("ij,ij->i", flat, flat))
    return np.asarray(flat / np.maximum(length, 1e-6)[:, None], np.float32), np.asarray(length, np.float32)


def tint(means: Floats, taught: Floats) -> Floats:
    """How well mean colours (n, 3) go with taught ones (m, 3): (n, m), 1 for the same light, else less."""
    difference = means[:, None] - taught[None]
    difference[..., 0] *= 0.5
    far = np.maximum(0, np.linalg.norm(difference, axis=-1) - _SAME_TINT) / _OTHER_TINT
    return np.asarray(1 / (1 + far * far), np.float32)


def face_samples(picture: Picture) -> Floats:
    """Samples (FINE_SIDE, FINE_SIDE, 3) of a face picture that spans one die edge."""
    side = picture.shape[0]
    inset = (1 - SPAN) / 2 * side
    field = cv2.GaussianBlur(lab_field(picture), (0, 0), _FINE_BLUR * side / FINE_SCALE)
    steps = (np.arange(FINE_SIDE) + 0.5) / FINE_SIDE * SPAN * side + inset - 0.5
    x, y = np.meshgrid(steps.astype(np.float32), steps.astype(np.float32))
    return np.asarray(cv2.remap(field, x, y, cv2.INTER_LINEAR), np.float32)


def _disc() -> NDArray[np.bool_]:
    side = int(COARSE_SCALE)
    steps = np.arange(side) - (side - 1) / 2
    x, y = np.meshgrid(steps, steps)
    return np.asarray(np.hypot(x, y) <= side * 0.43, np.bool_)


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
    rows = field.shape[0]
    best = np.full(field.shape[:2], -1.0, np.float32)
    floor = _CONTRAST_SHARE * templates.coarse_contrasts
    windows = np.lib.stride_tricks.sliding_window_view(padded, (side, side), axis=(0, 1))
    for first in range(0, rows, 16):
        at = np.nonzero(birdseye.seen[first : first + 16])
        if not len(at[0]):
            continue
        block = windows[first : first + 16][at].transpose(0, 2, 3, 1)[:, disc]
        vectors, lengths = unit(block)
        busy = lengths > 0.6 * floor.min()
        if busy.any():
            weighed = np.minimum(1, lengths[busy, None] / floor)
            # One mean a face is near enough here, and a factor 24 cheaper than one a turned disc.
            colour = np.repeat(tint(block[busy].mean(1), templates.means), _COARSE_TURNS, 1)
            best[first + at[0][busy], at[1][busy]] = (vectors[busy] @ templates.coarse.T * weighed * colour).max(1)
    return best


def pose_points(poses: NDArray[np.float64]) -> NDArray[np.float64]:
    """World points (n, samples, 2) of the face samples of squares given as (x, y, turn, size) in world units."""
    u, v = _U[FACE_MASK], _V[FACE_MASK]
    c, s = np.cos(poses[:, 2:3]) * poses[:, 3:4], np.sin(poses[:, 2:3]) * poses[:, 3:4]
    return np.stack([poses[:, 0:1] + c * u - s * v, poses[:, 1:2] + s * u + c * v], -1)


def sample_poses(birdseye: Birdseye, poses: NDArray[np.float64]) -> Floats:
    """Samples (n, samples, 3) inside squares given as (x, y, turn, size) in world units."""
    at = birdseye.to_samples(pose_points(poses)).astype(np.float32)
    # remap takes maps of at most 32767 columns and rows, which no batch here reaches.
    return np.asarray(cv2.remap(birdseye.field, at[..., 0], at[..., 1], cv2.INTER_LINEAR), np.float32)


def body_share(birdseye: Birdseye, poses: NDArray[np.float64], templates: Templates) -> Floats:
    """Share (n,) of the rim of every square that has the colour of the dice's body."""
    rim = sample_poses(birdseye, poses)[:, _RIM[FACE_MASK]]
    return np.asarray((np.linalg.norm(rim - templates.body, axis=-1) < _BODY_TOLERANCE).mean(1), np.float32)


def correlate(samples: Floats, templates: Templates) -> Floats:
    """Correlation (n, templates, 4 quarter turns) of samples (n, samples, 3) with every taught picture."""
    vectors, lengths = unit(samples)
    count = len(templates.faces)
    plain = vectors @ templates.vectors.reshape(count * 4, -1).T
    weighed = np.minimum(1, lengths[:, None] / (_CONTRAST_SHARE * templates.contrasts))
    weighed = weighed * tint(samples.mean(1), templates.means)
    return np.asarray(plain.reshape(-1, count, 4) * weighed[..., None], np.float32)


def correlate_seen(samples: Floats, seen: NDArray[np.bool_], templates: Templates) -> Floats:
    """As `correlate`, over those samples alone that `seen` (n, samples) marks."""
    count, quarter = len(templates.faces), len(templates.faces) * 4
    mask = np.asarray(seen, np.float32)
    number = mask.sum(1, keepdims=True)
    mean = (samples * mask[..., None]).sum(1) / number
    centred = (samples - mean[:, None]) * mask[..., None]
    length = np.sqrt((centred**2).sum((1, 2)))
    vectors = templates.vectors.reshape(quarter, -1, 3)
    dot = centred.reshape(len(samples), -1) @ vectors.reshape(quarter, -1).T
    # Variance of a template over the seen part: mean of squares less square of means, channel by channel.
    squares = mask @ (vectors**2).sum(2).T
    sums = np.stack([mask @ vectors[..., c].T for c in range(3)], -1)
    spread = np.sqrt(np.maximum(squares - (sums**2).sum(-1) / number, 1e-6))
    plain = (dot / np.maximum(length, 1e-6)[:, None] / spread).reshape(-1, count, 4)
    taught = spread.reshape(-1, count, 4) * templates.contrasts[:, None]
    # A part of the face without print has nothing to correlate with and proves nothing.
    printed = np.minimum(1, spread.reshape(-1, count, 4) / (0.6 * np.sqrt(number / mask.shape[1]))[..., None])
    weighed = np.minimum(1, length[:, None, None] / (_CONTRAST_SHARE * taught))
    return np.asarray(plain * printed * weighed * tint(mean, templates.means)[..., None], np.float32)


def fine_birdseye_field(field: Field) -> Field:
    """The light smoothing that the taught pictures get too."""
    return np.asarray(cv2.GaussianBlur(field, (0, 0), _FINE_BLUR), np.float32)
