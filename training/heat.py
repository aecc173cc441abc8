"""Learning where the middles of things are."""

from abc import abstractmethod

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
