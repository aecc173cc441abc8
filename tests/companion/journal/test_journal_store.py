"""The journal in everyday use, on a real SQLite file."""

import hashlib
import itertools
import re
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.journal.chain import GENESIS, Event
from companion.journal.errors import (
    BodyRefused,
    JournalDamaged,
    JournalError,
    JournalUnwritable,
    MatchExists,
    UnknownMatch,
)
from companion.journal.retraction import RETRACTED, effective, retraction
from companion.journal.store import MATCH_BEGUN, Journal, utc_now


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    ticks = itertools.count()
    with Journal.open(tmp_path / "journal.sqlite3", now=lambda: f"2026-11-29T20:00:{next(ticks):02}.000Z") as opened:
        yield opened


def test_a_match_from_begin_to_list(journal: Journal) -> None:
    """What is appended is what is read, in order, with times, and the list shows each match's head."""
    match = journal.begin_match("mentiroso", {"seats": ["Ana", "Bo"]})
    claim = journal.append(match, "claim_confirmed", {"faces": ("K", "K")})
    two = journal.append_all(match, [("cup_lifted", {}), ("dice_read", {"sure": True})])
    first = journal.events(match)[0]
    assert (first.kind, first.body, first.prev) == (MATCH_BEGUN, {"game": "mentiroso", "seats": ["Ana", "Bo"]}, GENESIS)
    assert journal.events(match) == (first, claim, *two)
    assert [event.seq for event in journal.events(match)] == [1, 2, 3, 4]
    assert claim.body == {"faces": ["K", "K"]}
    assert journal.events(match, after=2) == two
    assert journal.events(match, after=4) == ()
    other = journal.begin_match("detective", {})
    heads = journal.matches()
    assert [(h.match, h.game, h.events, h.head_hash) for h in heads] == [
        (match, "mentiroso", 4, two[-1].hash),
        (other, "detective", 1, journal.head(other)),
    ]
    assert heads[0].begun_at == first.at
    assert journal.verify(match) == journal.verify(match, journal.head(match)) == two[-1].hash


def test_everything_is_there_after_reopening(journal: Journal) -> None:
    """Closing and opening changes nothing, and the chain goes on."""
    match = journal.begin_match("mentiroso", {})
    journal.append(match, "cup_lifted", {"at_us": 12})
    before = journal.events(match)
    journal.close()
    journal.close()
    with Journal.open(journal.path) as again:
        assert again.events(match) == before
        assert again.append(match, "cup_seated", {}).prev == before[-1].hash
        assert again.damage() == ()


def test_the_hash_is_what_the_document_says(journal: Journal) -> None:
    """SHA-256 of the canonical list [match, seq, kind, body, prev, at], spelled out by hand."""
    match = journal.begin_match("mentiroso", {})
    event = journal.append(match, "said", {"b": "♠", "a": [1]})
    by_hand = f'["{match}",2,"said",{{"a":[1],"b":"♠"}},"{event.prev}","{event.at}"]'
    assert event.hash == hashlib.sha256(by_hand.encode()).hexdigest()


