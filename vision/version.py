"""Which reader read: a name that changes whenever its code or its models do, so that nobody has to remember to."""

import hashlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

_HERE = Path(__file__).resolve().parent
_SHOWN = 12


@cache
def reader_version(pieces: str) -> str:
    """The reader of `pieces` (`dice`, `cards`), as `dice-1f0c52a9be73`: the start of the SHA-256 of all its parts.

    The same on every system: line ends of the code do not count.
    """
    digest = hashlib.sha256()
    for path in _parts(pieces):
        content = path.read_bytes()
        if path.suffix == ".py":
            content = content.replace(b"\r\n", b"\n")
        digest.update(f"{path.relative_to(_HERE).as_posix()} {len(content)}\n".encode() + content)
    return f"{pieces}-{digest.hexdigest()[:_SHOWN]}"


def _parts(pieces: str) -> Iterator[Path]:
    """Its own code, what all readers share, and its models (`card_index_detector.onnx` is one of the cards')."""
    yield from sorted((_HERE / pieces).rglob("*.py"))
    yield from sorted(path for path in _HERE.glob("*.py") if path != Path(__file__).resolve())
    yield from sorted((_HERE / "models").glob(f"{pieces.removesuffix('s')}*.onnx"))
