"""Runs a small learned model (an ONNX file) on the processor.

onnxruntime is twice as fast as OpenCV's own engine; where it cannot be had (some tablets), `cv2.dnn` gives the same
numbers. The models of this project keep to operators that both know, in OpenCV 4.12 and in 5.
"""

import os
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

THREADS = 1
"""Threads of a model, where its caller asks for no more: the screen and the camera need a core as well."""

Runner = Callable[[NDArray[np.float32]], NDArray[np.float32]]


class ModelError(RuntimeError):
    """A learned model is missing or cannot be run; the message says which file and what to do."""


def run(model: Path, inputs: NDArray[np.float32], threads: int = THREADS, again: bool = False) -> NDArray[np.float32]:
    """The model's one output for one input (N, channels, height, width), float32.

    The model is loaded at the first call and kept. again: inputs of this height and width come again and again; a model
    that takes any is loaded for them alone, which costs 7 ms once and saves a twentieth each time, as onnxruntime can
    plan what it keeps where. Raises `ModelError` where the file is missing or unreadable.
    """
    return _runner(model, threads, inputs.shape[2:] if again else ())(inputs)


def as_input(pictures: NDArray[np.uint8]) -> NDArray[np.float32]:
    """BGR pictures (N, height, width, 3) as the models want them: (N, 3, height, width), 0 to 1."""
    count, height, width, _ = pictures.shape
    inputs = np.empty((count, 3, height, width), np.float32)
    # For large pictures twice as fast as to let numpy transpose them, for small ones as fast.
    for colour, plane in enumerate(cv2.split(pictures.reshape(count * height, width, 3))):
        inputs[:, colour] = plane.reshape(count, height, width)
    inputs *= np.float32(1 / 255)
    return inputs


#: As many as all readers need, and some sizes: each takes some megabytes.
@lru_cache(maxsize=16)
def _runner(model: Path, threads: int, size: tuple[int, ...]) -> Runner:
    if not model.is_file():
        raise ModelError(f"{model.name}: a learned model was expected in {model.parent}; install the companion again")
    try:
        return with_onnxruntime(model, threads, size)
    except ImportError:
        return with_opencv(model)


def with_onnxruntime(model: Path, threads: int = THREADS, size: tuple[int, ...] = ()) -> Runner:
    """A runner on onnxruntime, for inputs of any height and width or of a `size` alone.

    Raises ImportError where it is not installed, `ModelError` for a broken file.
    """
    # Nothing leaves this machine: from version 1.32 on it would report to its maker, and looks here as it is loaded.
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    import onnxruntime  # noqa: PLC0415 - may be absent

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    # Waiting threads must not spin: the frame rate is far below what the processor could do.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.log_severity_level = 3
    for axis, length in zip(("height", "width"), size, strict=False):
        options.add_free_dimension_override_by_name(axis, length)
    try:
        session: Any = onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime raises its own classes, none of them documented
        raise ModelError(f"{model.name}: not a model that can be run ({error}); install the companion again") from error
    name = session.get_inputs()[0].name

    def runner(inputs: NDArray[np.float32]) -> NDArray[np.float32]:
        return np.asarray(session.run(None, {name: inputs})[0], dtype=np.float32)

    return runner


def softmax(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    """Probabilities (N, classes) from log-odds (N, classes)."""
    weights = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(weights / weights.sum(axis=1, keepdims=True))


def with_opencv(model: Path) -> Runner:
    """A runner on OpenCV's own engine. Raises `ModelError` for a broken file."""
    try:
        network: Any = cv2.dnn.readNetFromONNX(str(model))
    except cv2.error as error:
        raise ModelError(f"{model.name}: not a model that can be run ({error}); install the companion again") from error

    def runner(inputs: NDArray[np.float32]) -> NDArray[np.float32]:
        network.setInput(inputs)
        # The engine owns the output's memory and writes over it at the next call.
        return np.array(network.forward(), dtype=np.float32)

    return runner
