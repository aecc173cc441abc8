"""Referees simulated matches as fast as it can until the process is killed; started by test_referee_kill.py.

Each line written is an acknowledgement: "event MATCH SEQ HASH" of an entry that the desk has written, "evidence SHA" of
a picture that was kept, and after each event "state MATCH ENTRIES DIGEST", the table that everyone could see then.
"""

import hashlib
import os
import random
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from companion.games.dice import DiceHand
from companion.journal.evidence import EvidenceStore
from companion.journal.place import evidence_folder
from companion.journal.store import Journal
from companion.referee import events as e
from companion.referee.desk import Desk, Entry
from companion.referee.state import TableState
from companion.referee.unfinished import unfinished
from tests.companion.referee.random_match import kept, legal_event


def digest(state: TableState) -> str:
    """The table as a fold of the journal gives it back."""
    return hashlib.sha256(repr(kept(state)).encode()).hexdigest()


class Acknowledging:
    """The journal, which says aloud what it has written."""

    def __init__(self, journal: Journal, out: int) -> None:
        self._journal = journal
        self._out = out
        self.entries = 0

    def say(self, line: str) -> None:
        os.write(self._out, (line + "\n").encode())

    def begin_match(self, game: str, body: Mapping[str, object]) -> str:
        match = self._journal.begin_match(game, body)
        self.say(f"event {match} 1 {self._journal.head(match)}")
        self.entries = 1
        return match

    def append_all(self, match: str, entries: Iterable[Entry]) -> object:
        written = self._journal.append_all(match, entries)
        for event in written:
            self.say(f"event {match} {event.seq} {event.hash}")
        self.entries = written[-1].seq
        return written


def play(path: Path, told: Path) -> None:
    """Never returns."""
    rng = random.Random(os.urandom(8))
    pictures = EvidenceStore(evidence_folder(path))
    out = os.open(told, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    with Journal.open(path) as journal:
        record = Acknowledging(journal, out)
        desk = Desk(record)
        match = unfinished(journal, simulated=True)
        if match is not None:
            entries = journal.events(match)
            record.entries = len(entries)
            record.say(f"state {match} {len(entries)} {digest(desk.resume(match, entries))}")
            desk.take(e.Resumed(e.After.START))
        while True:
            desk.take(_next(desk, rng, pictures, record))
            if desk.match is not None:
                record.say(f"state {desk.match} {record.entries} {digest(desk.state)}")


def _next(desk: Desk[TableState], rng: random.Random, pictures: EvidenceStore, record: Acknowledging) -> e.Event:
    state = desk.state
    if not state.names or (state.match is not None and state.match.winner is not None and state.dispute is None):
        return e.MatchBegun(("Ana", "Bo", "Cy"), rng.choice([1, 2, 3]), simulated=True)
    if rng.random() < 0.1:
        return e.Undone("Ana", "a wrong tap")
    if rng.random() < 0.05 and desk.steps:
        right = e.ClaimConfirmed(rng.randrange(3), DiceHand(rng.randint(1, 252)))
        return e.Corrected(rng.choice(desk.steps).seq, "Ana", "misheard", right)
    event = legal_event(state, rng, facts=0.1)
    if isinstance(event, e.DiceRead):
        sha = pictures.put(os.urandom(2_000))
        record.say(f"evidence {sha}")
        return replace(event, evidence=(sha,))
    return event
