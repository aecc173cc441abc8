"""Pictures in and out of files: the one place that decodes, encodes and converts them.

A picture is a `uint8` array of shape (height, width, 3) in OpenCV's channel order blue, green, red. Files are measured
from their header before anything is decoded, so a picture that claims to be enormous costs nothing, and a file that
ends early is refused instead of being filled up with grey, as some decoders do.
"""

import zlib
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]

#: The finest that phones take when told to take all they can is 50 megapixels; decoding this many costs 400 MB.
MAX_PIXELS = 64_000_000
#: A lossless picture of MAX_PIXELS is smaller than this.
MAX_FILE_BYTES = 256_000_000
#: What the header reader below understands.
PICTURE_SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp"})

_PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_JPEG_SIZE_MARKERS = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
#: A JPEG that grows clearer in steps has about ten. Each costs a pass over all pixels, and an empty one 100 bytes.
_MAX_SCANS = 40
#: A place that is not laid out yet tells no width.
_LEAST_SHOWN = 200
_JPEG_WITHOUT_LENGTH = frozenset({0x01, *range(0xD0, 0xD8)})


class PictureError(ValueError):
    """A picture cannot be used; the message says what was expected, what was found and what to do."""


def read_picture(path: Path | str) -> Picture:
    """The picture in a file, (height, width, 3) BGR, turned upright by its EXIF note as `cv2.imread` does.

    Raises `PictureError` for a file that is missing, empty, cut off, not a picture, or over `MAX_PIXELS`.
    """
    return decode_picture(_file_bytes(Path(path)), str(path))


def picture_size(path: Path | str) -> tuple[int, int]:
    """Width and height as stored (before any EXIF turn), from the header; checks that the file is whole.

    Nothing is decoded. Raises `PictureError` as `read_picture`.
    """
    return _checked_size(_file_bytes(Path(path)), str(path))


def decode_picture(data: bytes, name: str, most_pixels: int = MAX_PIXELS) -> Picture:
    """The picture in `data`, as `read_picture`; `name` is what an error calls it."""
    _checked_size(data, name, most_pixels)
    try:
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except (cv2.error, MemoryError) as error:
        raise PictureError(f"{name}: the picture cannot be decoded ({error}); save it again as JPEG or PNG") from error
    if picture is None:
        raise PictureError(f"{name}: the picture cannot be decoded; the file is damaged, save it again as JPEG or PNG")
    return np.asarray(picture, np.uint8)


def encode_jpeg(picture: Picture, quality: int = 92) -> bytes:
    """The bytes of a JPEG of `picture` (BGR); the same picture gives the same bytes."""
    done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise PictureError(f"a picture of shape {picture.shape} cannot be written as JPEG")
    return bytes(data.tobytes())


def encode_png(picture: Picture) -> bytes:
    """The bytes of a PNG of `picture` (BGR)."""
    done, data = cv2.imencode(".png", picture)
    if not done:
        raise PictureError(f"a picture of shape {picture.shape} cannot be written as PNG")
    return bytes(data.tobytes())


def to_rgba(picture: Picture, size: tuple[int, int] | None = None) -> Picture:
    """The picture as (height, width, 4) RGBA for the screen, brought to `size` = (width, height) if given."""
    if size is not None and size != (picture.shape[1], picture.shape[0]):
        picture = resized(picture, size)
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2RGBA), np.uint8)


