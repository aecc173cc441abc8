"""Readings drawn on the picture they were read from, for people who check them."""

from collections.abc import Iterable

import numpy as np

from vision.pictures import Picture, draw_label, draw_outline
from vision.readings import PieceReading

SURE, UNSURE = (80, 200, 60), (40, 150, 255)
"""BGR: green and orange, told apart also by the question mark behind what is not sure."""
#: Labels and lines are drawn for a picture of this width, and grow with larger ones.
_WIDTH = 1280


def annotated(picture: Picture, readings: Iterable[tuple[str, PieceReading]]) -> Picture:
    """A copy of `picture` (BGR) with the outline of each piece and its label: `K 98%`, `Q? 61%` where not sure.

    readings: what each piece is called, with its reading; the label keeps to plain ASCII.
    """
    drawn = picture.copy()
    grown = max(1.0, picture.shape[1] / _WIDTH)
    for name, reading in readings:
        colour = SURE if reading.sure else UNSURE
        corners = np.asarray(reading.quad, np.float64)
        draw_outline(drawn, corners, colour, round(2 * grown))
        text = f"{name}{'' if reading.sure else '?'} {round(100 * reading.confidence)}%"
        draw_label(drawn, text, _beside(corners, text, drawn, grown), colour, round(18 * grown))
    return drawn


def _beside(corners: np.ndarray, text: str, picture: Picture, grown: float) -> tuple[float, float]:
    """Above the piece, or below one that touches the top edge; never beyond the sides."""
    height, width = 18 * grown, len(text) * 11 * grown
    left = min(max(0.0, float(corners[:, 0].min())), max(0.0, picture.shape[1] - width))
    top = float(corners[:, 1].min()) - 6 * grown
    return left, top if top > height else float(corners[:, 1].max()) + height + 6 * grown
