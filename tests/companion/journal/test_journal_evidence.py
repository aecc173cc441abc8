"""Evidence pictures: named by what they are, on the disk before they are named, bounded in size."""

import hashlib
import os
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.journal import disk, evidence
from companion.journal.chain import Event
from companion.journal.errors import EvidenceDamaged, EvidenceMissing
from companion.journal.evidence import EvidenceStore, evidence_of
from companion.journal.place import default_journal, evidence_folder


@pytest.fixture
def store(tmp_path: Path) -> EvidenceStore:
    return EvidenceStore(tmp_path / "deep" / "pictures")


def aged(store: EvidenceStore, *pictures: bytes) -> list[str]:
    """Stores the pictures, the first an hour old, each next one a minute younger."""
    shas = [store.put(picture) for picture in pictures]
    for minutes, sha in enumerate(shas):
        moment = time.time() - 3600 + 60 * minutes
        os.utime(store.path(sha), (moment, moment))
    return shas


def test_a_picture_is_named_by_its_sha_256(store: EvidenceStore) -> None:
    """Stored once whatever its suffix, read back the same; the folder is made, and nothing but the picture is in it."""
    sha = store.put(b"frame", suffix=".png")
    assert sha == hashlib.sha256(b"frame").hexdigest() == store.put(b"frame")
    assert store.get(sha) == b"frame"
    assert [path.name for path in store.folder.iterdir()] == [sha + ".png"]
    assert store.get(store.put(b"", suffix="")) == b""
    assert store.size() == 5


