"""Train the reader of pips: which suit the outline of a mark is.

    python -m training.cards.train_pips OUT.pt --minutes 6

Marks are drawn as they are trained on (`outlines.py`): there are no scenes to be composed before.
"""

from collections import deque

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from training.cards.networks import PipReader
from training.cards.outlines import sample
from training.loop import Training, begin, parser, train

#: Marks kept to be shown again, and how often each is shown.
KEPT, AGAIN = 20000, 6


class Nothing:
    """Marks are drawn as they are needed: there are no files to take up."""

    def refresh(self) -> None:
        """As `training.loop.Scenes`."""


class PipTraining(Training):
    """Batches of marks; drawing takes longer than learning, so each is shown some times."""

    def __init__(self, size: int) -> None:
        super().__init__(PipReader(), ("loss", "right", "clear", "clear_right"), Nothing())
        self._size = size
        self._drawn: deque[tuple[np.ndarray, int]] = deque(maxlen=KEPT)

    def step(self, rng: np.random.Generator) -> tuple[Tensor, tuple[float, ...]]:
        """See `Training`."""
        more = max(self._size // AGAIN, 4 * self._size - len(self._drawn))
        self._drawn.extend(one for one in (sample(rng) for _ in range(more)) if one is not None)
        chosen = [self._drawn[i] for i in rng.integers(len(self._drawn), size=self._size)]
        label = torch.tensor([kind for _, kind in chosen])
        out = self.network(torch.from_numpy(np.stack([outline for outline, _ in chosen]))[:, None].float().div_(255))
        loss = functional.cross_entropy(out, label)
        with torch.no_grad():
            most, said = out.softmax(dim=1).max(dim=1)
            right, clear = (said == label).float(), most > 0.98
            figures = (loss.item(), right.mean().item(), clear.float().mean().item(), right[clear].mean().item())
        return loss, figures


def main() -> None:
    """The command line."""
    arguments = parser(__doc__, minutes=6, rate=3e-3, scenes=False)
    arguments.add_argument("--batch", type=int, default=64)
    args = arguments.parse_args()
    rng = begin(args.seed)
    train(PipTraining(args.batch), args, rng)


if __name__ == "__main__":
    main()
