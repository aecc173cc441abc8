"""Files as they are found: of earlier and later companions, cut, garbled, edited by hand."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.journal import database
from companion.journal.chain import digest
from companion.journal.errors import JournalDamaged, JournalError, JournalTooNew, JournalUnwritable
from companion.journal.retraction import effective
from companion.journal.schema import MIGRATIONS, migrate
from companion.journal.store import Journal

VERSION_1 = Path(__file__).with_name("version_1.sql")
VERSION_1_HEAD = "56322a9a9e34bc975d47f6ff8b4abe675a407f60921d228822d5a5c042d3b9f1"


@pytest.fixture
def version_1(tmp_path: Path) -> Path:
    """A journal file as version 1 of the companion left it."""
    path = tmp_path / "version_1.sqlite3"
    with closing(sqlite3.connect(path)) as raw:
        raw.executescript(VERSION_1.read_text(encoding="utf-8"))
    return path


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """A closed journal with one match of 60 events, over several pages."""
    path = tmp_path / "journal.sqlite3"
    with Journal.open(path) as journal:
        match = journal.begin_match("mentiroso", {"seats": ["Ana", "Bo"]})
        journal.append_all(match, [("said", {"number": number, "words": "w" * 150}) for number in range(2, 61)])
    return path


def test_version_1_is_opened_and_proved(version_1: Path) -> None:
    """The first version's record, kept as text, still has its head hash, and a match goes on in it."""
    with Journal.open(version_1) as journal:
        (head,) = journal.matches()
        assert (head.match, head.game, head.events) == ("2026-11-29-kqzm", "mentiroso", 4)
        assert journal.verify(head.match, VERSION_1_HEAD) == VERSION_1_HEAD
        assert [event.kind for event in effective(journal.events(head.match))] == ["match_begun", "dice_read"]
        assert journal.append(head.match, "went_on", {}).prev == VERSION_1_HEAD
        assert journal.damage() == ()


NEXT = ("ALTER TABLE event ADD COLUMN note TEXT", "CREATE TABLE snapshot (x)")


