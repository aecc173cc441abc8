"""The black and white markers that the printed kit carries, and how they are found in a picture.

All come from one dictionary of 5 x 5 bits, in which any two markers differ in at least seven bits: letters on cards and
pips on dice are not taken for one. A marker found by chance is caught later, because those of a mat must fit together.
"""

from dataclasses import dataclass
from enum import IntEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.picture import Picture

DICTIONARY = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_100)
#: Bits across a marker with its black rim.
CELLS = 7

MENTIROSO_IDS = range(18)
DETECTIVE_IDS = range(20, 40)
BOARD_IDS = range(40, 57)
ACTION_CARD_IDS = range(60, 76)

#: Corners (4, 2) in pixels: of the marker as printed, top left, top right, bottom right, bottom left.
Corners = NDArray[np.float64]


class ActionKind(IntEnum):
    """The four action cards of Detective Poker (D3), in the order of their markers."""

    PLUS_ONE = 0
    CW = 1
    BLUFF = 2
    BLANK = 3


@dataclass(frozen=True, slots=True)
class ActionCard:
    """One of the 16 printed action cards: whose (by colour, 0..3) and which."""

    seat: int
    kind: ActionKind

    @property
    def marker(self) -> int:
        """The number of the marker on its face."""
        return ACTION_CARD_IDS[4 * self.seat + self.kind]

    @classmethod
    def of(cls, marker: int) -> "ActionCard | None":
        """The card that carries this marker, None for a marker of something else."""
        if marker not in ACTION_CARD_IDS:
            return None
        seat, kind = divmod(marker - ACTION_CARD_IDS.start, 4)
        return cls(seat, ActionKind(kind))


def marker_bits(number: int) -> NDArray[np.bool_]:
    """The cells of a marker with its black rim, (CELLS, CELLS), True where it is white, the top row first."""
    image = cv2.aruco.generateImageMarker(DICTIONARY, number, CELLS, borderBits=1)
    return np.asarray(image > 127, np.bool_)


def find_markers(picture: Picture) -> dict[int, Corners]:
    """The kit's markers in a picture (BGR, or one grey channel), each with its corners to a fraction of a pixel.

    A number seen twice belongs to no marker that can be trusted and is left out.
    """
    grey = picture if picture.ndim == 2 else cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    corners, numbers, _ = _detector().detectMarkers(grey)
    if not len(corners):
        return {}
    listed = [int(n) for n in np.asarray(numbers).ravel()]
    return {
        n: np.asarray(c, np.float64).reshape(4, 2) for n, c in zip(listed, corners, strict=True) if listed.count(n) == 1
    }


def _detector() -> cv2.aruco.ArucoDetector:
    options = cv2.aruco.DetectorParameters()
    options.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    # A window larger than a cell would be pulled by the bits inside the marker.
    options.cornerRefinementWinSize = 4
    options.relativeCornerRefinmentWinSize = 0.4
    options.cornerRefinementMaxIterations = 40
    options.cornerRefinementMinAccuracy = 0.01
    # The smallest marker that can be read: 4 x 7 cells of 2.5 pixels, in shares of the picture's longer side.
    options.minMarkerPerimeterRate = 0.02
    options.adaptiveThreshWinSizeMin = 5
    options.adaptiveThreshWinSizeMax = 29
    options.adaptiveThreshWinSizeStep = 8
    # A reading with more wrong bits than this is somebody else's square.
    options.errorCorrectionRate = 0.5
    return cv2.aruco.ArucoDetector(DICTIONARY, options)
