"""Recordings: a folder of numbered pictures, or a video file. One that is not whole is refused, never guessed at."""

import math
import re
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np

from vision.camera.container import promised_length
from vision.camera.frames import CameraError, Frame
from vision.camera.quiet import quiet_opencv
from vision.pictures import MAX_PIXELS, PICTURE_SUFFIXES, PictureError, picture_size, read_picture

#: What a folder is played at when nobody says.
DEFAULT_FPS = 30.0

_NUMBERED = re.compile(r"(\d{1,9})\.(?:jpe?g|png|bmp|webp)", re.IGNORECASE)
#: Containers that store how many frames there are; of the others OpenCV only estimates it from the duration.
_COUNTING_SUFFIXES = frozenset({".mp4", ".m4v", ".mov", ".avi"})
_ESTIMATE_MAY_MISS = 0.1


class FolderClip:
    """A folder of numbered pictures (`000.jpg`, `001.jpg`, ...), played in the order of their numbers.

    Files of any other name are not part of the clip. The whole folder is checked when the clip is opened, so that
    nothing is decided on the first half of a broken clip. Raises `CameraError` for a folder without numbered pictures,
    a number missing or there twice, a file that is no whole picture, and pictures of different sizes.
    """

    def __init__(self, folder: Path | str, fps: float = DEFAULT_FPS) -> None:
        self._folder = Path(folder)
        self.fps = _checked_fps(fps)
        self._files = _numbered_files(self._folder)
        self._size = _common_size(self._files)
        self._at = 0
        self._closed = False

    @property
    def name(self) -> str:
        return f"pictures in {self._folder}"

    def __len__(self) -> int:
        return len(self._files)

    def read(self) -> Frame | None:
        if self._closed:
            raise CameraError(f"{self.name}: the clip was closed; open it again to read it")
        if self._at == len(self._files):
            return None
        number, path = self._files[self._at]
        try:
            picture = read_picture(path)
        except PictureError as error:
            raise CameraError(str(error)) from error
        # An EXIF turn may swap the sides; within one clip it must swap them everywhere.
        shape = (picture.shape[1], picture.shape[0])
        if self._at == 0:
            self._size = shape
        elif shape != self._size:
            raise _sizes_differ(path, shape, self._size)
        frame = Frame(picture, number, round(self._at * 1e9 / self.fps))
        self._at += 1
        return frame

    def close(self) -> None:
        self._closed = True


class VideoClip:
    """A video file, decoded by OpenCV.

    Raises `CameraError` for a file that is missing, no video, or shorter than its own parts say; and at the end when
    fewer frames came than it promises: then it was cut off, and what was under the cup may be on the missing part.
    `fps` overrides the file's own.
    """

    def __init__(self, path: Path | str, fps: float | None = None) -> None:
        self._path = Path(path)
        if not self._path.is_file():
            raise CameraError(f"{self._path}: expected a video file, found none; check the name")
        if self._path.suffix.lower() in PICTURE_SUFFIXES:
            # OpenCV would take one numbered picture for the name of the whole sequence.
            raise CameraError(
                f"{self._path}: expected a video or a folder of pictures, found a single picture; "
                "give the folder it is in"
            )
        _check_length(self._path)
        with quiet_opencv():
            self._capture = cv2.VideoCapture(str(self._path))
        if not self._capture.isOpened():
            raise CameraError(
                f"{self._path}: expected a video, found a file that cannot be opened as one; "
                "it is cut off, or of a kind that OpenCV does not read: record or copy it again, best as MP4"
            )
        width, height = (round(self._capture.get(p)) for p in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT))
        self._size = (width, height)
        if width * height > MAX_PIXELS:
            self._capture.release()
            raise CameraError(
                f"{self._path}: its pictures are {width} x {height}, more than {MAX_PIXELS // 1_000_000} megapixels; "
                "convert it to a smaller size"
            )
        own_fps = float(self._capture.get(cv2.CAP_PROP_FPS))
        if fps is None and not (math.isfinite(own_fps) and own_fps > 0):
            self._capture.release()
            raise CameraError(f"{self._path}: the video does not say how many frames a second it has; give the fps")
        self.fps = _checked_fps(own_fps if fps is None else fps)
        promised = float(self._capture.get(cv2.CAP_PROP_FRAME_COUNT))
        self._promised = round(promised) if math.isfinite(promised) and promised > 0 else None
        self._read = 0
        self._closed = False

    @property
    def name(self) -> str:
        return f"video {self._path}"

    def __len__(self) -> int:
        """How many frames the file promises; 0 where it does not say."""
        return self._promised or 0

    def read(self) -> Frame | None:
        if self._closed:
            raise CameraError(f"{self.name}: the clip was closed; open it again to read it")
        try:
            there, picture = self._capture.read()
        except cv2.error as error:
            raise CameraError(f"{self._path}: frame {self._read} cannot be decoded ({error})") from error
        if not there:
            self._check_end()
            return None
        size = (picture.shape[1], picture.shape[0])
        if size != self._size:
            raise _sizes_differ(self._path, size, self._size)
        frame = Frame(np.asarray(picture, np.uint8), self._read, round(self._read * 1e9 / self.fps))
        self._read += 1
        return frame

    def close(self) -> None:
        self._closed = True
        self._capture.release()

    def _check_end(self) -> None:
        promised = self._promised
        if promised is None and self._read:
            return
        exact = self._path.suffix.lower() in _COUNTING_SUFFIXES
        least = promised or 1
        if not exact:
            least = max(1, math.floor(least * (1 - _ESTIMATE_MAY_MISS)))
        if self._read < least:
            raise CameraError(
                f"{self._path}: expected {promised or 'some'} frames, found {self._read} of {promised or 'these'}; "
                "the video is cut off or damaged: record, copy or convert it again"
            )


