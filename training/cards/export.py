"""Write a trained network as ONNX, in operators that onnxruntime and cv2.dnn (OpenCV 4.12 and 5) both know.

python -m training.cards.export detector|classifier WEIGHTS.pt OUT.onnx
"""

import argparse
import logging
from pathlib import Path

import torch

from training.cards.networks import Classifier, Detector
from vision.cards.patches import PATCH_HEIGHT, PATCH_WIDTH

OPSET = 13

log = logging.getLogger(__name__)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=["detector", "classifier"])
    parser.add_argument("weights", type=Path)
    parser.add_argument("out", type=Path)
    args = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    detector = args.kind == "detector"
    network = (Detector() if detector else Classifier()).eval()
    network.load_state_dict(torch.load(args.weights, weights_only=True)["weights"])
    example = torch.zeros(1, 3, 256, 320) if detector else torch.zeros(2, 3, PATCH_HEIGHT, PATCH_WIDTH)
    free = {0: "count"} if not detector else {2: "height", 3: "width"}
    # The tracing exporter: it folds the batch norms and writes plain operators at a fixed opset.
    torch.onnx.export(
        network,
        (example,),
        str(args.out),
        input_names=["picture"],
        output_names=["seen"],
        dynamic_axes={"picture": free, "seen": free},
        opset_version=OPSET,
        dynamo=False,
    )
    log.info("%s: %d bytes", args.out, args.out.stat().st_size)


if __name__ == "__main__":
    main()
