"""One match as one document that proves itself, and as a table for a spreadsheet."""

import csv
import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.journal.canonical import DEEPEST, canonical, parse
from companion.journal.chain import Event, Row, checked
from companion.journal.errors import BodyRefused, ExportDamaged, JournalDamaged
from companion.journal.evidence import evidence_of
from companion.journal.store import MATCH_BEGUN, Journal

FORMAT = "cubilete match"
VERSION = 1
_KEYS = ("format", "version", "match", "game", "begun_at", "head", "events", "evidence")
_EVENT_KEYS = ("seq", "kind", "body", "prev", "hash", "at")


@dataclass(frozen=True, slots=True)
class Export:
    """An exported match whose chain, head hash and evidence list were proved."""

    match: str
    game: str
    begun_at: str
    head: str
    events: tuple[Event, ...]
    evidence: tuple[str, ...]
    """SHA-256 of each picture that the events name; the pictures are files of their own."""


def export_match(journal: Journal, match: str) -> str:
    """The whole match as one canonical JSON document. Raises `UnknownMatch`, `JournalDamaged`."""
    return document(journal.events(match))


def document(events: Iterable[Event]) -> str:
    """The JSON document of one match's events, all of them from the first."""
    events = tuple(events)
    first, last = events[0], events[-1]
    return canonical(
        {
            "format": FORMAT,
            "version": VERSION,
            "match": first.match,
            "game": first.body["game"],
            "begun_at": first.at,
            "head": last.hash,
            "events": [{key: getattr(event, key) for key in _EVENT_KEYS} for event in events],
            "evidence": evidence_of(events),
        },
        DEEPEST + 3,  # a body stands in an event, in a list, in the document
    )


def check_export(text: str) -> Export:
    """The match in an exported document, proved from the first event to the head hash.

    Raises `ExportDamaged` saying what is wrong. That the document is the one people saw at the end of their match,
    only its head hash compared with the one they noted can tell.
    """
    try:
        export = _checked_export(_map(parse(text), "the document", _KEYS))
    except (ValueError, BodyRefused, JournalDamaged) as error:
        raise ExportDamaged(f"this is not an unchanged export of a match: {error}") from error
    return export


def export_csv(events: Iterable[Event]) -> str:
    """The events as CSV with a header line: seq, at, kind, body (canonical JSON), hash."""
    out = io.StringIO()
    table = csv.writer(out)
    table.writerow(("seq", "at", "kind", "body", "hash"))
    for event in events:
        table.writerow((event.seq, event.at, event.kind, canonical(event.body), event.hash))
    return out.getvalue()


def _checked_export(found: Mapping[str, object]) -> Export:
    if (found["format"], found["version"]) != (FORMAT, VERSION):
        raise ValueError(f"it is {found['format']!r} version {found['version']!r}, not {FORMAT!r} version {VERSION}")
    match = _text(found["match"], "match")
    if not isinstance(found["events"], list) or not found["events"]:
        raise ValueError("its events are no list, or an empty one")
    events = tuple(checked(match, (_row(match, item) for item in found["events"])))
    if events[0].kind != MATCH_BEGUN:
        raise ValueError(f"its first event is {events[0].kind!r}, not {MATCH_BEGUN!r}")
    export = Export(
        match, _text(events[0].body.get("game"), "game"), events[0].at, events[-1].hash, events, evidence_of(events)
    )
    for key in ("game", "begun_at", "head"):
        if found[key] != getattr(export, key):
            raise ValueError(f"it says {key} {found[key]!r}, its events say {getattr(export, key)!r}")
    if found["evidence"] != list(export.evidence):
        raise ValueError("its list of evidence is not that of its events")
    return export


def _row(match: str, item: object) -> Row:
    event = _map(item, "an event", _EVENT_KEYS)
    seq = event["seq"]
    if not isinstance(seq, int) or isinstance(seq, bool):
        raise ValueError(f"an event has the number {seq!r}")
    kind, prev, digest, at = (_text(event[key], f"{key} of event {seq}") for key in ("kind", "prev", "hash", "at"))
    return Row(match, seq, kind, canonical(event["body"]), prev, digest, at)


def _map(value: object, what: str, keys: tuple[str, ...]) -> Mapping[str, object]:
    if not isinstance(value, dict) or value.keys() != set(keys):
        raise ValueError(f"{what} must have the keys {', '.join(keys)} and no others")
    return value


def _text(value: object, what: str) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{what} is {value!r}, not a text")
    return value
