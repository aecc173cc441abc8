"""What people decide about a verdict afterwards, given to the referee, who alone writes the record.

All of it, or nothing: a ruling that the referee would refuse is found before the dispute it belongs to is written.
"""

from collections.abc import Iterable, Sequence

from companion.games.commentary import tell
from companion.games.dice import DiceHand
from companion.games.errors import Explanation
from companion.journal.retraction import Numbered
from companion.journal.store import Journal
from companion.referee.desk import Desk, Entry
from companion.referee.effects import Effect, Refuse
from companion.referee.events import Corrected, Disputed, DisputeRuled, Event, Outcome, RulingGiven, RulingPublished
from companion.referee.state import TableState
from companion.review.record import HandRecord, read_match


class RulingRefused(ValueError):  # noqa: N818 - says what is the case
    """The referee does not take it; the message says why. Nothing was written."""


def correction(hand: HandRecord, actual: DiceHand, by: str, why: str) -> Event:
    """What decided the hand was wrong, and all agree: those were the dice."""
    return Corrected(hand.decided_seq, by, why, RulingGiven(actual, by))


def dispute(hand: HandRecord, seat: int, why: str) -> Event:
    """A player does not accept the verdict."""
    return Disputed(hand.number - 1, seat, why)


def ruling(hand: HandRecord, outcome: Outcome, by: str, why: str, actual: DiceHand | None) -> Event:
    """The evidence was looked at."""
    return DisputeRuled(hand.number - 1, outcome, by, why, actual)


def publication(hand: HandRecord) -> Event:
    """The ruling is announced, and counts."""
    return RulingPublished(hand.number - 1)


def take(journal: Journal, match: str, events: Sequence[Event]) -> str:
    """Writes the events through the referee; what they changed, in words (empty while nothing may be told).

    Raises RulingRefused, JournalError, UnknownEvent, NotMentiroso.
    """
    entries = journal.events(match)
    names = read_match(entries).names
    _decide(Desk(_Nowhere(), _refuse), match, entries, events)
    told = _decide(Desk(journal, _refuse), match, entries, events)
    return "" if told is None else tell(told, "en", names)


def _decide(
    desk: Desk[TableState], match: str, entries: Iterable[Numbered], events: Sequence[Event]
) -> Explanation | None:
    desk.resume(match, entries)
    for event in events:
        desk.take(event)
    return desk.state.told


def _refuse(effect: Effect) -> None:
    """Lamps and sounds are not meant; a refusal is."""
    if isinstance(effect, Refuse):
        raise RulingRefused(effect.why)


class _Nowhere:
    """A record for trying out."""

    def begin_match(self, game: str, body: object) -> str:
        raise AssertionError("no match begins in a review")

    def append_all(self, match: str, entries: Iterable[Entry]) -> object:
        return tuple(entries)
