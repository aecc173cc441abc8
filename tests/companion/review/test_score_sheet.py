"""The score sheet as a spreadsheet reads it."""

import csv
import io

from companion.journal.store import Journal
from companion.referee import events as e
from companion.review.score_sheet import score_sheet
from tests.companion.referee.table import claim
from tests.companion.review.conftest import Played
from tests.companion.review.matches import play, record_of


def rows(text: str) -> list[dict[str, str]]:
    """As a spreadsheet has it."""
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_a_line_for_each_hand(played: Played) -> None:
    """Who, what, the verdict, the points after it, and which record it was made of."""
    first, second = rows(score_sheet(played.record))
    assert first["claim"] == "KKKJ7"
    assert (first["claimant"], first["receiver"], first["dice"], first["verdict"]) == ("Ana", "Bo", "KKQJ7", "lie")
    assert (first["decided_by"], second["decided_by"]) == ("camera", "Bo")
    assert [first[f"points {name}"] for name in ("Ana", "Bo", "Íñigo")] == ["1", "0", "0"]
    assert second["record"] == played.journal.head(played.match)


def test_no_name_becomes_a_formula(played: Played) -> None:
    """A spreadsheet would run it."""
    names = ("=1+1", "@x", "-y")
    match = play(played.journal, (e.MatchBegun(names), e.StarterDrawn(0), claim(0, "AAAAA"), e.Believed(1)))
    sheet = score_sheet(record_of(played.journal, match))
    for row in rows(sheet):
        for cell in (*row, *row.values()):
            assert not cell.startswith(("=", "@", "-", "+"))


def test_a_match_without_a_finished_hand_is_a_header(played: Played) -> None:
    """Nothing else."""
    with Journal.open(played.journal.path.with_name("other.sqlite3")) as journal:
        match = play(journal, (e.MatchBegun(("A", "B")),))
        assert len(score_sheet(record_of(journal, match)).splitlines()) == 1
