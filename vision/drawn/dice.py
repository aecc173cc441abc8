"""The drawn dice: how one lies, where five of them fall, and what the truth about them is in the picture."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import cos, hypot, pi, sin

import numpy as np
from numpy.typing import NDArray

from vision.drawn.faces import FACES
from vision.drawn.view import Points, View

#: Half the side of a die: 16 mm, the common size.
HALF_MM = 8.0
#: How far from the cup's middle a die may come to rest under it.
_THROW_RADIUS_MM = 31.0
#: Two dice nearer than their diagonal could touch.
_APART_MM = 2 * HALF_MM * 1.4143 + 0.8
_ROW_STEP_MM = 40.0

#: Each face's normal, and the right and up of its print as seen from outside, in the die's own frame.
FACE_AXES: dict[str, tuple[tuple[int, int, int], tuple[int, int, int], tuple[int, int, int]]] = {
    "A": ((0, 0, 1), (1, 0, 0), (0, 1, 0)),
    "7": ((0, 0, -1), (-1, 0, 0), (0, 1, 0)),
    "K": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "8": ((-1, 0, 0), (0, -1, 0), (0, 0, 1)),
    "Q": ((0, 1, 0), (-1, 0, 0), (0, 0, 1)),
    "J": ((0, -1, 0), (1, 0, 0), (0, 0, 1)),
}


class DrawnError(ValueError):
    """The drawn table was asked for something that cannot be drawn."""


@dataclass(frozen=True, slots=True)
class Die:
    """A die at rest on the table: its top face, its middle in millimetres, and the turn of the top print in radians
    (0: upright for the camera, growing to the left).
    """

    face: str
    x: float
    y: float
    turn: float

    @property
    def middle(self) -> Points:
        """(3,) mm in the table's frame."""
        return np.array([self.x, self.y, HALF_MM])

    @property
    def rotation(self) -> Points:
        """(3, 3), from the die's own frame to the table's."""
        normal, right, up = (np.array(axis, float) for axis in FACE_AXES[self.face])
        c, s = cos(self.turn), sin(self.turn)
        world = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
        return np.asarray(world @ np.stack([right, up, normal]))

    @property
    def corners(self) -> Points:
        """The eight corners of the cube in the table's frame, (8, 3)."""
        signs = np.array([[a, b, c] for a in (-1, 1) for b in (-1, 1) for c in (-1, 1)], float)
        return np.asarray(self.middle + HALF_MM * signs @ self.rotation.T)

    @property
    def top_corners(self) -> Points:
        """The top face's corners as printed: top-left, top-right, bottom-right, bottom-left, (4, 3)."""
        flat = HALF_MM * np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]], float)
        c, s = cos(self.turn), sin(self.turn)
        turned = flat @ np.array([[c, s], [-s, c]])
        return np.column_stack([turned + np.array([self.x, self.y]), np.full(4, 2 * HALF_MM)])


@dataclass(frozen=True, slots=True, eq=False)
class DieTruth:
    """What is true about one die in the picture.

    face: its top face (A K Q J, 8 the red rank, 7 the black one). quad: the top face's corners in pixels, (4, 2),
    top-left, top-right, bottom-right, bottom-left as printed. box: x, y, width and height in pixels of the whole die.
    """

    face: str
    quad: NDArray[np.float64]
    box: tuple[float, float, float, float]

    @property
    def centre(self) -> tuple[float, float]:
        """The middle of the top face in pixels (the crossing of the diagonals' mean; exact to a pixel)."""
        x, y = self.quad.mean(axis=0)
        return float(x), float(y)


def die_truth(die: Die, view: View) -> DieTruth:
    """What `view` shows of `die`."""
    outline = view.project(die.corners)
    (left, top), (right, bottom) = outline.min(axis=0), outline.max(axis=0)
    return DieTruth(
        die.face, view.project(die.top_corners), (float(left), float(top), float(right - left), float(bottom - top))
    )


def checked_faces(faces: Iterable[str]) -> tuple[str, ...]:
    """One to five faces of `FACES`; raises `DrawnError` otherwise."""
    named = tuple(faces)
    wrong = [face for face in named if len(face) != 1 or face not in FACES]
    if wrong:
        raise DrawnError(f"expected faces among {' '.join(FACES)} (8 red, 7 black), found {wrong[0]!r}")
    if not 1 <= len(named) <= 5:
        raise DrawnError(f"expected one to five dice, found {len(named)}")
    return named


def thrown(faces: Sequence[str], chance: np.random.Generator) -> tuple[Die, ...]:
    """Dice at rest at random places and turns under the cup, none touching another."""
    while True:
        places: list[tuple[float, float]] = []
        for _ in range(60):
            if len(places) == len(faces):
                break
            radius, angle = _THROW_RADIUS_MM * chance.random() ** 0.5, 2 * pi * chance.random()
            x, y = radius * cos(angle), radius * sin(angle)
            if all(hypot(x - a, y - b) >= _APART_MM for a, b in places):
                places.append((x, y))
        if len(places) == len(faces):
            return tuple(
                Die(face, x, y, float(2 * pi * chance.random())) for face, (x, y) in zip(faces, places, strict=True)
            )


def in_a_row(faces: Sequence[str], chance: np.random.Generator) -> tuple[Die, ...]:
    """Dice set down side by side from left to right by hand: nearly upright, not quite in line."""
    first = -_ROW_STEP_MM * (len(faces) - 1) / 2
    return tuple(
        Die(face, first + _ROW_STEP_MM * i, float(chance.uniform(-3, 3)), float(chance.uniform(-0.16, 0.16)))
        for i, face in enumerate(faces)
    )
