"""The four networks of the dice reader (torch)."""

import torch
from torch import Tensor, nn

from training.networks import HeatNetwork, PatchNetwork, Residual, Separable, dense
from vision.dice.patch import PATCH

#: Heat; offset x and y (cells); log2 of the face's size (in 16 pixels); two numbers of its shape, two of its turn
#: (`vision.dice.shape`); share in sight.
DETECTOR_OUTPUTS = 9
#: Cells across and down, and channels, of what the matcher compares.
CELLS, CHANNELS = 5, 48
#: Four corners' x and y, a logit, the share in sight.
ALIGNER_OUTPUTS = 10
#: A K Q J 8 7, and none of them.
CLASSES = 7
#: A K Q J 8 7, the face of an ordinary die, and no top face.
NAMES = 8


class DiceDetector(HeatNetwork):
    """Where the top faces of dice are: fully convolutional, stride 4; sides of the input are multiples of 16."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(dense(3, 8, 2), dense(8, 24, 2), Separable(24, 24))
        self.down8 = nn.Sequential(Separable(24, 56, 2), Separable(56, 56), Separable(56, 56))
        self.down16 = nn.Sequential(Separable(56, 96, 2), *(Separable(96, 96, kernel=5) for _ in range(3)))
        self.side16 = nn.Conv2d(96, 56, 1)
        self.join8 = nn.Sequential(Separable(56, 56), Separable(56, 56))
        self.make_head(56, DETECTOR_OUTPUTS - 1)


def face_body() -> nn.Sequential:
    """The first layers of the matcher: (N, 3, 40, 40) -> (N, 96, 5, 5)."""
    return nn.Sequential(dense(3, 24, 2, kernel=5), dense(24, 48, 2), dense(48, 96), dense(96, 96, 2), dense(96, 96))


class FaceMatcher(nn.Module):
    """What a top face looks like, to be compared with the same face of another picture.

    It also guesses which face it may be: not used, but it learns the better for it.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = face_body()
        self.look = nn.Conv2d(96, CHANNELS, 1)
        self.drop = nn.Dropout(0.15)
        self.hidden = nn.Sequential(nn.Linear(CHANNELS * CELLS * CELLS, 96), nn.ReLU(inplace=True))
        self.guess = nn.Linear(96, CLASSES)
        # How much likeness makes two faces the same, and how likely none of them is there.
        self.scale = nn.Parameter(torch.tensor(12.0))
        self.none = nn.Parameter(torch.tensor(5.0))

    def forward(self, x: Tensor) -> Tensor:
        """(N, 3, 40, 40) in 0..1 -> (N, CHANNELS * 25 + CLASSES): a look of length one, and logits for any set."""
        y = self.look(self.body(x)).flatten(1)
        look = y / torch.sqrt((y * y).sum(dim=1, keepdim=True) + 1e-6)
        return torch.cat([look, self.guess(self.hidden(self.drop(y)))], dim=1)


class FaceNamer(nn.Module):
    """Which face a top face shows, whatever the set, if the patch is upright: of its four turns one is."""

    def __init__(self, figures: int = 0) -> None:
        """figures: how many court figures it is told apart besides, while it learns; not part of the reader."""
        super().__init__()
        self.body = nn.Sequential(
            dense(3, 32, 2, kernel=5),
            dense(32, 64, 2),
            dense(64, 96),
            dense(96, 128, 2),
            Residual(128),
            dense(128, 128),
        )
        self.flat = nn.Sequential(nn.Conv2d(128, 64, 1, bias=False), nn.BatchNorm2d(64), nn.ReLU(inplace=True))
        self.drop = nn.Dropout(0.1)
        self.hidden = nn.Sequential(nn.Linear(64 * CELLS * CELLS, 160), nn.ReLU(inplace=True))
        self.out = nn.Linear(160, NAMES)
        self.figure = nn.Linear(160, figures) if figures else None

    def seen(self, x: Tensor) -> Tensor:
        """(N, 3, 40, 40) in 0..1 -> (N, 160): what names and figures are told from."""
        told: Tensor = self.hidden(self.drop(self.flat(self.body(x)).flatten(1)))
        return told

    def forward(self, x: Tensor) -> Tensor:
        """(N, 3, 40, 40) in 0..1 -> (N, NAMES): logits, to be compared over the four turns of a patch together."""
        return self.out(self.seen(x))


class FaceAligner(PatchNetwork):
    """Where exactly a top face lies in a patch cut roughly around it, and whether there is one.

    Tells how far each corner is off (edges), a logit, the share in sight.
    """

    def __init__(self) -> None:
        super().__init__((24, 40, 72), PATCH, PATCH, ALIGNER_OUTPUTS)
