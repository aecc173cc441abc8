"""A match of Detective Poker looked back at: list, sheet and report, from the commands."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.commands.export import export
from companion.commands.review import review
from companion.journal.store import Journal
from companion.referee.desk import Desk
from companion.referee.detective import events as e
from companion.referee.detective.game import DETECTIVE
from companion.referee.detective.state import DetectiveState
from companion.review.coups import CoupRecord, CoupsRecord
from companion.review.coups_report import coups_report
from tests.companion.referee.detective.table import HANDS_21, action_cards_21, coup_21, hands, row


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """DE21, a hand named twice, a player whose name is no HTML, and a picture that is gone."""
    path = tmp_path / "j.sqlite3"
    with Journal.open(path) as opened:
        desk = Desk(opened, game=DETECTIVE)
        begin = (e.MatchBegun(("<b>Ana", "=Bruno", "Chloé")), e.DealerDrawn(0))
        read = e.CardsRead((), (row("Ah 7c"), (), ()), why="", evidence=("ab" * 32,))
        for event in (*begin, *coup_21(), read, hands("Ac 7c"), hands(*HANDS_21), action_cards_21(), e.CoupScored()):
            desk.take(event)
    return path


def _run(command: object, *args: str) -> str:
    result = CliRunner().invoke(command, args, catch_exceptions=False)  # type: ignore[arg-type]
    assert result.exit_code == 0, result.output
    return result.stdout


def test_the_coups_are_listed(journal: Path) -> None:
    """Points, what was named again, and that there is no dispute."""
    told = _run(review, "--journal", str(journal))
    assert "no dispute" in told
    assert "Coup 1: <b>Ana +7" in told
    assert told.count("named again") == 1


def test_the_sheet_has_a_line_for_each_phase_and_player(journal: Path) -> None:
    """Twelve lines; a name that looks like a formula is none."""
    lines = _run(export, "--csv", "-", "--journal", str(journal)).splitlines()
    assert lines[0] == "coup,phase,player,points,match,record"
    assert len(lines) == 13
    assert "'=Bruno" in lines[2]
    assert sum(int(line.split(",")[3]) for line in lines if ",<b>Ana," in line) == 7


@pytest.mark.parametrize(("language", "word"), [("en", "Coup 1"), ("es", "Jugada 1"), ("fr", "Coup 1")])
def test_the_report_tells_every_point(journal: Path, language: str, word: str) -> None:
    """Escaped, whole in one file, and honest about the picture that is gone."""
    page = _run(export, "--html", "-", "--language", language, "--journal", str(journal))
    assert word in page
    assert "&lt;b&gt;Ana" in page
    assert "<b>" not in page
    assert "ab" * 32 in page
    assert "<img" not in page
    if language == "en":
        assert "on the flop (CW)" in page


def test_the_report_shows_the_picture_of_the_showdown() -> None:
    """Inside the file itself, nothing fetched."""
    coup = CoupRecord(1, evidence=["cd" * 32])
    record = CoupsRecord("m", "2026-11-29T20:15:00", "0" * 64, DetectiveState(), (coup,), ())
    page = coups_report(record, {"cd" * 32: b"picture"})
    assert 'src="data:image/jpeg;base64,cGljdHVyZQ=="' in page
