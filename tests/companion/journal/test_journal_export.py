"""One match as a document that proves itself."""

import csv
import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.journal.canonical import DEEPEST
from companion.journal.errors import ExportDamaged, UnknownMatch
from companion.journal.export import check_export, export_csv, export_match
from companion.journal.retraction import RETRACTED, retraction
from companion.journal.store import Journal

PICTURE = "ab" * 32


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "journal.sqlite3") as opened:
        yield opened


@pytest.fixture
def match(journal: Journal) -> str:
    name = journal.begin_match("mentiroso", {"seats": ["Ana", "Íñigo"]})
    journal.append(name, "dice_read", {"evidence": [PICTURE], "confidence_permille": 987})
    journal.append(name, RETRACTED, retraction(2, "Ana", '=cmd, "quoted"\nline'))
    return name


def test_an_export_holds_the_whole_match(journal: Journal, match: str) -> None:
    """Events, head hash and list of evidence; another journal takes it in with the same head."""
    export = check_export(export_match(journal, match))
    assert export.events == journal.events(match)
    assert (export.match, export.game, export.head) == (match, "mentiroso", journal.head(match))
    assert export.begun_at == export.events[0].at
    assert export.evidence == (PICTURE,)
    with Journal.open(journal.path.with_name("other.sqlite3")) as other:
        other.take_in(export.events)
        assert export_match(other, match) == export_match(journal, match)


def test_an_export_may_be_reformatted(journal: Journal, match: str) -> None:
    """Spaces and order of keys are not content: what an editor re-indented still proves itself."""
    text = export_match(journal, match)
    assert check_export(json.dumps(json.loads(text), indent=2)) == check_export(text)


def test_the_deepest_body_can_be_exported(journal: Journal) -> None:
    """Whatever was appended is exportable."""
    nested: object = 1
    for _ in range(DEEPEST - 1):
        nested = [nested]
    match = journal.begin_match("mentiroso", {})
    event = journal.append(match, "deep", {"body": nested})
    assert check_export(export_match(journal, match)).events[-1] == event


def test_unknown_matches_are_not_exported(journal: Journal) -> None:
    """The message names the match."""
    with pytest.raises(UnknownMatch, match="nowhere"):
        export_match(journal, "nowhere")


EDITS: dict[str, Callable[[dict], object]] = {
    "body": lambda doc: doc["events"][1]["body"].update(confidence_permille=1),
    "body no map": lambda doc: doc["events"][1].update(body=[1]),
    "fraction": lambda doc: doc["events"][1]["body"].update(confidence_permille=0.5),
    "event left out": lambda doc: doc["events"].pop(1),
    "first left out": lambda doc: doc["events"].pop(0),
    "last left out": lambda doc: doc["events"].pop(),
    "no events": lambda doc: doc["events"].clear(),
    "events no list": lambda doc: doc.update(events={}),
    "event no map": lambda doc: doc["events"].append(3),
    "event without time": lambda doc: doc["events"][2].pop("at"),
    "number as text": lambda doc: doc["events"][2].update(seq="3"),
    "number true": lambda doc: doc["events"][0].update(seq=True),
    "hash no text": lambda doc: doc["events"][2].update(hash=3),
    "half a character": lambda doc: doc["events"][2].update(at="\ud800"),
    "head": lambda doc: doc.update(head="0" * 64),
    "game": lambda doc: doc.update(game="detective"),
    "time": lambda doc: doc.update(begun_at="2020-01-01"),
    "name": lambda doc: doc.update(match="other"),
    "name no text": lambda doc: doc.update(match=[]),
    "evidence added": lambda doc: doc["evidence"].append("0" * 64),
    "evidence left out": lambda doc: doc["evidence"].clear(),
    "more keys": lambda doc: doc.update(more=1),
    "version": lambda doc: doc.update(version=2),
    "format": lambda doc: doc.update(format="other"),
}


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS.keys())
def test_an_edited_export_is_refused(journal: Journal, match: str, edit: Callable[[dict], object]) -> None:
    """Whatever was changed, left out or added."""
    found = json.loads(export_match(journal, match))
    edit(found)
    with pytest.raises(ExportDamaged, match="not an unchanged export"):
        check_export(json.dumps(found))


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "[" * 100_000, '{"format":1,"format":2}', "\ud800", "NaN"])
def test_other_texts_are_no_export(text: str) -> None:
    """Anything at all ends in one error."""
    with pytest.raises(ExportDamaged):
        check_export(text)


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_no_character_of_an_export_can_be_changed(journal: Journal, match: str, data: st.DataObject) -> None:
    """One character replaced by another: refused, or the very same match (an escape spelled otherwise)."""
    text = export_match(journal, match)
    at = data.draw(st.integers(0, len(text) - 1))
    changed = text[:at] + data.draw(st.characters()) + text[at + 1 :]
    try:
        export = check_export(changed)
    except ExportDamaged:
        return
    assert export == check_export(text)


def test_csv_has_a_line_for_each_event(journal: Journal, match: str) -> None:
    """A spreadsheet reads back numbers, times, kinds and bodies; no cell begins like a formula."""
    rows = list(csv.DictReader(io.StringIO(export_csv(journal.events(match)), newline="")))
    assert [int(row["seq"]) for row in rows] == [1, 2, 3]
    for row, event in zip(rows, journal.events(match), strict=True):
        assert (row["at"], row["kind"], row["hash"]) == (event.at, event.kind, event.hash)
        assert json.loads(row["body"]) == event.body
        assert not any(cell.startswith(("=", "+", "-", "@")) for cell in row.values())
