"""Take up a training from the model in the repository: checkpoints are not kept there.

In an exported model the batch norms are part of the convolutions before them. Here each norm is put back: its mean and
spread are those of what the convolution before it makes of an example batch, and it undoes what it does.
"""

from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn


def restored(network: nn.Module, model: Path, example: Tensor) -> nn.Module:
    """`network` with the weights of an exported `model`, its norms as if `example` (N, 3, H, W) was a training batch.

    The network must use its convolutions, norms and linear layers in the order in which it holds them. ValueError where
    the model is another's.
    """
    graph = onnx.load(str(model)).graph
    arrays = {each.name: numpy_helper.to_array(each) for each in graph.initializer}
    stored = [(arrays[node.input[1]], arrays[node.input[2]]) for node in graph.node if node.op_type in ("Conv", "Gemm")]
    layers = [each for each in network.modules() if isinstance(each, nn.Conv2d | nn.Linear | nn.BatchNorm2d)]
    wanted = [each for each in layers if not isinstance(each, nn.BatchNorm2d)]
    if [tuple(w.shape) for w, _ in stored] != [tuple(each.weight.shape) for each in wanted]:
        raise ValueError(f"{model} holds another network's layers: {[w.shape for w, _ in stored]}")
    network.eval()
    left = iter(stored)
    for layer, following in zip(layers, [*layers[1:], None], strict=True):
        if isinstance(layer, nn.BatchNorm2d):
            continue
        weight, bias = next(left)
        with torch.no_grad():
            layer.weight.copy_(torch.from_numpy(np.array(weight)))
            if isinstance(following, nn.BatchNorm2d):
                _put_back(network, layer, following, torch.from_numpy(np.array(bias)), example)
            else:
                layer.bias.copy_(torch.from_numpy(np.array(bias)))
    return network


def _put_back(network: nn.Module, layer: nn.Module, norm: nn.BatchNorm2d, bias: Tensor, example: Tensor) -> None:
    made: list[Tensor] = []
    hook = layer.register_forward_hook(lambda _, __, out: made.append(out.detach()))
    network(example)
    hook.remove()
    norm.running_mean = made[0].mean(dim=(0, 2, 3))
    norm.running_var = made[0].var(dim=(0, 2, 3))
    norm.weight.copy_((norm.running_var + norm.eps).sqrt())
    norm.bias.copy_(norm.running_mean + bias)
