"""Looks up matches and pictures for the review page, on a thread of its own: the screen never waits for a disk."""

import logging
import queue
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from calibration.dice_set import DiceSetError
from companion.commands.matches import names_of
from companion.games.errors import RulesError
from companion.journal.errors import EvidenceError, JournalError
from companion.journal.evidence import EvidenceStore
from companion.journal.place import evidence_folder
from companion.journal.store import Journal
from companion.referee.codec import UnknownEvent
from companion.referee.desk import played, read_story
from companion.referee.detective.game import DETECTIVE
from companion.referee.games import GAMES
from companion.referee.printing import prints_by
from companion.review.coup_reread import placed, reread_coup
from companion.review.coups import CoupsRecord, read_coups
from companion.review.record import HandRecord, NotMentiroso, read_match
from companion.review.reread import NothingToRead, reread, stored_set
from companion.review.ruling import RulingRefused, take
from companion.ui.review.port import HERE, Evidence, KeptPicture, Listed, Opened, Reading, Trouble
from vision.pictures import PictureError, decode_picture, to_rgba

SHOWN = (1280, 1280)
"""No picture is shown larger, in pixels."""
LISTED = 200
"""So many matches are listed at most, the newest."""
_TROUBLES = (
    JournalError, UnknownEvent, NotMentiroso, PictureError, DiceSetError, RulesError, OSError, LookupError,
)  # fmt: skip
_log = logging.getLogger(__name__)

Task = Callable[[], None]


