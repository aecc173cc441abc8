"""Referees simulated matches of both games until the process is killed; started by test_referee_kill.py.

Each line written is an acknowledgement: "event MATCH SEQ HASH" of an entry that the desk has written, "evidence SHA" of
a picture that was kept, and after each event "state MATCH ENTRIES DIGEST", the table that everyone could see then.
"""

import hashlib
import os
import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.games.cards import FULL_PACK
from companion.games.dice import DiceHand
from companion.journal.evidence import EvidenceStore
from companion.journal.place import evidence_folder
from companion.journal.store import Journal
from companion.referee import events as e
from companion.referee.desk import Desk, Entry
from companion.referee.detective import events as coup
from companion.referee.detective.game import DETECTIVE
from companion.referee.detective.state import DetectiveState, Phase
from companion.referee.games import MENTIROSO
from companion.referee.state import TableState
from companion.referee.unfinished import unfinished
from tests.companion.referee.detective.table import legal_event as legal_event_of_a_coup
from tests.companion.referee.detective.table import row
from tests.companion.referee.random_match import kept, legal_event

GAMES_OVER: Mapping[type, Callable[[Any], bool]] = {TableState: MENTIROSO.over, DetectiveState: DETECTIVE.over}


def as_written(state: DetectiveState) -> DetectiveState:
    """Without what only tells of the last act."""
    return replace(state, refused="", refused_rule="", refused_what=None, told=None, undoable=None)


def digest(state: TableState | DetectiveState) -> str:
    """The table as a fold of the journal gives it back."""
    told = kept(state) if isinstance(state, TableState) else as_written(state)
    return hashlib.sha256(repr(told).encode()).hexdigest()


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
            desk.take(_next(desk, rng, pictures, record))  # type: ignore[arg-type]
            if desk.match is not None:
                record.say(f"state {desk.match} {record.entries} {digest(desk.state)}")


def _next(desk: Desk[Any], rng: random.Random, pictures: EvidenceStore, record: Acknowledging) -> Any:
    state = desk.state
    if not state.names or GAMES_OVER[type(state)](state):
        if rng.random() < 0.5:
            return coup.MatchBegun(("Ana", "Bo", "Cy"), rng.random() < 0.5, simulated=True)
        return e.MatchBegun(("Ana", "Bo", "Cy"), rng.choice([1, 2, 3]), simulated=True)
    if isinstance(state, DetectiveState):
        return _next_of_a_coup(state, rng, pictures, record)
    if rng.random() < 0.1:
        return e.Undone("Ana", "a wrong tap")
    if rng.random() < 0.05 and desk.steps:
        right = e.ClaimConfirmed(rng.randrange(3), DiceHand(rng.randint(1, 252)))
        return e.Corrected(rng.choice(desk.steps).seq, "Ana", "misheard", right)
    event = legal_event(state, rng, facts=0.1)
    return replace(event, evidence=_kept(pictures, record)) if isinstance(event, e.DiceRead) else event


def _kept(pictures: EvidenceStore, record: Acknowledging) -> tuple[str, ...]:
    sha = pictures.put(os.urandom(2_000))
    record.say(f"evidence {sha}")
    return (sha,)


def _next_of_a_coup(state: DetectiveState, rng: random.Random, pictures: EvidenceStore, record: Acknowledging) -> Any:
    """A bet, a card, a picture of a showdown; sometimes an undo, a dispute, a ruling, a correction."""
    chance = rng.random()
    if chance < 0.01:
        return e.MatchAbandoned("Ana", "late")
    if chance < 0.05:
        return e.Undone("Ana", "a wrong tap")
    if chance < 0.15 and state.reviews:
        number = rng.randrange(len(state.reviews))
        found = coup.CardsFound(hands=(coup.ShownHand(0, *rng.sample(FULL_PACK, 2)),))
        return rng.choice(
            (
                e.Disputed(number, rng.randrange(3), "no"),
                coup.DisputeRuled(number, rng.choice(list(e.Outcome)), "Bo", "seen", rng.choice((None, found))),
                e.RulingPublished(number),
                coup.CoupCorrected(number, found, "all", "seen"),
            )
        )
    if chance < 0.3 and state.phase is Phase.SHOWDOWN:
        row_of = row(str(rng.choice(FULL_PACK)))
        return coup.CardsRead(row_of, (row_of, (), ()), evidence=_kept(pictures, record))
    return legal_event_of_a_coup(state, rng)
