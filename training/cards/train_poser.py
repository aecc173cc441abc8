"""Train the poser on composed scenes: from a rough pose of an index to its exact one.

python -m training.cards.train_poser SCENES OUT.pt --minutes 25
"""

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from training.cards.networks import Poser
from training.cards.scenes import SCENE
from training.cards.train_classifier import SMALLEST, anywhere, tinted
from training.cards.train_detector import READABLE, scenes_of, turned
from training.loop import Training, as_input, run
from training.shards import Shards
from vision.cards.patches import Pyramid
from vision.cards.pose import WIDE, correction

# An index that is less visible is none; one that is more, but not readable, has a pose all the same.
HIDDEN = 0.45
# Farther off than this (heights; change of the axes) no pose is learnt, and from so far on nothing is an index.
REACH, CHANGE, FAR = 0.4, 0.65, 0.55
PER_SCENE = 8


def rough(poses: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Poses (N, 6) as the detector gives them: its errors measured on scenes, and somewhat more; some upside down."""
    count = len(poses)
    much = rng.choice([0.25, 1.0, 1.8], size=count, p=[0.35, 0.45, 0.2])[:, None]
    shift = np.clip(rng.normal(size=(count, 2)) * 0.07 * much, -0.35, 0.35)
    grown = np.exp(rng.normal(size=count) * 0.09 * much[:, 0])
    # Across is told worse than up: it is slanted, and too long or short.
    slant = np.clip(rng.normal(size=(count, 2)) * [0.07, 0.16] * much, -0.5, 0.5)
    wide = np.exp(rng.normal(size=count) * 0.13 * much[:, 0])
    turn = np.clip(rng.normal(size=count) * np.radians(7) * much[:, 0], -0.5, 0.5)
    straight = rng.random(count) < 0.15  # no slant seen at all
    out = poses.astype(np.float64).copy()
    up, right = out[:, 2:4].copy(), out[:, 4:6].copy()
    right[straight] = np.column_stack([-up[straight, 1], up[straight, 0]])
    out[:, :2] += shift[:, :1] * right + shift[:, 1:] * up
    up, right = up + slant[:, :1] * right, (right + slant[:, 1:] * up) * wide[:, None]
    c, s = np.cos(turn)[:, None], np.sin(turn)[:, None]
    flip = np.where(rng.random(count) < 0.15, -1.0, 1.0)[:, None]
    for axis, k in ((up, 2), (right, 4)):
        both = np.column_stack([c * axis[:, :1] - s * axis[:, 1:], s * axis[:, :1] + c * axis[:, 1:]])
        out[:, k : k + 2] = both * grown[:, None] * flip
    return out


def elsewhere(poses: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Poses on the same cards where no index is, as a rule: on pips, figures, edges, one letter alone, lying."""
    out = rough(poses, rng)
    for pose in out:
        if rng.random() < 0.75:
            across, down = rng.uniform(-1.2, 3), rng.uniform(-1.2, 4)
            if rng.random() < 0.4:  # between letter and suit
                across, down = rng.normal() * 0.3, rng.choice([-1, 1]) * rng.uniform(0.5, 1)
            pose[:2] += across * pose[4:6] - down * pose[2:4]
            pose[2:] *= np.exp(rng.uniform(-0.5, 0.3))
        else:
            pose[2:4], pose[4:6] = pose[4:6].copy(), -pose[2:4]
            pose[2:] *= rng.choice([-1, 1])
    return out


def learnt(poses: np.ndarray, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """What is to be said of poses (N, 6) in a scene with those index rows.

    Returns (N, 6) corrections, (N,) which are upside down, (N,) 1 an index, 0 none, -1 nobody says, and (N,) whether
    a pose is learnt.
    """
    if not len(rows):
        return np.zeros((len(poses), 6)), np.zeros(len(poses), bool), np.zeros(len(poses)), np.zeros(len(poses), bool)
    true, heights = rows[:, :6].astype(np.float64), np.hypot(rows[:, 2], rows[:, 3])
    away = np.hypot(*(poses[:, None, :2] - true[None, :, :2]).transpose(2, 0, 1))
    nearest = (away / np.maximum(heights, 1)).argmin(axis=1)
    size, height, visible = np.hypot(poses[:, 2], poses[:, 3]), heights[nearest], rows[nearest, 8]
    off, upside_down = correction(poses, true[nearest])
    within = (np.abs(off[:, :2]).max(axis=1) < REACH) & (np.abs(off[:, 2:]).max(axis=1) < CHANGE)
    readable = (visible >= READABLE) & (height >= SMALLEST) & (np.hypot(*true[nearest, 4:6].T) > 0.33 * height)
    # An index all the same, but too far off to be put right.
    cosine = np.abs((poses[:, 2:4] * true[nearest, 2:4]).sum(axis=1)) / np.maximum(size * height, 1e-6)
    beside = away.min(axis=1) < FAR * np.maximum(height, size)
    nearly = beside & (cosine > 0.5) & (np.abs(np.log(size / np.maximum(height, 1e-6))) < 0.9)
    none = (visible < HIDDEN) | ~(within | nearly)
    index = np.where(none, 0.0, np.where(within & readable, 1.0, -1.0))
    return np.where(within[:, None], off, 0.0), upside_down & within, index, within & (visible >= HIDDEN)


class PoserTraining(Training):
    """Batches of patches, and how far off their poses are told to be."""

    def __init__(self, scenes: Shards, size: int) -> None:
        super().__init__(Poser(), ("off", "was", "index", "right", "down"), scenes)
        self._scenes, self._size = scenes, size

    def _samples(self, rng: np.random.Generator) -> list[tuple[np.ndarray, ...]]:
        scene = self._scenes.scene(int(rng.integers(len(self._scenes))))
        picture, rows = turned(*scene, int(rng.integers(4)))
        inside = (rows[:, :2] > 0).all(axis=1) & (rows[:, :2] < SCENE - 1).all(axis=1)
        high = np.hypot(rows[:, 2], rows[:, 3]) >= 0.8 * SMALLEST
        # What the classifier is not asked for is needed no less: it tells a good pose of a small index.
        there = rng.permutation(np.flatnonzero(inside & high & (rows[:, 8] >= HIDDEN)))[:PER_SCENE]
        hidden = np.flatnonzero(inside & high & (rows[:, 8] < HIDDEN))[:1]
        true = rows[there, :6].astype(np.float64)
        poses = np.concatenate(
            [
                rough(true, rng),
                rough(true, rng),
                rough(rows[hidden, :6].astype(np.float64), rng),
                elsewhere(true[:5], rng),
                anywhere(rng)[None],
            ]
        )
        patches = Pyramid(picture).patches(poses, WIDE)
        return list(zip((tinted(patch, rng) for patch in patches), *learnt(poses, rows), strict=True))

    def step(self, rng: np.random.Generator) -> tuple[Tensor, tuple[float, ...]]:
        """See `Training`."""
        samples: list[tuple[np.ndarray, ...]] = []
        while len(samples) < self._size:
            samples += self._samples(rng)
        patches, *wanted = zip(*samples[: self._size], strict=True)
        off, down, index, posed = (torch.from_numpy(np.stack(each)) for each in wanted)
        off, down, index = off.float(), down.float(), index.float()
        out = self.network(as_input(list(patches)))
        error = functional.smooth_l1_loss(out[posed, :6], off[posed], beta=0.02)
        told = index >= 0
        find = functional.binary_cross_entropy_with_logits(out[told, 6], index[told])
        up = functional.binary_cross_entropy_with_logits(out[posed, 7], down[posed])
        with torch.no_grad():
            right = ((out[told, 6] > 0) == (index[told] > 0.5)).float().mean()
            shown = (out[posed, :6] - off[posed]).abs().mean(), off[posed].abs().mean()
        figures = shown[0].item(), shown[1].item(), find.item(), right.item(), up.item()
        return 20 * error + find + up, figures


def main() -> None:
    """The command line."""
    run(__doc__, lambda scenes, batch: PoserTraining(scenes_of(scenes), batch), minutes=25, rate=2e-3, batch=128)


if __name__ == "__main__":
    main()
