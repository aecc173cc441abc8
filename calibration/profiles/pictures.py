"""Small pictures beside a profile: PNG files, each known by its SHA-256, and refused where it is not what was kept."""

import hashlib
from pathlib import Path

import cv2
import numpy as np

from calibration.picture import Picture
from calibration.profiles.checked import ProfileError

_MOST_SIDE, _MOST_PNG_BYTES = 800, 2_000_000


def write_picture(file: Path, picture: Picture) -> str:
    """Writes it (BGR or grey), whole or not at all; returns its SHA-256. Raises ProfileError."""
    done, data = cv2.imencode(".png", picture)
    if not done or max(picture.shape[:2]) > _MOST_SIDE:
        raise ProfileError(f"a picture in a profile must be at most {_MOST_SIDE} pixels a side")
    png = data.tobytes()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        unfinished = file.with_name(f".{file.name}")
        unfinished.write_bytes(png)
        unfinished.replace(file)
    except OSError as error:
        raise ProfileError(f"{file}: it cannot be written ({error.strerror or error})") from error
    return hashlib.sha256(png).hexdigest()


def read_picture(file: Path, digest: str) -> Picture:
    """The picture (BGR) that was kept with this SHA-256. Raises ProfileError for any other."""
    name = file.name
    try:
        with file.open("rb") as png:
            data = png.read(_MOST_PNG_BYTES + 1)
    except OSError as error:
        raise ProfileError(f"pictures: {name} cannot be read ({error.strerror or error})") from error
    if len(data) > _MOST_PNG_BYTES:
        raise ProfileError(f"pictures: {name} is too large for a picture in a profile")
    if hashlib.sha256(data).hexdigest() != digest:
        raise ProfileError(f"pictures: {name} is not the picture that was kept")
    width, height = int.from_bytes(data[16:20]), int.from_bytes(data[20:24])
    if not data.startswith(b"\x89PNG") or not (0 < width <= _MOST_SIDE and 0 < height <= _MOST_SIDE):
        raise ProfileError(f"pictures: expected {name} to be a PNG of at most {_MOST_SIDE} pixels a side")
    try:
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error as error:
        raise ProfileError(f"pictures: {name} is damaged") from error
    if picture is None:
        raise ProfileError(f"pictures: {name} is damaged")
    return np.asarray(picture, np.uint8)
