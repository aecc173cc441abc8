"""Matches for the tests of the review: played through the referee into a real journal, with small pictures."""

from collections.abc import Iterable
from pathlib import Path

import numpy as np

from companion.games.dice import DiceHand
from companion.journal.evidence import EvidenceStore
from companion.journal.place import evidence_folder
from companion.journal.store import Journal
from companion.referee import events as e
from companion.referee.desk import Desk
from companion.referee.effects import Effect, Refuse
from companion.review.record import MatchRecord, read_match
from tests.companion.referee.table import claim, dice
from vision.pictures import encode_jpeg

PARTS = e.Parts("0.1.0", "dice-0123456789ab", None, "1.2")
BOX = (e.BoxMoment("cup", "lifted", 0), e.BoxMoment("tilt", "tilted", 12_000))
BEGIN = (e.CameraChanged(e.Link.READY), e.PartsKnown(PARTS), e.MatchBegun(("Ana", "Bo", "Íñigo")), e.StarterDrawn(0))


def picture(number: int) -> bytes:
    """A small JPEG, another one for each number."""
    painted = np.full((90, 160, 3), 60, np.uint8)
    painted[20:60, number % 120 : number % 120 + 40] = (number * 37 % 255, 200, 90)
    return encode_jpeg(painted)


def read(letters: str, *evidence: str, sure: bool = True, box: tuple[e.BoxMoment, ...] = ()) -> e.DiceRead:
    """The camera's reading; pictures 300 ms before the lift, at it, and so on."""
    moments = tuple(-300_000 + 300_000 * i for i in range(len(evidence)))
    return e.DiceRead(dice(letters), sure, "" if sure else "blurred", 7, evidence, moments, box)


def play(journal: Journal, events: Iterable[e.Event], match: str | None = None) -> str:
    """Plays the events through a desk that writes the journal; the name of the match."""
    desk = Desk(journal, _never_refused)
    if match is not None:
        desk.resume(match, journal.events(match))
    for event in events:
        desk.take(event)
    assert desk.match is not None
    return desk.match


def _never_refused(effect: Effect) -> None:
    assert not isinstance(effect, Refuse), effect


def two_hands(store: EvidenceStore) -> tuple[e.Event, ...]:
    """Ana lies and the camera shows it; then Bo's claim is believed, Íñigo's called and true, as a person says."""
    first = tuple(store.put(picture(number)) for number in range(3))
    return (
        *BEGIN,
        claim(0, "KKKJ7"),
        e.Called(1),
        read("KKQJ7", *first, box=BOX),
        e.NextHandBegun(),
        # M9: the player to the right of the loser starts.
        claim(1, "KKJ87"),
        e.Believed(2),
        claim(
            2,
            "KKQJ7",
        ),
        e.Called(0, e.How.BUTTON),
        read("KKQ?7", store.put(picture(9)), sure=False),
        e.RulingGiven(DiceHand.parse("KKQQ7"), "Bo"),
    )


def recorded(path: Path) -> tuple[Journal, EvidenceStore, str]:
    """An open journal with the match of `two_hands`."""
    store = EvidenceStore(evidence_folder(path))
    journal = Journal.open(path)
    return journal, store, play(journal, two_hands(store))


def record_of(journal: Journal, match: str) -> MatchRecord:
    """The match as a review reads it."""
    return read_match(journal.events(match))