def test_names_are_short_and_never_given_twice(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    """The date and four letters; where chance gives a name again, it grows."""
    assert re.fullmatch(r"2026-11-29-[a-z]{4}", journal.begin_match("mentiroso", {}))
    monkeypatch.setattr("companion.journal.store.secrets.choice", lambda letters: "k")
    assert [journal.begin_match("mentiroso", {})[11:] for _ in range(3)] == ["kkkk", "kkkkk", "kkkkkk"]


def test_times_are_utc_to_the_millisecond() -> None:
    """As ISO 8601 writes it, with Z."""
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", utc_now())


def test_several_events_are_added_together_or_not_at_all(journal: Journal) -> None:
    """One bad event of three: none is added, and the journal goes on as if nothing had been tried."""
    match = journal.begin_match("mentiroso", {})
    with pytest.raises(BodyRefused):
        journal.append_all(match, [("good", {}), ("bad", {"p": 0.5}), ("good", {})])
    assert len(journal.events(match)) == 1
    assert journal.append_all(match, []) == ()
    assert journal.append(match, "good", {}).seq == 2


def test_events_may_be_given_as_they_are_made(journal: Journal) -> None:
    """A generator that itself asks the journal is run before the transaction, not inside it."""
    match = journal.begin_match("mentiroso", {})
    added = journal.append_all(match, (("said", {"after": len(journal.events(match))}) for _ in "12"))
    assert [event.body for event in added] == [{"after": 1}, {"after": 1}]


@pytest.mark.parametrize("kind", ["", "two words", "x" * 65, "ñ", "=cmd", "1st", "\udc80"])
def test_a_kind_is_one_word(journal: Journal, kind: str) -> None:
    """So that no kind is read as a formula, a path or markup anywhere."""
    match = journal.begin_match("mentiroso", {})
    with pytest.raises(BodyRefused, match="one word"):
        journal.append(match, kind, {})


@pytest.mark.parametrize("time", ["", "=1+1", "20:00 h", "\udc80", "2" * 41])
def test_a_time_is_written_as_times_are(tmp_path: Path, time: str) -> None:
    """A clock that gives something else is a mistake, told before anything is written."""
    with Journal.open(tmp_path / "other.sqlite3", now=lambda: time) as other:
        with pytest.raises(BodyRefused, match="the time"):
            other.begin_match("mentiroso", {})
        assert other.matches() == ()


def test_a_body_is_a_map(journal: Journal) -> None:
    """A list of things has no names for them."""
    match = journal.begin_match("mentiroso", {})
    with pytest.raises(BodyRefused, match="not a map"):
        journal.append(match, "said", [1])  # type: ignore[arg-type]


def test_a_match_is_of_one_game(journal: Journal) -> None:
    """A body that names another game than the one begun is a mistake of the caller."""
    with pytest.raises(BodyRefused, match="detective"):
        journal.begin_match("mentiroso", {"game": "detective"})
    assert journal.matches() == ()


def test_unknown_matches_are_named(journal: Journal) -> None:
    """Each way of asking for a match that is not there says so."""
    for name in ("\udc80", "2026-11-29-%"):
        with pytest.raises(UnknownMatch):
            journal.events(name)
    for ask in (journal.events, journal.head, journal.verify, lambda match: journal.append(match, "said", {})):
        with pytest.raises(UnknownMatch, match="nowhere"):
            ask("nowhere")
    match = journal.begin_match("mentiroso", {})
    with pytest.raises(UnknownMatch, match="no event 7"):
        journal.events(match, after=7)


def test_a_retraction_is_appended_only_if_it_points_back(journal: Journal) -> None:
    """The store holds no retraction of nothing; legality is not its business."""
    match = journal.begin_match("mentiroso", {})
    journal.append(match, "claim_confirmed", {})
    with pytest.raises(BodyRefused, match="earlier event"):
        journal.append(match, RETRACTED, retraction(3, "Ana", "typo"))
    journal.append(match, RETRACTED, retraction(2, "Ana", "typo"))
    assert [event.kind for event in effective(journal.events(match))] == [MATCH_BEGUN]


def test_reading_only_cannot_write(journal: Journal) -> None:
    """Neither through us nor through SQLite; it sees what the writer adds while it is open."""
    match = journal.begin_match("mentiroso", {})
    with Journal.open(journal.path, read_only=True) as shown:
        with pytest.raises(JournalUnwritable, match="reading only"):
            shown.append(match, "said", {})
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            shown._connection.execute("CREATE TABLE other (x)")
        journal.append(match, "said", {})
        assert len(shown.events(match)) == 2


def test_a_closed_journal_says_so(journal: Journal) -> None:
    """One of our own errors, not one of SQLite's."""
    match = journal.begin_match("mentiroso", {})
    journal.close()
    with pytest.raises(JournalError, match="closed"):
        journal.append(match, "said", {})


def test_threads_take_turns(journal: Journal) -> None:
    """Four threads on one journal: every event is there once and the chain holds."""
    match = journal.begin_match("mentiroso", {})

    def play(name: str) -> None:
        for turn in range(20):
            journal.append_all(match, [("said", {"by": name, "turn": turn})] * 2)

    threads = [threading.Thread(target=play, args=(name,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    events = journal.events(match)
    assert len(events) == 1 + 4 * 20 * 2
    assert [e.body["turn"] for e in events[1:] if e.body["by"] == "c"] == [t for t in range(20) for _ in "12"]


def test_commits_reach_the_disk(journal: Journal) -> None:
    """WAL with synchronous FULL (2): each commit is synced before append returns."""
    ask = journal._connection.execute
    assert ask("PRAGMA journal_mode").fetchone() == ("wal",)
    assert ask("PRAGMA synchronous").fetchone() == (2,)


REFUSED = {
    "update": "UPDATE event SET body = '{}' WHERE seq = 2",
    "update of the key": "UPDATE OR REPLACE event SET seq = 1 WHERE seq = 2",
    "delete": "DELETE FROM event WHERE seq = 3",
    "delete of all": "DELETE FROM event",
    "replace": "INSERT OR REPLACE INTO event SELECT \"match\", seq, 'x', body, prev, hash, at FROM event WHERE seq = 2",
    "replace by rowid": 'INSERT OR REPLACE INTO event (rowid, "match", seq, kind, body, prev, hash, at)'
    ' SELECT 1, "match", 4, kind, body, hash, hash, at FROM event WHERE seq = 3',
    "gap": 'INSERT INTO event SELECT "match", 5, kind, body, hash, hash, at FROM event WHERE seq = 3',
    "other past": 'INSERT INTO event SELECT "match", 4, kind, body, prev, hash, at FROM event WHERE seq = 3',
    "upsert": 'INSERT INTO event SELECT * FROM event WHERE seq = 2 ON CONFLICT DO UPDATE SET kind = "x"',
    "wrong type": "INSERT INTO event SELECT \"match\", 4, kind, x'00', hash, hash, at FROM event WHERE seq = 3",
}
# The triggers' own words; there is no rowid to replace by; columns are typed.
_REASON = "append-only|no column named rowid|cannot store BLOB"


@pytest.mark.parametrize("statement", REFUSED.values(), ids=REFUSED.keys())
def test_raw_sql_cannot_rewrite_the_past(journal: Journal, statement: str) -> None:
    """Any other program that writes the file by SQL meets the triggers; nothing changes."""
    match = journal.begin_match("mentiroso", {})
    journal.append_all(match, [("one", {}), ("two", {})])
    before = journal.events(match)
    with (
        closing(sqlite3.connect(journal.path, isolation_level=None)) as raw,
        pytest.raises(sqlite3.Error, match=_REASON),
    ):
        raw.execute(statement)
    assert journal.events(match) == before


def test_appending_by_raw_sql_is_found_by_the_chain(journal: Journal) -> None:
    """The triggers let a next event in; its hash must still be right."""
    match = journal.begin_match("mentiroso", {})
    with closing(sqlite3.connect(journal.path, isolation_level=None)) as raw:
        raw.execute("INSERT INTO event SELECT \"match\", 2, 'forged', '{}', hash, hash, at FROM event")
    with pytest.raises(JournalDamaged, match="event 2: its content was changed"):
        journal.verify(match)


bodies = st.dictionaries(
    st.text(st.characters(codec="utf-8"), max_size=5), st.integers(0, 9) | st.booleans(), max_size=3
)


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(st.tuples(st.sampled_from(["said", "seen"]), bodies), max_size=8), st.data())
def test_chain_holds_for_any_events_and_breaks_for_any_change(
    journal: Journal, given_events: list[tuple[str, dict[str, object]]], data: st.DataObject
) -> None:
    """Whatever is appended is read back and proved; one event left out, doubled, moved or edited is refused."""
    match = journal.begin_match("mentiroso", {})
    journal.append_all(match, given_events)
    events = journal.events(match)
    assert [(event.kind, event.body) for event in events[1:]] == given_events

    position = data.draw(st.integers(0, len(events) - 1))
    one = events[position]
    edited: dict[str, list[Event]] = {
        "doubled": [*events[: position + 1], one, *events[position + 1 :]],
        "other kind": [*events[:position], replace(one, kind=one.kind + "x"), *events[position + 1 :]],
        "other body": [*events[:position], replace(one, body={**one.body, "x": 10}), *events[position + 1 :]],
        "other time": [*events[:position], replace(one, at=one.at + "0"), *events[position + 1 :]],
        "other hash": [*events[:position], replace(one, hash=GENESIS), *events[position + 1 :]],
    }
    if position < len(events) - 1:
        edited["left out"] = [*events[:position], *events[position + 1 :]]
        edited["moved"] = [*events[:position], events[position + 1], one, *events[position + 2 :]]
    change = data.draw(st.sampled_from(sorted(edited)))
    with pytest.raises(JournalDamaged):
        journal.take_in(edited[change])


def test_a_match_moves_to_another_journal_unchanged(journal: Journal, tmp_path: Path) -> None:
    """Same name, times, hashes and head there; twice is once; it can be played on; a namesake is refused."""
    match = journal.begin_match("mentiroso", {"seats": ["Ana"]})
    journal.append(match, "said", {"b": 1, "a": 2})
    events = journal.events(match)
    with Journal.open(tmp_path / "other.sqlite3") as other:
        assert other.take_in(events) == match == other.take_in(iter(events))
        assert other.events(match) == events
        other.append(match, "went_on", {})
        with pytest.raises(MatchExists, match=match):
            other.take_in(events)
        assert other.damage() == ()


def test_what_append_refuses_is_not_taken_in_either(journal: Journal) -> None:
    """A forged export with a whole chain still brings no odd names in: no paths, no retraction of nothing."""
    from companion.journal.canonical import canonical
    from companion.journal.chain import event_of, follow

    def forged(match: str, kind: str, body: dict[str, object]) -> list[Event]:
        return [event_of(follow(match, (0, GENESIS), kind, canonical(body), "2026-11-29T20:00:00.000Z"))]

    for events in (
        [],
        forged("../../etc", MATCH_BEGUN, {}),
        forged("m", "<b>", {}),
        forged("m", RETRACTED, {"seq": 1, "by": "Ana", "why": "x"}),
    ):
        with pytest.raises(BodyRefused):
            journal.take_in(events)
    assert journal.matches() == ()
