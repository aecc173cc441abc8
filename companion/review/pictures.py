"""The pictures of one call as files: as they were kept, and with the readings of then and of today drawn on."""

from collections.abc import Iterable
from pathlib import Path

from companion.journal.errors import EvidenceError
from companion.journal.evidence import EvidenceStore
from companion.review.record import HandRecord
from companion.review.reread import Reread
from vision.annotate import annotated
from vision.pictures import decode_picture, encode_jpeg
from vision.readings import DieReading


def drawn(hand: HandRecord, store: EvidenceStore) -> bytes:
    """JPEG of the picture that decided, with what was read of it then. Raises EvidenceError, PictureError."""
    sha = hand.evidence[-1]
    picture = decode_picture(store.get(sha), f"the picture {sha[:12]} of hand {hand.number}")
    readings = hand.reading.readings if hand.reading is not None else ()
    return encode_jpeg(annotated(picture, _named(readings)))


def write_pictures(hand: HandRecord, store: EvidenceStore, again: Reread | None, folder: Path) -> tuple[Path, ...]:
    """Writes every picture of the call that is left, the last one also drawn on; the files, in order of time.

    Kept pictures are written byte for byte, so that their SHA-256 can be checked. Raises OSError, PictureError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    written = []

    def write(name: str, data: bytes) -> None:
        path = folder / name
        path.write_bytes(data)
        written.append(path)

    for count, (sha, moment_us) in enumerate(zip(hand.evidence, hand.moments_us, strict=True), start=1):
        try:
            data, suffix = store.get(sha), store.path(sha).suffix
        except EvidenceError:
            continue
        write(f"hand{hand.number:02d}-{count}-{_when(moment_us)}{suffix}", data)
    if written and hand.evidence and not store.damage(hand.evidence[-1:]):
        write(f"hand{hand.number:02d}-read-then.jpg", drawn(hand, store))
    if again is not None:
        write(f"hand{hand.number:02d}-read-today.jpg", encode_jpeg(annotated(again.picture, _named(again.now))))
    return tuple(written)


def _named(readings: Iterable[DieReading]) -> list[tuple[str, DieReading]]:
    return [(die.face, die) for die in readings]


def _when(moment_us: int | None) -> str:
    """`before0300ms`, `after1250ms` (the lift); `kept` where nobody noted it."""
    if moment_us is None:
        return "kept"
    return f"{'before' if moment_us < 0 else 'after'}{abs(round(moment_us / 1000)):04d}ms"
