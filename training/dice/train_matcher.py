"""Train the face matcher on composed scenes: the same face of the same set must look the same again.

    python -m training.dice.train_matcher SCENES OUT.pt --minutes 50 [--closeups CLOSEUPS --views 3]

Each batch holds some sittings. Of every face one or two pictures are taught; all others are compared with the six
taught ones, each in four turns, and with "none of them" (prototypical networks, arXiv 1703.05175, with the turn
maximised out). Faces cut where no top face lies must match nothing. Half of the sittings may be close-ups
(`training.dice.closeups --views 3`), in which no two pictures share camera and light.
"""

from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from training.dice.networks import CELLS, CHANNELS, CLASSES, FaceMatcher
from training.dice.painting import SCENE
from training.dice.sittings import Sittings
from training.loop import Training, as_input, begin, parser, train
from vision.dice.patch import PATCH, cut, size_of

LOOK = CHANNELS * CELLS * CELLS
FACES = NONE = CLASSES - 1
CLEAR, HALF = 0.93, 0.72


def jittered(quad: np.ndarray, rng: np.random.Generator, much: float) -> np.ndarray:
    """A quad (4, 2) as a detector would give it: aside, turned, too large or small, askew."""
    middle = quad.mean(axis=0)
    edge = size_of(quad)
    m = np.exp(rng.normal() * 0.05 * much) * (np.eye(2) + rng.normal(size=(2, 2)) * 0.03 * much)
    a = rng.normal() * np.radians(3.5) * much
    m = m @ np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
    return (quad - middle) @ m.T + middle + rng.normal(size=2) * 0.03 * much * edge


