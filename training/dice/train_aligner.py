"""Train the aligner on composed scenes: from a rough quad of a top face to its exact corners.

    python -m training.dice.train_aligner SCENES OUT.pt --minutes 25 [--lookalikes LOOKALIKES] [--begin MODEL.onnx]

Scenes of `training.dice.scenes`; with `training.dice.lookalikes`, what was mistaken for a top face is shown as none.
--begin: goes on from an exported model where OUT.pt does not exist yet.
"""

from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from training.dice.lookalikes import lookalikes_of
from training.dice.networks import FaceAligner
from training.dice.scenes import ROUNDS, stain
from training.dice.sittings import Sittings
from training.dice.train_matcher import displaced, tinted
from training.loop import Training, as_input, begin, parser, train
from training.restore import restored
from training.shards import Shards
from vision.dice.align import cut_wide
from vision.dice.patch import size_of
from vision.dice.shape import elevation_sine, half_edges, pose_of

SEEN, HIDDEN, COCKED = 0.45, 0.2, 8.0
#: How often a scene of lookalikes comes with one of dice, and how many of it at most.
OFTEN, MOST = 0.35, 3
#: So many patches tell what an exported model's layers make of patches.
EXAMPLES = 1500
#: In place of a share in sight: nothing is learned from it but that there is no top face.
LOOKALIKE = -1.0


