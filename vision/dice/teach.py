"""Learning a dice set from pictures of its dice in a row, faces named left to right."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

import cv2
import numpy as np

from calibration.dice_set import FACE_OF_LABEL, FACE_SIDE, DiceSet, DiceSetError, TaughtFace
from calibration.dice_view import DiceView
from vision.dice.alike import contrast_of, twins
from vision.dice.cubes import Cube, CubeFit, Shot, fit_cubes
from vision.dice.row import RowError, find_row
from vision.pictures import Picture

#: A top face narrower than this shows too little.
_SMALLEST = 14.0
#: Two faces that correlate more than this cannot be told apart; K and A of one-colour sets reach 0.83.
_TWINS = 0.93
#: Print of less contrast than this, in weighed Lab units, is lost in noise; a faint seal has 3.6.
_LEAST_CONTRAST = 1.8


class TeachError(DiceSetError):
    """A teaching picture is refused; the message says which, why, and what to do."""


def teach_dice_set(photos: Sequence[tuple[Picture, Sequence[str]]], name: str) -> DiceSet:
    """The set shown on `photos`: each a picture and the labels (A K Q J 10 9 8 7) of its dice from left to right.

    Faces may be shown several times, in one or several pictures; more pictures of a face make reading surer. Raises
    `TeachError` for an unknown label, for more or fewer dice than labels, for dice too small or too faint to learn, and
    for two faces that look alike. A set need not hold all six faces: `DiceSet.missing` names those never shown.
    """
    if not photos:
        raise TeachError("expected at least one teaching picture, found none")
    labels: dict[str, str] = {}
    shots = [_shot(picture, names, number, labels) for number, (picture, names) in enumerate(photos, 1)]
    pictures: dict[str, list[Picture]] = {}
    views: list[DiceView] = []
    for group in _cameras(shots):
        fit = fit_cubes(group)
        views.append(fit.view)
        _check_size(group, fit)
        for shot, cubes in zip(group, fit.cubes, strict=True):
            for face, cube in zip(shot.faces, cubes, strict=True):
                pictures.setdefault(face, []).append(rectified(shot.picture, fit.view, cube))
    _check_faces(pictures, labels)
    taught = {f: TaughtFace(f, labels[f], tuple(p)) for f, p in pictures.items()}
    return DiceSet(name, taught, views[0], datetime.now(UTC).isoformat(timespec="seconds"))


def _check_size(shots: Sequence[Shot], fit: CubeFit) -> None:
    for shot, cubes in zip(shots, fit.cubes, strict=True):
        for face, cube in zip(shot.faces, cubes, strict=True):
            size = fit.view.size_at(np.array([cube.x, cube.y]))
            if size < _SMALLEST:
                raise TeachError(
                    f"the die showing {face} is {size:.0f} pixels wide, at least {_SMALLEST:.0f} are needed; "
                    "bring the camera nearer"
                )


def _check_faces(pictures: Mapping[str, Sequence[Picture]], labels: Mapping[str, str]) -> None:
    """Refuses faces that cannot be told apart, and pictures of one face that show different things."""
    for face, taken in pictures.items():
        if contrast_of(taken[0]) < _LEAST_CONTRAST:
            raise TeachError(f"face {labels[face]}: no print is to be seen; more light, a sharper picture, or no glare")
    if len(pictures) > 1:
        one, other, alike = twins(pictures)
        if alike > _TWINS:
            raise TeachError(
                f"faces {labels[one]} and {labels[other]} look alike ({alike:.2f}); check that every die shows the "
                "face that was named, and that the picture is sharp"
            )


def _shot(picture: Picture, names: Sequence[str], number: int, labels: dict[str, str]) -> Shot:
    """The dice of one picture with their faces; notes in `labels` how each face is printed."""
    faces = tuple(_face(label, number) for label in names)
    for face, label in zip(faces, names, strict=True):
        if labels.setdefault(face, label) != label:
            raise TeachError(
                f"picture {number}: one set is not printed both {labels[face]} and {label}; name it one way"
            )
    try:
        return Shot(picture, find_row(picture, len(faces)), faces)
    except RowError as error:
        raise TeachError(f"picture {number}: {error}") from error


def _cameras(shots: Sequence[Shot]) -> list[list[Shot]]:
    """The shots in groups that one camera seems to have taken: equal picture sizes, dice equally large."""
    groups: list[list[Shot]] = []
    for shot in shots:
        extent = _extent(shot)
        for group in groups:
            alike = 0.8 < extent / _extent(group[0]) < 1.25
            if alike and group[0].picture.shape == shot.picture.shape:
                group.append(shot)
                break
        else:
            groups.append([shot])
    return groups


def _extent(shot: Shot) -> float:
    return float(np.median([spot.extent for spot in shot.spots]))


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
