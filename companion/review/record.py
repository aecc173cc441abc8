"""A match read from its journal: every hand with its claims, its call, what was seen of the dice, and how it ended."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from companion.games.dice import DiceHand
from companion.journal.chain import Event as Entry
from companion.journal.retraction import RETRACTED, taken_back
from companion.referee import events as e
from companion.referee.codec import UnknownEvent, decode
from companion.referee.game import advance
from companion.referee.games import MENTIROSO
from companion.referee.history import happened, moments
from companion.referee.revise import rescored
from companion.referee.state import Call, Ruling, TableState


@dataclass(frozen=True, slots=True)
class Claimed:
    """One claim of a hand, and what became of it."""

    seat: int
    hand: DiceHand
    blind: bool
    believed_by: int | None = None
    """The seat that believed it; None: it was called, or it is not answered yet."""


@dataclass(frozen=True, slots=True)
class Dispute:
    """One player did not accept the verdict of a hand, and what came of it."""

    by: int
    """The seat."""
    claims_that: str
    """What the player said against the verdict."""
    outcome: e.Outcome | None = None
    """None: not ruled yet."""
    ruled_by: str = ""
    why: str = ""
    actual: DiceHand | None = None
    """The dice as they were found to be, where the ruling names them."""
    published: bool = False


@dataclass(frozen=True, slots=True)
class Correction:
    """The dice of a hand were found wrong later, and people agreed without a dispute."""

    actual: DiceHand
    by: str
    why: str


@dataclass(frozen=True, slots=True)
class HandRecord:
    """One hand that ended with a point."""

    number: int
    """As people count, from 1; one more than its index in `TableState.hands`."""
    ended_at: str
    """When the verdict was written down: ISO 8601, UTC."""
    ruling: Ruling
    """As it stands now."""
    claims: tuple[Claimed, ...]
    call: Call | None
    """None where five aces were believed (M21)."""
    reading: e.DiceRead | None
    """The camera's; None where there was no camera, or a person was quicker."""
    named: e.RulingGiven | None
    """A person's; None where the camera decided."""
    parts: e.Parts | None
    """What the dice were read with."""
    disputes: tuple[Dispute, ...]
    corrections: tuple[Correction, ...]
    points: tuple[int, ...]
    """By seat, after this hand, as it stands now."""
    decided_seq: int
    """The journal's number of the event that decided: the reading, the naming, or the belief in five aces."""

    @property
    def evidence(self) -> tuple[str, ...]:
        """SHA-256 of the pictures of this call, the oldest first."""
        return self.reading.evidence if self.reading is not None else ()

    @property
    def moments_us(self) -> tuple[int | None, ...]:
        """When each picture was seen, in microseconds since the lift; None in journals that do not say."""
        told = self.reading.moments_us if self.reading is not None else ()
        return told if len(told) == len(self.evidence) else (None,) * len(self.evidence)

    @property
    def box(self) -> tuple[e.BoxMoment, ...]:
        """What the box felt from the claim to the decision."""
        told = [decided.box for decided in (self.named, self.reading) if decided is not None and decided.box]
        return told[0] if told else ()


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """What the journal holds of one match of Mentiroso."""

    match: str
    begun_at: str
    head: str
    """The hash of the last event."""
    limit: int
    """Whoever reaches so many points is out (M7)."""
    state: TableState
    hands: tuple[HandRecord, ...]
    open_claims: tuple[Claimed, ...] = ()
    """Of the hand that is not over yet."""
    voided: tuple[str, ...] = ()
    """Why hands did not count (M28)."""
    abandoned: str = ""
    """Why the match was given up before its end, and by whom; empty where it was not. The rest is as it was then."""

    @property
    def names(self) -> tuple[str, ...]:
        """The players by seat."""
        return self.state.names


class NotMentiroso(ValueError):  # noqa: N818 - says what is the case
    """The match is of another game; the message says which."""


@dataclass(slots=True)
class _Hand:
    """The hand in play, while the journal is read."""

    claims: list[Claimed] = field(default_factory=list)
    reading: e.DiceRead | None = None
    named: e.RulingGiven | None = None
    call: Call | None = None
    corrections: list[Correction] = field(default_factory=list)


