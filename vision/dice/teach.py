"""Learning a dice set from pictures of its dice in a row, faces named left to right."""

from collections.abc import Sequence
from datetime import UTC, datetime

import cv2
import numpy as np

from calibration.dice_set import FACE_OF_LABEL, FACE_SIDE, DiceSet, DiceSetError, TaughtFace
from calibration.dice_view import DiceView
from vision.dice.cubes import Cube, fit_cubes
from vision.dice.row import RowError, find_row
from vision.pictures import Picture

#: A top face narrower than this shows too little.
_SMALLEST = 14.0


class TeachError(DiceSetError):
    """A teaching picture is refused; the message says which, why, and what to do."""


def teach_dice_set(photos: Sequence[tuple[Picture, Sequence[str]]], name: str) -> DiceSet:
    """The set shown on `photos`: each a picture and the labels (A K Q J 10 9 8 7) of its dice from left to right.

    Faces may be shown several times, in one or several pictures; more pictures of a face make reading surer. Raises
    `TeachError` for an unknown label, for more or fewer dice than labels, and for dice too small to be learned.
    """
    if not photos:
        raise TeachError("expected at least one teaching picture, found none")
    pictures: dict[str, list[Picture]] = {}
    labels: dict[str, str] = {}
    view: DiceView | None = None
    for number, (picture, names) in enumerate(photos, 1):
        faces = [_face(label, number) for label in names]
        try:
            spots = find_row(picture, len(faces))
        except RowError as error:
            raise TeachError(f"picture {number}: {error}") from error
        fit = fit_cubes(picture, spots)
        view = view or fit.view
        for face, label, cube in zip(faces, names, fit.cubes, strict=True):
            if labels.setdefault(face, label) != label:
                raise TeachError(f"picture {number}: one set is not printed both {labels[face]} and {label}")
            pictures.setdefault(face, []).append(rectified(picture, fit.view, cube))
    assert view is not None
    taught = {f: TaughtFace(f, labels[f], tuple(p)) for f, p in pictures.items()}
    return DiceSet(name, taught, view, datetime.now(UTC).isoformat(timespec="seconds"))


def _face(label: str, number: int) -> str:
    face = FACE_OF_LABEL.get(label.strip().upper())
    if face is None:
        raise TeachError(f"picture {number}: {label!r} is no face of a poker die; name them A K Q J 10 9 (or 8 7)")
    return face


def rectified(picture: Picture, view: DiceView, cube: Cube) -> Picture:
    """The top face of a die as seen from straight above, FACE_SIDE pixels square, one die edge wide."""
    steps = ((np.arange(FACE_SIDE) + 0.5) / FACE_SIDE - 0.5).astype(np.float64)
    u, v = np.meshgrid(steps, -steps)
    c, s = np.cos(cube.angle), np.sin(cube.angle)
    points = view.project(np.stack([cube.x + c * u - s * v, cube.y + s * u + c * v], -1)).astype(np.float32)
    return np.asarray(cv2.remap(picture, points[..., 0], points[..., 1], cv2.INTER_CUBIC), np.uint8)
