"""Pictures and clips."""

from pathlib import Path

import cv2
import numpy as np

from tests.fuzz.target import Target
from tests.vision.camera.test_video_clip import film
from vision.camera import CameraError, open_clip
from vision.camera.container import promised_length
from vision.pictures import PictureError, decode_picture, encode_jpeg


def _painted() -> np.ndarray:
    chance = np.random.default_rng(1)
    picture = np.full((40, 56, 3), 80, np.uint8)
    picture[8:30, 10:40] = chance.integers(0, 256, (22, 30, 3))
    return picture


def _pictures(_folder: Path) -> tuple[bytes, ...]:
    made = [bytes(cv2.imencode(f".{kind}", _painted())[1].tobytes()) for kind in ("jpg", "png", "bmp", "webp")]
    made.append(bytes(cv2.imencode(".jpg", _painted(), [cv2.IMWRITE_JPEG_PROGRESSIVE, 1])[1].tobytes()))
    made.append(bytes(cv2.imencode(".png", _painted()[..., 0])[1].tobytes()))
    made.append(bytes(cv2.imencode(".webp", _painted(), [cv2.IMWRITE_WEBP_QUALITY, 101])[1].tobytes()))
    return tuple(made)


def _decode(data: bytes, _folder: Path) -> None:
    assert decode_picture(data, "picture").ndim == 3


def _films(folder: Path) -> tuple[bytes, ...]:
    return tuple(film(folder / f"seed{suffix}", 5).read_bytes() for suffix in (".avi", ".mp4"))


def _play(data: bytes, folder: Path) -> None:
    """As a video of each kind that people have, read to its end."""
    path = folder / ("clip.avi" if data[:4] == b"RIFF" else "clip.mkv" if data[:1] == b"\x1a" else "clip.mp4")
    path.write_bytes(data)
    clip = open_clip(path)
    try:
        for _ in range(50):
            if clip.read() is None:
                break
    finally:
        clip.close()


def _length(data: bytes, folder: Path) -> None:
    (folder / "clip").write_bytes(data)
    promised_length(folder / "clip")


def _folder(data: bytes, folder: Path) -> None:
    """A clip of three pictures, the middle one hostile."""
    sound = encode_jpeg(_painted())
    for number, content in enumerate((sound, data, sound)):
        (folder / f"{number:03d}.jpg").write_bytes(content)
    clip = open_clip(folder)
    while clip.read() is not None:
        pass


TARGETS = (
    Target("picture", _pictures, _decode, (PictureError,)),
    Target("clip of pictures", _pictures, _folder, (CameraError,)),
    Target("video", _films, _play, (CameraError,), dear=True),
    Target("length of a video", _films, _length, ()),
)
