"""What chips look like: their colours, as the eye names them or as they were taught."""

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures import Picture

Mask = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class ChipColour:
    """name; hue: angle in the a-b plane of Lab, in degrees: red about 30, yellow 100, green 145, blue 290."""

    name: str
    hue: float


#: The four colours of most chip sets; light shifts a hue by some degrees, never from one of these to the next.
USUAL = (ChipColour("red", 28), ChipColour("yellow", 100), ChipColour("green", 147), ChipColour("blue", 288))
#: Hues this far from a chip's are another colour.
REACH = 24.0
#: Paler than this is no colour: white cards, grey tables, shadows. In units of Lab's a and b.
PALE = 22.0
#: A chip differs from the table by at least this in Lab.
DIFFERS = 10.0
#: Table colours are sought in a picture of this width, and are those of at least this share of it.
SMALL, COMMON = 160, 0.04


def lab_of(picture: Picture) -> NDArray[np.float32]:
    """Lab of a picture (BGR), lightness 0 to 100, smoothed over a pixel or two."""
    smooth = cv2.GaussianBlur(picture, (0, 0), 1.2).astype(np.float32) / 255
    return np.asarray(cv2.cvtColor(smooth, cv2.COLOR_BGR2Lab), np.float32)


def colour_masks(lab: NDArray[np.float32], colours: tuple[ChipColour, ...]) -> dict[str, Mask]:
    """For each colour where it is and the table is not, 255, else 0."""
    table = off_the_table(lab)
    return {name: np.where(table, mask, 0).astype(np.uint8) for name, mask in hue_masks(lab, colours).items()}


def hue_masks(lab: NDArray[np.float32], colours: tuple[ChipColour, ...]) -> dict[str, Mask]:
    """For each colour where it is, 255, else 0; on a table of that colour too."""
    coloured = np.hypot(lab[..., 1], lab[..., 2]) > PALE
    hue = np.degrees(np.arctan2(lab[..., 2], lab[..., 1]))
    away_from = np.stack([np.abs((hue - colour.hue + 180) % 360 - 180) for colour in colours])
    nearest = away_from.argmin(axis=0)
    return {
        colour.name: (coloured & (nearest == i) & (away_from[i] < REACH)).astype(np.uint8) * 255
        for i, colour in enumerate(colours)
    }


def off_the_table(lab: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Where a colour is that the table does not have."""
    nearest = np.full(lab.shape[:2], np.inf, np.float32)
    for common in _table_colours(lab):
        # Shadows and lamps change a table's lightness more than its colour.
        away = (lab - common) * np.array([0.75, 1, 1], np.float32)
        nearest = np.minimum(nearest, np.einsum("ijk,ijk->ij", away, away))
    return np.asarray(nearest > DIFFERS**2, np.bool_)


def hue_of(colour: NDArray[np.float32]) -> float:
    """The hue angle of one Lab colour in degrees, 0 to 360."""
    return math.degrees(math.atan2(float(colour[2]), float(colour[1]))) % 360


def _table_colours(lab: NDArray[np.float32]) -> list[NDArray[np.float32]]:
    """The colours that fill most of the picture: a pattern has several."""
    height = max(1, round(lab.shape[0] * SMALL / lab.shape[1]))
    small = cv2.resize(lab, (SMALL, height), interpolation=cv2.INTER_AREA).reshape(-1, 3)
    cells = np.floor(small / 10).astype(np.int64)
    _, where, counts = np.unique(cells, axis=0, return_inverse=True, return_counts=True)
    where = where.ravel()
    common = np.flatnonzero(counts > COMMON * len(small))
    return [np.asarray(small[where == cell].mean(axis=0), np.float32) for cell in common]
