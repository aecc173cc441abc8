"""Whether a card may lie under chips: wherever it lay, some of it would show, so ground that shows rules places out."""

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.kit.cards import CARD_HEIGHT_MM, CARD_WIDTH_MM
from vision.chips.above import GRAIN
from vision.chips.colours import Mask

#: A chip's middle lies this far (mm) inside the card under it: it would tilt nearer to the edge.
SUPPORTS = 8.0


def ground_shown(ground: Mask, foot: tuple[float, float]) -> float:
    """How much ground, in mm2, every card would hide that chips could lie on: the least over all its places.

    ground: where a part seen from above (`Above.look`) shows that nothing new lies, 255 or 0; foot: the pixel in which
    the chips' middle stands. Cards lie along or across the mat, as its places do.
    """
    step = round(GRAIN)
    # Beyond the part nothing is known, and a card may reach there.
    shown = np.pad((ground[::step, ::step] > 0).astype(np.float32), _CARD[1])
    x, y = foot[0] / step + _CARD[1], foot[1] / step + _CARD[1]
    return min(_least(shown, x, y, *size) for size in (_CARD, _CARD[::-1])) * (step / GRAIN) ** 2


_CARD = round(CARD_WIDTH_MM), round(CARD_HEIGHT_MM)


def _least(shown: NDArray[np.float32], x: float, y: float, width: int, height: int) -> float:
    hidden = cv2.boxFilter(shown, -1, (width, height), normalize=False, borderType=cv2.BORDER_CONSTANT)
    aside, along = width / 2 - SUPPORTS, height / 2 - SUPPORTS
    rows = slice(max(0, round(y - along)), max(0, round(y + along) + 1))
    columns = slice(max(0, round(x - aside)), max(0, round(x + aside) + 1))
    return float(hidden[rows, columns].min(initial=np.inf))