def for_screen(picture: Picture, across: int) -> Picture:
    """As `to_rgba`, for a place `across` pixels wide: halved while it stays about as wide as that, or wider.

    By halves only: thirty times a second they cost a tenth of any other size.
    """
    while picture.shape[1] >= 1.5 * max(across, _LEAST_SHOWN):
        picture = resized(picture, (picture.shape[1] // 2, picture.shape[0] // 2))
    return to_rgba(picture)


def resized(picture: Picture, size: tuple[int, int]) -> Picture:
    """The picture at `size` = (width, height). No pixel is skipped, so that thin strokes survive.

    It is halved, as the mean of four, as often as it goes: several times faster than OpenCV's INTER_AREA, and as good
    for what is left, less than a half.
    """
    width, height = size
    while picture.shape[0] >= 2 * height and picture.shape[1] >= 2 * width:
        picture = _at_size(picture, (picture.shape[1] // 2, picture.shape[0] // 2))
    return picture if picture.shape[:2] == (height, width) else _at_size(picture, size)


def _at_size(picture: Picture, size: tuple[int, int]) -> Picture:
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_LINEAR), np.uint8)


def is_blank(picture: Picture) -> bool:
    """Whether nothing can be seen: the lens is covered, the room is dark, or the driver sends one plain colour."""
    sample = picture[::8, ::8].astype(np.float32).mean(axis=2)
    return float(np.percentile(sample, 99)) < 24 or float(np.ptp(sample)) < 3


def draw_outline(
    picture: Picture, corners: NDArray[np.float64], colour: tuple[int, int, int], thickness: int = 2
) -> None:
    """Draws a closed outline through `corners`, (n, 2) pixels, onto `picture` in place; `colour` is BGR."""
    points = np.round(np.asarray(corners) * 8).astype(np.int32).reshape(-1, 1, 2)
    cv2.polylines(picture, [points], True, colour, thickness, cv2.LINE_AA, shift=3)


def draw_label(
    picture: Picture, text: str, at: tuple[float, float], colour: tuple[int, int, int], height: int = 18
) -> None:
    """Writes `text` (plain ASCII) with its left foot at pixel `at`, dark-edged to read on any ground; in place."""
    scale = height / 22
    foot = (round(at[0]), round(at[1]))
    cv2.putText(picture, text, foot, cv2.FONT_HERSHEY_SIMPLEX, scale, (0, 0, 0), max(3, round(scale * 5)), cv2.LINE_AA)
    cv2.putText(picture, text, foot, cv2.FONT_HERSHEY_SIMPLEX, scale, colour, max(1, round(scale * 2)), cv2.LINE_AA)


def _file_bytes(path: Path) -> bytes:
    try:
        if not path.is_file():
            found = "a folder" if path.is_dir() else "no file"
            raise PictureError(f"{path}: expected a picture file, found {found}; check the name")
        length = path.stat().st_size
        if length > MAX_FILE_BYTES:
            raise PictureError(
                f"{path}: the file is {length / 1e6:.0f} MB long, more than {MAX_FILE_BYTES / 1e6:.0f} MB; "
                "save it smaller"
            )
        return path.read_bytes()
    except (OSError, ValueError) as error:
        if isinstance(error, PictureError):
            raise
        raise PictureError(f"{path}: cannot be read ({error})") from error


def _checked_size(data: bytes, name: str, most_pixels: int = MAX_PIXELS) -> tuple[int, int]:
    if not data:
        raise PictureError(f"{name}: the file is empty; copy it again")
    try:
        size, whole = _size_and_whole(data)
    except PictureError as error:
        raise PictureError(f"{name}: {error}") from error
    except (IndexError, ValueError):
        size, whole = (0, 0), False
    if size is None:
        raise PictureError(f"{name}: expected a JPEG, PNG, BMP or WebP picture, found something else")
    if not whole:
        raise PictureError(f"{name}: the picture ends early ({len(data)} bytes); the file was cut off, copy it again")
    width, height = size
    if width * height > most_pixels:
        raise PictureError(
            f"{name}: the picture is {width} x {height}, over {most_pixels // 1_000_000} megapixels; save it smaller"
        )
    if width < 1 or height < 1:
        raise PictureError(f"{name}: the picture is {width} x {height} and holds nothing; save it again")
    return width, height


def _size_and_whole(data: bytes) -> tuple[tuple[int, int] | None, bool]:
    """Width and height from the header (None: no known kind), and whether the file reaches its own end."""
    if data[:2] == b"\xff\xd8":
        return _jpeg(data)
    if data[:8] == _PNG_SIGNATURE:
        return _png(data)
    if data[:2] == b"BM":
        return _bmp(data)
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return _webp(data)
    # A short file that starts as one of these starts was cut off; anything else is no picture.
    begun = len(data) < 12 and (_PNG_SIGNATURE.startswith(data) or data[:4] == b"RIFF" or data == b"\xff")
    return ((0, 0), False) if begun else (None, False)


def _jpeg(data: bytes) -> tuple[tuple[int, int], bool]:
    """ITU-T T.81 annex B: segments up to the scan, then coded data in which FF D9 can only be the end of image."""
    at, size = 2, (0, 0)
    while True:
        if data[at] != 0xFF:
            return size, False
        while data[at] == 0xFF:
            at += 1
        marker = data[at]
        at += 1
        if marker in _JPEG_WITHOUT_LENGTH:
            continue
        if marker in _JPEG_SIZE_MARKERS:
            size = (int.from_bytes(data[at + 5 : at + 7]), int.from_bytes(data[at + 3 : at + 5]))
        if marker == 0xDA:
            end = data.find(b"\xff\xd9", at)
            if (scans := 1 + data.count(b"\xff\xda", at, max(at, end))) > _MAX_SCANS:
                raise PictureError(f"expected a JPEG of at most {_MAX_SCANS} scans, found {scans}; save it again")
            return size, end >= 0
        if marker == 0xD9:
            return size, False
        at += int.from_bytes(data[at : at + 2])


def _png(data: bytes) -> tuple[tuple[int, int], bool]:
    """PNG specification, section 5: chunks of length, type, data and CRC-32 up to IEND."""
    size = (int.from_bytes(data[16:20]), int.from_bytes(data[20:24]))
    at = 8
    while at + 12 <= len(data):
        length = int.from_bytes(data[at : at + 4])
        end = at + 8 + length
        if end + 4 > len(data) or zlib.crc32(data[at + 4 : end]) != int.from_bytes(data[end : end + 4]):
            return size, False
        if data[at + 4 : at + 8] == b"IEND":
            return size, True
        at = end + 4
    return size, False


def _bmp(data: bytes) -> tuple[tuple[int, int], bool]:
    """BITMAPFILEHEADER and BITMAPINFOHEADER; a negative height means the rows run from the top down."""
    width = int.from_bytes(data[18:22], "little", signed=True)
    height = int.from_bytes(data[22:26], "little", signed=True)
    bits = int.from_bytes(data[28:30], "little")
    begin = int.from_bytes(data[10:14], "little")
    compressed = data[30:34] != bytes(4)
    needed = begin if compressed else begin + (width * bits + 31) // 32 * 4 * abs(height)
    return (width, abs(height)), len(data) >= max(needed, 54)


def _webp(data: bytes) -> tuple[tuple[int, int], bool]:
    """RFC 9649: the size in the RIFF header, then a VP8X, VP8L or VP8 chunk."""
    whole = len(data) >= int.from_bytes(data[4:8], "little") + 8
    kind = data[12:16]
    if kind == b"VP8X":
        return (int.from_bytes(data[24:27], "little") + 1, int.from_bytes(data[27:30], "little") + 1), whole
    if kind == b"VP8L":
        bits = int.from_bytes(data[21:25], "little")
        return ((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1), whole
    width, height = int.from_bytes(data[26:28], "little"), int.from_bytes(data[28:30], "little")
    return (width & 0x3FFF, height & 0x3FFF), whole