def test_the_next_version_migrates_the_first(version_1: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With one migration more, an old file gets it once, keeps its chain and its triggers; a new file has it too."""
    monkeypatch.setattr(database, "MIGRATIONS", (*MIGRATIONS, NEXT))
    with pytest.raises(JournalError, match="old version 1"):
        Journal.open(version_1, read_only=True)
    for path in (version_1, version_1, version_1.with_name("new.sqlite3")):
        with Journal.open(path) as journal:
            assert journal.damage() == ()
            journal.append(journal.begin_match("mentiroso", {}), "said", {})
            assert journal._connection.execute("PRAGMA user_version").fetchone() == (2,)
            journal._connection.execute("SELECT x FROM snapshot")
            with pytest.raises(sqlite3.IntegrityError, match="append-only"):
                journal._connection.execute("UPDATE event SET note = 'x'")
    with Journal.open(version_1, read_only=True) as journal:
        assert journal.verify("2026-11-29-kqzm") == VERSION_1_HEAD


def test_a_migration_that_fails_changes_nothing(version_1: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All statements of all missing versions, or none: the old companion still opens the file."""
    with monkeypatch.context() as later:
        later.setattr(database, "MIGRATIONS", (*MIGRATIONS, NEXT, ("CREATE TABLE event (again)",)))
        with pytest.raises(JournalError, match="already exists"):
            Journal.open(version_1)
    with Journal.open(version_1) as journal:
        assert journal.verify("2026-11-29-kqzm") == VERSION_1_HEAD
        with pytest.raises(sqlite3.OperationalError, match="no such table"):
            journal._connection.execute("SELECT x FROM snapshot")


def test_migrating_does_nothing_where_nothing_is_missing(version_1: Path) -> None:
    """A file of the newest version is not written to."""
    before = version_1.read_bytes()
    with closing(sqlite3.connect(version_1, isolation_level=None)) as raw:
        migrate(raw, len(MIGRATIONS), MIGRATIONS)
    assert version_1.read_bytes() == before


@pytest.mark.parametrize("read_only", [False, True])
def test_a_journal_from_the_future_is_left_alone(version_1: Path, read_only: bool) -> None:
    """Neither read wrongly nor written to: the message names both versions."""
    with closing(sqlite3.connect(version_1)) as raw:
        raw.execute("PRAGMA user_version = 99")
    before = version_1.read_bytes()
    with pytest.raises(JournalTooNew, match=r"version 99.*up to 1"):
        Journal.open(version_1, read_only=read_only)
    assert version_1.read_bytes() == before


def other_database(path: Path) -> None:
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("CREATE TABLE event (x)")


NO_JOURNALS: dict[str, Callable[[Path], object]] = {
    "empty": lambda path: path.write_bytes(b""),
    "text": lambda path: path.write_text("seats: Ana, Bo\n" * 400),
    "noise": lambda path: path.write_bytes(bytes(range(7, 256)) * 100),
    "header and noise": lambda path: path.write_bytes(b"SQLite format 3\x00" + bytes(range(7, 256)) * 100),
    "header only": lambda path: path.write_bytes(b"SQLite format 3\x00"),
    "other program's database": other_database,
    "cut to a page": lambda path: path.write_bytes(path.read_bytes()[:4096]),
    "cut in a page": lambda path: path.write_bytes(path.read_bytes()[:9000]),
    "last page cut": lambda path: path.write_bytes(path.read_bytes()[:-4096]),
    "zeros in the middle": lambda path: path.write_bytes(
        path.read_bytes()[:4096] + bytes(4096) + path.read_bytes()[8192:]
    ),
}


@pytest.mark.parametrize("read_only", [False, True])
@pytest.mark.parametrize("spoil", NO_JOURNALS.values(), ids=NO_JOURNALS.keys())
def test_what_is_no_sound_journal_is_refused_and_left_alone(
    played: Path, spoil: Callable[[Path], object], read_only: bool
) -> None:
    """Cut, garbled and foreign files: a clear message, the file byte for byte as before, the lock free again."""
    with Journal.open(played) as journal:
        (head,) = journal.matches()
    spoiled = played.with_name("other.sqlite3") if spoil is other_database else played
    spoil(spoiled)
    before = spoiled.read_bytes()
    for _ in "12":
        with (
            pytest.raises(JournalDamaged, match=f"{spoiled.name}|{head.match}"),
            Journal.open(spoiled, read_only=read_only) as journal,
        ):
            # Reading does not search the whole file first; then the chain is what refuses.
            assert read_only
            journal.verify(head.match, head.head_hash)
    assert spoiled.read_bytes() == before


def test_a_missing_journal_is_not_made_by_reading(tmp_path: Path) -> None:
    """Showing what is not there says so and leaves no file."""
    with pytest.raises(JournalUnwritable, match="does not exist"):
        Journal.open(tmp_path / "deep" / "journal.sqlite3", read_only=True)
    assert list(tmp_path.iterdir()) == []


def test_the_tail_of_a_lost_journal_is_not_glued_to_a_new_one(played: Path) -> None:
    """SQLite would replay a left -wal into the new file; the loss is said instead, and the -wal kept."""
    wal = played.with_name(played.name + "-wal")
    with Journal.open(played) as journal:
        journal.append(journal.matches()[0].match, "said", {})
        shutil.copy(wal, played.with_name("kept"))
    played.unlink()
    shutil.copy(played.with_name("kept"), wal)
    with pytest.raises(JournalDamaged, match="the end of a lost journal"):
        Journal.open(played)
    assert wal.exists()


def test_half_made_journals_are_made_anew(tmp_path: Path) -> None:
    """A kill while the file was being made leaves the file under its other name: it is thrown away, not used."""
    (tmp_path / "journal.sqlite3-new").write_bytes(b"half")
    with Journal.open(tmp_path / "journal.sqlite3") as journal:
        journal.begin_match("mentiroso", {})
    assert sorted(path.name for path in tmp_path.iterdir()) == ["journal.sqlite3", "journal.sqlite3-lock"]


@pytest.mark.parametrize(
    ("old", "new", "seq"),
    [
        (b'"number":33,', b'"number":34,', 33),
        (b'said{"number":33,', b'sAid{"number":33,', 33),
        (b'"number":2,', b'"number":3,', 2),
        (b'"Bo"', b'"Bu"', 1),
        (b'{"number":60,"words":"w', b'{"number":60,"words":"\xff', 60),
        (b'{"number":45,', b'["number":45,', 45),
    ],
)
def test_an_edit_of_the_file_names_the_first_bad_event(played: Path, old: bytes, new: bytes, seq: int) -> None:
    """Bytes changed behind SQLite's back: verify, events and damage all name the event."""
    data = played.read_bytes()
    assert data.count(old) == 1
    played.write_bytes(data.replace(old, new))
    with Journal.open(played) as journal:
        (head,) = journal.matches()
        for ask in (journal.verify, journal.events):
            with pytest.raises(JournalDamaged, match=f"match {head.match}, event {seq}: its content") as caught:
                ask(head.match)
            assert (caught.value.match, caught.value.seq) == (head.match, seq)
        assert [(fault.match, fault.seq) for fault in journal.damage()] == [(head.match, seq)]


def test_an_edited_event_with_a_fresh_hash_is_found_at_the_next(played: Path) -> None:
    """Who edits an event and its hash must forge all that follow, and then the head hash is another."""
    with closing(sqlite3.connect(played, isolation_level=None)) as raw:
        raw.execute("DROP TRIGGER event_stays")
        match, kind, prev, at = raw.execute('SELECT "match", kind, prev, at FROM event WHERE seq = 7').fetchone()
        forged = digest(match, 7, kind, "{}", prev=prev, at=at)
        raw.execute("UPDATE event SET body = '{}', hash = ? WHERE seq = 7", (forged,))
    with Journal.open(played) as journal, pytest.raises(JournalDamaged, match="event 8: the chain is broken"):
        journal.verify(match)


def test_only_the_head_hash_shows_a_tail_cut_with_care(played: Path) -> None:
    """The last event removed by one who drops the triggers: the chain alone is content, the noted head hash is not."""
    with Journal.open(played) as journal:
        (noted,) = journal.matches()
    with closing(sqlite3.connect(played, isolation_level=None)) as raw:
        raw.execute("DROP TRIGGER event_kept")
        raw.execute("DELETE FROM event WHERE seq = 60")
    with Journal.open(played) as journal:
        journal.verify(noted.match)
        with pytest.raises(JournalDamaged, match="events are missing or were added"):
            journal.verify(noted.match, noted.head_hash)


def test_an_event_gone_from_the_middle_is_named(played: Path) -> None:
    """Not the next one that is there, but the one that is missing."""
    with closing(sqlite3.connect(played, isolation_level=None)) as raw:
        raw.execute("DROP TRIGGER event_kept")
        raw.execute("DELETE FROM event WHERE seq = 20")
    with Journal.open(played) as journal, pytest.raises(JournalDamaged, match=r"event 20: .* after 19 comes 21"):
        journal.verify(journal.matches()[0].match)


def test_nothing_is_appended_to_a_damaged_end(played: Path) -> None:
    """The last event changed: the match is listed as damaged and does not go on as if nothing were."""
    data = played.read_bytes()
    played.write_bytes(data.replace(b'"number":60,', b'"number":61,'))
    with Journal.open(played) as journal:
        (head,) = journal.matches()
        assert (head.game, head.events, head.head_hash) == ("?", 0, "?")
        for ask in (journal.head, journal.events, lambda match: journal.append(match, "said", {})):
            with pytest.raises(JournalDamaged, match="event 60: its content"):
                ask(head.match)


def test_one_damaged_match_hides_no_other(played: Path) -> None:
    """The list still shows all matches; the sound one can be read and played on."""
    data = played.read_bytes()
    played.write_bytes(data.replace(b'{"game":"mentiroso"', b'["game":"mentiroso"'))
    with Journal.open(played) as journal:
        sound = journal.begin_match("detective", {})
        assert {head.game for head in journal.matches()} == {"?", "detective"}
        assert journal.verify(sound)
        assert [fault.seq for fault in journal.damage()] == [1]


@pytest.mark.parametrize("garbled", [b"x026", b"\xff026", b"~026"])
def test_a_garbled_key_does_not_pass_for_a_shorter_match(played: Path, garbled: bytes) -> None:
    """Rows behind a garbled key are found by no search: refused, though the rows before it are a whole chain."""
    with Journal.open(played) as journal:
        (head,) = journal.matches()
    data = played.read_bytes()
    at = data.index(head.match.encode() + b"\x21said")  # event 33, its key in front of it
    played.write_bytes(data[:at] + garbled + data[at + 4 :])
    with pytest.raises(JournalDamaged, match="restore a copy"):
        Journal.open(played)
    with Journal.open(played, read_only=True) as journal:
        for ask in (journal.matches, lambda: journal.events(head.match), lambda: journal.head(head.match)):
            with pytest.raises(JournalDamaged, match="restore a copy"):
                ask()
        assert "PRIMARY KEY" in " ".join(map(str, journal.damage()))


def test_a_last_event_gone_astray_does_not_pass_for_a_shorter_match(played: Path) -> None:
    """Its key garbled so that even the order still holds: no match began under that name, so the file is refused."""
    with Journal.open(played) as journal:
        (head,) = journal.matches()
    data = played.read_bytes()
    at = data.index(head.match.encode() + b"\x3csaid")  # event 60
    played.write_bytes(data[: at + 4] + b"~" + data[at + 5 :])
    with pytest.raises(JournalDamaged, match=r"event 60 belongs to a match '2026~.*' that never began"):
        Journal.open(played)


@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_no_flipped_bit_is_ever_read_as_something_else(played: Path, data: st.DataObject) -> None:
    """Any bit of the file flipped: the same events are read (the bit meant nothing), or one of our errors is raised."""
    with Journal.open(played, read_only=True) as journal:
        (head,) = journal.matches()
        events = journal.events(head.match)
    whole = played.read_bytes()
    at, bit = data.draw(st.integers(0, len(whole) - 1)), data.draw(st.integers(0, 7))
    flipped = played.with_name("flipped.sqlite3")
    flipped.write_bytes(whole[:at] + bytes([whole[at] ^ (1 << bit)]) + whole[at + 1 :])
    for read_only in (True, False):
        with suppress(JournalError), Journal.open(flipped, read_only=read_only) as journal:
            assert isinstance(journal.damage(), tuple)
            assert journal.events(head.match) == events
            assert journal.matches() == (head,)
    for left in ("-wal", "-shm"):
        flipped.with_name(flipped.name + left).unlink(missing_ok=True)


@pytest.mark.parametrize(
    "planted",
    [
        "CREATE TRIGGER worm AFTER INSERT ON event BEGIN DELETE FROM event; END",
        "CREATE TABLE more (x)",
        "DROP TABLE event; CREATE VIEW event AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) "
        "SELECT x AS 'match', x AS seq, '' AS kind, '' AS body, '' AS prev, '' AS hash, '' AS at FROM n",
    ],
)
@pytest.mark.parametrize("read_only", [True, False])
def test_what_no_companion_made_is_refused(played: Path, planted: str, read_only: bool) -> None:
    """A trigger or table more, a view that never ends in the place of the events."""
    with closing(sqlite3.connect(played)) as raw:
        raw.executescript("PRAGMA foreign_keys = OFF;" + planted)
    with pytest.raises(JournalDamaged, match="no journal has"):
        Journal.open(played, read_only=read_only)
