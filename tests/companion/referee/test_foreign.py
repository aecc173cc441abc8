"""Matches from elsewhere: taken in only where the rules allow what they say."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.commands import journal as command
from companion.journal.canonical import canonical
from companion.journal.chain import GENESIS, Event, event_of, follow
from companion.journal.export import document
from companion.journal.store import Journal
from companion.referee.codec import UnknownEvent
from companion.referee.foreign import MOST_NAME, verify_foreign
from tests.companion.review.matches import recorded

BEGUN = ("match_begun", {"game": "mentiroso", "names": ["Ana", "Bo"]})


def chained(*entries: tuple[str, dict[str, object]]) -> tuple[Event, ...]:
    """A match whose numbers and hashes are all right."""
    last, events = (0, GENESIS), []
    for kind, body in entries:
        row = follow("2026-11-30-abcd", last, kind, canonical(body), "2026-11-30T20:00:00.000Z")
        last = row.seq, row.hash
        events.append(event_of(row))
    return tuple(events)


def begun(*names: str) -> tuple[str, dict[str, object]]:
    """A match of these players begins."""
    return "match_begun", {"game": "mentiroso", "names": list(names)}


def test_a_match_of_ours_is_welcome(tmp_path: Path) -> None:
    """As it was played, with its readings and rulings."""
    journal, _, match = recorded(tmp_path / "j.sqlite3")
    with journal:
        verify_foreign(journal.events(match))


@pytest.mark.parametrize(
    ("entries", "told"),
    [
        ([("match_begun", {"game": "tarot"})], "a game that this version does not know"),
        ([BEGUN, ("claim_confirmed", {"seat": 0, "claim": "KKKJ7"})], "cannot have happened where it stands"),
        ([BEGUN, ("starter_drawn", {"seat": 7})], "cannot have happened where it stands"),
        ([BEGUN, ("starter_drawn", {"seat": "x"})], "cannot be read"),
        ([BEGUN, ("dealt_under_the_table", {})], "another version"),
        ([begun("Ana")], "cannot have happened"),
        ([begun("Ana", "B" * (MOST_NAME + 1))], "at most 60 letters"),
        ([begun("Ana", "\x1b[2JBo")], "expected names"),
    ],
)
def test_a_sound_chain_is_not_enough(entries: list[tuple[str, dict[str, object]]], told: str, tmp_path: Path) -> None:
    """Whoever has our code can make one: what the rules forbid is not taken in, and the journal is as before."""
    events = chained(*entries)
    with pytest.raises(UnknownEvent, match=told):
        verify_foreign(events)
    file, journal = tmp_path / "m.json", tmp_path / "j.sqlite3"
    file.write_text(document(events), encoding="utf-8")
    result = CliRunner().invoke(main, ["journal", "import", str(file), "--journal", str(journal)])
    assert result.exit_code == 2, result.output
    assert not journal.exists()


def test_a_file_without_end_is_not_read_to_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor is one that is only too long."""
    monkeypatch.setattr(command, "MOST_BYTES", 1000)
    (tmp_path / "m.json").write_bytes(b" " * 1001)
    result = CliRunner().invoke(main, ["journal", "import", str(tmp_path / "m.json"), "--journal", str(tmp_path / "j")])
    assert result.exit_code == 2
    assert "at most 0 MB" in result.output


def test_an_import_is_still_what_was_exported(tmp_path: Path) -> None:
    """Out of one journal, into another, with the same head hash."""
    journal, _, match = recorded(tmp_path / "j.sqlite3")
    with journal:
        (tmp_path / "m.json").write_text(document(journal.events(match)), encoding="utf-8")
        head = journal.head(match)
    other = tmp_path / "other.sqlite3"
    assert (
        CliRunner().invoke(main, ["journal", "import", str(tmp_path / "m.json"), "--journal", str(other)]).exit_code
        == 0
    )
    with Journal.open(other, read_only=True) as again:
        assert again.verify(match, head) == head
