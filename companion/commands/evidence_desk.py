"""Looks up the pictures of a call for the review page, on a thread of its own: the screen never waits for a disk."""

import logging
import queue
import threading
from collections.abc import Callable
from pathlib import Path

from calibration.dice_set import DiceSetError
from companion.journal.errors import EvidenceError, JournalError
from companion.journal.evidence import EvidenceStore
from companion.journal.place import evidence_folder
from companion.journal.store import Journal
from companion.referee.codec import UnknownEvent
from companion.review.record import HandRecord, NotMentiroso, read_match
from companion.review.reread import NothingToRead, reread, stored_set
from companion.ui.review.port import Evidence, KeptPicture, Trouble
from vision.pictures import PictureError, decode_picture, to_rgba

SHOWN = (1280, 1280)
"""No picture is shown larger, in pixels."""
_log = logging.getLogger(__name__)


class EvidenceDesk:
    """A `companion.ui.review.port.Reviewer`; `match` tells the journal's name of the match in play."""

    def __init__(self, journal_file: Path, match: Callable[[], str | None]) -> None:
        self._journal_file = journal_file
        self._store = EvidenceStore(evidence_folder(journal_file))
        self._match = match
        self._asked: queue.SimpleQueue[tuple[int, bool] | None] = queue.SimpleQueue()
        self._answer: Evidence | None = None
        self._thread = threading.Thread(target=self._run, name="evidence", daemon=True)

    def __enter__(self) -> "EvidenceDesk":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._asked.put(None)
        self._thread.join(timeout=5)

    def ask(self, hand: int, again: bool = False) -> None:
        """See `Reviewer`."""
        self._asked.put((hand, again))

    def answer(self) -> Evidence | None:
        """See `Reviewer`."""
        return self._answer

    def _run(self) -> None:
        while (asked := self._newest()) is not None:
            hand, again = asked
            try:
                self._answer = self._look_up(hand, again)
            except (JournalError, UnknownEvent, NotMentiroso, PictureError, DiceSetError, OSError, IndexError):
                _log.exception("the evidence of hand %d could not be looked up", hand + 1)
                self._answer = Evidence(hand, trouble=Trouble.FAILED)

    def _newest(self) -> tuple[int, bool] | None:
        """Whoever taps through the list wants only the last one."""
        asked = self._asked.get()
        while asked is not None and not self._asked.empty():
            asked = self._asked.get()
        return asked

    def _look_up(self, hand: int, again: bool) -> Evidence:
        match = self._match()
        if match is None:
            return Evidence(hand, trouble=Trouble.NO_PICTURES)
        with Journal.open(self._journal_file, read_only=True) as journal:
            record = read_match(journal.events(match)).hands[hand]
        pictures = self._pictures(record)
        if not pictures:
            return Evidence(hand, trouble=Trouble.GONE if record.evidence else Trouble.NO_PICTURES)
        whole = not self._store.damage(record.evidence[-1:])
        then = record.reading.readings if record.reading is not None and whole else ()
        if not again:
            return Evidence(hand, pictures, then)
        try:
            now = reread(record, self._store, stored_set(record.parts, self._store)).now
        except (EvidenceError, NothingToRead):
            return Evidence(hand, pictures, then, trouble=Trouble.GONE)
        return Evidence(hand, pictures, then, now)

    def _pictures(self, record: HandRecord) -> tuple[KeptPicture, ...]:
        kept = []
        for sha, moment_us in zip(record.evidence, record.moments_us, strict=True):
            try:
                picture = decode_picture(self._store.get(sha), f"the picture {sha[:12]}")
            except EvidenceError:
                continue
            height, width = picture.shape[:2]
            scale = min(1.0, SHOWN[0] / width, SHOWN[1] / height)
            size = (max(1, round(width * scale)), max(1, round(height * scale)))
            kept.append(KeptPicture(to_rgba(picture, size), width, moment_us))
        return tuple(kept)
