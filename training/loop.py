"""The loop that all trainings share: one thread, a mean of the weights, a checkpoint every hundred steps."""

import argparse
import logging
import math
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np
import torch
from torch import Tensor, nn

log = logging.getLogger(__name__)


class Scenes(Protocol):
    """Scenes on the disk, to which more may be added meanwhile."""

    def refresh(self) -> None:
        """Take up what was written since."""


class Training(ABC):
    """What is trained, and on what."""

    def __init__(self, network: nn.Module, figures: tuple[str, ...], scenes: Scenes) -> None:
        self.network = network.to(memory_format=torch.channels_last)
        self.figures = figures
        self.refresh = scenes.refresh

    @abstractmethod
    def step(self, rng: np.random.Generator) -> tuple[Tensor, tuple[float, ...]]:
        """One batch: its loss, and figures for the log."""


def parser(doc: str | None, *, minutes: float, rate: float, scenes: bool = True) -> argparse.ArgumentParser:
    """The arguments of every training; how large a batch is, each says itself. scenes: whether it takes any."""
    out = argparse.ArgumentParser(description=doc)
    if scenes:
        out.add_argument("scenes", type=Path)
    out.add_argument("out", type=Path)
    out.add_argument("--minutes", type=float, default=minutes)
    out.add_argument("--rate", type=float, default=rate)
    out.add_argument("--seed", type=int, default=1)
    return out


def run(
    doc: str | None,
    make: Callable[[Path, int], Training],
    *,
    minutes: float,
    rate: float,
    batch: int,
    batch_help: str | None = None,
    **how: Any,
) -> None:
    """The command line of a training that needs no more than scenes and the size of a batch; `how`: see `train`."""
    arguments = parser(doc, minutes=minutes, rate=rate)
    arguments.add_argument("--batch", type=int, default=batch, help=batch_help)
    args = arguments.parse_args()
    rng = begin(args.seed)
    train(make(args.scenes, args.batch), args, rng, **how)


def begin(seed: int) -> np.random.Generator:
    """One thread, everything that is left to chance from `seed`; before the network is made."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.manual_seed(seed)
    return np.random.default_rng(seed)


def as_input(pictures: list[np.ndarray]) -> Tensor:
    """BGR pictures (height, width, 3) of one size as the networks want them: (N, 3, height, width), 0 to 1."""
    x = torch.from_numpy(np.stack(pictures)).permute(0, 3, 1, 2).float().div_(255)
    return x.to(memory_format=torch.channels_last)


def train(
    training: Training,
    args: argparse.Namespace,
    rng: np.random.Generator,
    *,
    decay: float = 2e-3,
    warm_again: bool = True,
) -> None:
    """Train for so long; goes on from `args.out` where it exists. The weights written are a mean over many steps.

    decay: of the weights; warm_again: whether a training that goes on begins with small steps once more.
    """
    network, steps = training.network, 0
    log.info("%d weights", weights(network))
    if args.out.exists():
        saved = torch.load(args.out)
        network.load_state_dict(saved["weights"])
        steps = saved["steps"]
    mean = torch.optim.swa_utils.AveragedModel(
        network, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.995), use_buffers=True
    )
    learn = torch.optim.AdamW(network.parameters(), lr=args.rate, weight_decay=decay)
    warmed = 0 if warm_again else steps
    start, shown, n = time.monotonic(), np.zeros(len(training.figures)), 0
    while (done := (time.monotonic() - start) / 60 / args.minutes) < 1:
        fall = 0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * done))
        for group in learn.param_groups:
            group["lr"] = args.rate * min(1, (warmed + n + 1) / 100) * fall
        loss, figures = training.step(rng)
        learn.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        learn.step()
        mean.update_parameters(network)
        steps, n, shown = steps + 1, n + 1, shown + figures
        if n % 100 == 0:
            told = " ".join(f"{name} {value:.4f}" for name, value in zip(training.figures, shown / 100, strict=True))
            log.info("%d steps, %.0f%%: %s", steps, 100 * done, told)
            shown[:] = 0
            training.refresh()
            torch.save({"weights": mean.module.state_dict(), "steps": steps}, args.out)
    torch.save({"weights": mean.module.state_dict(), "steps": steps}, args.out)


def weights(network: nn.Module) -> int:
    """How many weights a network has."""
    return sum(p.numel() for p in network.parameters())
