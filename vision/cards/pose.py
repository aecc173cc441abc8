"""Where exactly an index lies: a small network looks at a patch cut roughly around it and puts the pose right.

The detector's pose is some degrees and some tenths of a height off, and a slanted or cut letter is easily another. This
network sees more of the card than the patch that is read, its edges among it, and says in one go how far the pose is
off, how likely an index lies there at all, and whether it is upside down.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.cards.detect import THREADS
from vision.cards.patches import Frame, Pyramid
from vision.heat import likelihood
from vision.onnx import as_input, run

Rows = NDArray[np.float64]

MODEL = Path(__file__).resolve().parents[1] / "models" / "card_index_poser.onnx"
#: What the network sees.
WIDE = Frame(40, 48, 1.9)
#: Shift across and up; how (2, 2) the axes change, row by row; logits of an index here, and of its being upside down.
OUTPUTS = 8
#: What was put right is looked at once more, but not where an index is less likely than this, nor where nothing was off
#: by more than this (heights; change of the axes).
LOOKS, HOPELESS, MOVED = 2, 0.02, 0.05
#: More than this the network is not believed: shift in heights, and change of the axes.
FARTHEST, MOST = 0.6, 0.7


@dataclass(frozen=True, slots=True)
class Placed:
    """N places: poses (N, 6) and how likely (N,) an index lies there."""

    poses: Rows
    index: Rows


def put_right(pyramid: Pyramid, poses: Rows, model: Path = MODEL) -> Placed:
    """N rough poses (N, 6) made better, upright where they were upside down."""
    poses, index = poses.copy(), np.zeros(len(poses))
    left = np.arange(len(poses))
    for _ in range(LOOKS):
        if not len(left):
            break
        said = run(model, as_input(pyramid.patches(poses[left], WIDE)), THREADS).astype(np.float64)
        poses[left], index[left] = corrected(poses[left], said), likelihood(said[:, 6])
        moved = (np.abs(said[:, :6]).max(axis=1) > MOVED) | (said[:, 7] > 0)
        left = left[moved & (index[left] >= HOPELESS)]
    return Placed(poses, index)


def corrected(poses: Rows, said: Rows) -> Rows:
    """Poses (N, 6) changed as the network says (N, OUTPUTS); see `correction`."""
    axes = axes_of(poses)
    shift = np.clip(said[:, :2], -FARTHEST, FARTHEST)
    change = np.eye(2) + np.clip(said[:, 2:6], -MOST, MOST).reshape(-1, 2, 2)
    better = axes @ change * np.where(said[:, 7] > 0, -1.0, 1.0)[:, None, None]
    middle = poses[:, :2] + (axes @ shift[:, :, None])[:, :, 0]
    return np.concatenate([middle, better[:, :, 1], better[:, :, 0]], axis=1)


def correction(rough: Rows, true: Rows) -> tuple[Rows, NDArray[np.bool_]]:
    """(N, 6) what the network must say of rough poses (N, 6) to get the true ones, and which (N,) are upside down.

    The shift is told in the rough pose's axes, across and up; the axes change by the unit matrix and the rest, as if
    the rough pose had been turned the right way up before.
    """
    axes = axes_of(rough)
    upside_down = (rough[:, 2:4] * true[:, 2:4]).sum(axis=1) < 0
    shift = np.linalg.solve(axes, (true[:, :2] - rough[:, :2])[:, :, None])[:, :, 0]
    change = np.linalg.solve(axes, axes_of(true)) * np.where(upside_down, -1.0, 1.0)[:, None, None] - np.eye(2)
    return np.concatenate([shift, change.reshape(-1, 4)], axis=1), upside_down


def axes_of(poses: Rows) -> Rows:
    """(N, 2, 2) with the directions across and up as columns, from poses (N, 6)."""
    return np.stack([poses[:, 4:6], poses[:, 2:4]], axis=2)
