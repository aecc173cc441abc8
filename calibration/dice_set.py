"""A taught dice set: what the six faces of somebody's dice look like, kept as one JSON file.

The pictures of the faces are stored as PNG inside the file, so that one file is the whole profile. Faces go by the
letters A K Q J 8 7; the red rank is printed 8 or 10, the black one 7 or 9, and the set remembers which.
"""

import base64
import binascii
import json
import math
import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration.dice_view import DiceView
from calibration.foreign import readable, shown
from calibration.picture import Picture

FACES = ("A", "K", "Q", "J", "8", "7")
#: How people name a face, and the letter that stands for it here.
FACE_OF_LABEL = {"A": "A", "K": "K", "Q": "Q", "J": "J", "8": "8", "10": "8", "7": "7", "9": "7"}

VERSION = 2
_KIND = "cubilete dice set"
#: A face picture is this many pixels wide and high; the face fills four fifths of it, and its surroundings the rest.
PICTURE_SIDE = 60
_MAX_FILE_BYTES = 8_000_000
_MAX_PICTURES_A_FACE = 16
_MAX_NAME = 80


class DiceSetError(ValueError):
    """A dice set cannot be used; the message says what was expected, what was found and what to do."""


@dataclass(frozen=True, slots=True)
class TaughtFace:
    """One face: its printed label and pictures of it as `vision.dice.patch` cuts them, PICTURE_SIDE square."""

    face: str
    label: str
    pictures: tuple[Picture, ...]


@dataclass(frozen=True, slots=True)
class DiceSet:
    """A taught set of dice.

    name: for people; faces: by letter, those that were taught; view: the camera of the teaching picture (a die's size
    there is `view.size_at`); created: when it was taught, ISO 8601 with time zone.
    """

    name: str
    faces: Mapping[str, TaughtFace] = field(hash=False)
    view: DiceView
    created: str
    version: int = VERSION

    @property
    def missing(self) -> tuple[str, ...]:
        """Faces of the six that were never shown; one of these on the table cannot be recognised."""
        return tuple(f for f in FACES if f not in self.faces)

    @property
    def complete(self) -> bool:
        """Whether all six faces were taught."""
        return not self.missing

    def text(self) -> str:
        """The set as the text of its file."""
        return json.dumps(_as_json(self), indent=1)

    def save(self, path: Path | str) -> None:
        """Writes the set to one JSON file, replacing it in one step. Raises `DiceSetError` where that is impossible."""
        path = Path(path)
        text = self.text()
        try:
            handle, temporary = tempfile.mkstemp(prefix=path.name, dir=path.parent)
            try:
                with os.fdopen(handle, "w", encoding="utf-8") as out:
                    out.write(text)
                Path(temporary).replace(path)
            except BaseException:
                Path(temporary).unlink(missing_ok=True)
                raise
        except OSError as error:
            raise DiceSetError(f"{path}: the dice set cannot be written ({error.strerror or error})") from error

    @classmethod
    def load(cls, path: Path | str) -> "DiceSet":
        """The set in a file written by `save`. Raises `DiceSetError` for anything else."""
        path = Path(path)
        try:
            with path.open("rb") as file:
                data = file.read(_MAX_FILE_BYTES + 1)
        except OSError as error:
            raise DiceSetError(f"{path}: the dice set cannot be read ({error.strerror or error})") from error
        if len(data) > _MAX_FILE_BYTES:
            raise DiceSetError(
                f"{path}: expected a dice set of under {_MAX_FILE_BYTES // 1_000_000} MB, the file is larger"
            )
        return cls.from_bytes(data, str(path))

    @classmethod
    def from_bytes(cls, data: bytes, name: str) -> "DiceSet":
        """The set in the content of its file; `name` is what an error calls it. Raises `DiceSetError`."""
        try:
            document = json.loads(data.decode("utf-8"))
        except (ValueError, RecursionError) as error:
            raise DiceSetError(
                f"{name}: expected a dice set in JSON, the file is damaged or something else ({error})"
            ) from error
        try:
            return _from_json(document)
        except DiceSetError as error:
            raise DiceSetError(f"{name}: {error}; teach the set again") from error


def _as_json(dice_set: DiceSet) -> dict[str, Any]:
    view = dice_set.view
    return {
        "kind": _KIND,
        "version": dice_set.version,
        "name": dice_set.name,
        "created": dice_set.created,
        "view": {
            "width": view.width,
            "height": view.height,
            "focal": round(view.focal, 3),
            "elevation": round(view.elevation, 6),
            "distance": round(view.distance, 4),
        },
        "faces": {
            face.face: {"label": face.label, "pictures": [_png_text(p) for p in face.pictures]}
            for face in dice_set.faces.values()
        },
    }