def read_match(entries: Iterable[Entry]) -> MatchRecord:
    """The record of one match from its journal entries, what was taken back left out.

    Raises NotMentiroso for a match of the other game, UnknownEvent for an entry that this version cannot read or that
    the rules forbid where it stands.
    """
    entries = tuple(entries)
    if not entries:
        raise UnknownEvent("the match has no entries")
    game = entries[0].body.get("game", MENTIROSO.name)
    if game != MENTIROSO.name:
        raise NotMentiroso(
            f"match {entries[0].match} is one of {game!r}; only matches of {MENTIROSO.name!r} are reviewed here"
        )
    state, hand = TableState(), _Hand()
    hands: list[HandRecord] = []
    voided: list[str] = []
    abandoned = ""
    reviews = _Reviews()
    written = {entry.seq: entry for entry in entries}
    corrected = taken_back(entry for entry in entries if entry.kind == RETRACTED)
    told = tuple(happened(MENTIROSO.codec, entries))
    for entry, event, before, after in moments(entries[0].match, told, partial(advance, MENTIROSO), state):
        if isinstance(event, e.MatchAbandoned):
            abandoned = f"{event.by}: {event.why}"
            break
        state = after
        _note(hand, event)
        if entry.seq in corrected and isinstance(event, e.RulingGiven):
            _note_correction(hand, event, written[entry.seq], corrected[entry.seq])
        reviews.note(event)
        hand.call = state.call or hand.call
        if len(state.hands) > len(before.hands):
            hands.append(_ended(len(state.hands), entry, hand, state))
            hand = _Hand()
        elif isinstance(event, e.HandVoided):
            voided.append(event.why)
            hand = _Hand()
    # A ruling on a dispute changes hands that ended before: they stand as the last state has them.
    as_they_stand = tuple(
        replace(
            hand,
            ruling=ruling,
            points=_points(state, number),
            disputes=tuple(reviews.disputes.get(number, ())),
            corrections=(*hand.corrections, *reviews.corrections.get(number, ())),
        )
        for number, (hand, ruling) in enumerate(zip(hands, state.hands, strict=True))
    )
    return MatchRecord(
        match=entries[0].match,
        begun_at=entries[0].at,
        head=entries[-1].hash,
        limit=state.match.options.limit if state.match is not None else 0,
        state=state,
        hands=as_they_stand,
        open_claims=tuple(hand.claims),
        voided=tuple(voided),
        abandoned=abandoned,
    )


def _note_correction(hand: _Hand, right: e.RulingGiven, wrong: Entry, retraction: Entry) -> None:
    """People put their own word in the place of the camera's, or of an earlier one."""
    hand.corrections.append(Correction(right.actual, str(retraction.body["by"]), str(retraction.body["why"])))
    reading = decode(wrong.kind, wrong.body)
    if isinstance(reading, e.DiceRead):
        # What it says counts no more; its pictures are still the evidence.
        hand.reading = reading


def _note(hand: _Hand, event: e.Event) -> None:
    match event:
        case e.ClaimConfirmed(seat, claim, blind):
            hand.claims.append(Claimed(seat, claim, blind))
        case e.Believed(seat) if hand.claims:
            hand.claims[-1] = replace(hand.claims[-1], believed_by=seat)
        case e.DiceRead():
            hand.reading = event
        case e.RulingGiven():
            hand.named = event
        case _:
            pass


@dataclass(slots=True)
class _Reviews:
    """What was said against verdicts, by index of the hand."""

    disputes: dict[int, list[Dispute]] = field(default_factory=dict)
    corrections: dict[int, list[Correction]] = field(default_factory=dict)

    def note(self, event: e.Event) -> None:
        match event:
            case e.Disputed(hand, by, why):
                self.disputes.setdefault(hand, []).append(Dispute(by, why))
            case e.DisputeRuled(hand, outcome, by, why, actual):
                self._change(hand, outcome=outcome, ruled_by=by, why=why, actual=actual)
            case e.RulingPublished(hand):
                self._change(hand, published=True)
            case e.VerdictCorrected(hand, actual, by, why):
                self.corrections.setdefault(hand, []).append(Correction(actual, by, why))
            case _:
                pass

    def _change(self, hand: int, **values: Any) -> None:
        self.disputes[hand][-1] = replace(self.disputes[hand][-1], **values)


def _points(state: TableState, number: int) -> tuple[int, ...]:
    """The score after the first hands, up to index `number`."""
    assert state.match is not None
    return rescored(state.match, state.hands[: number + 1])[0].points


def _ended(number: int, entry: Entry, hand: _Hand, state: TableState) -> HandRecord:
    assert state.ruling is not None and state.match is not None
    return HandRecord(
        number=number,
        ended_at=entry.at,
        ruling=state.ruling,
        claims=tuple(hand.claims),
        call=hand.call,
        reading=hand.reading,
        named=hand.named,
        parts=state.parts,
        disputes=(),
        corrections=tuple(hand.corrections),
        points=state.match.points,
        decided_seq=entry.seq,
    )
