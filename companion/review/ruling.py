"""What people decide about a verdict afterwards, given to the referee, who alone writes the record.

All of it, or nothing: a ruling that the referee would refuse is found before the dispute it belongs to is written.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from companion.games.commentary import tell
from companion.games.dice import LETTERS, DiceHand, Printing
from companion.games.errors import Explanation
from companion.journal.retraction import Numbered
from companion.journal.store import Journal
from companion.referee.desk import Desk, Entry
from companion.referee.detective import events as coup_events
from companion.referee.events import Corrected, Disputed, DisputeRuled, Event, Outcome, RulingGiven, RulingPublished
from companion.review.coups import CoupRecord
from companion.review.record import HandRecord


class RulingRefused(ValueError):  # noqa: N818 - says what is the case
    """The referee does not take it; the message says why, and `what` the same in parts. Nothing was written."""

    def __init__(self, why: str, what: Explanation | None = None) -> None:
        super().__init__(why)
        self.what = what


def correction(hand: HandRecord, actual: DiceHand, by: str, why: str) -> Event:
    """What decided the hand was wrong, and all agree: those were the dice."""
    return Corrected(hand.decided_seq, by, why, RulingGiven(actual, by))


def dispute(of: HandRecord | CoupRecord, seat: int, why: str) -> Event:
    """A player does not accept the verdict, or the points."""
    return Disputed(of.number - 1, seat, why)


def ruling(hand: HandRecord, outcome: Outcome, by: str, why: str, actual: DiceHand | None) -> Event:
    """The evidence was looked at."""
    return DisputeRuled(hand.number - 1, outcome, by, why, actual)


def publication(of: HandRecord | CoupRecord) -> Event:
    """The ruling is announced, and counts."""
    return RulingPublished(of.number - 1)


def coup_correction(coup: CoupRecord, found: coup_events.CardsFound, by: str, why: str) -> coup_events.CoupCorrected:
    """A coup was scored on the wrong cards, and all agree."""
    return coup_events.CoupCorrected(coup.number - 1, found, by, why)


def coup_ruling(
    coup: CoupRecord, outcome: Outcome, by: str, why: str, found: coup_events.CardsFound | None
) -> coup_events.DisputeRuled:
    """The evidence was looked at."""
    return coup_events.DisputeRuled(coup.number - 1, outcome, by, why, found)


def take(journal: Journal, match: str, events: Sequence[Any], printing: Printing = LETTERS) -> str:
    """Writes the events through the referee; what they changed, in words (empty while nothing may be told).

    `events` are of the match's own game; `printing`: what stands on the dice. Raises RulingRefused, JournalError,
    UnknownEvent.
    """
    entries = journal.events(match)
    _decide(Desk(_Nowhere()), match, entries, events, printing)
    state = _decide(Desk(journal), match, entries, events, printing)
    return "" if state.told is None else tell(state.told, "en", state.names, printing)


def _decide(desk: Desk[Any], match: str, entries: Iterable[Numbered], events: Sequence[Any], printing: Printing) -> Any:
    """The table after them; which game it is, the entries say."""
    desk.resume(match, entries)
    for event in events:
        state = desk.take(event)
        if state.refused:
            what = state.refused_what
            raise RulingRefused(state.refused if what is None else tell(what, "en", state.names, printing), what)
    return desk.state


class _Nowhere:
    """A record for trying out."""

    def begin_match(self, game: str, body: object) -> str:
        raise AssertionError("no match begins in a review")

    def append_all(self, match: str, entries: Iterable[Entry]) -> object:
        return tuple(entries)
