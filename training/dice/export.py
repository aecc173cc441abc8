"""Write a trained network of the dice reader as ONNX.

python -m training.dice.export detector|aligner|matcher WEIGHTS.pt OUT.onnx
"""

import argparse
from pathlib import Path

import torch
from torch import Tensor, nn

from training.dice.networks import DiceDetector, FaceAligner, FaceMatcher
from training.dice.train_matcher import LOOK
from vision.dice.patch import PATCH


class Matching(nn.Module):
    """The matcher as the reader wants it: products of looks are log-odds, and the odds of none are told with them."""

    def __init__(self, matcher: FaceMatcher) -> None:
        super().__init__()
        self.matcher = matcher
        self.root = nn.Parameter(matcher.scale.detach().clamp(1, 60).sqrt(), requires_grad=False)

    def forward(self, x: Tensor) -> Tensor:
        """(N, 3, PATCH, PATCH) -> (N, look, guesses, log-odds of none)."""
        out = self.matcher(x)
        none = self.matcher.none + 0 * out[:, :1]
        return torch.cat([out[:, :LOOK] * self.root, out[:, LOOK:], none], dim=1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("network", choices=["detector", "aligner", "matcher"])
    parser.add_argument("weights", type=Path)
    parser.add_argument("out", type=Path)
    args = parser.parse_args()
    networks = {"detector": DiceDetector, "aligner": FaceAligner, "matcher": FaceMatcher}
    network: nn.Module = networks[args.network]()
    network.load_state_dict(torch.load(args.weights)["weights"])
    if isinstance(network, DiceDetector):
        example = torch.zeros(1, 3, 64, 96)
        free = {"input": {2: "height", 3: "width"}, "output": {2: "rows", 3: "columns"}}
    else:
        example = torch.zeros(1, 3, PATCH, PATCH)
        free = {"input": {0: "n"}, "output": {0: "n"}}
    if isinstance(network, FaceMatcher):
        network = Matching(network)
    network.eval()
    torch.onnx.export(
        network, (example,), str(args.out), input_names=["input"], output_names=["output"], dynamic_axes=free,
        opset_version=13, dynamo=False,
    )  # fmt: skip


if __name__ == "__main__":
    main()