def displaced(quad: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A quad where no top face lies as the quad says: on a side, across two dice, far too large or small, anywhere."""
    edge = size_of(quad)
    kind = rng.random()
    if kind < 0.4:  # a die's side, seen from the front
        return quad + np.array([rng.normal() * 0.3, rng.uniform(0.55, 1.0)]) * edge
    if kind < 0.65:
        a = rng.uniform(0, 2 * np.pi)
        return quad + np.array([np.cos(a), np.sin(a)]) * rng.uniform(0.35, 0.9) * edge
    if kind < 0.8:
        middle = quad.mean(axis=0)
        return (quad - middle) * rng.choice([rng.uniform(0.4, 0.65), rng.uniform(1.5, 2.2)]) + middle
    return quad - quad.mean(axis=0) + rng.uniform(20, SCENE - 20, 2)


def tinted(patch: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A little more light, blur and noise."""
    out = patch.astype(np.float32)
    if rng.random() < 0.4:
        out = out * rng.uniform(0.75, 1.25) * rng.uniform(0.94, 1.06, 3) + rng.uniform(-12, 12)
    if rng.random() < 0.15:
        out = cv2.GaussianBlur(out, (0, 0), rng.uniform(0.4, 1.2))
    if rng.random() < 0.15:
        f = rng.uniform(0.3, 0.8)
        small = cv2.resize(out, None, fx=f, fy=f, interpolation=cv2.INTER_AREA)
        out = cv2.resize(small, (PATCH, PATCH), interpolation=cv2.INTER_LINEAR)
    if rng.random() < 0.15:
        out += rng.normal(size=out.shape).astype(np.float32) * rng.uniform(1, 10)
    return np.clip(out, 0, 255).astype(np.uint8)


class MatcherTraining(Training):
    """Batches of sittings, and how well their faces are told apart."""

    def __init__(self, scenes: Sittings, closeups: Sittings | None, sittings: int) -> None:
        super().__init__(FaceMatcher(), ("match", "guess", "right", "none", "guessed"), scenes)
        self._scenes, self._closeups, self._sittings = scenes, closeups, sittings

    def _sitting(self, rng: np.random.Generator):
        """Taught patches by face (face, patch), and tests (patch, face or NONE, class)."""
        seen, tests = [[] for _ in range(FACES)], []
        of = self._closeups if self._closeups is not None and rng.random() < 0.5 else self._scenes
        scenes = of.sitting(int(rng.integers(len(of))))
        for picture, rows in scenes:
            for row in rows:
                quad = row[:8].reshape(4, 2).astype(np.float64)
                inside = quad.min() > -2 and quad.max() < SCENE + 1
                if row[10] > 8 or not inside:
                    continue
                if row[9] > CLEAR:
                    seen[int(row[8])].append((picture, quad, row))
                elif row[9] > HALF and rng.random() < 0.7:
                    tests.append((picture, quad, row))
        taught: list[tuple[int, np.ndarray]] = []
        for face in range(FACES):
            order = [seen[face][i] for i in rng.permutation(len(seen[face]))]
            shown = 1 if rng.random() < 0.7 else 2
            for picture, quad, _ in order[:shown]:
                # A person lays them out with care: little jitter.
                patch = tinted(cut(picture, np.roll(jittered(quad, rng, 0.5), int(rng.integers(4)), axis=0)), rng)
                taught.append((face, patch))
            tests += order[shown:]
        known = {face for face, _ in taught}
        out = []
        for i in rng.permutation(len(tests))[:14]:
            picture, quad, row = tests[i]
            patch = cut(picture, np.roll(jittered(quad, rng, 1.0), int(rng.integers(4)), axis=0))
            face = int(row[8])
            out.append((tinted(patch, rng), face if face in known else NONE, NONE if row[11] else face))
        for _ in range(4):
            picture, rows = scenes[rng.integers(len(scenes))]
            if not len(rows):
                continue
            quads = rows[:, :8].reshape(-1, 4, 2).astype(np.float64)
            quad = displaced(quads[rng.integers(len(quads))], rng)
            edge = size_of(quad)
            away = np.linalg.norm(quads.mean(axis=1) - quad.mean(axis=0), axis=1).min()
            if away > 0.33 * edge or not 0.7 < edge / size_of(quads[0]) < 1.4:
                patch = cut(picture, np.roll(quad, int(rng.integers(4)), axis=0))
                out.append((tinted(patch, rng), NONE, NONE))
        return taught, out

    def step(self, rng: np.random.Generator) -> tuple[Tensor, tuple[float, ...]]:
        """See `Training`."""
        patches: list[np.ndarray] = []
        groups = []
        for _ in range(self._sittings):
            taught, tests = self._sitting(rng)
            if len(taught) < 3 or not tests:
                continue
            start = len(patches)
            for _, patch in taught:
                patches += [np.rot90(patch, k) for k in range(4)]
            groups.append((start, [face for face, _ in taught], len(patches), tests))
            patches += [patch for patch, _, _ in tests]
        out = self.network(as_input(patches))
        looks, guesses = out[:, :LOOK], out[:, LOOK:]
        scale, none = self.network.scale.clamp(1, 60), self.network.none
        losses, hits, nothing, guess_loss, guessed = [], [], [], [], []
        for start, faces, first, tests in groups:
            like = looks[first : first + len(tests)] @ looks[start:first].T
            like = like.reshape(len(tests), -1, 4).amax(dim=2)
            index = torch.tensor(faces)
            known = sorted(set(faces))
            by_face = torch.stack([like[:, index == f].amax(dim=1) for f in known], dim=1)
            logits = torch.cat([by_face * scale, none.expand(len(tests), 1)], dim=1)
            label = torch.tensor([len(known) if face == NONE else known.index(face) for _, face, _ in tests])
            losses.append(functional.cross_entropy(logits, label, reduction="sum"))
            right = (logits.argmax(1) == label).float()
            hits.append(right[label < len(known)])
            nothing.append(right[label == len(known)])
            which = torch.tensor([c for _, _, c in tests])
            guess = guesses[first : first + len(tests)]
            guess_loss.append(functional.cross_entropy(guess, which, reduction="sum", label_smoothing=0.02))
            guessed.append((guess.argmax(1) == which).float())
        count = sum(len(g[3]) for g in groups)
        match, name = sum(losses) / count, sum(guess_loss) / count
        figures = (match.item(), name.item(), *(torch.cat(v).mean().item() for v in (hits, nothing, guessed)))
        return match + 0.3 * name, figures


def main() -> None:
    """The command line."""
    arguments = parser(__doc__, minutes=50, rate=2e-3)
    arguments.add_argument("--sittings", type=int, default=5, help="a batch")
    arguments.add_argument("--closeups", type=Path)
    arguments.add_argument("--views", type=int, default=3, help="pictures of every face in the close-ups")
    args = arguments.parse_args()
    rng = begin(args.seed)
    closeups = Sittings(args.closeups, FACES * args.views) if args.closeups else None
    train(MatcherTraining(Sittings(args.scenes), closeups, args.sittings), args, rng)


if __name__ == "__main__":
    main()