def test_the_file_is_on_the_disk_before_its_name_and_the_name_before_put_returns(
    store: EvidenceStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Order of the calls: bytes synced, then renamed, then the folder synced."""
    store.put(b"makes the folder")
    calls: list[str] = []
    rename, sync_folder = Path.replace, disk.sync_folder

    def note_rename(path: Path, target: Path) -> Path:
        calls.append(f"rename {path.stat().st_size}")
        return rename(path, target)

    monkeypatch.setattr(evidence, "sync_file", lambda fd: calls.append(f"sync {os.fstat(fd).st_size}"))
    monkeypatch.setattr(Path, "replace", note_rename)
    monkeypatch.setattr(evidence, "sync_folder", lambda folder: (calls.append("sync folder"), sync_folder(folder)))
    store.put(b"frame")
    assert calls == ["sync 5", "rename 5", "sync folder"]


def test_what_is_not_there_is_missing(store: EvidenceStore) -> None:
    """Never stored, no folder at all, and names that are no hash (no path leads out of the folder)."""
    sha = hashlib.sha256(b"other").hexdigest()
    (store.folder.parent.parent / "secret").write_text("x")
    for name in (sha, "../../secret", "", "*", sha[:10]):
        with pytest.raises(EvidenceMissing, match="holds no evidence"):
            store.get(name)
    store.put(b"frame")
    with pytest.raises(EvidenceMissing) as caught:
        store.get(sha)
    assert caught.value.sha == sha


def test_a_flipped_byte_in_a_picture_is_found(store: EvidenceStore) -> None:
    """Such a picture is not given out; the same picture stored again heals it."""
    good, bad = store.put(b"good"), store.put(b"bad!")
    store.path(bad).write_bytes(b"baD!")
    with pytest.raises(EvidenceDamaged, match="prove nothing"):
        store.get(bad)
    gone = hashlib.sha256(b"gone").hexdigest()
    assert [(type(e), e.sha) for e in store.damage([good, bad, gone])] == [
        (EvidenceDamaged, bad),
        (EvidenceMissing, gone),
    ]
    assert store.put(b"bad!") == bad
    assert store.damage([good, bad]) == ()


def test_a_folder_that_vanished_is_made_again(store: EvidenceStore) -> None:
    """Removed during a match: the next picture has a folder again."""
    sha = store.put(b"frame")
    store.path(sha).unlink()
    store.folder.rmdir()
    assert store.get(store.put(b"frame")) == b"frame"


@pytest.mark.parametrize("suffix", ["jpg", "/x", ".JPG", "..", ".a/b", ".verylongone"])
def test_a_suffix_is_a_suffix(store: EvidenceStore, suffix: str) -> None:
    """No path and no surprise in a file name."""
    with pytest.raises(ValueError, match="suffix"):
        store.put(b"frame", suffix)


def test_the_oldest_goes_first(store: EvidenceStore) -> None:
    """Until the rest fits, passing over what must be kept; what goes is returned, oldest first."""
    one, two, three, four = aged(store, b"1" * 10, b"2" * 10, b"3" * 10, b"4" * 10)
    assert store.trim(40, keep=[]) == ()
    assert store.plan_trim(25, keep=[one]) == (two, three)
    assert store.size() == 40
    assert store.trim(25, keep=[one]) == (two, three)
    assert store.damage([one, four]) == ()
    assert len(store.damage([two, three])) == 2
    assert store.trim(0, keep={one, four}) == ()
    assert store.trim(0, keep=[]) == (one, four)
    assert store.trim(0, keep=[]) == ()


def test_evidence_used_again_is_young_again(store: EvidenceStore) -> None:
    """A frame that two calls name is as old as the later call."""
    one, two = aged(store, b"first", b"later")
    store.put(b"first")
    assert store.trim(5, keep=[]) == (two,)
    assert store.get(one) == b"first"


def test_trimming_an_absent_folder_does_nothing(store: EvidenceStore) -> None:
    """Before the first picture there is nothing to trim and no folder is made."""
    assert store.trim(0, keep=[]) == ()
    assert not store.folder.exists()


def test_what_a_kill_left_half_written_is_removed_when_old(store: EvidenceStore) -> None:
    """Not while it may still be being written; it is never taken for evidence."""
    store.put(b"frame")
    old, young = store.folder / ".writing-old", store.folder / ".writing-young"
    old.write_bytes(b"half")
    young.write_bytes(b"half")
    os.utime(old, (time.time() - 7200,) * 2)
    assert store.size() == 5
    store.trim(100, keep=[])
    assert (old.exists(), young.exists()) == (False, True)


@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.lists(st.binary(min_size=1, max_size=20), unique=True, max_size=6),
    st.integers(0, 120),
    st.sets(st.integers(0, 5)),
)
def test_trim_keeps_what_it_must_and_removes_no_more_than_needed(
    store: EvidenceStore, pictures: list[bytes], budget: int, keep: set[int]
) -> None:
    """What is to be kept stays; all else goes only while the rest is too large; what stays is whole."""
    store.trim(0, keep=[])
    shas = aged(store, *pictures)
    kept = [sha for index, sha in enumerate(shas) if index in keep]
    gone = store.trim(budget, kept)
    size = dict(zip(shas, map(len, pictures), strict=True))
    assert set(gone).isdisjoint(kept)
    assert store.damage(sha for sha in shas if sha not in gone) == ()
    assert store.size() == sum(size.values()) - sum(size[sha] for sha in gone)
    assert store.size() <= budget or set(gone) | set(kept) == set(shas)
    assert not gone or store.size() + size[gone[-1]] > budget
    assert list(gone) == [sha for sha in shas if sha not in kept][: len(gone)]


def test_evidence_that_events_name() -> None:
    """Under the key evidence at any depth, each once, in order; other hashes are not evidence."""
    one, two, other = ("1" * 64, "2" * 64, "f" * 64)
    bodies: list[dict[str, object]] = [
        {"evidence": two, "profile": other},
        {"dice": [{"evidence": {"before": [one], "after": [two], "note": "no hash"}}]},
        {"evidence": None},
    ]
    events = [Event("m", seq, "dice_read", body, "", other, "") for seq, body in enumerate(bodies, 1)]
    assert evidence_of(events) == (two, one)


def test_where_things_lie(tmp_path: Path) -> None:
    """In the user's data folder unless told otherwise; two journals in a folder never share their pictures."""
    assert default_journal().name == "journal.sqlite3"
    assert default_journal().parent.name == "cubilete"
    assert default_journal().is_absolute()
    assert evidence_folder(tmp_path / "a.db") == tmp_path / "a.db-evidence"
    assert evidence_folder(tmp_path / "a.db") != evidence_folder(tmp_path / "a.sqlite3")
