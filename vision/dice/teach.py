"""Learning a dice set from pictures of its dice, faces named left to right."""

import math
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime

import numpy as np
from numpy.typing import NDArray

from calibration.advice import Advice, Say, advise
from calibration.dice_set import FACE_OF_LABEL, PICTURE_SIDE, DiceSet, DiceSetError, TaughtFace
from calibration.dice_view import DiceView
from calibration.table import TableProfile
from vision.dice.align import find_tops
from vision.dice.detect import TopFace
from vision.dice.doubt import ABOVE, SIDE, Squeeze, is_side
from vision.dice.match import likeness, taught_looks
from vision.dice.on_table import tops_on_table
from vision.dice.patch import cut
from vision.dice.shape import elevation_sine, half_edges, pose_of
from vision.dice.standing import plain_tops
from vision.pictures import Picture

#: A top face smaller than this (root of its area, in pixels) shows too little.
_SMALLEST = 14.0
#: A place less likely to be a top face is not one that somebody laid down to be learnt.
_LEAST_SCORE = 0.35
#: Likeness of two faces (1: the same picture) from which nobody could tell them apart, and below which two pictures of
#: one face show different things; the aces of a set may be of different suits.
_TWINS, _STRANGERS, _OTHER_ACES = 0.9, 0.5, 0.25


class TeachError(DiceSetError):
    """A teaching picture is refused; the message says which, why, and what to do.

    advice: the same for whoever set the dice down; None for what only a command can get wrong.
    """

    def __init__(self, text: str, advice: Advice | None = None) -> None:
        super().__init__(text)
        self.advice = advice


def teach_dice_set(
    photos: Sequence[tuple[Picture, Sequence[str]]],
    name: str,
    profile: TableProfile | None = None,
    refuse: Callable[[TeachError], None] | None = None,
) -> DiceSet:
    """The set shown on `photos`: each a picture and the labels (A K Q J 10 9 8 7) of its dice from left to right.

    profile: where the camera stood, if that is known; then sides are not taken for faces; refuse: told of each picture
    that is left out, where the others show all the faces that were named. Without it one bad picture refuses the set.

    Faces may be shown several times, in one or several pictures; more pictures of a face make reading surer. Raises
    `TeachError` for an unknown label, for more or fewer dice than labels, for dice too small or too faint to learn, and
    for two faces that look alike. A set need not hold all six faces: `DiceSet.missing` names those never shown.
    """
    if not photos:
        raise TeachError("expected at least one teaching picture, found none")
    labels: dict[str, str] = {}
    pictures: dict[str, list[Picture]] = {}
    refused: list[tuple[TeachError, list[str]]] = []
    view: DiceView | None = None
    for number, (picture, names) in enumerate(photos, 1):
        faces = [_face(label, number) for label in names]
        for face, label in zip(faces, names, strict=True):
            if labels.setdefault(face, label.strip()) != label.strip():
                raise TeachError(
                    f"picture {number}: one set is not printed both {labels[face]} and {label}; name it one way",
                    advise(Say.TEACH_PRINTED, one=labels[face], other=label),
                )
        try:
            tops = _row(picture, names, number, profile)
        except TeachError as bad:
            if refuse is None:
                raise
            refused.append((bad, faces))
            continue
        for face, top in zip(faces, tops, strict=True):
            pictures.setdefault(face, []).append(cut(picture, top.quad, PICTURE_SIDE))
        view = view or dice_view(picture, [top.quad for top in tops])
    for why, faces in refused:
        if refuse is None or not pictures.keys() >= set(faces):
            raise why
        refuse(why)
    assert view is not None
    return set_of_pictures(pictures, labels, name, view)


def set_of_pictures(
    pictures: Mapping[str, Sequence[Picture]], labels: Mapping[str, str], name: str, view: DiceView
) -> DiceSet:
    """The set whose faces look so: pictures of each as `cut` gives them, PICTURE_SIDE square, and what is printed.

    Raises `TeachError` for two faces that look alike, and for pictures of one face that show different things.
    """
    taught = {f: TaughtFace(f, labels[f], tuple(p)) for f, p in pictures.items()}
    dice_set = DiceSet(name, taught, view, datetime.now(UTC).isoformat(timespec="seconds"))
    _check_faces(dice_set, labels)
    return dice_set


