"""Matches and journals from elsewhere: exports that prove themselves and lie all the same, files that were changed."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.journal.canonical import canonical
from companion.journal.chain import GENESIS, Event, event_of, follow
from companion.journal.errors import JournalError
from companion.journal.evidence import EvidenceStore, evidence_of
from companion.journal.export import check_export, document, export_csv
from companion.journal.place import evidence_folder
from companion.journal.store import Journal
from companion.referee.codec import UnknownEvent
from companion.referee.desk import Desk, played, read_story
from companion.referee.games import DETECTIVE, GAMES
from companion.referee.state import TableState
from companion.referee.tell import tell_match
from companion.review.coups import read_coups
from companion.review.coups_report import coups_report
from companion.review.listing import calls_json, calls_table
from companion.review.record import NotMentiroso, read_match
from companion.review.report import report
from companion.review.score_sheet import coup_sheet, score_sheet
from companion.review.statistics import statistics
from companion.ui.board.plain import board_json
from companion.ui.board.view import board_view, points_view
from tests.companion.referee.detective.table import HANDS_21, action_cards_21, coup_21, hands
from tests.companion.referee.detective.table import begun as coup_begun
from tests.companion.referee.random_match import Memory, legal_event
from tests.companion.review.matches import play, two_hands
from tests.fuzz.target import Target

TOLD = (JournalError, UnknownEvent, NotMentiroso)


def _exports(folder: Path) -> tuple[bytes, ...]:
    path = folder / "j.sqlite3"
    with Journal.open(path) as journal:
        mentiroso = play(journal, two_hands(EvidenceStore(evidence_folder(path))))
        random_one = _random_match(journal)
        desk = Desk(journal, game=DETECTIVE)
        for event in (*coup_begun(), *coup_21(), hands(*HANDS_21), action_cards_21()):
            desk.take(event)
        assert desk.match is not None
        names = (mentiroso, random_one, desk.match)
        return tuple(document(journal.events(match)).encode() for match in names)


def _random_match(journal: Journal) -> str:
    rng, desk = random.Random(4), Desk(journal)
    for event in two_hands(EvidenceStore(journal.path.with_name("none")))[:4]:
        desk.take(event)
    for _ in range(25):
        desk.take(legal_event(desk.state, rng))
    assert desk.match is not None
    return desk.match


def chained_anew(data: bytes) -> bytes:
    """The document with all numbers, hashes and lists made to fit again, as somebody with our own code could do it."""
    try:
        found = json.loads(data)
        last, rows = (0, GENESIS), []
        for event in found["events"]:
            row = follow(found["match"], last, event["kind"], canonical(event["body"]), event["at"])
            last = row.seq, row.hash
            event.update(seq=row.seq, prev=row.prev, hash=row.hash)
            rows.append(event_of(row))
        found.update(head=last[1], begun_at=rows[0].at, game=rows[0].body["game"], evidence=list(evidence_of(rows)))
        return json.dumps(found).encode()
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError, JournalError):
        return data


def _check(data: bytes, _folder: Path) -> None:
    check_export(data.decode("utf-8", "replace"))


def _lying(data: bytes, folder: Path) -> None:
    export = check_export(chained_anew(data).decode("utf-8", "replace"))
    for look in _LOOKS:
        try:
            look(export.events, folder)
        except TOLD:
            continue


def _taken_in(events: tuple[Event, ...], folder: Path) -> None:
    with Journal.open(folder / "j.sqlite3") as journal:
        match = journal.take_in(events)
        assert journal.events(match) == events


def _board(events: tuple[Event, ...], _folder: Path) -> None:
    game = GAMES.get(str(events[0].body.get("game")))
    if game is not None:
        state: Any = played(read_story(game, events))
        view = board_view(state) if isinstance(state, TableState) else points_view(state.names, game.board(state))
        json.dumps(board_json(view, "fr"))


def _reviewed(events: tuple[Event, ...], folder: Path) -> None:
    record, store = read_match(events), EvidenceStore(folder / "pictures")
    for language in ("en", "es", "fr"):
        assert "<script>" not in report(record, {}, language)
    statistics(record)
    score_sheet(record)
    calls_table(record, store)
    json.dumps(calls_json(record, store))


def _coups(events: tuple[Event, ...], _folder: Path) -> None:
    record = read_coups(events)
    assert "<script>" not in coups_report(record, {}, "es")
    coup_sheet(record)


def _gone_on_with(events: tuple[Event, ...], _folder: Path) -> None:
    Desk(Memory()).resume(events[0].match, events)


_LOOKS: tuple[Callable[[tuple[Event, ...], Path], object], ...] = (
    _taken_in,
    _board,
    _reviewed,
    _coups,
    _gone_on_with,
    lambda events, _: tell_match(events[0].match, events),
    lambda events, _: export_csv(events),
)


def _journals(folder: Path) -> tuple[bytes, ...]:
    _exports(folder)
    return ((folder / "j.sqlite3").read_bytes(),)


def _open(data: bytes, folder: Path) -> None:
    """To read, and to write on where reading went well."""
    path = folder / "j.sqlite3"
    path.write_bytes(data)
    with Journal.open(path, read_only=True) as journal:
        journal.damage()
        for head in journal.matches():
            journal.events(head.match)
    with Journal.open(path) as journal:
        journal.append(journal.begin_match("mentiroso", {}), "said", {})


TARGETS = (
    Target("export", _exports, _check, TOLD, text=True),
    Target("export that lies", _exports, _lying, TOLD, text=True, dear=True),
    Target("journal", _journals, _open, TOLD, dear=True),
)
