"""Train the index detector on composed scenes.

    python -m training.cards.train_detector SCENES OUT.pt --minutes 50

Takes up new scene files as they appear; resumes from OUT.pt where it exists. One thread: run one training at a time.
"""

import math
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from training.cards.networks import Detector
from training.cards.scenes import LABELS, SCENE, SHARD, spoil
from training.heat import BATCH, BATCH_HELP, Example, HeatTraining, farther, heat_loss, nearer
from training.loop import run
from training.shards import Shards
from vision.cards.detect import STRIDE

SMALLEST, LARGEST = 9.0, 80.0
# Small crops: a CPU has time for few pictures, and more, smaller steps learn faster.
CROP = 144
CELLS = CROP // STRIDE
READABLE, HIDDEN = 0.88, 0.3


def scenes_of(folder: Path) -> Shards:
    """The scenes of `training.cards.scenes`; rows of INDEX_COLUMNS."""
    return Shards(folder, SHARD, LABELS)


def turned(picture: np.ndarray, rows: np.ndarray, quarter: int) -> tuple[np.ndarray, np.ndarray]:
    """Turn a scene by quarters; a mirror image would teach mirrored letters."""
    rows = rows.copy()
    for _ in range(quarter):
        rows[:, [0, 1]] = np.column_stack([rows[:, 1], SCENE - 1 - rows[:, 0]])
        rows[:, [2, 3]] = np.column_stack([rows[:, 3], -rows[:, 2]])
        rows[:, [4, 5]] = np.column_stack([rows[:, 5], -rows[:, 4]])
    return np.ascontiguousarray(np.rot90(picture, quarter)), rows


def resized(picture: np.ndarray, rows: np.ndarray, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """A part of the scene as large as the whole, or the whole in a corner: nearer, or farther away."""
    rows, share = rows.copy(), float(np.exp(rng.uniform(-0.5, 0.5)))
    side = round(SCENE * share)
    if side < SCENE:
        picture, first = nearer(picture, side, rng)
        rows[:, :2] = (rows[:, :2] - first + 0.5) * SCENE / side - 0.5
        rows[:, 2:6] *= SCENE / side
    else:
        small = round(SCENE / share)
        picture = farther(picture, small)
        rows[:, :2] = (rows[:, :2] + 0.5) * small / SCENE - 0.5
        rows[:, 2:6] *= small / SCENE
    return picture, rows


def cropped(picture: np.ndarray, rows: np.ndarray, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """A CROP x CROP part, mostly around an index; an index that the crop cuts through counts as half visible."""
    x0, y0 = (int(v) for v in rng.integers(0, SCENE - CROP + 1, 2))
    seen = rows[rows[:, 8] >= READABLE]
    if len(seen) and rng.random() < 0.85:
        middle = seen[rng.integers(len(seen)), :2] - CROP / 2 + rng.uniform(-0.4, 0.4, 2) * CROP
        x0, y0 = (int(v) for v in np.clip(middle, 0, SCENE - CROP))
    rows = rows.copy()
    rows[:, 0] -= x0
    rows[:, 1] -= y0
    reach = 0.5 * np.abs(rows[:, 2:4]) + 0.35 * np.abs(rows[:, 4:6])
    outside = ((rows[:, :2] - reach < 0) | (rows[:, :2] + reach > CROP)).any(axis=1)
    rows[:, 8] = np.where(outside, np.minimum(rows[:, 8], 0.5), rows[:, 8])
    return picture[y0 : y0 + CROP, x0 : x0 + CROP], rows


def targets(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Heat (CELLS, CELLS), its weight, and the pose (7 values and a weight) to learn, for one scene."""
    heat = np.zeros((CELLS, CELLS), np.float32)
    weight = np.ones((CELLS, CELLS), np.float32)
    pose = np.zeros((8, CELLS, CELLS), np.float32)
    ys, xs = np.mgrid[:CELLS, :CELLS].astype(np.float32)
    for x, y, ux, uy, rx, ry, _, _, visible in rows:
        height = math.hypot(ux, uy)
        cx, cy = (x + 0.5) / STRIDE - 0.5, (y + 0.5) / STRIDE - 0.5
        if visible < HIDDEN or not (-1 < cx < CELLS and -1 < cy < CELLS):
            continue
        dx, dy = xs - cx, ys - cy
        far2 = dx * dx + dy * dy
        broad = math.hypot(rx, ry)
        readable = visible >= READABLE and SMALLEST <= height <= LARGEST and broad > 0.33 * height and broad > 7
        if not readable:
            weight[far2 < (0.45 * height / STRIDE + 1) ** 2] = 0
            continue
        sigma = max(0.65, 0.1 * height / STRIDE)
        heat = np.maximum(heat, np.exp(-far2 / (2 * sigma * sigma)))
        near = far2 < (max(1.1, 0.2 * height / STRIDE)) ** 2
        e, n = ux / height, uy / height
        along, across = rx * e + ry * n, rx * -n + ry * e
        values = (0, 0, e, n, math.log2(height / 16), along / height, across / height)
        for channel, value in enumerate(values):
            pose[channel][near] = value
        pose[0][near], pose[1][near] = -dx[near], -dy[near]
        pose[7][near] = 1.0 / np.count_nonzero(near)
        i, j = int(np.clip(round(cy), 0, CELLS - 1)), int(np.clip(round(cx), 0, CELLS - 1))
        heat[i, j], weight[i, j] = 1.0, 1.0
    return heat, weight, pose


class DetectorTraining(HeatTraining):
    """Crops of card scenes, turned by quarters, some of them smaller or larger."""

    def __init__(self, scenes: Shards, size: int) -> None:
        super().__init__(Detector(), scenes, size)

    def example(self, picture: np.ndarray, rows: np.ndarray, rng: np.random.Generator) -> Example:
        """See `HeatTraining`."""
        picture, rows = turned(picture, rows, int(rng.integers(4)))
        if rng.random() < 0.35:
            picture, rows = resized(picture, rows, rng)
        picture, rows = cropped(picture, rows, rng)
        if rng.random() < 0.5:
            picture = np.clip(picture * rng.uniform(0.7, 1.25, 3) + rng.uniform(-20, 20), 0, 255).astype(np.uint8)
        if rng.random() < 0.1:
            picture = spoil(picture, rng)
        return picture, *targets(rows)

    def loss_of(self, out: Tensor, heat: Tensor, weight: Tensor, pose: Tensor) -> tuple[Tensor, Tensor]:
        """Of the heat, and L1 of the pose."""
        where, count = heat_loss(out[:, 0].float(), heat, weight)
        share = pose[:, 7:]
        error = functional.smooth_l1_loss(out[:, 1:].float(), pose[:, :7], reduction="none", beta=0.05) * share
        scale = torch.tensor([0.5, 0.5, 2, 2, 2, 1, 1]).view(1, 7, 1, 1)
        return where, (error * scale).sum() / count


def main() -> None:
    """The command line."""
    run(
        __doc__,
        lambda scenes, batch: DetectorTraining(scenes_of(scenes), batch),
        minutes=50,
        rate=2e-3,
        batch=BATCH,
        batch_help=BATCH_HELP,
        decay=1e-3,
        warm_again=False,
    )


if __name__ == "__main__":
    main()
