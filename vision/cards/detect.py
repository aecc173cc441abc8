"""Where corner indices lie: a small fully convolutional network, run at two scales.

The network (stride 4) gives for every cell how likely the centre of an index is there, and its pose: the exact
centre, the direction and height of the index, and the card's direction across. It knows no ranks and suits.
"""

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.onnx import run

Picture = NDArray[np.uint8]

MODEL = Path(__file__).resolve().parents[1] / "models" / "card_index_detector.onnx"
STRIDE = 4
#: Sides of the network's input are multiples of this.
GRAIN = 16
#: Longer side, in pixels, of the picture as the network sees it: small indices in the first, large ones in the second.
LONG_SIDES = (1280, 512)
#: Less likely places are not looked at.
THRESHOLD = 0.25
#: More candidates than this are noise: a table holds 52 cards of four corners at most.
MOST = 208


def detect(picture: Picture, model: Path = MODEL) -> NDArray[np.float64]:
    """Candidate indices of a BGR picture, likeliest first.

    Returns (N, 7): x, y, up_x, up_y, right_x, right_y in pixels of the picture (see `vision.cards.patches`), and the
    network's score (0 to 1).
    """
    longest = max(picture.shape[:2])
    scales = sorted({min(1.0, side / longest) for side in LONG_SIDES}, reverse=True)
    return without_doubles(np.concatenate([detect_at(picture, scale, model) for scale in scales]))[:MOST]


def detect_at(picture: Picture, scale: float, model: Path = MODEL, threshold: float = THRESHOLD) -> NDArray[np.float64]:
    """As `detect`, at one scale of the picture and with no regard for doubles between scales."""
    height, width = (max(GRAIN, round(n * scale)) for n in picture.shape[:2])
    small = picture
    if (height, width) != picture.shape[:2]:
        how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        small = np.asarray(cv2.resize(picture, (width, height), interpolation=how), dtype=np.uint8)
    padded = cv2.copyMakeBorder(small, 0, -height % GRAIN, 0, -width % GRAIN, cv2.BORDER_REPLICATE)
    inputs = np.asarray(cv2.dnn.blobFromImage(padded, 1 / 255), np.float32)
    found = _decode(run(model, inputs)[0], threshold)
    # Pixel centres: v + 0.5 scales, not v.
    factor = np.array([picture.shape[1] / width, picture.shape[0] / height])
    found[:, :2] = (found[:, :2] + 0.5) * factor - 0.5
    found[:, 2:4] *= factor
    found[:, 4:6] *= factor
    return found


def _decode(output: NDArray[np.float32], threshold: float) -> NDArray[np.float64]:
    """Peaks of the heat with their poses, in pixels of the network's input."""
    heat = 1 / (1 + np.exp(-np.clip(output[0], -30, 30)))
    peak = heat >= np.asarray(cv2.dilate(heat, np.ones((3, 3), np.uint8)))
    rows, columns = np.nonzero(peak & (heat >= threshold))
    dx, dy, up_x, up_y, size, along, across = output[1:8, rows, columns].astype(np.float64)
    norm = np.maximum(np.hypot(up_x, up_y), 1e-6)
    up_x, up_y = up_x / norm, up_y / norm
    index_height = 16 * np.exp2(np.clip(size, -2, 4))
    right_x = (along * up_x - across * up_y) * index_height
    right_y = (along * up_y + across * up_x) * index_height
    x = (columns + dx + 0.5) * STRIDE - 0.5
    y = (rows + dy + 0.5) * STRIDE - 0.5
    out = [x, y, up_x * index_height, up_y * index_height, right_x, right_y, heat[rows, columns]]
    return np.stack(out, axis=1).astype(np.float64)


def without_doubles(found: NDArray[np.float64]) -> NDArray[np.float64]:
    """The same index found twice (at both scales, or by neighbouring cells) is kept once, at its best score."""
    order = np.argsort(-found[:, 6], kind="stable")
    kept: list[int] = []
    heights = np.hypot(found[:, 2], found[:, 3])
    for i in order:
        if all(_apart(found, heights, i, k) for k in kept):
            kept.append(int(i))
    return found[kept]


def _apart(found: NDArray[np.float64], heights: NDArray[np.float64], i: int, k: int) -> bool:
    reach = 0.4 * max(heights[i], heights[k])
    return bool(np.hypot(*(found[i, :2] - found[k, :2])) > reach)
