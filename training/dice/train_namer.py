"""Train the face namer: which of the six faces is it, in a set that nobody taught?

    python -m training.dice.train_namer LINEUPS OUT.pt --minutes 80

Scenes of `training.dice.scenes --lineups` and of `training.dice.closeups`: every one shows another set. Nobody knows
which way up a die lies, so all four turns of a patch are looked at, and what is told is one of (turn, face) together:
the network need know faces only as they stand upright, and in three turns of four that they do not. Which court figure
it is, of some hundreds, is learned besides and thrown away: it tells kings from queens sooner than their names do.
Faces of ordinary dice are named so, and so are places where no top face lies.
"""

import argparse

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from training.dice.networks import NAMES, FaceNamer
from training.dice.prints import NO_FIGURE
from training.dice.scenes import COLUMNS
from training.dice.sittings import scenes_of
from training.dice.train_matcher import HALF, displaced, jittered, tinted
from training.loop import Training, as_input, begin, parser, train
from training.shards import Shards
from vision.dice.patch import cut, size_of

ORDINARY, NO_TOP = NAMES - 2, NAMES - 1
#: How often a place beside the only die of a scene is shown.
ALONE = 0.12
#: How far off a face is cut, unless told otherwise, as `jittered` counts it.
JITTER = 0.8
#: Tilts up to so many degrees are a die lying flat.
FLAT = 8.0
TURNS = 4
#: How many court figures there may be: three ranks from so many decks of four suits.
FIGURES = 3 * 4 * 32
#: What it counts which figure it is, and which way up it stands, beside the name.
FIGURE_WEIGHT, UPRIGHT_WEIGHT = 0.5, 0.3

Sample = tuple[np.ndarray, int, int]
"""An upright patch, its name, and which court figure it shows."""


def samples(picture: np.ndarray, rows: np.ndarray, rng: np.random.Generator, much: float = JITTER) -> list[Sample]:
    """Patches of one scene, upright, and what they show; much: how far off they are cut."""
    out = []
    quads = rows[:, :8].reshape(-1, 4, 2).astype(np.float64)
    for quad, values in zip(quads, rows, strict=True):
        row = dict(zip(COLUMNS, values.tolist(), strict=True))
        inside = quad.min() > -2 and quad.max() < max(picture.shape) + 1
        if row["visible"] > HALF and row["tilt"] < FLAT and inside:
            name = ORDINARY if row["pips"] else int(row["face"])
            out.append((jittered(quad, rng, much), name, int(row["figure"])))
    # A scene of one die has as many patches as it has dice, not as many as it has places where none lies.
    if len(quads) and (len(quads) > 1 or rng.random() < ALONE):
        quad = displaced(quads[rng.integers(len(quads))], rng)
        away = np.linalg.norm(quads.mean(axis=1) - quad.mean(axis=0), axis=1).min()
        if away > 0.33 * size_of(quad):
            out.append((np.roll(quad, int(rng.integers(TURNS)), axis=0), NO_TOP, NO_FIGURE))
    return [(tinted(cut(picture, quad), rng), name, figure) for quad, name, figure in out]


class NamerTraining(Training):
    """Batches of patches from as many sets as can be, each upright and in another turn."""

    def __init__(self, scenes: Shards, size: int, half: bool, much: float) -> None:
        super().__init__(FaceNamer(FIGURES), ("loss", "figure", "right", "courts", "clear", "clear_right"), scenes)
        self._scenes, self._size, self._half, self._much = scenes, size, half, much

    def step(self, rng: np.random.Generator) -> tuple[Tensor, tuple[float, ...]]:
        """See `Training`; the figures: two losses, the share named right, of court figures too, the share that is
        99 % sure, and how much of it is right."""
        chosen: list[Sample] = []
        while len(chosen) < self._size:
            chosen += samples(*self._scenes.scene(int(rng.integers(len(self._scenes)))), rng, self._much)
        name = torch.tensor([name for _, name, _ in chosen])
        figure = torch.tensor([figure for _, _, figure in chosen])
        court = figure != NO_FIGURE
        upright = as_input([patch for patch, _, _ in chosen])
        # One other turn stands for all three.
        other = torch.rot90(upright, int(rng.integers(1, TURNS)), (2, 3))
        x = torch.cat([upright, other])
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=self._half):
            seen = self.network.seen(x.contiguous(memory_format=torch.channels_last))
            logits = self.network.out(seen)
            which = self.network.figure(seen[: len(chosen)][court])
        logits = logits.float().reshape(2, -1, NAMES) + torch.tensor([1.0, TURNS - 1.0]).log()[:, None, None]
        names = logits.logsumexp(dim=0)
        loss = functional.cross_entropy(names, name)
        standing = logits[:, torch.arange(len(name)), name].T[court]
        if court.any():
            told = functional.cross_entropy(which.float(), figure[court])
            stands = functional.cross_entropy(standing, torch.zeros(len(standing), dtype=torch.long))
            whole = loss + FIGURE_WEIGHT * told + UPRIGHT_WEIGHT * stands
        else:
            told, whole = torch.zeros(()), loss
        with torch.no_grad():
            most, said = names.softmax(dim=1).max(dim=1)
            right = (said == name).float()
            clear = most > 0.99
            shares = (right, right[court], clear.float(), right[clear])
            figures = (loss.item(), told.item(), *(share.mean().item() if len(share) else 0.0 for share in shares))
        return whole, figures


def main() -> None:
    """The command line."""
    arguments = parser(__doc__, minutes=80, rate=2e-3)
    arguments.add_argument("--batch", type=int, default=96)
    arguments.add_argument("--jitter", type=float, default=JITTER, help="how far off faces are cut")
    arguments.add_argument(
        "--half", action=argparse.BooleanOptionalAction, default=False, help="bfloat16, for processors that have it"
    )
    args = arguments.parse_args()
    rng = begin(args.seed)
    train(NamerTraining(scenes_of(args.scenes), args.batch, args.half, args.jitter), args, rng)


if __name__ == "__main__":
    main()
