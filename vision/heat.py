"""Networks that tell for every cell of a picture how likely the middle of something lies there."""

import math
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

    Returns the output (see `peaks`), and (2,) the picture's pixels to one of the model's input, across and
    down.
    """
    height, width = (max(grain, round(n * scale)) for n in picture.shape[:2])
    small = resized(picture, width, height)
    padded = cv2.copyMakeBorder(small, 0, -height % grain, 0, -width % grain, cv2.BORDER_REPLICATE)
    # As `vision.onnx.as_input`, which takes longer for one large picture than for many small ones.
    inputs = np.stack(cv2.split(padded)).astype(np.float32)[None]
    inputs *= np.float32(1 / 255)
    return run(model, inputs, threads)[0], np.array([picture.shape[1] / width, picture.shape[0] / height])


def resized(picture: Picture, width: int, height: int) -> Picture:
    """The picture in another size. No pixel is skipped: it is halved, as the mean of four, as often as it goes.

    That is several times faster than OpenCV's INTER_AREA, and as good for what is left, less than a half.
    """
    while picture.shape[0] >= 2 * height and picture.shape[1] >= 2 * width:
        picture = _resized(picture, picture.shape[1] // 2, picture.shape[0] // 2)
    return picture if picture.shape[:2] == (height, width) else _resized(picture, width, height)


def _resized(picture: Picture, width: int, height: int) -> Picture:
    return np.asarray(cv2.resize(picture, (width, height), interpolation=cv2.INTER_LINEAR), np.uint8)


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
    logits = places[0].transpose(2, 0, 3, 1).reshape(fold * output.shape[1], fold * output.shape[2])
    highest = np.asarray(cv2.dilate(logits, np.ones((3, 3), np.uint8)))
    rows, columns = np.nonzero((logits >= highest) & (logits >= math.log(threshold / (1 - threshold))))
    told = places[1:, rows % fold, columns % fold, rows // fold, columns // fold]
    return likelihood(logits[rows, columns]), rows, columns, told.astype(np.float64)
