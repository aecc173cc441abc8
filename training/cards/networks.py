"""The four networks of the card reader (torch)."""

import torch
from torch import Tensor, nn

from training.networks import HeatNetwork, PatchNetwork, Separable, dense
from vision.cards.classify import GLYPHS, SUITS
from vision.cards.marks import SIDE
from vision.cards.patches import PATCH_HEIGHT, PATCH_WIDTH
from vision.cards.pose import OUTPUTS, WIDE

# Heat, offset x and y (cells), up x and y (unit vector), log2 of the height (in 16 pixels), right along and across up.
DETECTOR_OUTPUTS = 8
# The last glyph class: no index here, or one that stands askew.
CLASSES = len(GLYPHS) + 1
SUIT_CLASSES = 4


class Detector(HeatNetwork):
    """Where corner indices are: fully convolutional, stride 4; sides of the input are multiples of 16."""

    def __init__(self) -> None:
        super().__init__()
        # Few layers at the fine scales: on a CPU they cost the most, in training above all.
        self.stem = nn.Sequential(dense(3, 8, 2), dense(8, 32, 2), Separable(32, 32))
        self.down8 = nn.Sequential(Separable(32, 80, 2), Separable(80, 80), Separable(80, 80))
        self.down16 = nn.Sequential(
            Separable(80, 144, 2), Separable(144, 144), Separable(144, 144, kernel=5), Separable(144, 144, kernel=5)
        )
        self.side16 = nn.Conv2d(144, 80, 1)
        self.join8 = nn.Sequential(Separable(80, 80), Separable(80, 80))
        self.make_head(80, DETECTOR_OUTPUTS - 1)


class Classifier(nn.Module):
    """What an upright index patch shows."""

    def __init__(self) -> None:
        super().__init__()
        # On patches this small, dense layers cost no more than separable ones and learn faster.
        self.body = nn.Sequential(
            dense(3, 32, 2, kernel=5), dense(32, 48), dense(48, 96, 2), dense(96, 96), dense(96, 128, 2)
        )
        self.flat = nn.Sequential(nn.Conv2d(128, 32, 1, bias=False), nn.BatchNorm2d(32), nn.ReLU(inplace=True))
        self.drop = nn.Dropout(0.2)
        # Three halvings of the patch.
        flat = 32 * -(-PATCH_HEIGHT // 8) * -(-PATCH_WIDTH // 8)
        self.hidden = nn.Sequential(nn.Linear(flat, 160), nn.ReLU(inplace=True))
        self.glyph = nn.Linear(160, CLASSES)
        self.suit = nn.Linear(160, SUIT_CLASSES)

    def forward(self, x: Tensor) -> Tensor:
        """(N, 3, 44, 32) in 0..1 -> (N, CLASSES + 4) logits: glyph, then suit."""
        y = self.hidden(self.drop(self.flat(self.body(x)).flatten(1)))
        return torch.cat([self.glyph(y), self.suit(y)], dim=1)


class Poser(PatchNetwork):
    """Where exactly an index lies in a patch cut roughly around it, and whether there is one; `vision.cards.pose`."""

    def __init__(self) -> None:
        super().__init__((16, 32, 64), WIDE.height, WIDE.width, OUTPUTS)


class PipReader(nn.Module):
    """Which suit the outline of a mark is, or none."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(dense(1, 16), dense(16, 24, 2), dense(24, 32), dense(32, 32, 2))
        self.hidden = nn.Sequential(nn.Linear(32 * (SIDE // 4) ** 2, 48), nn.ReLU(inplace=True))
        self.out = nn.Linear(48, len(SUITS) + 1)

    def forward(self, x: Tensor) -> Tensor:
        """(N, 1, SIDE, SIDE) in 0..1 -> (N, 5): logits of SUITS and of none."""
        return self.out(self.hidden(self.body(x).flatten(1)))
