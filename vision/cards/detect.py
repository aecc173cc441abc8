"""Where corner indices lie: a small fully convolutional network, run at more than one scale.

The network (stride 4) gives for every cell how likely the centre of an index is there, and its pose: the exact
centre, the direction and height of the index, and the card's direction across. It knows no ranks and suits.
"""

import math
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.cards.closer import Box, worth_a_closer_look
from vision.cards.patches import Pyramid
from vision.heat import look, peaks

Picture = NDArray[np.uint8]

MODEL = Path(__file__).resolve().parents[1] / "models" / "card_index_detector.onnx"
STRIDE = 4
#: What it tells of a cell: likelihood, centre, up direction, height, card's direction across.
_CHANNELS = 8
#: Sides of the network's input are multiples of this.
GRAIN = 16
#: Longer side, in pixels, of the picture as the network sees it: all of it at first; from nearer where small indices
#: may be; and from twice as far where some are so large that others may be too large to be told.
FIRST, NEARER = 640, 1280
#: Less likely places are not looked at; at the first look there may be one from WEAK on, and is one from PLAIN on.
THRESHOLD, WEAK, PLAIN = 0.25, 0.1, 0.5
#: Heights, in pixels as the network sees them, between which it tells nearly all indices.
SMALL, LARGE = 12.0, 48.0
#: More candidates than this are noise: a table holds 52 cards of four corners at most.
MOST = 208
#: Cards are read when a hand has gone, now and then, and people wait for it.
THREADS = 2


def detect(picture: Picture | Pyramid, model: Path = MODEL) -> NDArray[np.float64]:
    """Candidate indices of a BGR picture, likeliest first.

    Returns (N, 7): x, y, up_x, up_y, right_x, right_y in pixels of the picture (see `vision.cards.patches`), and the
    network's score (0 to 1). A picture whose halves are needed later as well is given as a `Pyramid`.
    """
    pyramid = picture if isinstance(picture, Pyramid) else Pyramid(picture)
    height, width = pyramid.level(0).shape[:2]
    whole, longest = (0, 0, width, height), max(width, height)
    side = min(longest, FIRST)
    first = _detect_in(pyramid, whole, side, model, WEAK)
    heights = np.hypot(first[:, 2], first[:, 3]) * (side / longest)
    plain = (first[:, 6] >= PLAIN) & (heights >= SMALL)
    looks = [first[first[:, 6] >= THRESHOLD]]
    if not plain.any() or heights.max() >= LARGE:
        looks.append(_detect_in(pyramid, whole, (side + 1) // 2, model))
    if longest > FIRST:
        side = min(longest, NEARER)
        looks += [_detect_in(pyramid, part, side, model) for part in worth_a_closer_look(pyramid, first, plain)]
    return without_doubles(np.concatenate(looks))


def _detect_in(
    pyramid: Pyramid, part: Box, side: int, model: Path, threshold: float = THRESHOLD
) -> NDArray[np.float64]:
    """As `detect`, in a part of the picture, at one length of the whole picture's longer side."""
    number = pyramid.halvings(side)
    level, steps = pyramid.level(number), pyramid.steps(number)
    scale = side / max(level.shape[:2])
    # On the network's grid, so that a part shows it what the whole would.
    grid = GRAIN / scale
    left, top = (round(grid * (edge // (grid * step))) for edge, step in zip(part[:2], steps, strict=True))
    right, bottom = (round(grid * math.ceil(edge / (grid * step))) for edge, step in zip(part[2:], steps, strict=True))
    found = detect_at(level[top:bottom, left:right], scale, model, threshold)
    found[:, :2] += (left, top)
    return _scaled(found, steps)


def detect_at(picture: Picture, scale: float, model: Path = MODEL, threshold: float = THRESHOLD) -> NDArray[np.float64]:
    """As `detect`, at one scale of the picture and with no regard for doubles between scales."""
    output, factor = look(picture, scale, GRAIN, model, THREADS)
    return _scaled(_decode(output, threshold), factor)


def _scaled(found: NDArray[np.float64], factor: NDArray[np.float64]) -> NDArray[np.float64]:
    """The same places in a picture so many times larger, across and down."""
    found = found.copy()
    # Pixel centres: v + 0.5 scales, not v.
    found[:, :2] = (found[:, :2] + 0.5) * factor - 0.5
    found[:, 2:4] *= factor
    found[:, 4:6] *= factor
    return found


def _decode(output: NDArray[np.float32], threshold: float) -> NDArray[np.float64]:
    """Peaks of the heat with their poses, in pixels of the network's input."""
    heat, rows, columns, (dx, dy, up_x, up_y, size, along, across) = peaks(output, _CHANNELS, threshold)
    norm = np.maximum(np.hypot(up_x, up_y), 1e-6)
    up_x, up_y = up_x / norm, up_y / norm
    index_height = 16 * np.exp2(np.clip(size, -2, 4))
    right_x = (along * up_x - across * up_y) * index_height
    right_y = (along * up_y + across * up_x) * index_height
    x = (columns + dx + 0.5) * STRIDE - 0.5
    y = (rows + dy + 0.5) * STRIDE - 0.5
    out = [x, y, up_x * index_height, up_y * index_height, right_x, right_y, heat]
    return np.stack(out, axis=1).astype(np.float64)


def without_doubles(found: NDArray[np.float64]) -> NDArray[np.float64]:
    """The same index found twice (at both scales, or by neighbouring cells) is kept once, at its best score.

    Likeliest first, MOST at most.
    """
    left = found[np.argsort(-found[:, 6], kind="stable")]
    heights = np.hypot(left[:, 2], left[:, 3])
    kept: list[NDArray[np.float64]] = []
    while len(left) and len(kept) < MOST:
        best = left[0]
        kept.append(best)
        away = np.hypot(left[:, 0] - best[0], left[:, 1] - best[1])
        apart = away > 0.4 * np.maximum(heights, heights[0])
        left, heights = left[apart], heights[apart]
    return np.array(kept).reshape(-1, found.shape[1])
