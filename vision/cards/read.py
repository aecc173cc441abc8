"""The card reader: picture in, cards out."""

from functools import partial

import numpy as np
from numpy.typing import NDArray

from calibration.table import TableProfile
from vision.cards.corners import Corner, join
from vision.cards.deck import Deck
from vision.cards.detect import detect
from vision.cards.looks import look_closely
from vision.cards.on_table import lying_on
from vision.cards.patches import Pyramid
from vision.cards.pips import look_at_middle
from vision.cards.reading import CardReading

#: Places less likely to be a certain card's index are not even shown.
SHOWN = 0.35


def read_cards(
    picture: NDArray[np.uint8], deck: Deck | None = None, *, profile: TableProfile | None = None
) -> tuple[CardReading, ...]:
    """Every card of which an index shows in a BGR picture (height, width, 3), likeliest first.

    A card is sure where its index is certain, or where two of its corners agree; a card read in two distant places
    is never sure. A taught deck helps with letters that the reader never saw; where the camera's place is known
    (`profile`), what has not the size of a card on the table is not read for one. Raises `vision.onnx.ModelError`
    where a learned model is missing.
    """
    pyramid = Pyramid(picture)
    readings = join(_corners(pyramid, deck), partial(look_at_middle, pyramid))
    if profile is None:
        return readings
    return lying_on(readings, profile.resized(picture.shape[1], picture.shape[0]))


def _corners(pyramid: Pyramid, deck: Deck | None) -> list[Corner]:
    """All places that may be an index."""
    found = detect(pyramid)
    poses, cards = look_closely(pyramid, found[:, :6], deck)
    corners = [Corner(*corner) for corner in zip(poses, found[:, 6].tolist(), cards, strict=True)]
    return [c for c in corners if c.confidence >= SHOWN]
