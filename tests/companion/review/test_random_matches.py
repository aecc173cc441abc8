"""Whatever is played, taken back, disputed and ruled: the record is read, exported and taken in as it was."""

import random
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.journal.export import check_export, document
from companion.journal.store import Journal
from companion.referee import events as e
from companion.referee.desk import Desk, resume
from companion.referee.state import Phase
from companion.review.record import MatchRecord, read_match
from companion.review.report import report
from companion.review.score_sheet import score_sheet
from companion.review.statistics import statistics
from tests.companion.referee.random_match import legal_event

NAMES = ("Ana", "Bo", "Íñigo")


def played(journal: Journal, seed: int, length: int) -> str:
    """A random match in this journal, with some steps taken back."""
    rng = random.Random(seed)
    desk = Desk(journal)
    for event in (e.CameraChanged(e.Link.READY), e.BoxChanged(e.Link.READY), e.CupSeated(), e.MatchBegun(NAMES, 3)):
        desk.take(event)
    for _ in range(length):
        if desk.state.phase is Phase.OVER and desk.state.dispute is None:
            break
        desk.take(e.Undone("Ana", "slip") if rng.random() < 0.1 else legal_event(desk.state, rng))
    assert desk.match is not None
    return desk.match


def holds_together(record: MatchRecord) -> None:
    """What must be true of any record."""
    match = record.state.match
    assert match is not None
    assert [hand.ruling for hand in record.hands] == list(record.state.hands)
    assert [hand.number for hand in record.hands] == list(range(1, len(record.hands) + 1))
    if record.hands:
        assert record.hands[-1].points == match.points
    players = statistics(record)
    assert sum(p.lost for p in players) == len(record.hands)
    assert sum(p.calls for p in players) == sum(p.called for p in players)
    assert sum(p.right for p in players) == sum(p.caught for p in players)
    assert sum(p.believed or 0 for p in players) == sum(p.beliefs or 0 for p in players)
    for p in players:
        assert 0 <= p.caught <= p.called
        assert 0 <= p.right <= p.calls
    assert len(score_sheet(record).splitlines()) == len(record.hands) + 1


@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 10**6), st.integers(0, 80))
def test_export_then_import_gives_the_same_state_and_head(seed: int, length: int) -> None:
    """By the journal alone: events, head hash, state, and all that is read from them."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Journal.open(Path(folder) / "one.sqlite3") as one,
        Journal.open(Path(folder) / "two.sqlite3") as two,
    ):
        match = played(one, seed, length)
        events = one.events(match)
        assert two.take_in(check_export(document(events)).events) == match
        assert two.events(match) == events
        assert two.head(match) == one.head(match)
        assert resume(two.events(match)) == resume(events)
        record = read_match(two.events(match))
        assert record == read_match(events)
    holds_together(record)
    assert record.head in report(record, {}, "es")
