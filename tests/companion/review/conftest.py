"""A match of two hands in a journal of its own."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.journal.evidence import EvidenceStore
from companion.journal.store import Journal
from companion.referee import events as e
from companion.review.record import MatchRecord
from tests.companion.review.matches import play, record_of, recorded


@dataclass(frozen=True, slots=True)
class Played:
    """An open journal, its pictures, and the name of its one match."""

    journal: Journal
    store: EvidenceStore
    match: str

    @property
    def record(self) -> MatchRecord:
        return record_of(self.journal, self.match)

    def then(self, *events: e.Event) -> MatchRecord:
        """The record after these events, too."""
        play(self.journal, events, self.match)
        return self.record


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Played]:
    journal, store, match = recorded(tmp_path / "j.sqlite3")
    with journal:
        yield Played(journal, store, match)
