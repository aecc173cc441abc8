"""A match of Detective Poker as it stands: coups with their story, points, pictures, disputes and corrections."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from companion.games.detective.explaining import explain_coup, explain_end
from companion.games.detective.state import Coup
from companion.games.errors import Explanation
from companion.journal.chain import Event as Entry
from companion.referee.detective import events as e
from companion.referee.detective.game import DETECTIVE
from companion.referee.detective.reduce import reduce
from companion.referee.detective.state import DetectiveState, Phase
from companion.referee.detective.steps import step
from companion.referee.events import Disputed, MatchAbandoned, Outcome, Parts, RulingPublished
from companion.referee.history import happened, moments


@dataclass(frozen=True, slots=True)
class CoupDispute:
    """One player did not accept the points of a coup, and what came of it."""

    by: int
    """The seat."""
    claims_that: str
    outcome: Outcome | None = None
    """None: not ruled yet."""
    ruled_by: str = ""
    why: str = ""
    found: e.CardsFound | None = None
    """The cards as they were found to be, where the ruling names them."""
    published: bool = False


@dataclass(frozen=True, slots=True)
class CoupCorrection:
    """The cards of a coup were found otherwise later, and people agreed without a dispute."""

    found: e.CardsFound
    by: str
    why: str


@dataclass(slots=True)
class CoupRecord:
    """One coup; `coup` is None where it was not scored."""

    number: int
    """As people count, from 1; one more than its index in `Game.coups`."""
    told: list[Explanation] = field(default_factory=list)
    coup: Coup | None = None
    """As it stands now."""
    scored_at: str = ""
    """When the points were written down: ISO 8601, UTC."""
    renamed: list[Explanation] = field(default_factory=list)
    """Namings at the showdown that replaced another one."""
    readings: list[e.CardsRead] = field(default_factory=list)
    """Those of its showdown of which a picture was kept, the oldest first."""
    parts: Parts | None = None
    """What the cards were read with."""
    disputes: list[CoupDispute] = field(default_factory=list)
    corrections: list[CoupCorrection] = field(default_factory=list)

    @property
    def evidence(self) -> tuple[str, ...]:
        """SHA-256 names of the pictures of its showdown, the oldest first."""
        return tuple(dict.fromkeys(sha for reading in self.readings for sha in reading.evidence))

    def reading_of(self, sha: str) -> e.CardsRead:
        """What was read when this picture was kept. Raises KeyError for a picture of another coup."""
        for reading in self.readings:
            if sha in reading.evidence:
                return reading
        raise KeyError(sha)


@dataclass(frozen=True, slots=True)
class CoupsRecord:
    """The match; `state` as it was when the last entry was written, or before it was given up."""

    match: str
    begun_at: str
    head: str
    state: DetectiveState
    coups: tuple[CoupRecord, ...]
    ends: tuple[Explanation, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The players by seat."""
        return self.state.names

    @property
    def scored(self) -> tuple[CoupRecord, ...]:
        """The coups that were scored, by number."""
        return tuple(each for each in self.coups if each.coup is not None)


def read_coups(entries: Iterable[Entry]) -> CoupsRecord:
    """From the journal, what was taken back left out. Raises UnknownEvent as `tell_game` does."""
    entries = tuple(entries)
    state, coups, ends = DetectiveState(), [CoupRecord(0)], list[Explanation]()
    told = happened(DETECTIVE.codec, entries)
    for entry, event, before, after in moments(entries[0].match, told, reduce, state):
        what = step(before, event)
        if isinstance(event, MatchAbandoned):
            ends += [what] if what is not None else []
            break
        state = after
        if isinstance(event, e.CoupDealt) and before.game is not None:
            coups.append(CoupRecord(len(before.game.coups) + 1))
        if not _reviewed(coups, event):
            _note(coups[-1], entry, event, before, state, what)
    if state.phase is Phase.OVER and state.told_game is not None and state.dispute is None:
        ends.append(explain_end(state.told_game))
    _as_they_stand(coups, state)
    return CoupsRecord(entries[0].match, entries[0].at, entries[-1].hash, state, tuple(coups[1:]), tuple(ends))


def _note(
    record: CoupRecord,
    entry: Entry,
    event: object,
    before: DetectiveState,
    after: DetectiveState,
    what: Explanation | None,
) -> None:
    match event:
        case e.CardsRead(evidence=evidence) if before.phase is Phase.SHOWDOWN and evidence:
            record.readings.append(event)
        case e.CoupScored() if after.game is not None:
            record.coup, record.scored_at, record.parts = after.game.coups[-1], entry.at, after.parts
        case e.NextCoupBegun():
            pass
        case _ if what is not None:
            record.told.append(what)
            if _replaced(event, before):
                record.renamed.append(what)


def _reviewed(coups: list[CoupRecord], event: object) -> bool:
    """Whether the event is about the points of an earlier coup; if so it is noted there."""
    match event:
        case Disputed(number, by, why):
            _scored(coups, number).disputes.append(CoupDispute(by, why))
        case e.DisputeRuled(number, outcome, by, why, found):
            _change(_scored(coups, number), outcome=outcome, ruled_by=by, why=why, found=found)
        case RulingPublished(number):
            _change(_scored(coups, number), published=True)
        case e.CoupCorrected(number, found, by, why):
            _scored(coups, number).corrections.append(CoupCorrection(found, by, why))
        case _:
            return False
    return True


def _scored(coups: list[CoupRecord], index: int) -> CoupRecord:
    return next(each for each in coups if each.coup is not None and each.number == index + 1)


def _change(record: CoupRecord, **values: Any) -> None:
    record.disputes[-1] = replace(record.disputes[-1], **values)


def _as_they_stand(coups: list[CoupRecord], state: DetectiveState) -> None:
    """A ruling or a correction changes coups that were scored before."""
    for record in coups:
        if record.coup is not None and state.game is not None:
            record.coup = state.game.coups[record.number - 1]
            record.told += explain_coup(record.coup)


def _replaced(event: object, before: DetectiveState) -> bool:
    match event:
        case e.HandsShown(hands):
            return any(before.shown[hand.seat] is not None for hand in hands)
        case e.ActionCardsTurned(cards):
            return any(before.turned[each.bet] is not None for each in cards)
        case _:
            return False
