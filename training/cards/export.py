"""Write a trained network of the card reader as ONNX.

python -m training.cards.export detector|classifier|poser|pips WEIGHTS.pt OUT.onnx
"""

import torch

from training.cards.networks import Classifier, Detector, PipReader, Poser
from training.onnx import arguments, load, write
from vision.cards.marks import SIDE
from vision.cards.patches import PATCH_HEIGHT, PATCH_WIDTH
from vision.cards.pose import WIDE


def main() -> None:
    """The command line."""
    args = arguments(__doc__, "detector", "classifier", "poser", "pips")
    if args.kind == "detector":
        write(load(Detector(), args.weights).folded(), torch.zeros(1, 3, 256, 320), {2: "height", 3: "width"}, args.out)
    elif args.kind == "poser":
        write(load(Poser(), args.weights), torch.zeros(2, 3, WIDE.height, WIDE.width), {0: "count"}, args.out)
    elif args.kind == "pips":
        write(load(PipReader(), args.weights), torch.zeros(2, 1, SIDE, SIDE), {0: "count"}, args.out)
    else:
        example = torch.zeros(2, 3, PATCH_HEIGHT, PATCH_WIDTH)
        write(load(Classifier(), args.weights), example, {0: "count"}, args.out)


if __name__ == "__main__":
    main()
