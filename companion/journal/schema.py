"""The journal file's schema, version by version.

A journal once written is migrated, never rewritten: a migration may add columns, tables and indexes, but what is hashed
(match, seq, kind, body, prev, at) stays byte for byte.
"""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from companion.journal.chain import GENESIS
from companion.journal.errors import JournalDamaged, JournalTooNew

APPLICATION_ID = 0x43554249
"""Marks the SQLite file as ours: "CUBI"."""

Migration = tuple[str, ...]
"""The statements that lead from one version to the next."""

# WITHOUT ROWID: an `INSERT OR REPLACE` by rowid would push an old event out without any trigger seeing it.
# event_follows: so would an `INSERT OR REPLACE` by primary key; and no writer, ours or not, can leave a gap.
_VERSION_1: Migration = (
    """
    CREATE TABLE event (
        "match" TEXT NOT NULL,
        seq INTEGER NOT NULL,
        kind TEXT NOT NULL,
        body TEXT NOT NULL,
        prev TEXT NOT NULL,
        hash TEXT NOT NULL,
        at TEXT NOT NULL,
        PRIMARY KEY ("match", seq)
    ) STRICT, WITHOUT ROWID
    """,
    'CREATE INDEX first_event ON event ("match") WHERE seq = 1',
    f"""
    CREATE TRIGGER event_follows BEFORE INSERT ON event
    WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM event WHERE "match" = NEW."match")
      OR NEW.prev IS NOT coalesce(
            (SELECT hash FROM event WHERE "match" = NEW."match" AND seq = NEW.seq - 1), '{GENESIS}')
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only: an event must follow the last one'); END
    """,
    """
    CREATE TRIGGER event_stays BEFORE UPDATE ON event
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only: no event is ever changed'); END
    """,
    """
    CREATE TRIGGER event_kept BEFORE DELETE ON event
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only: no event is ever removed'); END
    """,
)

MIGRATIONS: tuple[Migration, ...] = (_VERSION_1,)
"""`MIGRATIONS[n]` leads from version n to n + 1; version 0 is an empty file. Entries are added, never edited."""


def version_of(connection: sqlite3.Connection, path: Path) -> int:
    """The schema version of a file that is one of our journals; raises `JournalDamaged` where it is not."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION_ID or version < 1:
        raise JournalDamaged(
            f"{path} is no journal of the companion: it is empty or another program's; restore a copy or choose another"
        )
    return int(version)


def refuse_foreign(connection: sqlite3.Connection, path: Path, migrations: Sequence[Migration]) -> None:
    """Raises `JournalDamaged` where the file holds a table, view, index or trigger that no companion made.

    A view in the place of the table may never end, and a trigger more may undo what is written. One that is missing
    does no harm: the chain proves what is there.
    """
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as sound:
        migrate(sound, 0, migrations[:version])
        expected = _objects(sound)
    if odd := _objects(connection) - expected:
        told = ", ".join(sorted(f"{kind} {name}" for kind, name, _ in odd))
        raise JournalDamaged(f"{path} holds what no journal has ({told:.200}); restore a copy, or move it away")


def _objects(connection: sqlite3.Connection) -> frozenset[tuple[str, str, str]]:
    rows = connection.execute("SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'")
    return frozenset((str(kind), str(name), " ".join(str(sql).split())) for kind, name, sql in rows)


def refuse_newer(version: int, path: Path, migrations: Sequence[Migration]) -> None:
    """Raises `JournalTooNew` where `version` is one this companion does not know."""
    if version > len(migrations):
        raise JournalTooNew(
            f"{path} has journal version {version}, this companion knows up to {len(migrations)}; update the companion"
        )


def migrate(connection: sqlite3.Connection, version: int, migrations: Sequence[Migration]) -> None:
    """Brings the file from `version` to the newest in one transaction: all the way, or not at all.

    `connection` is in autocommit (`isolation_level=None`). Raises `sqlite3.Error` where a statement fails.
    """
    if version == len(migrations):
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        for migration in migrations[version:]:
            for statement in migration:
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {len(migrations)}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
