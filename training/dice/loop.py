"""The loop that both trainings share: one thread, a mean of the weights, a checkpoint every hundred steps."""

import logging
import math
import time
from abc import ABC, abstractmethod
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from training.cards.networks import weights

log = logging.getLogger(__name__)


class Training(ABC):
    """What is trained, and on what."""

    def __init__(self, network: nn.Module, figures: tuple[str, ...]) -> None:
        self.network = network.to(memory_format=torch.channels_last)
        self.figures = figures

    @abstractmethod
    def step(self, rng: np.random.Generator) -> tuple[Tensor, tuple[float, ...]]:
        """One batch: its loss, and figures for the log."""

    def refresh(self) -> None:  # noqa: B027 - most data does not grow
        """New data may be there."""


def train(training: Training, out: Path, minutes: float, rate: float, seed: int) -> None:
    """Train for so long; goes on from `out` where it exists. The weights written are a mean over many steps."""
    torch.set_num_threads(1)
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    network, steps = training.network, 0
    log.info("%d weights", weights(network))
    if out.exists():
        saved = torch.load(out)
        network.load_state_dict(saved["weights"])
        steps = saved["steps"]
    mean = torch.optim.swa_utils.AveragedModel(
        network, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.995), use_buffers=True
    )
    learn = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=2e-3)
    start, shown, n = time.monotonic(), np.zeros(len(training.figures)), 0
    while (done := (time.monotonic() - start) / 60 / minutes) < 1:
        for group in learn.param_groups:
            group["lr"] = rate * min(1, (n + 1) / 100) * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * done)))
        loss, figures = training.step(rng)
        learn.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        learn.step()
        mean.update_parameters(network)
        steps, n, shown = steps + 1, n + 1, shown + figures
        if n % 100 == 0:
            told = " ".join(f"{name} {value:.3f}" for name, value in zip(training.figures, shown / 100, strict=True))
            log.info("%d steps, %.0f%%: %s", steps, 100 * done, told)
            shown[:] = 0
            training.refresh()
            torch.save({"weights": mean.module.state_dict(), "steps": steps}, out)
    torch.save({"weights": mean.module.state_dict(), "steps": steps}, out)
