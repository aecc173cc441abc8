"""Disks that are full, folders that may not be written: a clear message, nothing half written, nothing lost."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.journal.errors import JournalError, JournalFull, JournalUnwritable
from companion.journal.evidence import EvidenceStore
from companion.journal.store import Journal
from tests.full_disks import guarded, mounted, not_root

ROOT = Path(__file__).resolve().parents[3]

if sys.platform == "win32":
    pytest.skip("these tests need POSIX rights and limits", allow_module_level=True)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 512 KiB."""
    with mounted(tmp_path / "small", "512k") as disk:
        yield disk


@pytest.fixture
def closed_folder() -> Iterator[Path]:
    """A folder that may be read, not written."""
    with guarded() as folder:
        yield folder


def test_a_full_disk_loses_nothing_that_was_acknowledged(small_disk: Path) -> None:
    """Appends until the disk is full: a clear error, all before it is there, and with room again play goes on."""
    filler = small_disk / "filler"
    filler.write_bytes(bytes(200_000))
    with Journal.open(small_disk / "journal.sqlite3") as journal:
        match = journal.begin_match("mentiroso", {})
        acknowledged = [journal.events(match)[0]]
        with pytest.raises(JournalFull, match="free some space"):
            while True:
                acknowledged += journal.append_all(match, [("said", {"words": "w" * 500})] * 3)
        with pytest.raises(JournalFull):
            journal.append_all(match, [("said", {"words": "w" * 9000})] * 3)
        assert journal.events(match) == tuple(acknowledged)
        filler.unlink()
        acknowledged.append(journal.append(match, "went_on", {}))
    with Journal.open(small_disk / "journal.sqlite3") as journal:
        assert journal.events(match) == tuple(acknowledged)
        assert journal.damage() == ()


def test_a_full_disk_keeps_no_half_picture(small_disk: Path) -> None:
    """The picture that did not fit leaves nothing behind; the ones before are whole; a smaller one still fits."""
    store = EvidenceStore(small_disk / "pictures")
    shas = []
    with pytest.raises(JournalFull, match="free some space"):
        for _ in range(100):
            shas.append(store.put(os.urandom(100_000)))
    assert shas
    assert store.damage(shas) == ()
    assert sorted(path.name for path in store.folder.iterdir()) == sorted(sha + ".jpg" for sha in shas)
    assert store.trim(150_000, keep=[shas[0]]) == tuple(shas[1:])
    assert store.get(store.put(os.urandom(100_000)))


def test_no_room_even_to_begin(small_disk: Path) -> None:
    """A journal that cannot be made whole is not made at all."""
    (small_disk / "filler").write_bytes(bytes(512 * 1024 - 4096 * 3))
    path = small_disk / "journal.sqlite3"
    with pytest.raises(JournalFull):
        Journal.open(path)
    assert [left.name for left in small_disk.iterdir() if left.name.startswith("journal.sqlite3-new")] == []
    assert not path.exists()
    (small_disk / "filler").unlink()
    with Journal.open(path) as journal:
        journal.begin_match("mentiroso", {})


LIMITED = """
import resource, sys
from pathlib import Path
from companion.journal.errors import JournalError
from companion.journal.evidence import EvidenceStore
from companion.journal.store import Journal
path = Path(sys.argv[1])
with Journal.open(path) as journal:
    match = journal.begin_match("mentiroso", {})
    resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000))
    try:
        while True:
            event = journal.append(match, "said", {"words": "w" * 500})
    except JournalError as error:
        print(event.seq, event.hash, type(error).__name__)
    try:
        EvidenceStore(path.parent / "pictures").put(bytes(70_000))
    except JournalError as error:
        print(type(error).__name__)
"""


def test_a_file_that_may_not_grow_loses_nothing(tmp_path: Path) -> None:
    """A limit on file size (a quota): every event acknowledged before it is there, and no half picture."""
    path = tmp_path / "journal.sqlite3"
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    run = subprocess.run(
        [sys.executable, "-c", LIMITED, str(path)], capture_output=True, text=True, env=env, check=True, timeout=60
    )
    seq, head, error, picture_error = run.stdout.split()
    assert (error, picture_error) == ("JournalUnwritable", "JournalFull")
    assert list((tmp_path / "pictures").iterdir()) == []
    with Journal.open(path) as journal:
        (found,) = journal.matches()
        assert (found.events, found.head_hash) == (int(seq), head)
        assert journal.damage() == ()


def test_a_closed_folder_is_said_and_nothing_is_made(closed_folder: Path) -> None:
    """Neither journal nor picture nor folder can be made there: each says where and why."""
    with not_root(closed_folder):
        for path in (closed_folder / "journal.sqlite3", closed_folder / "deep" / "journal.sqlite3"):
            with pytest.raises(JournalUnwritable, match="Permission denied"):
                Journal.open(path)
        with pytest.raises(JournalUnwritable, match="Permission denied"):
            EvidenceStore(closed_folder).put(b"frame")
        with pytest.raises(JournalUnwritable, match="Permission denied"):
            EvidenceStore(closed_folder / "pictures").put(b"frame")
    assert list(closed_folder.iterdir()) == []


def test_a_journal_in_a_closed_folder_can_be_shown(closed_folder: Path) -> None:
    """An archived match on a read-only disk is still read and proved; writing it is refused, evidence stays."""
    path = closed_folder / "journal.sqlite3"
    store = EvidenceStore(closed_folder / "pictures")
    sha = store.put(b"frame")
    store.path(sha).chmod(0o644)
    with Journal.open(path) as journal:
        match = journal.begin_match("mentiroso", {})
        journal.append(match, "said", {})
    store.folder.chmod(0o555)
    with not_root(closed_folder):
        with Journal.open(path, read_only=True) as journal:
            assert len(journal.events(match)) == 2
            assert journal.damage() == ()
        with pytest.raises(JournalUnwritable):
            Journal.open(path)
        assert store.get(sha) == b"frame"
        with pytest.raises(JournalUnwritable):
            store.trim(0, keep=[])
    assert store.get(sha) == b"frame"


def test_odd_things_in_the_journal_s_place(tmp_path: Path) -> None:
    """A folder where the file should be, a file where the folder should be: one of our errors, by name."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("x")
    for path in (tmp_path / "folder", tmp_path / "file" / "journal.sqlite3"):
        for read_only in (False, True):
            with pytest.raises(JournalUnwritable, match=path.name):
                Journal.open(path, read_only=read_only)
    with pytest.raises(JournalError):
        EvidenceStore(tmp_path / "file").put(b"frame")
    with pytest.raises(JournalError):
        EvidenceStore(tmp_path / "file").get("0" * 64)
