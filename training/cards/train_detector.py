"""Train the index detector on composed scenes.

    python -m training.cards.train_detector SCENES OUT.pt --minutes 50

Takes up new scene files as they appear; resumes from OUT.pt where it exists. One thread: run one training at a time.
"""

import argparse
import logging
import math
import time
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from training.cards.networks import Detector, weights
from training.cards.scenes import SCENE, SHARD, spoil
from vision.cards.detect import STRIDE

SMALLEST, LARGEST = 9.0, 80.0
# Small crops: a CPU has time for few pictures, and more, smaller steps learn faster.
CROP = 144
CELLS = CROP // STRIDE
READABLE, HIDDEN = 0.88, 0.3

log = logging.getLogger(__name__)


class Scenes:
    """All scene files of a folder, opened as they appear."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.parts: list[dict[str, np.ndarray]] = []
        self.known: set[Path] = set()
        self.refresh()

    def refresh(self) -> None:
        for path in sorted(self.folder.glob("*-????.npz")):
            if path not in self.known:
                self.known.add(path)
                self.parts.append(dict(np.load(path)))

    def __len__(self) -> int:
        return len(self.parts) * SHARD

    def take(self, number: int) -> tuple[np.ndarray, np.ndarray]:
        part, i = self.parts[number // SHARD], number % SHARD
        data = part["pictures"][part["sizes"][i] : part["sizes"][i + 1]]
        return cv2.imdecode(data, cv2.IMREAD_COLOR), part["indices"][part["first"][i] : part["first"][i + 1]]


def turned(picture: np.ndarray, rows: np.ndarray, quarter: int) -> tuple[np.ndarray, np.ndarray]:
    """Turn a scene by quarters; a mirror image would teach mirrored letters."""
    rows = rows.copy()
    for _ in range(quarter):
        rows[:, [0, 1]] = np.column_stack([rows[:, 1], SCENE - 1 - rows[:, 0]])
        rows[:, [2, 3]] = np.column_stack([rows[:, 3], -rows[:, 2]])
        rows[:, [4, 5]] = np.column_stack([rows[:, 5], -rows[:, 4]])
    return np.ascontiguousarray(np.rot90(picture, quarter)), rows


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


def loss_of(out: Tensor, heat: Tensor, weight: Tensor, pose: Tensor) -> tuple[Tensor, Tensor]:
    """Focal loss on the heat (as CenterNet, arXiv 1904.07850), L1 on the pose."""
    logit = out[:, 0].float()
    p = torch.sigmoid(logit).clamp(1e-5, 1 - 1e-5)
    hit = heat.ge(0.999).float()
    found = -torch.log(p) * (1 - p) ** 2 * hit
    empty = -torch.log(1 - p) * p**2 * (1 - heat) ** 4 * (1 - hit) * weight
    count = hit.sum().clamp(min=6.0)
    share = pose[:, 7:]
    error = functional.smooth_l1_loss(out[:, 1:].float(), pose[:, :7], reduction="none", beta=0.05) * share
    scale = torch.tensor([0.5, 0.5, 2, 2, 2, 1, 1]).view(1, 7, 1, 1)
    return (found.sum() + empty.sum()) / count, (error * scale).sum() / count


def batch(scenes: Scenes, rng: np.random.Generator, size: int) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    pictures, heats, masks, poses = [], [], [], []
    for number in rng.integers(0, len(scenes), size):
        picture, rows = turned(*scenes.take(int(number)), int(rng.integers(4)))
        picture, rows = cropped(picture, rows, rng)
        if rng.random() < 0.5:
            picture = np.clip(picture * rng.uniform(0.7, 1.25, 3) + rng.uniform(-20, 20), 0, 255).astype(np.uint8)
        if rng.random() < 0.1:
            picture = spoil(picture, rng)
        heat, weight, pose = targets(rows)
        pictures.append(picture)
        heats.append(heat)
        masks.append(weight)
        poses.append(pose)
    x = torch.from_numpy(np.stack(pictures)).permute(0, 3, 1, 2).float().div_(255)
    return x, *(torch.from_numpy(np.stack(a)) for a in (heats, masks, poses))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenes", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--minutes", type=float, default=50)
    parser.add_argument("--batch", type=int, default=16, help="16 or more: smaller ones take a slow path in torch")
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.manual_seed(args.seed)
    rng = np.random.default_rng(args.seed)
    network = Detector().to(memory_format=torch.channels_last)
    log.info("%d weights", weights(network))
    steps = 0
    if args.out.exists():
        saved = torch.load(args.out)
        network.load_state_dict(saved["weights"])
        steps = saved["steps"]
    mean = torch.optim.swa_utils.AveragedModel(
        network, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.995), use_buffers=True
    )
    learn = torch.optim.AdamW(network.parameters(), lr=args.rate, weight_decay=1e-3)
    scenes = Scenes(args.scenes)
    start, shown = time.monotonic(), [0.0, 0.0, 0]
    while (done := (time.monotonic() - start) / 60 / args.minutes) < 1:
        for group in learn.param_groups:
            group["lr"] = args.rate * min(1, (steps + 1) / 100) * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * done)))
        x, heat, weight, pose = batch(scenes, rng, args.batch)
        out = network(x.to(memory_format=torch.channels_last))
        where, how = loss_of(out, heat, weight, pose)
        learn.zero_grad(set_to_none=True)
        (where + how).backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        learn.step()
        mean.update_parameters(network)
        steps += 1
        shown = [shown[0] + where.item(), shown[1] + how.item(), shown[2] + 1]
        if steps % 100 == 0:
            pace = shown[2] * args.batch
            log.info(
                "%d steps, %.0f%%: heat %.3f pose %.3f, %d scenes",
                steps,
                100 * done,
                shown[0] / shown[2],
                shown[1] / shown[2],
                pace,
            )
            shown = [0.0, 0.0, 0]
            scenes.refresh()
        if steps % 100 == 0:
            torch.save({"weights": mean.module.state_dict(), "steps": steps}, args.out)
    torch.save({"weights": mean.module.state_dict(), "steps": steps}, args.out)


if __name__ == "__main__":
    main()
