"""Train the index classifier on patches of composed scenes.

    python -m training.cards.train_classifier SCENES OUT.pt --minutes 20 [--detector index_detector.onnx]

Without a detector, patches are cut at the true poses, jittered, and at wrong ones (upside down, aside, anywhere),
which the reject class learns. With one, half of them are cut where it and the poser say: their true errors.
"""

import logging
import math
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from training.cards.networks import Classifier
from training.cards.scenes import SCENE
from training.cards.train_detector import READABLE, scenes_of, turned
from training.loop import Training, as_input, begin, parser, train
from training.shards import Shards
from vision.cards.classify import GLYPHS
from vision.cards.detect import detect_at
from vision.cards.patches import Pyramid
from vision.cards.pose import put_right

REJECT = len(GLYPHS)
SMALLEST = 11.0
PER_SCENE = 14
#: How far off poses are: mostly as the poser leaves them (measured on scenes), sometimes as the detector tells them.
MUCH, HOW_OFTEN = (0.35, 1.0), (0.75, 0.25)

log = logging.getLogger(__name__)


def jittered(pose: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A pose as the poser gives it, now and then as the detector does: a little aside, turned, too large or small."""
    much = rng.choice(MUCH, p=HOW_OFTEN)
    out = pose.astype(np.float64).copy()
    height = math.hypot(out[2], out[3])
    out[:2] += rng.normal(size=2) * 0.045 * much * height
    out[2:] *= np.exp(rng.normal() * 0.07 * much)
    out[4:] *= np.exp(rng.normal() * 0.08 * much)
    if rng.random() < 0.25 * much:  # no slant seen
        out[4:] = -out[3], out[2]
    a, b = rng.normal(size=2) * np.radians(5) * much
    for angle, k in ((a, 2), (a + b, 4)):
        c, s = math.cos(angle), math.sin(angle)
        out[k : k + 2] = c * out[k] - s * out[k + 1], s * out[k] + c * out[k + 1]
    return out


def misplaced(pose: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A pose that no reader may read at: half turned, lying, or far aside."""
    out = jittered(pose, rng)
    height = math.hypot(out[2], out[3])
    kind = rng.random()
    if kind < 0.45:
        out[2:] *= -1
    elif kind < 0.6:
        sign = rng.choice([-1, 1])
        out[2:] = sign * np.array([-out[3], out[2], -out[5], out[4]])
    else:
        angle = rng.uniform(0, 2 * np.pi)
        out[:2] += np.array([math.cos(angle), math.sin(angle)]) * height * rng.uniform(0.45, 1.2)
        if rng.random() < 0.5:
            out[2:] *= np.exp(rng.uniform(-0.5, 0.5))
    return out


def anywhere(rng: np.random.Generator) -> np.ndarray:
    """A random pose in a scene."""
    angle, height = rng.uniform(0, 2 * np.pi), math.exp(rng.uniform(math.log(10), math.log(70)))
    up = np.array([math.cos(angle), math.sin(angle)]) * height
    return np.array([*rng.uniform(5, SCENE - 5, 2), *up, -up[1], up[0]])


def samples(picture: np.ndarray, rows: np.ndarray, rng: np.random.Generator) -> list[tuple[np.ndarray, int, int]]:
    """Patches of one scene with glyph (REJECT for none) and suit (-1 for none)."""
    pyramid, out = Pyramid(picture), []
    seen = [r for r in rows if r[8] >= READABLE and math.hypot(r[2], r[3]) >= SMALLEST]
    hidden = [r for r in rows if r[8] < 0.45 and 0 <= r[0] < SCENE and 0 <= r[1] < SCENE]
    for i in rng.permutation(len(seen))[: PER_SCENE - 4]:
        row = seen[i]
        out.append((pyramid.patch(jittered(row[:6], rng)), int(row[6]), int(row[7])))
        if rng.random() < 0.2:
            out.append((pyramid.patch(misplaced(row[:6], rng)), REJECT, -1))
    for row in hidden[:1]:
        out.append((pyramid.patch(jittered(row[:6], rng)), REJECT, -1))
    for _ in range(1):
        pose = anywhere(rng)
        if all(math.hypot(*(pose[:2] - r[:2])) > 0.4 * math.hypot(r[2], r[3]) for r in rows):
            out.append((pyramid.patch(pose), REJECT, -1))
    return out


def tinted(patch: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Light, white balance, focus and noise, beyond what the scene already had."""
    out = patch.astype(np.float32)
    if rng.random() < 0.5:
        out = out * rng.uniform(0.6, 1.3) * rng.uniform(0.88, 1.12, 3) + rng.uniform(-20, 20)
    if rng.random() < 0.1:  # a lamp's reflection over it: paper stays white, ink goes pale
        paper = np.percentile(out, 90, axis=(0, 1))
        out = paper - (paper - out) * rng.uniform(0.15, 0.6)
    if rng.random() < 0.12:
        out = cv2.GaussianBlur(out, (0, 0), rng.uniform(0.4, 1.5))
    if rng.random() < 0.12:
        f = rng.uniform(0.35, 0.8)
        small = cv2.resize(out, None, fx=f, fy=f, interpolation=cv2.INTER_AREA)
        out = cv2.resize(small, (out.shape[1], out.shape[0]), interpolation=cv2.INTER_LINEAR)
    if rng.random() < 0.2:
        out += rng.normal(size=out.shape).astype(np.float32) * rng.uniform(1, 14)
    return np.clip(out, 0, 255).astype(np.uint8)


class Found:
    """Patches cut where a detector found something in composed scenes, as the poser put it right."""

    def __init__(self, scenes: Shards, detector: Path, count: int, rng: np.random.Generator) -> None:
        self.samples: list[tuple[np.ndarray, int, int]] = []
        for number in rng.choice(len(scenes), min(count, len(scenes)), replace=False):
            picture, rows = turned(*scenes.scene(int(number)), int(rng.integers(4)))
            pyramid = Pyramid(picture)
            for pose in put_right(pyramid, detect_at(picture, 1.0, detector, 0.08)[:, :6]).poses:
                label = self._label(pose, rows)
                if label is not None:
                    self.samples.append((pyramid.patch(pose), *label))
        log.info("%d patches where the detector found something", len(self.samples))

    @staticmethod
    def _label(pose: np.ndarray, rows: np.ndarray) -> tuple[int, int] | None:
        """Glyph and suit of the index there; None where it is neither clearly one nor clearly none."""
        for row in rows:
            height = math.hypot(row[2], row[3])
            away = math.hypot(*(pose[:2] - row[:2])) / max(height, 1e-3)
            cosine = (pose[2] * row[2] + pose[3] * row[3]) / max(height * math.hypot(pose[2], pose[3]), 1e-3)
            grown = abs(math.log(math.hypot(pose[2], pose[3]) / max(height, 1e-3)))
            if away < 0.2 and cosine > 0.85 and grown < 0.3:
                return (int(row[6]), int(row[7])) if row[8] >= 0.75 and height >= SMALLEST else None
            if away < 0.5 and cosine > 0.3:
                return None
        return REJECT, -1


class ClassifierTraining(Training):
    """Batches of patches, half of them from where the detector found something, if there is one."""

    def __init__(self, scenes: Shards, size: int) -> None:
        super().__init__(Classifier(), ("glyph", "reject", "suit"), scenes)
        self._scenes, self._size = scenes, size
        self.found: Found | None = None

    def step(self, rng: np.random.Generator) -> tuple[Tensor, tuple[float, ...]]:
        """See `Training`; the figures are the shares told right."""
        chosen: list[tuple[np.ndarray, int, int]] = []
        if self.found is not None:
            chosen += [self.found.samples[i] for i in rng.integers(0, len(self.found.samples), self._size // 2)]
        while len(chosen) < self._size:
            scene = self._scenes.scene(int(rng.integers(len(self._scenes))))
            chosen += samples(*turned(*scene, int(rng.integers(4))), rng)
        chosen = chosen[: self._size]
        x = as_input([tinted(patch, rng) for patch, _, _ in chosen])
        glyph, suit = (torch.tensor([c[k] for c in chosen]) for k in (1, 2))
        out = self.network(x)
        some = suit >= 0
        loss = functional.cross_entropy(out[:, : REJECT + 1], glyph, label_smoothing=0.02)
        loss = loss + functional.cross_entropy(out[some, REJECT + 1 :], suit[some], label_smoothing=0.02)
        with torch.no_grad():
            hit = out[:, : REJECT + 1].argmax(1) == glyph
            suited = out[some, REJECT + 1 :].argmax(1) == suit[some]
        return loss, tuple(right.float().mean().item() for right in (hit[some], hit[~some], suited))


def main() -> None:
    """The command line."""
    arguments = parser(__doc__, minutes=20, rate=2e-3)
    arguments.add_argument("--batch", type=int, default=48)
    arguments.add_argument("--detector", type=Path)
    arguments.add_argument("--found", type=int, default=4000, help="scenes to run the detector on")
    args = arguments.parse_args()
    rng = begin(args.seed)
    scenes = scenes_of(args.scenes)
    training = ClassifierTraining(scenes, args.batch)
    if args.detector:
        training.found = Found(scenes, args.detector, args.found, rng)
    train(training, args, rng, decay=1e-2, warm_again=False)


if __name__ == "__main__":
    main()
