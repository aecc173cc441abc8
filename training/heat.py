"""Learning where the middles of things are."""

from abc import abstractmethod

import cv2
import numpy as np
import torch
from torch import Tensor, nn

from training.loop import Training, as_input
from training.shards import Shards

Example = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]
"""A crop of a scene (BGR), and the heat, its weight and the pose to learn for it."""


def heat_loss(logit: Tensor, heat: Tensor, weight: Tensor) -> tuple[Tensor, Tensor]:
    """Focal loss on a heat map (as CenterNet, arXiv 1904.07850), and how many things there are to find, at least 6.

    The loss is for each of them; `weight` 0 where nobody can say.
    """
    p = torch.sigmoid(logit).clamp(1e-5, 1 - 1e-5)
    hit = heat.ge(0.999).float()
    found = -torch.log(p) * (1 - p) ** 2 * hit
    empty = -torch.log(1 - p) * p**2 * (1 - heat) ** 4 * (1 - hit) * weight
    count = hit.sum().clamp(min=6.0)
    return (found.sum() + empty.sum()) / count, count


#: Crops in a batch, as a rule.
BATCH, BATCH_HELP = 16, "16 or more: smaller ones take a slow path in torch"


def nearer(picture: np.ndarray, side: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """A square part of a square scene, so many pixels wide, as large as the whole; and where it begins, x and y."""
    size = picture.shape[0]
    x0, y0 = (int(v) for v in rng.integers(0, size - side + 1, 2))
    part = picture[y0 : y0 + side, x0 : x0 + side]
    return cv2.resize(part, (size, size), interpolation=cv2.INTER_CUBIC), np.array([x0, y0])


def farther(picture: np.ndarray, side: int) -> np.ndarray:
    """A whole square scene, only so many pixels wide, in the corner of one whose edges are repeated."""
    left = picture.shape[0] - side
    small = cv2.resize(picture, (side, side), interpolation=cv2.INTER_AREA)
    return cv2.copyMakeBorder(small, 0, left, 0, left, cv2.BORDER_REPLICATE)


class HeatTraining(Training):
    """Batches of crops, and what the network makes of them."""

    def __init__(self, network: nn.Module, scenes: Shards, size: int) -> None:
        super().__init__(network, ("heat", "pose"), scenes)
        self._scenes, self._size = scenes, size

    @abstractmethod
    def example(self, picture: np.ndarray, rows: np.ndarray, rng: np.random.Generator) -> Example:
        """What is learnt from a scene this time."""

    @abstractmethod
    def loss_of(self, out: Tensor, heat: Tensor, weight: Tensor, pose: Tensor) -> tuple[Tensor, Tensor]:
        """Of the heat, and of the pose."""

    def step(self, rng: np.random.Generator) -> tuple[Tensor, tuple[float, ...]]:
        """See `Training`."""
        numbers = rng.integers(0, len(self._scenes), self._size)
        parts = [self.example(*self._scenes.scene(int(number)), rng) for number in numbers]
        pictures, *wanted = zip(*parts, strict=True)
        out = self.network(as_input(pictures))
        where, how = self.loss_of(out, *(torch.from_numpy(np.stack(each)) for each in wanted))
        return where + how, (where.item(), how.item())
