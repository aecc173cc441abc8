"""How long a video file says that it is, so that one cut off is told before anything is decided on its start."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import BinaryIO

#: No recorder writes more parts; a file of nothing else would be walked through for minutes.
_MOST_PARTS = 1_000_000


def promised_length(path: Path) -> int | None:
    """The length in bytes that the outermost parts of an MP4/MOV, AVI or Matroska/WebM file add up to.

    None where the file is of another kind or leaves its length open. Reads a few bytes of each part only. Raises
    `OSError`.
    """
    with path.open("rb") as file:
        start = file.read(12)
        if start[4:8] in (b"ftyp", b"moov", b"mdat", b"wide", b"free", b"skip"):
            return _end(_boxes(file))
        if start[:4] == b"RIFF" and start[8:12] == b"AVI ":
            return _end(_riffs(file))
        if start[:4] == b"\x1a\x45\xdf\xa3":
            return _matroska(file)
        return None


def _end(ends: Iterator[int | None]) -> int | None:
    last = None
    for last in islice(ends, _MOST_PARTS):
        if last is None:
            return None
    return last if next(ends, None) is None else None


def _boxes(file: BinaryIO) -> Iterator[int | None]:
    """ISO/IEC 14496-12, 4.2: size (32 bits) and type; size 1: a 64-bit size follows; size 0: up to the file's end."""
    at = 0
    while len(head := _at(file, at, 16)) >= 8:
        size = int.from_bytes(head[:4])
        if size == 1 and len(head) == 16:
            size = int.from_bytes(head[8:])
        if size < 8:
            yield None
            return
        at += size
        yield at


def _riffs(file: BinaryIO) -> Iterator[int | None]:
    """AVI, with OpenDML's further RIFF parts: a name and the size (32 bits, little-endian) of what follows."""
    at = 0
    while (head := _at(file, at, 8))[:4] == b"RIFF" and len(head) == 8:
        size = int.from_bytes(head[4:], "little")
        if not size:  # a recorder that was stopped hard never filled it in
            yield None
            return
        at += 8 + size
        yield at


def _matroska(file: BinaryIO) -> int | None:
    """RFC 8794: the EBML header, then one Segment; both with a size of variable length, all ones when unknown."""
    at = 0
    for identity in (b"\x1a\x45\xdf\xa3", b"\x18\x53\x80\x67"):
        head = _at(file, at, 12)
        if head[:4] != identity or len(head) < 5 or not head[4]:
            return None
        length = 9 - head[4].bit_length()
        if len(head) < 4 + length:
            return None
        size = int.from_bytes(head[4 : 4 + length]) & ((1 << 7 * length) - 1)
        if size == (1 << 7 * length) - 1:
            return None
        at += 4 + length + size
    return at


def _at(file: BinaryIO, at: int, count: int) -> bytes:
    # No file is longer, and seeking further is an error of its own.
    if at >= 1 << 62:
        return b""
    file.seek(at)
    return file.read(count)
