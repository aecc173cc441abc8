"""Events and the SHA-256 chain that ties each to all before it."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from companion.journal.canonical import encode
from companion.journal.errors import JournalDamaged

GENESIS = "0" * 64
"""What stands as `prev` in a match's first event."""


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened in a match, as stored. `body` is not to be changed."""

    match: str
    seq: int
    """1 for the first event of a match, then one more each time."""
    kind: str
    body: Mapping[str, object] = field(hash=False)
    prev: str
    """`hash` of the event before, `GENESIS` for the first."""
    hash: str
    at: str
    """When it was written, by this machine's clock: ISO 8601, UTC."""


@dataclass(frozen=True, slots=True)
class Row:
    """An event as it lies in the file: the body still text."""

    match: str
    seq: int
    kind: str
    body: str
    prev: str
    hash: str
    at: str


def digest(match: str, seq: int, kind: str, body: str, *, prev: str, at: str) -> str:
    """SHA-256, in hex, of the canonical JSON list `[match, seq, kind, body, prev, at]`; `body` is canonical already."""
    return hashlib.sha256(f"{encode([match, seq, kind])[:-1]},{body},{encode([prev, at])[1:]}".encode()).hexdigest()


def follow(match: str, last: tuple[int, str], kind: str, body: str, at: str) -> Row:
    """The row after the one with `last` = (seq, hash); `(0, GENESIS)` where there is none yet."""
    seq, prev = last[0] + 1, last[1]
    return Row(match, seq, kind, body, prev, digest(match, seq, kind, body, prev=prev, at=at), at)


def checked(match: str, rows: Iterable[Row], last: tuple[int, str] = (0, GENESIS)) -> Iterator[Event]:
    """The rows of one match as events, each proved against the chain; `last` = (seq, hash) of the event before them.

    Raises `JournalDamaged` at the first row that is missing, out of order or not what was hashed.
    """
    for row in rows:
        seq, prev = last[0] + 1, last[1]
        if row.match != match:
            raise JournalDamaged(f"the event belongs to match {row.match}", match, seq)
        if row.seq != seq:
            raise JournalDamaged(f"the event is missing: after {last[0]} comes {row.seq}", match, seq)
        if row.prev != prev:
            raise JournalDamaged(
                f"the chain is broken: it names {row.prev} as the hash before it, not {prev}", match, seq
            )
        yield proved(row)
        last = (row.seq, row.hash)


def proved(row: Row) -> Event:
    """The row as an event if its hash is that of its content; raises `JournalDamaged` where it is not."""
    try:
        found = digest(row.match, row.seq, row.kind, row.body, prev=row.prev, at=row.at)
    except (TypeError, ValueError) as error:
        raise JournalDamaged(f"its content was changed and cannot be read: {error}", row.match, row.seq) from error
    if found != row.hash:
        raise JournalDamaged(f"its content was changed: it hashes to {found}, stored is {row.hash}", row.match, row.seq)
    return event_of(row)


def event_of(row: Row) -> Event:
    """The row with its body parsed; raises `JournalDamaged` where the body is no JSON map."""
    try:
        body = json.loads(row.body)
    except (ValueError, RecursionError) as error:
        raise JournalDamaged(f"its body is no JSON: {error}", row.match, row.seq) from error
    if not isinstance(body, dict):
        raise JournalDamaged("its body is no map", row.match, row.seq)
    return Event(row.match, row.seq, row.kind, body, row.prev, row.hash, row.at)
