"""Networks that tell for every cell of a picture how likely the middle of something lies there."""

import math
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.onnx import THREADS, as_input, run
from vision.pictures import Picture, resized

Floats = NDArray[np.float64]


def look(
    picture: Picture, scale: float, grain: int, model: Path, threads: int = THREADS, again: bool = False
) -> tuple[NDArray[np.float32], Floats]:
    """What the model says of a BGR picture at a scale, its sides filled up to multiples of `grain`.

    again: see `vision.onnx.run`. Returns the output (see `peaks`), and (2,) the picture's pixels to one of the model's
    input, across and down.
    """
    height, width = (max(grain, round(n * scale)) for n in picture.shape[:2])
    small = resized(picture, (width, height))
    padded = cv2.copyMakeBorder(small, 0, -height % grain, 0, -width % grain, cv2.BORDER_REPLICATE)
    output = run(model, as_input(np.asarray(padded, np.uint8)[None]), threads, again)[0]
    return output, np.array([picture.shape[1] / width, picture.shape[0] / height])


def likelihood(logits: NDArray[np.floating]) -> NDArray[np.floating]:
    """The probabilities (0 to 1) that a network's log-odds stand for."""
    return np.asarray(1 / (1 + np.exp(-np.clip(logits, -30, 30))))


def peaks(
    output: NDArray[np.float32], channels: int, threshold: float
) -> tuple[NDArray[np.floating], NDArray[np.intp], NDArray[np.intp], Floats]:
    """Cells that are likelier than their neighbours, and likely enough.

    output: what the model says, (channels, rows, columns), the first of them log-odds; or (4 channels, rows / 2,
    columns / 2), where each place answers for four cells: only the heat and what is told of the peaks is taken apart,
    which is ten times faster than to let the model do it for all. Returns likelihoods, rows and columns (N,) of the
    peaks, and (channels - 1, N) what is told of them.
    """
    fold = math.isqrt(len(output) // channels)
    places = output.reshape(channels, fold, fold, *output.shape[1:])
    logits = np.empty((fold * output.shape[1], fold * output.shape[2]), np.float32)
    for row in range(fold):
        for column in range(fold):
            logits[row::fold, column::fold] = places[0, row, column]
    highest = np.asarray(cv2.dilate(logits, np.ones((3, 3), np.uint8)))
    # Not by rows and columns: numpy needs four times as long to find both.
    peak = np.flatnonzero((logits >= highest) & (logits >= math.log(threshold / (1 - threshold))))
    rows, columns = np.divmod(peak, logits.shape[1])
    told = places[1:, rows % fold, columns % fold, rows // fold, columns // fold]
    return likelihood(logits[rows, columns]), rows, columns, told.astype(np.float64)