def _face(label: str, number: int) -> str:
    face = FACE_OF_LABEL.get(label.strip().upper())
    if face is None:
        raise TeachError(f"picture {number}: {label!r} is no face of a poker die; name them A K Q J 10 9 (or 8 7)")
    return face


def _row(picture: Picture, labels: Sequence[str], number: int, profile: TableProfile | None) -> list[TopFace]:
    """The dice laid down, left to right. Raises `TeachError` where they are not as many as were named, or too small."""
    count = len(labels)
    tops = find_row(picture, count, profile)
    if len(tops) != count:
        raise TeachError(
            f"picture {number}: expected {count} {'die' if count == 1 else 'dice'}, found {len(tops)}; lay only the "
            "dice that you name on a plain table, side by side, in even light",
            advise(Say.TEACH_DICE, seen=len(tops), wanted=count),
        )
    for label, top in zip(labels, tops, strict=True):
        if top.size < _SMALLEST:
            raise TeachError(
                f"picture {number}: the die showing {label.strip()} is {top.size:.0f} pixels wide, at least "
                f"{_SMALLEST:.0f} are needed; bring the camera nearer",
                advise(Say.TEACH_SMALL, pixels=round(top.size)),
            )
    return tops


def find_row(picture: Picture, count: int, profile: TableProfile | None = None) -> list[TopFace]:
    """The top faces of dice laid down to be learnt, left to right: `count` of them, or as many as are plainly there."""
    found = find_tops(picture, count)
    if profile is None:
        squeeze, is_no_side = Squeeze.of(found), plain_tops(picture, found, side_by_side=True)
        faces = [t for t in found if (t.above < ABOVE or is_no_side(t)) and not is_side(t, found, squeeze, is_no_side)]
    else:
        faces = [each.top for each in tops_on_table(picture, found, profile) if each.doubt != SIDE]
    tops = [t for t in faces if t.score >= _LEAST_SCORE]
    if len(tops) > count and _clear_gap(tops, count):
        tops = tops[:count]
    return sorted(tops, key=lambda t: float(t.middle[0]))


def _clear_gap(tops: Sequence[TopFace], count: int) -> bool:
    """Whether the likeliest `count` stand out from whatever else was found (a likely die left out is a mistake)."""
    return tops[count].score < 0.9 and tops[count - 1].score > tops[count].score + 0.05


def dice_view(picture: Picture, quads: Sequence[NDArray[np.float64]]) -> DiceView:
    """The camera that sees top faces (4, 2) squeezed and as large as these, held level (`vision.dice.shape`: a, size).

    At least one face.
    """
    height, width = picture.shape[:2]
    corners = np.asarray(quads, np.float64)
    sizes, leans = pose_of(half_edges(corners))[:, :2].T
    sine = float(np.clip(np.median([elevation_sine(float(a)) for a in leans]), 0.3, 1.0))
    across, down = (float(v) for v in corners.mean(axis=(0, 1)))
    return DiceView.from_die(width, height, (across, down), float(np.median(sizes)) / math.sqrt(sine), math.asin(sine))


def _check_faces(dice_set: DiceSet, labels: Mapping[str, str]) -> None:
    """Refuses faces that cannot be told apart, and pictures of one face that show different things."""
    for one, other, alike in likeness(taught_looks(dice_set)):
        if one != other and alike > _TWINS:
            raise TeachError(
                f"faces {labels[one]} and {labels[other]} look alike; check that every die shows the face that was "
                "named, and that the picture is sharp",
                advise(Say.TEACH_TWINS, one=labels[one], other=labels[other]),
            )
        if one == other and alike < (_OTHER_ACES if one == "A" else _STRANGERS):
            raise TeachError(
                f"the pictures of face {labels[one]} show different things; check that every die shows the face that "
                "was named, left to right",
                advise(Say.TEACH_STRANGERS, face=labels[one]),
            )
