"""Write a trained network of the dice reader as ONNX.

python -m training.dice.export detector|aligner|matcher|namer WEIGHTS.pt OUT.onnx
"""

from collections.abc import Callable

import torch
from torch import Tensor, nn

from training.dice.networks import DiceDetector, FaceAligner, FaceMatcher, FaceNamer
from training.dice.train_matcher import LOOK
from training.dice.train_namer import FIGURES
from training.onnx import arguments, load, write
from vision.dice.patch import PATCH


class Matching(nn.Module):
    """The matcher as the reader wants it: products of looks are log-odds, and the odds of none are told with them."""

    def __init__(self, matcher: FaceMatcher) -> None:
        super().__init__()
        self.matcher = matcher
        self.root = nn.Parameter(matcher.scale.detach().clamp(1, 60).sqrt(), requires_grad=False)

    def forward(self, x: Tensor) -> Tensor:
        """(N, 3, PATCH, PATCH) -> (N, look, log-odds of none); what it guesses only helped it to learn."""
        out = self.matcher(x)
        none = self.matcher.none + 0 * out[:, :1]
        return torch.cat([out[:, :LOOK] * self.root, none], dim=1)


def main() -> None:
    """The command line."""
    args = arguments(__doc__, "detector", "aligner", "matcher", "namer")
    if args.kind == "detector":
        write(
            load(DiceDetector(), args.weights).folded(), torch.zeros(1, 3, 64, 96), {2: "height", 3: "width"}, args.out
        )
        return
    kinds: dict[str, Callable[[], nn.Module]] = {
        "aligner": FaceAligner,
        "matcher": FaceMatcher,
        "namer": lambda: FaceNamer(FIGURES),
    }
    network = load(kinds[args.kind](), args.weights)
    if isinstance(network, FaceMatcher):
        network = Matching(network)
    write(network, torch.zeros(1, 3, PATCH, PATCH), {0: "count"}, args.out)


if __name__ == "__main__":
    main()
