"""Networks that tell for every cell of a picture how likely the middle of something lies there."""

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.onnx import THREADS, run
from vision.pictures import Picture

Floats = NDArray[np.float64]


def look(
    picture: Picture, scale: float, grain: int, model: Path, threads: int = THREADS
) -> tuple[NDArray[np.float32], Floats]:
    """What the model says of a BGR picture at a scale, its sides filled up to multiples of `grain`.

    Returns the output (channels, rows, columns), and (2,) the picture's pixels to one of the model's input, across and
    down.
    """
    height, width = (max(grain, round(n * scale)) for n in picture.shape[:2])
    small = picture
    if (height, width) != picture.shape[:2]:
        how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        small = np.asarray(cv2.resize(picture, (width, height), interpolation=how), np.uint8)
    padded = cv2.copyMakeBorder(small, 0, -height % grain, 0, -width % grain, cv2.BORDER_REPLICATE)
    inputs = np.asarray(cv2.dnn.blobFromImage(padded, 1 / 255), np.float32)
    return run(model, inputs, threads)[0], np.array([picture.shape[1] / width, picture.shape[0] / height])


def likelihood(logits: NDArray[np.floating]) -> NDArray[np.floating]:
    """The probabilities (0 to 1) that a network's log-odds stand for."""
    return np.asarray(1 / (1 + np.exp(-np.clip(logits, -30, 30))))


def peaks(
    logits: NDArray[np.float32], threshold: float
) -> tuple[NDArray[np.floating], NDArray[np.intp], NDArray[np.intp]]:
    """Cells that are likelier than their neighbours, and likely enough: likelihoods, rows and columns (N,) of them."""
    heat = likelihood(logits)
    peak = heat >= np.asarray(cv2.dilate(heat, np.ones((3, 3), np.uint8)))
    rows, columns = np.nonzero(peak & (heat >= threshold))
    return heat[rows, columns], rows, columns
