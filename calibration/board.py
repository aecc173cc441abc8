"""The ChArUco board that teaches the companion what a lens does: chess squares with markers, on one sheet."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.markers import BOARD_IDS, DICTIONARY
from calibration.mat import Marker
from calibration.picture import Picture

COLUMNS, ROWS = 7, 5
SQUARE_MM, BOARD_MARKER_MM = 36.0, 26.0
WIDTH_MM, HEIGHT_MM = COLUMNS * SQUARE_MM, ROWS * SQUARE_MM
#: Corners where four squares meet.
INNER_CORNERS = (COLUMNS - 1) * (ROWS - 1)


@dataclass(frozen=True, slots=True, eq=False)
class SeenBoard:
    """The inner corners of the board in one picture.

    numbers: which corners, (n,); pixels: where they are seen, (n, 2); size: width and height of the picture.
    """

    numbers: NDArray[np.intp]
    pixels: NDArray[np.float64]
    size: tuple[int, int]

    @property
    def places(self) -> NDArray[np.float64]:
        """Where those corners are on the board, (n, 3) in mm: x to the right, y down, from its top left corner."""
        return board_corners()[self.numbers]


def charuco() -> cv2.aruco.CharucoBoard:
    """The board as OpenCV knows it."""
    return cv2.aruco.CharucoBoard(
        (COLUMNS, ROWS), SQUARE_MM, BOARD_MARKER_MM, DICTIONARY, np.array(BOARD_IDS, np.int32)
    )


def board_corners() -> NDArray[np.float64]:
    """All inner corners, (INNER_CORNERS, 3) in mm, row by row."""
    x, y = np.meshgrid(np.arange(1, COLUMNS), np.arange(1, ROWS))
    return np.asarray(np.column_stack([x.ravel(), y.ravel(), np.zeros(x.size)]) * SQUARE_MM, np.float64)


def board_markers() -> tuple[Marker, ...]:
    """Where its markers are, in the white squares: in mm from the top left corner, y upwards (so: negative)."""
    white = [(column, row) for row in range(ROWS) for column in range(COLUMNS) if (row + column) % 2]
    return tuple(
        Marker(number, (column + 0.5) * SQUARE_MM, -(row + 0.5) * SQUARE_MM, BOARD_MARKER_MM)
        for number, (column, row) in zip(BOARD_IDS, white, strict=True)
    )


def find_board(picture: Picture) -> SeenBoard | None:
    """The board in a picture (BGR), None where fewer than six of its corners are seen."""
    grey = picture if picture.ndim == 2 else cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    corners, numbers, _, _ = cv2.aruco.CharucoDetector(charuco()).detectBoard(grey)
    if numbers is None or len(numbers) < 6:
        return None
    height, width = grey.shape
    return SeenBoard(
        np.asarray(numbers, np.intp).ravel(), np.asarray(corners, np.float64).reshape(-1, 2), (width, height)
    )
