"""The journal of matches: append, read, prove. One process writes; any number may read beside it."""

import re
import secrets
import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from companion.journal.canonical import canonical
from companion.journal.chain import GENESIS, Event, Row, checked, event_of, follow, proved
from companion.journal.database import beside, open_for_reading, open_for_writing, refuse_unsound, structure_faults
from companion.journal.disk import make_folder
from companion.journal.errors import (
    BodyRefused,
    JournalDamaged,
    JournalUnwritable,
    MatchExists,
    UnknownMatch,
    sqlite_errors,
    system_errors,
)
from companion.journal.lock import WriterLock
from companion.journal.retraction import RETRACTED, retracted_seq

MATCH_BEGUN = "match_begun"
"""Kind of every match's first event; its body is the one given to `begin_match` plus `game`."""

_KIND = re.compile(r"[A-Za-z][A-Za-z0-9_.]{0,63}")
_MATCH = re.compile(r"[0-9A-Za-z-]{1,64}")
_AT = re.compile(r"[0-9A-Za-z:.+-]{1,40}")
_COLUMNS = '"match", seq, kind, body, prev, hash, at'
# Letters that are not mistaken for one another or for digits when read aloud or copied by hand.
_LETTERS = "abcdefghjkmnpqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class MatchHead:
    """What a list of matches shows; `?` and 0 where the match is damaged at its first or last event."""

    match: str
    game: str
    begun_at: str
    events: int
    head_hash: str


@dataclass(frozen=True, slots=True)
class Survey:
    """What a journal file still proves."""

    records: Mapping[str, tuple[Event, ...]]
    """By match; of a damaged one, the events before the first bad one."""
    damage: tuple[JournalDamaged, ...]


