"""Learning where the middles of things are."""

import torch
from torch import Tensor


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
