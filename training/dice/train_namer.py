"""Train the face namer: which of the six faces is it, in a set that nobody taught?

    python -m training.dice.train_namer LINEUPS OUT.pt --minutes 60 [--matcher mat.pt]

Scenes of `training.dice.scenes --lineups`: every one shows another set. Faces of ordinary dice are named so, and so are
places where no top face lies. The matcher's first layers, where they are given, are where a new training begins.
"""

from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from training.dice.networks import NAMES, FaceNamer
from training.dice.sittings import scenes_of
from training.dice.train_matcher import HALF, displaced, jittered, tinted
from training.loop import Training, as_input, begin, parser, train
from training.shards import Shards
from vision.dice.patch import cut, size_of

ORDINARY, NO_TOP = NAMES - 2, NAMES - 1
#: How often a place beside the only die of a scene is shown.
ALONE = 0.12
#: Tilts up to so many degrees are a die lying flat.
FLAT = 8.0


def samples(picture: np.ndarray, rows: np.ndarray, rng: np.random.Generator) -> list[tuple[np.ndarray, int]]:
    """Patches of one scene, each turned anyhow, and what they show."""
    out = []
    quads = rows[:, :8].reshape(-1, 4, 2).astype(np.float64)
    for quad, row in zip(quads, rows, strict=True):
        if row[9] > HALF and row[10] < FLAT and quad.min() > -2 and quad.max() < max(picture.shape) + 1:
            out.append((jittered(quad, rng, 0.8), ORDINARY if row[11] else int(row[8])))
    # A scene of one die has as many patches as it has dice, not as many as it has places where none lies.
    if len(quads) and (len(quads) > 1 or rng.random() < ALONE):
        quad = displaced(quads[rng.integers(len(quads))], rng)
        away = np.linalg.norm(quads.mean(axis=1) - quad.mean(axis=0), axis=1).min()
        if away > 0.33 * size_of(quad):
            out.append((quad, NO_TOP))
    return [(tinted(cut(picture, np.roll(q, int(rng.integers(4)), axis=0)), rng), face) for q, face in out]


class NamerTraining(Training):
    """Batches of patches from as many sets as can be."""

    def __init__(self, scenes: Shards, size: int) -> None:
        super().__init__(FaceNamer(), ("loss", "right", "clear", "clear_right"), scenes)
        self._scenes, self._size = scenes, size

    def step(self, rng: np.random.Generator) -> tuple[Tensor, tuple[float, ...]]:
        """See `Training`; the figures: the share named right, the share that is 99 % sure, and how much of it is."""
        chosen: list[tuple[np.ndarray, int]] = []
        while len(chosen) < self._size:
            chosen += samples(*self._scenes.scene(int(rng.integers(len(self._scenes)))), rng)
        label = torch.tensor([face for _, face in chosen])
        out = self.network(as_input([patch for patch, _ in chosen]))
        loss = functional.cross_entropy(out, label)
        with torch.no_grad():
            most, which = out.softmax(dim=1).max(dim=1)
            right = (which == label).float()
            clear = most > 0.99
            figures = (loss.item(), right.mean().item(), clear.float().mean().item(), right[clear].mean().item())
        return loss, figures


def main() -> None:
    """The command line."""
    arguments = parser(__doc__, minutes=60, rate=2e-3)
    arguments.add_argument("--batch", type=int, default=224)
    arguments.add_argument("--matcher", type=Path)
    args = arguments.parse_args()
    rng = begin(args.seed)
    training = NamerTraining(scenes_of(args.scenes), args.batch)
    if args.matcher and not args.out.exists():
        first = {k: v for k, v in torch.load(args.matcher)["weights"].items() if k.startswith("body.")}
        training.network.load_state_dict(first, strict=False)
    train(training, args, rng)


if __name__ == "__main__":
    main()
