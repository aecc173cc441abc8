"""The card reader: picture in, cards out."""

import numpy as np
from numpy.typing import NDArray

from vision.cards.classify import classify
from vision.cards.corners import Corner, join
from vision.cards.detect import detect
from vision.cards.patches import Pyramid
from vision.cards.reading import CardReading

#: Places less likely to be a certain card's index are not even shown.
SHOWN = 0.35
#: How a pose is varied, as no pose is quite right: growth, and a shift along its axes in index heights.
FRAMINGS = ((1.0, 0.0), (0.93, 0.03), (1.08, -0.03))


def read_cards(picture: NDArray[np.uint8]) -> tuple[CardReading, ...]:
    """Every card of which an index shows in a BGR picture (height, width, 3), likeliest first.

    A card is sure where its index is certain, or where two of its corners agree; a card read in two distant places
    is never sure. Raises `vision.onnx.ModelError` where a learned model is missing.
    """
    return join(_corners(picture))


def _corners(picture: NDArray[np.uint8]) -> list[Corner]:
    """All places that may be an index."""
    pyramid = Pyramid(picture)
    found = detect(picture)
    seen = _cards(pyramid, found)
    # An index that the detector took upside down is none to the classifier: look again the other way up.
    doubtful = np.flatnonzero(seen.sum(axis=1) < 0.5)
    turned = found[doubtful].copy()
    turned[:, 2:6] *= -1
    again = _cards(pyramid, turned)
    better = again.max(axis=1, initial=0) > np.maximum(seen[doubtful].max(axis=1, initial=0), 0.5)
    found[doubtful[better]], seen[doubtful[better]] = turned[better], again[better]
    corners = [Corner(row[:6], float(row[6]), cards) for row, cards in zip(found, seen, strict=True)]
    return [c for c in corners if c.confidence >= SHOWN]


def _cards(pyramid: Pyramid, found: NDArray[np.float64]) -> NDArray[np.float64]:
    """(N, 52) probabilities at N poses: the mean over the framings."""
    if not len(found):
        return np.zeros((0, 52))
    patches = []
    for grow, shift in FRAMINGS:
        moved = found[:, :6].copy()
        moved[:, 2:] *= grow
        moved[:, :2] += shift * (found[:, 2:4] + found[:, 4:6])
        patches.append(np.stack([pyramid.patch(pose) for pose in moved]))
    seen = classify(np.concatenate(patches))
    return np.asarray(seen.cards().reshape(len(FRAMINGS), len(found), 52).mean(axis=0))
