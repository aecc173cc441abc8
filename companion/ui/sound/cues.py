"""From one state of the table to the next: which tone sounds, and what is said aloud. Pure."""

from dataclasses import dataclass
from enum import StrEnum

from companion.referee.events import Link
from companion.referee.state import Phase, TableState
from companion.ui.mentiroso.dispute_view import news_of
from companion.ui.mentiroso.verdict_view import taker
from companion.ui.texts import NOTHING, Said, text


class Cue(StrEnum):
    """A tone, named by what it tells."""

    BEGIN = "begin"
    PASS = "pass"
    BELIEVE = "believe"
    CALL = "call"
    NOT_SURE = "not sure"
    LIE = "lie"
    TRUE = "true"
    POINT = "point"
    """Given without dice (M21)."""
    OUT = "out"
    WIN = "win"
    REFUSED = "refused"
    LOST = "lost"
    """A part of the table."""
    FOUND = "found"
    NEWS = "news"
    """Taken back, corrected, ruled."""
    DISPUTE = "dispute"


@dataclass(frozen=True, slots=True)
class Heard:
    """What one change sounds like."""

    cue: Cue
    said: Said = NOTHING
    """Spoken after the tone; nothing where the tone says it all."""


_ANSWERS = {Phase.CLAIM: Cue.BELIEVE, Phase.LIFT: Cue.CALL, Phase.READING: Cue.CALL, Phase.RULING: Cue.CALL}


def heard(before: TableState, after: TableState) -> Heard | None:
    """The most important thing that has changed; None where nothing did that anyone should hear."""
    for listen in (_refused, _news, _verdict, _dispute, _step, _links):
        found = listen(before, after)
        if found is not None:
            return found
    return None


def _refused(before: TableState, after: TableState) -> Heard | None:
    new = after.refused and after.refused != before.refused
    return Heard(Cue.REFUSED) if new else None


def _news(before: TableState, after: TableState) -> Heard | None:
    news = news_of(after)
    return Heard(Cue.NEWS, news) if news is not None and after.told is not before.told else None


def _verdict(before: TableState, after: TableState) -> Heard | None:
    ruling = after.ruling
    if ruling is None or len(after.hands) <= len(before.hands):
        return None
    match = after.match
    if match is not None and match.winner is not None:
        return Heard(Cue.WIN, text("verdict.wins", name=after.names[match.winner]))
    if ruling.eliminated:
        return Heard(Cue.OUT, taker(after, ruling))
    if ruling.actual is None and not ruling.known:
        return Heard(Cue.POINT, taker(after, ruling))
    word = text("spoken.lie") if ruling.lie else text("spoken.true")
    return Heard(Cue.LIE if ruling.lie else Cue.TRUE, text("spoken.verdict", word=word, point=taker(after, ruling)))


def _dispute(before: TableState, after: TableState) -> Heard | None:
    if after.dispute is None or before.dispute is not None:
        return None
    return Heard(Cue.DISPUTE, text("spoken.disputed", name=after.names[after.dispute.by]))


def _step(before: TableState, after: TableState) -> Heard | None:
    if after.phase is before.phase and after.turn == before.turn:
        return None
    if before.phase is Phase.ANSWER and after.phase in _ANSWERS:
        return Heard(_ANSWERS[after.phase])
    if (before.phase, after.phase) == (Phase.LOT, Phase.CLAIM):
        return Heard(Cue.BEGIN, text("spoken.starts", name=_turn(after)))
    claim = after.match.claim if after.match is not None else None
    if (before.phase, after.phase) == (Phase.CLAIM, Phase.ANSWER) and claim is not None:
        return Heard(Cue.PASS, text("spoken.claim", claim=claim.hand, name=_turn(after)))
    return Heard(Cue.NOT_SURE, text("spoken.not_sure")) if after.phase is Phase.RULING else None


def _turn(state: TableState) -> str:
    return NOTHING if state.turn is None else state.names[state.turn]


def _links(before: TableState, after: TableState) -> Heard | None:
    if not after.names:
        return None
    parts = ((before.camera, after.camera, "camera"), (before.box, after.box, "box"))
    for was, now, part in parts:
        if now is Link.LOST and was is not Link.LOST:
            said = text("spoken.camera_lost") if part == "camera" else text("spoken.box_lost")
            return Heard(Cue.LOST, said)
    if any(was is Link.LOST and now is Link.READY for was, now, _ in parts):
        return Heard(Cue.FOUND)
    return None
