"""Opening the SQLite file of a journal: made whole or not at all, durable at every commit, migrated, checked."""

import sqlite3
from pathlib import Path

from companion.journal.disk import sync_file, sync_folder
from companion.journal.errors import JournalDamaged, JournalError, JournalUnwritable, sqlite_errors, system_errors
from companion.journal.schema import MIGRATIONS, migrate, refuse_foreign, refuse_newer, version_of

BUSY_SECONDS = 5.0


def beside(path: Path, ending: str) -> Path:
    """The companion file of the journal: its full name plus `ending`, as SQLite does with `-wal`."""
    return path.with_name(path.name + ending)


def _refuse_folder(path: Path) -> None:
    if path.is_dir():
        raise JournalUnwritable(f"{path}: expected a journal, found a folder; the journal is a file in it")


def open_for_writing(path: Path) -> sqlite3.Connection:
    """A connection that commits to the disk; makes the file where there is none.

    The caller has made the folder and holds the writer's lock.

    Raises `JournalDamaged`, `JournalTooNew`, `JournalFull`, `JournalUnwritable`.
    """
    with system_errors(path), sqlite_errors(path):
        _refuse_folder(path)
        if not path.exists():
            _create(path)
        connection = _connect(f"{path.absolute().as_uri()}?mode=rw")
        try:
            # The checks come before anything that writes: a damaged or foreign file stays as it was found.
            version = version_of(connection, path)
            refuse_newer(version, path, MIGRATIONS)
            refuse_foreign(connection, path, MIGRATIONS)
            refuse_unsound(connection, path)
            _make_durable(connection)
            migrate(connection, version, MIGRATIONS)
        except BaseException:
            connection.close()
            raise
        return connection


def open_for_reading(path: Path) -> sqlite3.Connection:
    """A connection that cannot write; works beside a writing companion and on a read-only disk.

    Raises as `open_for_writing`, and `JournalError` where the file must first be migrated.
    """
    with system_errors(path), sqlite_errors(path):
        _refuse_folder(path)
        if not path.exists():
            raise JournalUnwritable(f"{path} does not exist: no match was played yet, or the journal is another one")
        connection = _connect(f"{path.absolute().as_uri()}?mode=ro")
        try:
            try:
                version = version_of(connection, path)
            except sqlite3.OperationalError:
                # On a read-only disk SQLite cannot make its shared memory; with no -wal left, it needs none.
                wal = beside(path, "-wal")
                if wal.exists() and wal.stat().st_size:
                    raise
                connection.close()
                connection = _connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1")
                version = version_of(connection, path)
            refuse_newer(version, path, MIGRATIONS)
            refuse_foreign(connection, path, MIGRATIONS)
            if version < len(MIGRATIONS):
                raise JournalError(f"{path} has the old version {version}; open it once with the companion to renew it")
        except BaseException:
            connection.close()
            raise
        return connection


def structure_faults(connection: sqlite3.Connection) -> tuple[str, ...]:
    """What is wrong with the file as a whole (pages, order, events astray); empty where it is sound."""
    faults = [str(line) for (line,) in connection.execute("PRAGMA integrity_check(5)") if line != "ok"]
    astray = connection.execute('SELECT "match", min(seq) FROM event GROUP BY "match" HAVING min(seq) IS NOT 1 LIMIT 5')
    faults += [f"event {seq} belongs to a match {match!r} that never began" for match, seq in astray]
    return tuple(faults)


def refuse_unsound(connection: sqlite3.Connection, path: Path) -> None:
    """Raises `JournalDamaged` where the file's structure is wrong.

    The chain alone is not enough: one flipped bit in a key can hide rows from every search, its own or all behind it,
    and what is left then looks like a whole, shorter match.
    """
    faults = structure_faults(connection)
    if faults:
        raise JournalDamaged(f"{path} is damaged ({faults[0]}); restore a copy, or move it away to begin anew")


def _connect(uri: str) -> sqlite3.Connection:
    connection = sqlite3.connect(uri, uri=True, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    # A flipped byte must reach the check of the chain, not end in a decoding error half way.
    connection.text_factory = lambda data: data.decode("utf-8", "surrogateescape")
    return connection


def _make_durable(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA fullfsync = ON")  # macOS only; elsewhere without effect


def _create(path: Path) -> None:
    """Builds the new journal under another name and renames it, so a file at `path` always has the whole schema."""
    for ending in ("-wal", "-journal"):
        if (left := beside(path, ending)).exists():
            raise JournalDamaged(
                f"{left.name} is there but {path.name} is gone: the end of a lost journal; restore or move {left.name}"
            )
    new = beside(path, "-new")
    for ending in ("", "-journal"):
        beside(new, ending).unlink(missing_ok=True)
    try:
        connection = _connect(new.absolute().as_uri())
        try:
            migrate(connection, 0, MIGRATIONS)
        finally:
            connection.close()
        with new.open("rb+") as file:
            sync_file(file.fileno())
        new.replace(path)
    except BaseException:
        for ending in ("", "-journal"):
            beside(new, ending).unlink(missing_ok=True)
        raise
    sync_folder(path.parent)