def rough(quad: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A quad (4, 2) as the detector gives it: its errors measured on scenes, and somewhat more."""
    middle = quad.mean(axis=0)
    edge = size_of(quad)
    much = rng.choice([0.3, 1.0, 1.6], p=[0.3, 0.5, 0.2])
    size = np.exp(rng.normal() * 0.12 * much)
    if rng.random() < 0.1:  # large dice are told too small now and then
        size = rng.uniform(0.65, 0.85)
    m = size * (np.eye(2) + rng.normal(size=(2, 2)) * 0.05 * much)
    a = np.radians(np.clip(rng.normal() * 6 * much, -30, 30))
    m = m @ np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
    return (quad - middle) @ m.T + middle + rng.normal(size=2) * 0.07 * much * edge


def offsets(rough_quad: np.ndarray, quad: np.ndarray) -> np.ndarray:
    """(8,) how far the corners are off in the rough quad's own frame, edges; see `vision.dice.align.corrected`."""
    unit = np.float32([[0, 0], [1, 0], [1, 1], [0, 1]])
    to_unit = cv2.getPerspectiveTransform(rough_quad.astype(np.float32), unit)
    there = cv2.perspectiveTransform(quad.astype(np.float32)[None], to_unit)[0]
    turns = [np.roll(there, k, axis=0) for k in range(4)]
    return (min(turns, key=lambda t: float(np.abs(t - unit).sum())) - unit).ravel()


def sides(quad: np.ndarray) -> list[np.ndarray]:
    """Where the camera sees the sides of the die with this top face (4, 2): below its lower edges."""
    half = half_edges(quad)
    if np.linalg.det(half) < 1:
        return []
    size, a, _, _, _ = pose_of(half[None])[0]
    sine = elevation_sine(a)
    drop = np.array([0.0, size / np.sqrt(sine) * np.sqrt(1 - sine * sine)])
    if drop[1] < 0.35 * size:
        return []
    edges = [(quad[i], quad[(i + 1) % 4]) for i in range(4)]
    low = [(p, q) for p, q in edges if (p + q)[1] / 2 > quad[:, 1].mean() and abs((p - q)[0]) > 0.3 * size]
    return [np.array([p, q, q + drop, p + drop]) for p, q in low]


def square_of_cloth(picture: np.ndarray, quads: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Paints checks, a tile or a label as large as a die into the picture; the corners (4, 2) of one of them."""
    side = picture.shape[0]
    quad = quads[rng.integers(len(quads))] if len(quads) else np.array([[0, 0], [30, 0], [30, 25], [0, 25]], float)
    turn = np.radians(rng.uniform(0, 90))
    m = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) * np.exp(rng.normal() * 0.2)
    quad = (quad - quad.mean(axis=0)) @ m.T + rng.uniform(30, side - 30, 2)
    across, down = quad[1] - quad[0], quad[3] - quad[0]
    base = picture[int(np.clip(quad[0, 1], 0, side - 1)), int(np.clip(quad[0, 0], 0, side - 1))].astype(float)
    light = np.clip(base + rng.uniform(-60, 120) + rng.uniform(-25, 25, 3), 0, 255)
    dark = np.clip(light * rng.uniform(0.4, 1.0) + rng.uniform(-20, 20, 3), 0, 255)
    checks = rng.random() < 0.7
    for i in range(-2, 3) if checks else (0,):
        for j in range(-2, 3) if checks else (0,):
            colour = light if (i + j) % 2 == 0 else dark
            corners = np.round((quad + i * across + j * down) * 8).astype(np.int32)
            cv2.fillConvexPoly(picture, corners, [float(v) for v in colour], cv2.LINE_AA, 3)
    x0, y0 = np.clip(quad.min(0) - 2 * np.abs(across), 0, side).astype(int)
    x1, y1 = np.clip(quad.max(0) + 2 * np.abs(across), 0, side).astype(int)
    if x1 - x0 > 4 and y1 - y0 > 4:
        part = cv2.GaussianBlur(picture[y0:y1, x0:x1], (0, 0), rng.uniform(0.4, 1.6)).astype(np.float32)
        part += rng.normal(size=part.shape) * rng.uniform(0, 8)
        picture[y0:y1, x0:x1] = np.clip(part, 0, 255)
    return quad


def stained(picture: np.ndarray, quads: np.ndarray, rng: np.random.Generator) -> np.ndarray | None:
    """Paints a stain as large as a die into the picture, away from the dice; the corners (4, 2) of its place."""
    side = picture.shape[0]
    quad = quads[rng.integers(len(quads))]
    size = size_of(quad)
    middle = rng.uniform(0.5 * size, side - 0.5 * size, 2)
    if size < 4 or np.linalg.norm(quads.mean(axis=1) - middle, axis=1).min() < 1.6 * size:
        return None
    x0, y0 = np.maximum(middle - 2 * size, 0).astype(int)
    x1, y1 = np.minimum(middle + 2 * size, side).astype(int)
    part = picture[y0:y1, x0:x1].astype(np.float32)
    squash = float(np.ptp(quad[:, 1]) / max(np.ptp(quad[:, 0]), 1))
    stain(part, middle - [x0, y0], size, float(np.clip(squash, 0.4, 1)), rng)
    picture[y0:y1, x0:x1] = np.clip(part + rng.normal(size=part.shape) * rng.uniform(0, 4), 0, 255)
    return quad - quad.mean(axis=0) + middle + rng.normal(size=2) * 0.15 * size


class AlignerTraining(Training):
    """Batches of patches, and how far off their corners are told to be."""

    def __init__(self, scenes: Sittings, size: int, lookalikes: Shards | None = None) -> None:
        super().__init__(FaceAligner(), ("off", "top", "sight", "was", "right", "tops_right", "look_right"), scenes)
        self._scenes, self._size, self._lookalikes = scenes, size, lookalikes

    def _lookalikes_of(self, rng: np.random.Generator, lookalikes: Shards):
        picture, rows = lookalikes.scene(int(rng.integers(len(lookalikes))))
        for row in rows[rng.permutation(len(rows))[:MOST]]:
            quad = np.roll(row.reshape(4, 2).astype(np.float64), int(rng.integers(4)), axis=0)
            # As the first network tells it, and as it was moved since: both are looked at.
            near = quad + rng.normal(size=2) * 0.03 * size_of(quad)
            there = rough(quad, rng) if rng.random() < 0.5 else near
            yield tinted(cut_wide(picture, there), rng), np.zeros(8), 0.0, LOOKALIKE

    def _samples(self, rng: np.random.Generator):
        if self._lookalikes is not None and rng.random() < OFTEN:
            yield from self._lookalikes_of(rng, self._lookalikes)
        picture, rows = self._scenes.scene(int(rng.integers(len(self._scenes) * ROUNDS)))
        if len(rows) and rng.random() < 0.3:
            side = int(rng.integers(200, picture.shape[0]))
            rows = rows.copy()
            rows[:, :8] = (rows[:, :8] + 0.5) * side / picture.shape[0] - 0.5
            picture = cv2.resize(picture, (side, side), interpolation=cv2.INTER_AREA)
        quads = rows[:, :8].reshape(-1, 4, 2).astype(np.float64)
        for row, quad in zip(rows, quads, strict=True):
            middle = quad.mean(axis=0)
            if row[9] < HIDDEN or row[10] > COCKED or not (middle.min() > 0 and middle.max() < picture.shape[0]):
                continue
            there = np.roll(rough(quad, rng), int(rng.integers(4)), axis=0)
            patch = tinted(cut_wide(picture, there), rng)
            yield patch, offsets(there, quad), 1.0 if row[9] > SEEN else -1.0, row[9]
            below = sides(quad)
            if below and rng.random() < 0.6:
                side = np.roll(below[rng.integers(len(below))], int(rng.integers(4)), axis=0)
                yield tinted(cut_wide(picture, rough(side, rng)), rng), np.zeros(8), 0.0, 0.0
            if rng.random() < 0.3:  # the print alone, which on a dark die looks like a small pale one
                edge = np.linalg.norm(quad[0] - quad[1])
                small = (quad - middle) * rng.uniform(0.35, 0.62) + middle + rng.normal(size=2) * 0.06 * edge
                yield tinted(cut_wide(picture, rough(small, rng)), rng), np.zeros(8), 0.0, 0.0
        if rng.random() < 0.6:
            quad = np.roll(square_of_cloth(cloth := picture.copy(), quads, rng), int(rng.integers(4)), axis=0)
            yield tinted(cut_wide(cloth, rough(quad, rng)), rng), np.zeros(8), 0.0, 0.0
        if not len(rows):
            return
        for _ in range(2):
            place = stained(table := picture.copy(), quads, rng)
            if place is not None:
                yield tinted(cut_wide(table, rough(place, rng)), rng), np.zeros(8), 0.0, 0.0
        for _ in range(2):
            quad = displaced(quads[rng.integers(len(quads))], rng)
            edge = size_of(quad)
            true = size_of(quads[0])
            away = np.linalg.norm(quads.mean(axis=1) - quad.mean(axis=0), axis=1).min()
            if away > 0.4 * edge or not 0.6 < edge / true < 1.6:
                yield tinted(cut_wide(picture, quad), rng), np.zeros(8), 0.0, 0.0

    def go_on_from(self, model: Path, rng: np.random.Generator) -> None:
        """Take up an exported model."""
        restored(self.network, model, as_input([sample[0] for sample in self._batch(rng, EXAMPLES)]))

    def _batch(self, rng: np.random.Generator, size: int):
        samples = []
        while len(samples) < size:
            samples += list(self._samples(rng))
        return samples

    def step(self, rng: np.random.Generator) -> tuple[Tensor, tuple[float, ...]]:
        """See `Training`."""
        samples = self._batch(rng, self._size)
        off = torch.tensor(np.stack([s[1] for s in samples]), dtype=torch.float32)
        top = torch.tensor([s[2] for s in samples])
        sight = torch.tensor([float(s[3]) for s in samples])
        out = self.network(as_input([s[0] for s in samples]))
        real, told = top != 0, top >= 0
        error = functional.smooth_l1_loss(out[real, :8], off[real], beta=0.02)
        find = functional.binary_cross_entropy_with_logits(out[told, 8], top[told])
        hidden = functional.smooth_l1_loss(out[real, 9], sight[real], beta=0.1)
        with torch.no_grad():
            right = ((out[:, 8] > 0) == (top > 0.5)).float()
            shares = [right[told], right[top > 0.5], right[sight == LOOKALIKE]]
            shown = (out[real, :8] - off[real]).abs().mean(), off[real].abs().mean()
        figures = (shown[0], find, hidden, shown[1], *(share.mean() if len(share) else find * 0 for share in shares))
        return 20 * error + find + hidden, tuple(figure.item() for figure in figures)


def main() -> None:
    """The command line."""
    arguments = parser(__doc__, minutes=25, rate=2e-3)
    arguments.add_argument("--batch", type=int, default=128)
    arguments.add_argument("--lookalikes", type=Path, help="scenes of training.dice.lookalikes")
    arguments.add_argument("--begin", type=Path, help="an exported model to begin with")
    args = arguments.parse_args()
    rng = begin(args.seed)
    lookalikes = lookalikes_of(args.lookalikes) if args.lookalikes is not None else None
    training = AlignerTraining(Sittings(args.scenes), args.batch, lookalikes)
    if args.begin is not None and not args.out.exists():
        training.go_on_from(args.begin, rng)
    train(training, args, rng)


if __name__ == "__main__":
    main()
