"""Train the dice detector on composed scenes.

    python -m training.dice.train_detector SCENES OUT.pt --minutes 50

Takes up new scene files as they appear; resumes from OUT.pt where it exists. One thread: run one training at a time.
"""

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from training.cards.scenes import spoil
from training.dice.networks import DiceDetector
from training.dice.painting import SCENE
from training.dice.sittings import scenes_of
from training.heat import BATCH, BATCH_HELP, Example, HeatTraining, farther, heat_loss, nearer
from training.loop import run
from training.shards import Shards
from vision.dice.shape import half_edges, pose_of

CROP, STRIDE = 160, 4
CELLS = CROP // STRIDE
SMALLEST, LARGEST = 9.0, 62.0
#: Shares of a top face in sight from which it is to be found, and below which it is nothing.
READABLE, HIDDEN = 0.5, 0.15
COCKED = 8.0
VALUES = 8


def shrunk(picture: np.ndarray, rows: np.ndarray, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """The whole scene, smaller, in a corner of a repeated one: heaps of tiny dice are no large die."""
    side = int(rng.integers(CROP, SCENE))
    out = farther(picture, side)
    rows = rows.copy()
    rows[:, :8] = (rows[:, :8] + 0.5) * side / SCENE - 0.5
    return out, rows


def enlarged(picture: np.ndarray, rows: np.ndarray, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """A part of the scene, larger and less sharp, as near dice are that a picture shows out of focus."""
    side = int(rng.integers(SCENE // 2, SCENE))
    out, first = nearer(picture, side, rng)
    rows = rows.copy()
    rows[:, :8] = (rows[:, :8] - np.tile(first, 4) + 0.5) * SCENE / side - 0.5
    return out, rows


def cropped(picture: np.ndarray, rows: np.ndarray, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """A CROP x CROP part, mostly around a die."""
    x0, y0 = (int(v) for v in rng.integers(0, SCENE - CROP + 1, 2))
    middles = rows[:, :8].reshape(-1, 4, 2).mean(axis=1)
    if len(rows) and rng.random() < 0.9:
        at = middles[rng.integers(len(rows))] - CROP / 2 + rng.uniform(-0.42, 0.42, 2) * CROP
        x0, y0 = (int(v) for v in np.clip(at, 0, SCENE - CROP))
    rows = rows.copy()
    rows[:, 0:8:2] -= x0
    rows[:, 1:8:2] -= y0
    xs, ys = rows[:, 0:8:2], rows[:, 1:8:2]
    cut = (np.minimum(xs, ys).min(1) < -2) | (np.maximum(xs, ys).max(1) > CROP + 1)
    rows[:, 9] = np.where(cut, np.minimum(rows[:, 9], 0.4), rows[:, 9])
    return picture[y0 : y0 + CROP, x0 : x0 + CROP], rows


def mirrored(picture: np.ndarray, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The mirror image; places need no reading."""
    rows = rows.copy()
    rows[:, 0:8:2] = CROP - 1 - rows[:, 0:8:2]
    rows[:, :8] = rows[:, [2, 3, 0, 1, 6, 7, 4, 5]]
    return np.ascontiguousarray(picture[:, ::-1]), rows


def targets(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Heat (CELLS, CELLS), its weight, and the pose (VALUES and a weight) to learn, for one crop."""
    heat = np.zeros((CELLS, CELLS), np.float32)
    weight = np.ones((CELLS, CELLS), np.float32)
    pose = np.zeros((VALUES + 1, CELLS, CELLS), np.float32)
    ys, xs = np.mgrid[:CELLS, :CELLS].astype(np.float32)
    quads = rows[:, :8].reshape(-1, 4, 2).astype(np.float64)
    shapes = pose_of(half_edges(quads)) if len(rows) else np.zeros((0, 5))
    # Where two share a place, the one more in sight has the last word.
    for i in np.argsort(rows[:, 9]):
        (x, y), visible, tilt = quads[i].mean(axis=0), rows[i, 9], rows[i, 10]
        size = shapes[i, 0]
        cx, cy = (x + 0.5) / STRIDE - 0.5, (y + 0.5) / STRIDE - 0.5
        if visible < HIDDEN or not (-1 < cx < CELLS and -1 < cy < CELLS):
            continue
        dx, dy = xs - cx, ys - cy
        far2 = dx * dx + dy * dy
        if visible < READABLE or tilt > COCKED or not SMALLEST <= size <= LARGEST:
            weight[far2 < (0.4 * size / STRIDE + 0.7) ** 2] = 0
            continue
        sigma = max(0.6, 0.09 * size / STRIDE)
        heat = np.maximum(heat, np.exp(-far2 / (2 * sigma * sigma)))
        near = far2 < max(1.0, 0.16 * size / STRIDE) ** 2
        values = (0, 0, np.log2(size / 16), *shapes[i, 1:], visible)
        for channel, value in enumerate(values):
            pose[channel][near] = value
        pose[0][near], pose[1][near] = -dx[near], -dy[near]
        pose[VALUES][near] = 1.0 / np.count_nonzero(near)
        r, c = int(np.clip(round(cy), 0, CELLS - 1)), int(np.clip(round(cx), 0, CELLS - 1))
        heat[r, c], weight[r, c] = 1.0, 1.0
    return heat, weight, pose


class DetectorTraining(HeatTraining):
    """Crops of dice scenes, some of them smaller, larger or mirrored."""

    def __init__(self, scenes: Shards, size: int) -> None:
        super().__init__(DiceDetector(), scenes, size)

    def example(self, picture: np.ndarray, rows: np.ndarray, rng: np.random.Generator) -> Example:
        """See `HeatTraining`."""
        otherwise = rng.random()
        if otherwise < 0.25:
            picture, rows = shrunk(picture, rows, rng)
        elif otherwise < 0.45:
            picture, rows = enlarged(picture, rows, rng)
        picture, rows = cropped(picture, rows, rng)
        if rng.random() < 0.5:
            picture, rows = mirrored(picture, rows)
        if rng.random() < 0.5:
            picture = np.clip(picture * rng.uniform(0.7, 1.3, 3) + rng.uniform(-20, 20), 0, 255).astype(np.uint8)
        if rng.random() < 0.1:
            picture = spoil(picture, rng)
        return picture, *targets(rows)

    def loss_of(self, out: Tensor, heat: Tensor, weight: Tensor, pose: Tensor) -> tuple[Tensor, Tensor]:
        """Of the heat, and L1 of the pose."""
        where, count = heat_loss(out[:, 0], heat, weight)
        error = functional.smooth_l1_loss(out[:, 1:], pose[:, :VALUES], reduction="none", beta=0.03) * pose[:, VALUES:]
        scale = torch.tensor([1.5, 1.5, 4, 3, 3, 1, 1, 0.5]).view(1, VALUES, 1, 1)
        return where, (error * scale).sum() / count


def main() -> None:
    """The command line."""
    run(
        __doc__,
        lambda scenes, batch: DetectorTraining(scenes_of(scenes), batch),
        minutes=50,
        rate=2.5e-3,
        batch=BATCH,
        batch_help=BATCH_HELP,
    )


if __name__ == "__main__":
    main()
