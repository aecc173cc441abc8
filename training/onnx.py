"""Write a trained network as ONNX, in operators that onnxruntime and cv2.dnn (OpenCV 4.12 and 5) both know."""

import argparse
import logging
from pathlib import Path
from typing import TypeVar

import torch
from torch import Tensor, nn

OPSET = 13

log = logging.getLogger(__name__)


def arguments(doc: str | None, *kinds: str) -> argparse.Namespace:
    """kind, weights and out, from the command line."""
    parser = argparse.ArgumentParser(description=doc)
    parser.add_argument("kind", choices=kinds)
    parser.add_argument("weights", type=Path)
    parser.add_argument("out", type=Path)
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    return parser.parse_args()


Network = TypeVar("Network", bound=nn.Module)


def load(network: Network, weights: Path) -> Network:
    """The network with the weights of a checkpoint."""
    network.load_state_dict(torch.load(weights, weights_only=True)["weights"])
    return network


def write(network: nn.Module, example: Tensor, free: dict[int, str], out: Path) -> None:
    """`free`: the axes that may have any length."""
    # The tracing exporter: it folds the batch norms and writes plain operators at a fixed opset.
    torch.onnx.export(
        network.eval(),
        (example,),
        str(out),
        input_names=["picture"],
        output_names=["seen"],
        dynamic_axes={"picture": free, "seen": free},
        opset_version=OPSET,
        dynamo=False,
    )
    log.info("%s: %d bytes", out, out.stat().st_size)
