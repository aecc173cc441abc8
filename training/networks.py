"""What the networks of all readers are made of (torch)."""

import torch
from torch import Tensor, nn


def dense(inputs: int, outputs: int, stride: int = 1, kernel: int = 3) -> nn.Sequential:
    """A full convolution."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class Separable(nn.Module):
    """Depthwise 3x3 (or 5x5), then pointwise; with a short cut where the shape allows."""

    def __init__(self, inputs: int, outputs: int, stride: int = 1, kernel: int = 3) -> None:
        super().__init__()
        self.short = inputs == outputs and stride == 1
        self.body = nn.Sequential(
            nn.Conv2d(inputs, inputs, kernel, stride, kernel // 2, groups=inputs, bias=False),
            nn.BatchNorm2d(inputs),
            nn.ReLU(inplace=True),
            nn.Conv2d(inputs, outputs, 1, bias=False),
            nn.BatchNorm2d(outputs),
        )
        self.act = nn.ReLU(inplace=True)

    def forward(self, x: Tensor) -> Tensor:
        """As torch."""
        y = self.body(x)
        return self.act(x + y) if self.short else self.act(y)


class HeatNetwork(nn.Module):
    """Tells for every cell of four pixels how likely something has its middle there, and its pose.

    Fully convolutional; sides of the input are multiples of 16. Whoever inherits makes `stem` (to a quarter of the
    size), `down8`, `down16`, `side16`, `join8`, `side8`, `side4`, `join4`, and then the heads.
    """

    def make_heads(self, width: int, narrow: int, pose: int) -> None:
        """From `width` channels, over `narrow` ones for the heat, to so many values of a pose."""
        self.heat = nn.Sequential(nn.Conv2d(width, narrow, 1), nn.ReLU(inplace=True), nn.Conv2d(narrow, 1, 1))
        self.pose = nn.Sequential(nn.Conv2d(width, width, 1), nn.ReLU(inplace=True), nn.Conv2d(width, pose, 1))
        self.up = nn.Upsample(scale_factor=2, mode="nearest")
        last = self.heat[-1]
        if isinstance(last, nn.Conv2d) and last.bias is not None:
            nn.init.constant_(last.bias, -5.0)

    def forward(self, x: Tensor) -> Tensor:
        """(N, 3, H, W) in 0..1 -> (N, 1 + pose, H / 4, W / 4); heat as a logit."""
        x4 = self.stem(x)
        x8 = self.down8(x4)
        x16 = self.down16(x8)
        y8 = self.join8(x8 + self.up(self.side16(x16)))
        y4 = self.join4(self.side4(x4) + self.up(self.side8(y8)))
        return torch.cat([self.heat(y4), self.pose(y4)], dim=1)
