"""What the networks of all readers are made of (torch)."""

from torch import Tensor, nn


def dense(inputs: int, outputs: int, stride: int = 1, kernel: int = 3) -> nn.Sequential:
    """A full convolution."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class Residual(nn.Module):
    """Two full convolutions beside a short cut (arXiv 1512.03385)."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.body = nn.Sequential(
            dense(channels, channels),
            nn.Conv2d(channels, channels, 3, 1, 1, bias=False),
            nn.BatchNorm2d(channels),
        )
        self.act = nn.ReLU(inplace=True)

    def forward(self, x: Tensor) -> Tensor:
        """As torch."""
        out: Tensor = self.act(x + self.body(x))
        return out


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

    Fully convolutional; sides of the input are multiples of 16. Its layers work at an eighth and a sixteenth of the
    size, where they are cheap; each place of the eighth answers for four cells (as in ESPCN, arXiv 1609.05158).
    Whoever inherits makes `stem` (to a quarter of the size), `down8`, `down16`, `side16`, `join8`, then `make_head`.
    """

    def make_head(self, width: int, values: int) -> None:
        """From `width` channels to the heat and so many values of a pose, four cells at once."""
        told = nn.Conv2d(width, 4 * (1 + values), 1)
        self.head = nn.Sequential(nn.Conv2d(width, width, 1), nn.ReLU(inplace=True), told, nn.PixelShuffle(2))
        self.up = nn.Upsample(scale_factor=2, mode="nearest")
        # At first nothing is anywhere.
        if told.bias is not None:
            nn.init.constant_(told.bias[:4], -5.0)

    def folded(self) -> "HeatNetwork":
        """The same as the reader wants it: (N, 4 (1 + values), H / 8, W / 8), taken apart by `vision.heat.peaks`."""
        self.head = self.head[:-1]
        return self

    def forward(self, x: Tensor) -> Tensor:
        """(N, 3, H, W) in 0..1 -> (N, 1 + values, H / 4, W / 4); heat as a logit."""
        x8 = self.down8(self.stem(x))
        y8 = self.join8(x8 + self.up(self.side16(self.down16(x8))))
        told: Tensor = self.head(y8)
        return told


class PatchNetwork(nn.Module):
    """Tells so many numbers of a patch cut roughly around something: three halvings, then all cells together.

    widths: channels after each halving; height, width: of the patch, in pixels.
    """

    def __init__(self, widths: tuple[int, int, int], height: int, width: int, outputs: int) -> None:
        super().__init__()
        first, second, third = widths
        self.body = nn.Sequential(
            dense(3, first, 2, kernel=5), dense(first, second, 2), dense(second, third), dense(third, third, 2),
            dense(third, third),
        )  # fmt: skip
        self.flat = nn.Sequential(nn.Conv2d(third, 24, 1, bias=False), nn.BatchNorm2d(24), nn.ReLU(inplace=True))
        cells = -(-height // 8) * -(-width // 8)
        self.hidden = nn.Sequential(nn.Linear(24 * cells, 128), nn.ReLU(inplace=True))
        self.out = nn.Linear(128, outputs)

    def forward(self, x: Tensor) -> Tensor:
        """(N, 3, height, width) in 0..1 -> (N, outputs)."""
        told: Tensor = self.out(self.hidden(self.flat(self.body(x)).flatten(1)))
        return told