def utc_now() -> str:
    """This moment as ISO 8601 in UTC, to the millisecond."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Journal:
    """An open journal; made by `Journal.open`, closed by `close` or at the end of `with`. Safe to share by threads."""

    def __init__(
        self, path: Path, connection: sqlite3.Connection, now: Callable[[], str], lock: WriterLock | None
    ) -> None:
        self.path = path
        self._connection = connection
        self._now = now
        self._lock = lock
        self._turn = threading.RLock()
        self._sound = lock is not None  # opening for writing has looked; reading looks when it first answers

    @classmethod
    def open(cls, path: Path | str, *, now: Callable[[], str] = utc_now, read_only: bool = False) -> Self:
        """Opens the journal file, made with its folders where there is none (unless `read_only`).

        `now` gives each event's time. Raises `JournalBusy` where another process writes it, `JournalDamaged`,
        `JournalTooNew`, `JournalFull`, `JournalUnwritable`.
        """
        path = Path(path)
        if read_only:
            return cls(path, open_for_reading(path), now, None)
        with system_errors(path):
            make_folder(path.parent)
        lock = WriterLock(beside(path, "-lock"))
        try:
            return cls(path, open_for_writing(path), now, lock)
        except BaseException:
            lock.release()
            raise

    def close(self) -> None:
        """Ends the connection and lets the next writer in. Closing twice is fine."""
        with self._turn:
            try:
                with sqlite_errors(self.path):
                    self._connection.close()
            finally:
                if self._lock is not None:
                    self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def begin_match(self, game: str, body: Mapping[str, object]) -> str:
        """Opens a match with its first event (`MATCH_BEGUN`, `body` plus `game`); returns its name, as 2026-11-29-kqzm.

        Raises as `append`.
        """
        if body.get("game", game) != game:
            raise BodyRefused(f"the match is of {game!r} but its body says {body['game']!r}")
        with self._writing():
            at = self._now()
            match = re.sub("[^0-9A-Za-z-]", "", at[:10]) + "-" + "".join(secrets.choice(_LETTERS) for _ in range(4))
            while self._last(match)[0]:
                match += secrets.choice(_LETTERS)
            self._insert(match, (0, GENESIS), MATCH_BEGUN, {**body, "game": game}, at)
        return match

    def append(self, match: str, kind: str, body: Mapping[str, object]) -> Event:
        """Adds one event. When this returns, it is on the disk; when it raises, nothing was added.

        Raises `UnknownMatch`, `BodyRefused` (see `canonical`), `JournalFull`, `JournalUnwritable`.
        """
        return self.append_all(match, [(kind, body)])[0]

    def append_all(self, match: str, events: Iterable[tuple[str, Mapping[str, object]]]) -> tuple[Event, ...]:
        """Adds several (kind, body) in one transaction: all of them, or none. Raises as `append`."""
        given = tuple(events)
        with self._writing():
            last = self._head(match)
            added = []
            for kind, body in given:
                event = self._insert(match, last, kind, body, self._now())
                added.append(event)
                last = (event.seq, event.hash)
        return tuple(added)

    def take_in(self, events: Iterable[Event]) -> str:
        """Adds a whole match as it was exported, with its name, times and hashes; returns its name.

        A match already here with the same events is left as it is. Raises `JournalDamaged` where the chain is broken,
        `MatchExists` where another match has its name.
        """
        rows = [Row(e.match, e.seq, e.kind, canonical(e.body), e.prev, e.hash, e.at) for e in events]
        if not rows or not _is_name(rows[0].match):
            raise BodyRefused(
                "there is no event to take in, or its match has no name of up to 64 letters, digits and -"
            )
        match = rows[0].match
        for event in checked(match, rows):
            _refuse_unfit(event.kind, event.at)
            _refuse_unfit_retraction(event)
        with self._writing():
            last = self._last(match)
            if last == (0, GENESIS):
                for row in rows:
                    self._store(row)
            elif last != (rows[-1].seq, rows[-1].hash):
                raise MatchExists(f"{self.path} holds another match named {match}, or more or less of the same one")
        return match

    def events(self, match: str, *, after: int = 0) -> tuple[Event, ...]:
        """All events of the match in order, or those after number `after`, each proved against the chain.

        Raises `UnknownMatch`, and `JournalDamaged` naming the first bad event.
        """
        with self._reading() as connection:
            return self._events(connection, match, after)

    def matches(self) -> tuple[MatchHead, ...]:
        """All matches, the oldest first. Only their first and last events are proved; `verify` proves all."""
        with self._reading() as connection:
            names = connection.execute('SELECT "match" FROM event WHERE seq = 1').fetchall()
            heads = [self._match_head(match) for (match,) in names if _is_name(match)]
        return tuple(sorted(heads, key=lambda head: (head.begun_at, head.match)))

    def first(self, match: str) -> Event:
        """The event that began the match, proved by itself. Raises as `events`."""
        with self._reading() as connection:
            found = connection.execute(
                f'SELECT {_COLUMNS} FROM event WHERE "match" = ? AND seq = 1', (match,)
            ).fetchone()
            if found is None:
                raise self._unknown(match)
            return proved(Row(*found))

    def holding(self, kind: str) -> tuple[str, ...]:
        """The matches that hold an event of this kind, unproved: `events` proves them."""
        with self._reading() as connection:
            found = connection.execute('SELECT DISTINCT "match" FROM event WHERE kind = ? ORDER BY "match"', (kind,))
            return tuple(match for (match,) in found if _is_name(match))

    def head(self, match: str) -> str:
        """The hash of the match's last event: whoever knows it can tell that nothing before it was changed."""
        with self._reading():
            return self._head(match)[1]

    def verify(self, match: str, head: str | None = None) -> str:
        """Proves every event of the match, and that it ends with `head` where one is given; returns the head hash.

        Raises `JournalDamaged` naming the first bad event and what is wrong, `UnknownMatch`.
        """
        last = self.events(match)[-1]
        if head is not None and last.hash != head:
            raise JournalDamaged(
                f"the match ends with {last.hash}, not with {head}: events are missing or were added", match
            )
        return last.hash

    def damage(self) -> tuple[JournalDamaged, ...]:
        """Everything found wrong with the file and its matches; empty where all is sound.

        Goes on where everything else refuses, so that it can say which events a damaged file still proves.
        """
        return self.survey().damage

    def survey(self) -> "Survey":
        """Everything that the file still proves, and everything that is wrong with it. See `damage`."""
        records: dict[str, tuple[Event, ...]] = {}
        found: list[JournalDamaged] = []
        with self._reading(even_unsound=True) as connection:
            try:
                found += [JournalDamaged(f"{self.path}: {fault}") for fault in structure_faults(connection)]
                names = [name for (name,) in connection.execute('SELECT DISTINCT "match" FROM event ORDER BY "match"')]
            except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
                return Survey({}, (*found, JournalDamaged(f"{self.path}: the matches cannot be listed: {error}")))
            for match in names:
                proved: list[Event] = []
                try:
                    proved += self._rows_proved(connection, match, (0, GENESIS))
                except JournalDamaged as error:
                    found.append(error)
                except UnknownMatch:
                    found.append(
                        JournalDamaged(f"{self.path}: there are events of a match {match!r}, which is no name")
                    )
                except sqlite3.DatabaseError as error:
                    found.append(JournalDamaged(f"cannot be read to its end: {error}", match))
                if proved:
                    records[match] = tuple(proved)
        return Survey(records, tuple(found))

    def _events(self, connection: sqlite3.Connection, match: str, after: int) -> tuple[Event, ...]:
        last = (0, GENESIS)
        if after > 0:
            found = connection.execute(
                'SELECT hash FROM event WHERE "match" = ? AND seq = ?', (match, after)
            ).fetchone()
            if found is None:
                raise UnknownMatch(f"match {match} has no event {after}")
            last = (after, found[0])
        events = tuple(self._rows_proved(connection, match, last))
        if not events and not after:
            raise self._unknown(match)
        return events

    def _rows_proved(self, connection: sqlite3.Connection, match: str, last: tuple[int, str]) -> Iterator[Event]:
        """The events after `last`, one by one: those before a bad one are still had."""
        if not _is_name(match):
            raise self._unknown(match)
        rows = connection.execute(
            f'SELECT {_COLUMNS} FROM event WHERE "match" = ? AND seq > ? ORDER BY seq', (match, last[0])
        )
        yield from checked(match, (Row(*row) for row in rows), last)

    def _insert(self, match: str, last: tuple[int, str], kind: str, body: Mapping[str, object], at: str) -> Event:
        _refuse_unfit(kind, at)
        if not isinstance(body, Mapping):
            raise BodyRefused(f"the body of {kind} is of type {type(body).__name__}, not a map")
        row = follow(match, last, kind, canonical(body), at)
        event = event_of(row)
        _refuse_unfit_retraction(event)
        self._store(row)
        return event

    def _store(self, row: Row) -> None:
        self._connection.execute(
            f"INSERT INTO event ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)",
            (row.match, row.seq, row.kind, row.body, row.prev, row.hash, row.at),
        )

    def _last(self, match: str) -> tuple[int, str]:
        """(seq, hash) of the match's last event, proved; (0, `GENESIS`) where there is none."""
        if not _is_name(match):
            return 0, GENESIS
        found = self._connection.execute(
            f'SELECT {_COLUMNS} FROM event WHERE "match" = ? ORDER BY seq DESC LIMIT 1', (match,)
        ).fetchone()
        if found is None:
            return 0, GENESIS
        last = proved(Row(*found))
        return last.seq, last.hash

    def _head(self, match: str) -> tuple[int, str]:
        last = self._last(match)
        if not last[0]:
            raise self._unknown(match)
        return last

    def _unknown(self, match: str) -> UnknownMatch:
        return UnknownMatch(f"{self.path} holds no match {match!r}; the list of matches has their names")

    def _match_head(self, match: str) -> MatchHead:
        found = self._connection.execute(
            f'SELECT {_COLUMNS} FROM event WHERE "match" = ? AND seq = 1', (match,)
        ).fetchone()
        try:
            first = proved(Row(*found))
            events, head = self._last(match)
            return MatchHead(match, str(first.body.get("game")), first.at, events, head)
        except JournalDamaged:
            return MatchHead(match, "?", "?", 0, "?")

    @contextmanager
    def _reading(self, *, even_unsound: bool = False) -> Iterator[sqlite3.Connection]:
        """One consistent view of the file, whatever a writer adds meanwhile."""
        with self._turn, sqlite_errors(self.path):
            self._connection.execute("BEGIN")
            try:
                if not (self._sound or even_unsound):
                    refuse_unsound(self._connection, self.path)
                    self._sound = True
                yield self._connection
            finally:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")

    @contextmanager
    def _writing(self) -> Iterator[None]:
        if self._lock is None:
            raise JournalUnwritable(f"{self.path} was opened for reading only")
        with self._turn, sqlite_errors(self.path):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                # After a full disk SQLite may have rolled back by itself.
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise


def _is_name(match: object) -> bool:
    """False for what only a damaged file, or a caller's mistake, has for a match's name."""
    return isinstance(match, str) and _MATCH.fullmatch(match) is not None


def _refuse_unfit(kind: str, at: str) -> None:
    if not _KIND.fullmatch(kind):
        raise BodyRefused(f"the kind {kind!r} is not one word of up to 64 letters, digits, points and underscores")
    if not _AT.fullmatch(at):
        raise BodyRefused(f"the time {at!r} is not as 2026-11-29T20:00:00.000Z")


def _refuse_unfit_retraction(event: Event) -> None:
    if event.kind == RETRACTED:
        retracted_seq(event.seq, event.body)
