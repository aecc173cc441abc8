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
#: Places that look less like an index at first sight are not looked at again.
SECOND_LOOK = 0.1
#: How a pose is varied at the second look, as none is quite right: growth, and a shift along its axes in heights.
FRAMINGS = ((0.93, 0.03), (1.08, -0.03))


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
    likely = seen.sum(axis=1) >= SECOND_LOOK
    found, seen = found[likely], seen[likely]
    looks = [seen, *(_cards(pyramid, _moved(found, *framing)) for framing in FRAMINGS)]
    corners = [Corner(row[:6], float(row[6]), cards) for row, cards in zip(found, np.mean(looks, axis=0), strict=True)]
    return [c for c in corners if c.confidence >= SHOWN]


def _moved(found: NDArray[np.float64], grow: float, shift: float) -> NDArray[np.float64]:
    moved = found.copy()
    moved[:, :2] += shift * (found[:, 2:4] + found[:, 4:6])
    moved[:, 2:6] *= grow
    return moved


def _cards(pyramid: Pyramid, found: NDArray[np.float64]) -> NDArray[np.float64]:
    """(N, 52) probabilities at N poses."""
    if not len(found):
        return np.zeros((0, 52))
    return classify(np.stack([pyramid.patch(pose[:6]) for pose in found])).cards()