def _png_text(picture: Picture) -> str:
    done, data = cv2.imencode(".png", picture)
    if not done:
        raise DiceSetError("a face picture cannot be written as PNG")
    return base64.b64encode(data.tobytes()).decode("ascii")


def _from_json(document: object) -> DiceSet:
    if not isinstance(document, dict) or document.get("kind") != _KIND:
        raise DiceSetError("expected a dice set, found another kind of file")
    version = document.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise DiceSetError(f"expected a version number, found {shown(version)}")
    if version < VERSION:
        raise DiceSetError(f"this set was taught to an older companion (version {version}, this one wants {VERSION})")
    if version > VERSION:
        raise DiceSetError(f"this set was written by a newer companion (version {version}, this one knows {VERSION})")
    name, created = document.get("name"), document.get("created")
    if not isinstance(name, str) or not 0 < len(name) <= _MAX_NAME or not readable(name):
        raise DiceSetError(f"expected a name of 1 to {_MAX_NAME} readable characters")
    if not isinstance(created, str) or not _is_moment(created):
        raise DiceSetError("expected the time of teaching (ISO 8601)")
    faces = document.get("faces")
    if not isinstance(faces, dict) or not faces:
        raise DiceSetError("expected at least one taught face, found none")
    taught = {key: _face_from_json(key, value) for key, value in faces.items()}
    return DiceSet(name, taught, _view_from_json(document.get("view")), created, version)


def _is_moment(text: str) -> bool:
    try:
        return datetime.fromisoformat(text).tzinfo is not None
    except ValueError:
        return False


def _face_from_json(key: object, value: object) -> TaughtFace:
    if not isinstance(key, str) or key not in FACES or not isinstance(value, dict):
        raise DiceSetError(f"expected faces {' '.join(FACES)}, found {shown(key)}")
    label, pictures = value.get("label"), value.get("pictures")
    if not isinstance(label, str) or FACE_OF_LABEL.get(label) != key:
        raise DiceSetError(f"face {key}: the printed label {shown(label)} does not belong to it")
    if not isinstance(pictures, list) or not 0 < len(pictures) <= _MAX_PICTURES_A_FACE:
        raise DiceSetError(f"face {key}: expected 1 to {_MAX_PICTURES_A_FACE} pictures")
    return TaughtFace(key, label, tuple(_picture_from_text(key, p) for p in pictures))


#: Length in bytes, "IHDR", width, height, 8 bits a channel, colour without alpha: what every face picture starts with.
_PNG_START = b"\x89PNG\r\n\x1a\n" + (13).to_bytes(4) + b"IHDR" + PICTURE_SIDE.to_bytes(4) * 2 + b"\x08\x02"


def _picture_from_text(face: str, text: object) -> Picture:
    if not isinstance(text, str):
        raise DiceSetError(f"face {face}: a picture is missing")
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as error:
        raise DiceSetError(f"face {face}: a picture is damaged") from error
    # The header is looked at before decoding, so that a picture that claims to be enormous costs nothing.
    if not data.startswith(_PNG_START):
        raise DiceSetError(f"face {face}: expected a PNG picture of {PICTURE_SIDE} x {PICTURE_SIDE} pixels in colour")
    try:
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error as error:
        raise DiceSetError(f"face {face}: a picture is damaged") from error
    if picture is None or picture.shape != (PICTURE_SIDE, PICTURE_SIDE, 3):
        raise DiceSetError(f"face {face}: a picture is damaged")
    return np.asarray(picture, np.uint8)


def _view_from_json(value: object) -> DiceView:
    numbers: list[float] = []
    for key, low, high in (
        ("width", 16, 20000),
        ("height", 16, 20000),
        ("focal", 16, 200000),
        ("elevation", 0.1, math.pi),
        ("distance", 1, 1000),
    ):
        number = value.get(key) if isinstance(value, dict) else None
        if isinstance(number, bool) or not isinstance(number, int | float) or not low <= number <= high:
            raise DiceSetError(f"view: expected {key} from {low:g} to {high:g}, found {shown(number)}")
        numbers.append(float(number))
    width, height, focal, elevation, distance = numbers
    return DiceView(int(width), int(height), focal, elevation, distance)
