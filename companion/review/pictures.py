"""The pictures of a call or a showdown as files: as they were kept, and with the readings drawn on."""

from collections.abc import Iterable
from pathlib import Path

from companion.games.dice import LETTERS, Printing, label_of
from companion.journal.disk import write_file
from companion.journal.errors import EvidenceError
from companion.journal.evidence import EvidenceStore
from companion.review.coup_reread import CoupReread, placed
from companion.review.coups import CoupRecord
from companion.review.record import HandRecord
from companion.review.reread import Reread
from vision.annotate import annotated
from vision.cards.reading import CardReading
from vision.pictures import decode_picture, encode_jpeg
from vision.readings import DieReading


def drawn(hand: HandRecord, store: EvidenceStore, printing: Printing = LETTERS) -> bytes:
    """JPEG of the picture that decided, with what was read of it then. Raises EvidenceError, PictureError.

    printing: what stands on the dice.
    """
    sha = hand.evidence[-1]
    picture = decode_picture(store.get(sha), f"the picture {sha[:12]} of hand {hand.number}")
    readings = hand.reading.readings if hand.reading is not None else ()
    return encode_jpeg(annotated(picture, _named(readings, printing)))


def write_pictures(
    hand: HandRecord, store: EvidenceStore, again: Reread | None, folder: Path, printing: Printing = LETTERS
) -> tuple[Path, ...]:
    """Writes every picture of the call that is left, the last one also drawn on; the files, in order of time.

    Kept pictures are written byte for byte, so that their SHA-256 can be checked. Raises OSError, PictureError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    written = []

    def write(name: str, data: bytes) -> None:
        path = folder / name
        write_file(path, data)
        written.append(path)

    for count, (sha, moment_us) in enumerate(zip(hand.evidence, hand.moments_us, strict=True), start=1):
        try:
            data, suffix = store.get(sha), store.path(sha).suffix
        except EvidenceError:
            continue
        write(f"hand{hand.number:02d}-{count}-{_when(moment_us)}{suffix}", data)
    if written and hand.evidence and not store.damage(hand.evidence[-1:]):
        write(f"hand{hand.number:02d}-read-then.jpg", drawn(hand, store, printing))
    if again is not None:
        today = annotated(again.picture, _named(again.now, printing))
        write(f"hand{hand.number:02d}-read-today.jpg", encode_jpeg(today))
    return tuple(written)


def _named(readings: Iterable[DieReading], printing: Printing) -> list[tuple[str, DieReading]]:
    return [(label_of(die.face, printing), die) for die in readings]


def _when(moment_us: int | None) -> str:
    """`before0300ms`, `after1250ms` (the lift); `kept` where nobody noted it."""
    if moment_us is None:
        return "kept"
    return f"{'before' if moment_us < 0 else 'after'}{abs(round(moment_us / 1000)):04d}ms"


def drawn_coup(record: CoupRecord, sha: str, store: EvidenceStore) -> bytes:
    """JPEG of one picture of a showdown, with what was read of it then. Raises EvidenceError, PictureError."""
    picture = decode_picture(store.get(sha), f"the picture {sha[:12]} of coup {record.number}")
    return encode_jpeg(annotated(picture, _cards(card for _, card in placed(record.reading_of(sha)))))


def write_coup_pictures(
    record: CoupRecord, store: EvidenceStore, again: CoupReread | None, folder: Path
) -> tuple[Path, ...]:
    """Writes every picture of the showdown that is left, each also drawn on, and the one that was read today.

    Kept pictures are written byte for byte. Raises OSError, PictureError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for count, sha in enumerate(record.evidence, start=1):
        try:
            kept = (store.get(sha), drawn_coup(record, sha, store))
        except EvidenceError:
            continue
        name = f"coup{record.number:02d}-{count}"
        for end, data in zip((f"{name}{store.path(sha).suffix}", f"{name}-read-then.jpg"), kept, strict=True):
            write_file(folder / end, data)
            written.append(folder / end)
    if again is not None:
        path = folder / f"coup{record.number:02d}-{record.evidence.index(again.sha) + 1}-read-today.jpg"
        write_file(path, encode_jpeg(annotated(again.picture, _cards(again.now))))
        written.append(path)
    return tuple(written)


def _cards(readings: Iterable[CardReading]) -> list[tuple[str, CardReading]]:
    return [(card.card, card) for card in readings]
