"""Keeps the evidence within its room on the disk: the oldest undisputed pictures go, and the journal says so first."""

import logging
import queue
import threading
from collections.abc import Callable, Iterable

from companion.journal.chain import Event as Entry
from companion.journal.errors import JournalError
from companion.journal.evidence import EvidenceStore, evidence_of, trimmed_of
from companion.journal.store import Journal
from companion.referee.codec import VERDICT, UnknownEvent, encode, kind_of
from companion.referee.desk import GAME
from companion.referee.detective.game import DETECTIVE
from companion.referee.effects import Effect, ShowVerdict, StopReading
from companion.referee.events import Disputed, Event, EvidenceTrimmed, PartsKnown
from companion.review.coups import read_coups
from companion.review.record import read_match

DEFAULT_MB = 2000
MEGABYTE = 1_000_000
ROOM = 0.95
"""Down to this share of the budget at a time, so that not every single call has to give up a picture."""
AT_ONCE = 1000
"""So many pictures an event names at most."""
RECENT = 3
"""The last calls of the running match are still within their challenge window, and kept."""
_log = logging.getLogger(__name__)

Post = Callable[[Event, Callable[[], None]], None]


def disputed_evidence(journal: Journal) -> frozenset[str]:
    """The pictures of every call that was ever disputed, in every match of the journal.

    Raises JournalError, UnknownEvent: where a record cannot be read, nobody can say what is disputed in it.
    """
    return frozenset(sha for match in journal.holding(kind_of(Disputed)) for sha in _disputed(journal.events(match)))


def _disputed(entries: tuple[Entry, ...]) -> Iterable[str]:
    game = entries[0].body.get("game")
    if game == DETECTIVE.name:
        return (sha for coup in read_coups(entries).scored if coup.disputes for sha in coup.evidence)
    if game != GAME:
        return evidence_of(entries)
    return (sha for hand in read_match(entries).hands if hand.disputes for sha in hand.evidence)


def recent_evidence(entries: Iterable[Entry]) -> frozenset[str]:
    """The pictures of the last calls of a match, or of its last showdowns, each of which may have kept many."""
    told = [entry for entry in entries if entry.kind != kind_of(PartsKnown)]
    seen = [entry for entry in told if evidence_of([entry])]
    verdicts = [place for place, entry in enumerate(told) if entry.kind == VERDICT]
    since = verdicts[-RECENT - 1] if len(verdicts) > RECENT else 0
    return frozenset(evidence_of([*seen[-RECENT:], *told[since:]]))


def plan(journal: Journal, store: EvidenceStore, budget_bytes: int, match: str) -> tuple[str, ...]:
    """What must go so that the evidence fits, the oldest first; nothing while it fits.

    Raises JournalError, UnknownEvent.
    """
    if store.size() <= budget_bytes:
        return ()
    keep = disputed_evidence(journal) | recent_evidence(journal.events(match))
    return store.plan_trim(round(budget_bytes * ROOM), keep)[:AT_ONCE]


def keep_within(journal: Journal, store: EvidenceStore, budget_bytes: int, match: str) -> tuple[str, ...]:
    """Trims at once, where no referee is at work: said in `match`, then removed; what went.

    Raises JournalError, UnknownEvent.
    """
    gone: list[str] = []
    while going := plan(journal, store, budget_bytes, match):
        journal.append(match, *encode(_trimmed(going, budget_bytes)))
        store.remove(going)
        gone += going
    return tuple(gone)


def _trimmed(going: tuple[str, ...], budget_bytes: int) -> EvidenceTrimmed:
    return EvidenceTrimmed(going, f"the pictures took more than {budget_bytes // MEGABYTE} MB")


class Housekeeper:
    """Looks after each verdict and each showdown, on a thread of its own, so that nobody waits for the disk.

    `match` tells the journal's name of the match in play. `post` hands an event to the referee, which alone writes the
    journal, and calls back when it is written; only then are pictures removed.
    """

    def __init__(
        self, journal: Journal, store: EvidenceStore, budget_bytes: int, match: Callable[[], str | None], post: Post
    ) -> None:
        self._journal = journal
        self._store = store
        self._budget_bytes = budget_bytes
        self._match = match
        self._post = post
        self._tasks: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="housekeeper", daemon=True)

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def stop(self) -> None:
        """Finish what is being done; what the journal does not yet say stays."""
        self._tasks.put(None)
        self._thread.join(timeout=5)

    def carry_out(self, effect: Effect) -> None:
        """When a reading has ended, pictures have been added; returns at once."""
        if isinstance(effect, ShowVerdict | StopReading):
            self._tasks.put(self.look)

    def look(self) -> None:
        """Plan, and have it written down where something must go."""
        match = self._match()
        if match is None:
            return
        going = plan(self._journal, self._store, self._budget_bytes, match)
        if going:
            # `committed` is also told of an event that came to nothing: what is removed, the journal must name.
            trimmed = _trimmed(going, self._budget_bytes)
            self._post(trimmed, lambda: self._tasks.put(lambda: self._remove(match, going)))

    def _remove(self, match: str, going: tuple[str, ...]) -> None:
        said = trimmed_of(self._journal.events(match))
        gone = [sha for sha in going if sha in said]
        self._store.remove(gone)
        if len(gone) == AT_ONCE:
            self.look()

    def _run(self) -> None:
        while (task := self._tasks.get()) is not None:
            try:
                task()
            except (JournalError, UnknownEvent):
                # Rather too many pictures than one of a dispute too few.
                _log.exception("the evidence could not be trimmed")
