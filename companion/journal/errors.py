"""Everything that can go wrong with a journal or its evidence, and how errors of SQLite and the system map to it."""

# ruff: noqa: N818 - the names say what is the case: JournalBusy, JournalFull

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class JournalError(Exception):
    """What the record of a match could not do. The message says what was expected, what was found, what to do."""


class JournalBusy(JournalError):
    """Another companion writes this journal."""


class JournalFull(JournalError):
    """The disk has no room left; what was being written was not written at all."""


class JournalUnwritable(JournalError):
    """The file or folder cannot be made, opened, read or written (rights, read-only disk, a folder in its place)."""


class JournalTooNew(JournalError):
    """The journal was written by a newer companion."""


class UnknownMatch(JournalError):
    """The journal holds no match of this name."""


class MatchExists(JournalError):
    """The journal holds another match of this name."""


class BodyRefused(JournalError):
    """An event that cannot be written in one canonical form, or a retraction that points at nothing."""


class JournalDamaged(JournalError):
    """The record is not what was written. `match` and `seq` name the first bad event, where it can be named."""

    def __init__(self, what: str, match: str | None = None, seq: int | None = None) -> None:
        place = "" if match is None else f"match {match}" + ("" if seq is None else f", event {seq}") + ": "
        # What is quoted from a damaged file may hold bytes that no screen can show.
        super().__init__((place + what).encode("utf-8", "backslashreplace").decode())
        self.what = what
        self.match = match
        self.seq = seq


class ExportDamaged(JournalError):
    """The document is no export of a match, or not the one that was written."""


class EvidenceError(JournalError):
    """An evidence file that cannot be relied on; `sha` names it."""

    def __init__(self, what: str, sha: str) -> None:
        super().__init__(what)
        self.sha = sha


class EvidenceMissing(EvidenceError):
    """The evidence was removed or never stored here."""


class EvidenceDamaged(EvidenceError):
    """The bytes found are not those whose SHA-256 the file is named by."""


_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})


@contextmanager
def system_errors(path: Path) -> Iterator[None]:
    """Turns an `OSError` about `path` into `JournalFull` or `JournalUnwritable`."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        if error.errno in _FULL:
            raise JournalFull(f"{path}: nothing was written, the disk is full ({reason}); free some space") from error
        raise JournalUnwritable(f"{path}: {reason}; check that the folder exists and may be written") from error


@contextmanager
def sqlite_errors(path: Path) -> Iterator[None]:
    """Turns an `sqlite3.Error` about the journal file `path` into one of ours."""
    try:
        yield
    except UnicodeDecodeError as error:
        # SQLite's own message quotes a garbled schema, and Python fails to decode the message.
        raise JournalDamaged(f"{path} is damaged (its schema is garbled); restore a copy, or move it away") from error
    except sqlite3.Error as error:
        raise _from_sqlite(error, path) from error


def _from_sqlite(error: sqlite3.Error, path: Path) -> JournalError:
    # Extended codes carry the primary one in their low byte; errors of the Python module itself carry none.
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    found = f"{getattr(error, 'sqlite_errorname', type(error).__name__)}, {error}"
    if code == sqlite3.SQLITE_FULL:
        return JournalFull(f"{path}: nothing was written, the disk is full ({found}); free some space")
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return JournalDamaged(f"{path} is damaged or is no journal ({found}); move it away or restore a copy")
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return JournalBusy(f"{path} is held by another program ({found}); close it and try again")
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_IOERR):
        return JournalUnwritable(
            f"{path} cannot be opened or written ({found}); check the disk and the folder's rights"
        )
    return JournalError(f"{path}: {found}")