def open_clip(path: Path | str, fps: float | None = None) -> FolderClip | VideoClip:
    """The recording at `path`: a folder of numbered pictures (at `fps`, else 30) or a video (at `fps`, else its own).

    Raises `CameraError` as `FolderClip` and `VideoClip` do.
    """
    path = Path(path)
    if path.is_dir():
        return FolderClip(path, DEFAULT_FPS if fps is None else fps)
    if not path.exists():
        raise CameraError(
            f"{path}: expected a folder of numbered pictures or a video file, found nothing; check the name"
        )
    return VideoClip(path, fps)


def _checked_fps(fps: float) -> float:
    if not (math.isfinite(fps) and 0 < fps <= 1000):
        raise CameraError(f"expected a number of frames a second between 0 and 1000, found {fps}")
    return float(fps)


def _check_length(path: Path) -> None:
    try:
        promised, found = promised_length(path), path.stat().st_size
    except OSError as error:
        raise CameraError(f"{path}: the video cannot be read ({error})") from error
    if promised is not None and found < promised:
        raise CameraError(
            f"{path}: expected {promised} bytes, found {found} of {promised}; the video is cut off, copy it again"
        )


def _numbered_files(folder: Path) -> tuple[tuple[int, Path], ...]:
    if not folder.is_dir():
        raise CameraError(f"{folder}: expected a folder of numbered pictures, found none; check the name")
    try:
        paths = list(folder.iterdir())
    except OSError as error:
        raise CameraError(f"{folder}: the folder cannot be read ({error})") from error
    files = sorted((int(match[1]), path) for path in paths if (match := _NUMBERED.fullmatch(path.name)))
    if not files:
        raise CameraError(
            f"{folder}: expected numbered pictures such as 000.jpg, found none among {len(paths)} files; "
            "check that this is the folder of a clip"
        )
    numbers = [number for number, _ in files]
    if numbers[0] > 1:
        raise CameraError(
            f"{folder}: expected the first picture to be number 0 or 1, found {numbers[0]}; "
            "the start of the clip is missing, copy it again"
        )
    for (before, first), (number, path) in pairwise(files):
        if number == before:
            raise CameraError(f"{folder}: picture {number} is there twice ({first.name}, {path.name}); remove one")
        if number != before + 1:
            raise CameraError(
                f"{folder}: expected picture {before + 1} after {first.name}, found {path.name}; "
                f"{number - before - 1} pictures are missing, copy the clip again"
            )
    return tuple(files)


def _common_size(files: tuple[tuple[int, Path], ...]) -> tuple[int, int]:
    try:
        size = picture_size(files[0][1])
        for _, path in files[1:]:
            other = picture_size(path)
            if other != size:
                raise _sizes_differ(path, other, size)
    except PictureError as error:
        raise CameraError(str(error)) from error
    return size


def _sizes_differ(path: Path, found: tuple[int, int], expected: tuple[int, int]) -> CameraError:
    return CameraError(
        f"{path}: expected {expected[0]} x {expected[1]} pixels as in the first, found {found[0]} x {found[1]}; "
        "a clip must come from one camera at one setting"
    )