class EvidenceDesk:
    """A `companion.ui.review.port.Reviewer`; `match` tells the journal's name of the match in play.

    `journal` is the open one of this process, through which decisions about older matches are written; without it,
    they are refused.
    """

    def __init__(self, journal_file: Path, match: Callable[[], str | None], journal: Journal | None = None) -> None:
        self._journal_file = journal_file
        self._journal = journal
        self._store = EvidenceStore(evidence_folder(journal_file))
        self._prints = prints_by(self._store.get)
        self._match = match
        self._tasks: queue.SimpleQueue[Task | None] = queue.SimpleQueue()
        self._wanted = 0
        self._answer: Evidence | None = None
        self._listed: tuple[Listed, ...] | None = None
        self._opened: Opened | None = None
        self._thread = threading.Thread(target=self._run, name="evidence", daemon=True)

    def __enter__(self) -> "EvidenceDesk":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._tasks.put(None)
        self._thread.join(timeout=5)

    def ask(self, hand: int, again: bool = False, match: str = HERE, picture: int = -1) -> None:
        """See `Reviewer`."""
        self._wanted += 1
        number = self._wanted

        def look_up() -> None:
            # Whoever taps through the list wants only the last one.
            if number == self._wanted:
                self._answer = self._evidence(hand, again, match, picture)

        self._tasks.put(look_up)

    def answer(self) -> Evidence | None:
        """See `Reviewer`."""
        return self._answer

    def list_matches(self) -> None:
        """See `Reviewer`."""
        self._tasks.put(self._list)

    def matches(self) -> tuple[Listed, ...] | None:
        """See `Reviewer`."""
        return self._listed

    def open(self, match: str) -> None:
        """See `Reviewer`."""
        self._tasks.put(lambda: self._open(match))

    def decide(self, match: str, event: Any) -> None:
        """See `Reviewer`."""
        self._tasks.put(lambda: self._decide(match, event))

    def opened(self) -> Opened | None:
        """See `Reviewer`."""
        return self._opened

    def _run(self) -> None:
        while (task := self._tasks.get()) is not None:
            task()

    def _list(self) -> None:
        try:
            with Journal.open(self._journal_file, read_only=True) as journal:
                heads = [head for head in journal.matches() if head.game in GAMES][-LISTED:]
                self._listed = tuple(
                    Listed(head.match, head.game, head.begun_at, names_of(journal.first(head.match)))
                    for head in reversed(heads)
                    if head.match != self._match()
                )
        except _TROUBLES:
            _log.exception("the matches could not be listed")
            self._listed = ()

    def _open(self, match: str, refused: Any = "") -> None:
        try:
            with Journal.open(self._journal_file, read_only=True) as journal:
                entries = journal.events(match)
            state = played(read_story(GAMES[str(entries[0].body["game"])], entries))
            self._opened = Opened(match, state, refused, self._prints(getattr(state, "parts", None)))
        except _TROUBLES as error:
            _log.exception("match %s could not be opened", match)
            self._opened = Opened(match, None, refused or str(error))

    def _decide(self, match: str, event: Any) -> None:
        refused: Any = ""
        try:
            if self._journal is None or match == self._match():
                raise RulingRefused("the match is on the table: it is decided there")
            take(self._journal, match, [event])
        except RulingRefused as error:
            refused = error.what or str(error)
        except (JournalError, UnknownEvent) as error:
            refused = str(error)
        self._open(match, refused)

    def _evidence(self, hand: int, again: bool, match: str, picture: int) -> Evidence:
        try:
            return self._look_up(hand, again, match, picture)
        except _TROUBLES:
            _log.exception("the evidence of hand %d could not be looked up", hand + 1)
            return Evidence(hand, trouble=Trouble.FAILED, match=match)

    def _look_up(self, hand: int, again: bool, match: str, picture: int) -> Evidence:
        name = match or self._match()
        if name is None:
            return Evidence(hand, trouble=Trouble.NO_PICTURES, match=match)
        with Journal.open(self._journal_file, read_only=True) as journal:
            entries = journal.events(name)
        if entries[0].body.get("game") == DETECTIVE.name:
            return self._showdown(read_coups(entries), hand, again, match, picture)
        return self._call(read_match(entries).hands[hand], hand, again, match)

    def _call(self, record: HandRecord, hand: int, again: bool, match: str) -> Evidence:
        moments = zip(record.evidence, record.moments_us, strict=True)
        pictures = self._pictures((sha, moment_us, None) for sha, moment_us in moments)
        if not pictures:
            return Evidence(hand, trouble=_lacking(record.evidence), match=match)
        whole = not self._store.damage(record.evidence[-1:])
        then = record.reading.readings if record.reading is not None and whole else ()
        if not again:
            return Evidence(hand, pictures, then, match=match)
        try:
            now = reread(record, self._store, stored_set(record.parts, self._store)).now
        except (EvidenceError, NothingToRead):
            return Evidence(hand, pictures, then, trouble=Trouble.GONE, match=match)
        return Evidence(hand, pictures, then, now, match=match)

    def _showdown(self, match_record: CoupsRecord, coup: int, again: bool, match: str, picture: int) -> Evidence:
        record = match_record.scored[coup]
        there = [sha for sha in record.evidence if not self._store.damage([sha])]
        readings = {sha: tuple(card for _, card in placed(record.reading_of(sha))) for sha in there}
        pictures = self._pictures((sha, None, readings[sha]) for sha in there)
        if not pictures or match_record.state.game is None:
            return Evidence(coup, trouble=_lacking(record.evidence), match=match)
        then = readings[there[-1]]
        if not again:
            return Evidence(coup, pictures, then, match=match)
        try:
            now = reread_coup(record, match_record.state.game, self._store, there[picture]).now
        except EvidenceError:
            return Evidence(coup, pictures, then, trouble=Trouble.GONE, match=match)
        return Evidence(coup, pictures, then, now, match=match, read=picture)

    def _pictures(self, kept: Iterable[tuple[str, int | None, tuple[Reading, ...] | None]]) -> tuple[KeptPicture, ...]:
        pictures = []
        for sha, moment_us, then in kept:
            try:
                picture = decode_picture(self._store.get(sha), f"the picture {sha[:12]}")
            except EvidenceError:
                continue
            height, width = picture.shape[:2]
            scale = min(1.0, SHOWN[0] / width, SHOWN[1] / height)
            size = (max(1, round(width * scale)), max(1, round(height * scale)))
            pictures.append(KeptPicture(to_rgba(picture, size), width, moment_us, then))
        return tuple(pictures)


def _lacking(evidence: tuple[str, ...]) -> Trouble:
    return Trouble.GONE if evidence else Trouble.NO_PICTURES
