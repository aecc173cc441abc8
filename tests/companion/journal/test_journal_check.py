"""What is damaged or missing, named exactly; everything else is still proved."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.journal.check import check
from companion.journal.errors import UnknownMatch
from companion.journal.evidence import TRIMMED, EvidenceStore
from companion.journal.place import evidence_folder
from companion.journal.store import Journal


@dataclass(frozen=True, slots=True)
class Kept:
    """A journal of two matches, each with two pictures."""

    path: Path
    first: str
    second: str
    shas: tuple[str, ...]

    @property
    def store(self) -> EvidenceStore:
        return EvidenceStore(evidence_folder(self.path))

    def spoil(self, statement: str) -> None:
        """What a program that is not ours does to the file."""
        with closing(sqlite3.connect(self.path)) as raw:
            for trigger in ("event_stays", "event_kept", "event_follows"):
                raw.execute(f"DROP TRIGGER {trigger}")
            raw.execute(statement)
            raw.commit()

    def faults(self, match: str | None = None, head: str | None = None) -> tuple[str, ...]:
        with Journal.open(self.path, read_only=True) as journal:
            return check(journal, self.store, match, head).faults


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Kept]:
    path = tmp_path / "j.sqlite3"
    store = EvidenceStore(evidence_folder(path))
    shas = tuple(store.put(f"picture {number}".encode()) for number in range(4))
    with Journal.open(path) as journal:
        names = []
        for one, other in (shas[:2], shas[2:]):
            names.append(journal.begin_match("mentiroso", {}))
            journal.append(names[-1], "dice_read", {"evidence": [one, other]})
            journal.append(names[-1], "verdict", {"loser": 0})
    yield Kept(path, names[0], names[1], shas)


def test_a_sound_journal_is_proved(kept: Kept) -> None:
    """Every match with its head, every picture."""
    with Journal.open(kept.path, read_only=True) as journal:
        found = check(journal, kept.store)
        heads = {match: head for match, _, head in found.proved}
        assert heads == {name: journal.head(name) for name in (kept.first, kept.second)}
        assert (found.kept, found.trimmed, found.faults) == (4, 0, ())
        assert check(journal, kept.store, kept.first).kept == 2
        with pytest.raises(UnknownMatch, match="nowhere"):
            check(journal, kept.store, "nowhere")


def test_a_changed_event_is_named_and_the_rest_is_proved(kept: Kept) -> None:
    """Match, event number, and what was found; the other match and all pictures before it are still sound."""
    kept.spoil(f"""UPDATE event SET body = '{{"loser":1}}' WHERE "match" = '{kept.first}' AND seq = 3""")
    (fault,) = kept.faults()
    assert fault.startswith(f"match {kept.first}, event 3: its content was changed")
    assert kept.faults(kept.second) == ()
    with Journal.open(kept.path, read_only=True) as journal:
        found = check(journal, kept.store)
    assert [match for match, _, _ in found.proved] == [kept.second]
    assert found.kept == 4


def test_a_missing_event_is_named(kept: Kept) -> None:
    """A gap in the middle."""
    kept.spoil(f"""DELETE FROM event WHERE "match" = '{kept.second}' AND seq = 2""")
    (fault,) = kept.faults()
    assert f"match {kept.second}, event 2: the event is missing" in fault


def test_a_changed_and_a_missing_picture_are_named(kept: Kept) -> None:
    """Which match, which event, which picture."""
    damaged, missing = kept.shas[0], kept.shas[3]
    kept.store.path(damaged).write_bytes(b"picture O")
    kept.store.path(missing).unlink()
    one, other = sorted(kept.faults(), key=lambda fault: missing in fault)
    assert f"match {kept.first}, event 2 (dice_read)" in one
    assert "was changed" in one
    assert damaged in one
    assert f"match {kept.second}, event 2 (dice_read)" in other
    assert missing in other


def test_what_was_trimmed_is_no_fault_in_any_match(kept: Kept) -> None:
    """The later match says what happened to the pictures of the earlier one. A changed picture stays a fault."""
    with Journal.open(kept.path) as journal:
        journal.append(kept.second, TRIMMED, {"pictures": list(kept.shas[:2]), "why": "full"})
    kept.store.path(kept.shas[0]).unlink()
    with Journal.open(kept.path, read_only=True) as journal:
        found = check(journal, kept.store)
    assert (found.kept, found.trimmed, found.faults) == (3, 1, ())
    kept.store.path(kept.shas[1]).write_bytes(b"another")
    (fault,) = kept.faults()
    assert kept.shas[1] in fault


def test_a_noted_head_hash_tells_what_came_after(kept: Kept) -> None:
    """Events cut off at the end, events added since, another record."""
    with Journal.open(kept.path) as journal:
        noted = journal.head(kept.first)
        assert kept.faults(kept.first, noted) == ()
        journal.append(kept.first, "disputed", {})
        (added,) = kept.faults(kept.first, noted)
        assert "1 event was added" in added
        later = journal.head(kept.first)
    kept.spoil(f"""DELETE FROM event WHERE "match" = '{kept.first}' AND seq = 4""")
    (cut,) = kept.faults(kept.first, later)
    assert "events are missing" in cut


def test_a_picture_folder_that_is_gone(kept: Kept) -> None:
    """Every picture is missing; every event is still proved."""
    for sha in kept.shas:
        kept.store.path(sha).unlink()
    kept.store.folder.rmdir()
    assert len(kept.faults()) == 4
