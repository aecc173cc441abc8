"""A match of Detective Poker as it stands: coups with their story, points, corrections and pictures."""

import csv
import io
from collections.abc import Iterable
from dataclasses import dataclass, field

from companion.games.commentary import tell
from companion.games.detective.explaining import explain_coup, explain_end
from companion.games.detective.state import Coup, Street
from companion.games.errors import Explanation
from companion.journal.chain import Event as Entry
from companion.referee.detective import events as e
from companion.referee.detective.game import DETECTIVE
from companion.referee.detective.reduce import reduce
from companion.referee.detective.state import DetectiveState, Phase
from companion.referee.detective.steps import step
from companion.referee.events import MatchAbandoned
from companion.referee.history import happened, moments
from companion.review.score_sheet import plain

NO_DISPUTE = "Detective Poker has no dispute: until the coup is scored, whoever sees a mistake names the cards again."


@dataclass(slots=True)
class CoupRecord:
    """One coup; `coup` is None where it was not scored."""

    number: int
    told: list[Explanation] = field(default_factory=list)
    coup: Coup | None = None
    corrected: list[Explanation] = field(default_factory=list)
    """Namings at the showdown that replaced another one."""
    evidence: list[str] = field(default_factory=list)
    """SHA-256 names of the pictures of its showdown."""


@dataclass(frozen=True, slots=True)
class CoupsRecord:
    """The match; `state` as it was when the last entry was written."""

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


def read_coups(entries: Iterable[Entry]) -> CoupsRecord:
    """From the journal, what was taken back left out. Raises UnknownEvent as `tell_game` does."""
    entries = tuple(entries)
    state, coups, ends = DetectiveState(), [CoupRecord(0)], list[Explanation]()
    told = happened(DETECTIVE.codec, entries)
    for _, event, before, after in moments(entries[0].match, told, reduce, state):
        what = step(before, event)
        if isinstance(event, MatchAbandoned):
            ends += [what] if what is not None else []
            break
        state = after
        if isinstance(event, e.CoupDealt) and before.game is not None:
            coups.append(CoupRecord(len(before.game.coups) + 1))
        _note(coups[-1], event, before, state, what)
        if state.phase is Phase.OVER and before.phase is not Phase.OVER and state.game is not None:
            ends.append(explain_end(state.game))
    return CoupsRecord(entries[0].match, entries[0].at, entries[-1].hash, state, tuple(coups[1:]), tuple(ends))


def _note(
    record: CoupRecord, event: object, before: DetectiveState, after: DetectiveState, what: Explanation | None
) -> None:
    match event:
        case e.CardsRead(evidence=evidence) if before.phase is Phase.SHOWDOWN:
            record.evidence += [sha for sha in evidence if sha not in record.evidence]
        case e.CoupScored() if after.game is not None:
            record.coup = after.game.coups[-1]
            record.told += explain_coup(record.coup)
        case e.NextCoupBegun():
            pass
        case _ if what is not None:
            record.told.append(what)
            if _replaced(event, before):
                record.corrected.append(what)


def _replaced(event: object, before: DetectiveState) -> bool:
    match event:
        case e.HandsShown(hands):
            return any(before.shown[hand.seat] is not None for hand in hands)
        case e.ActionCardsTurned(cards):
            return any(before.turned[each.bet] is not None for each in cards)
        case _:
            return False


def coups_table(record: CoupsRecord) -> str:
    """For the terminal, in English: the points of each coup, and what was corrected."""
    lines = [f"Match {record.match}, Detective Poker, begun {record.begun_at}: {', '.join(record.names)}.", NO_DISPUTE]
    for each in record.coups:
        if each.coup is None:
            lines.append(f"Coup {each.number}: not scored.")
            continue
        points = ", ".join(f"{name} {gain:+d}" for name, gain in zip(record.names, each.coup.gains, strict=True))
        lines.append(f"Coup {each.number}: {points}; pictures: {len(each.evidence)}.")
        lines += [f"  named again: {tell(what, names=record.names)}" for what in each.corrected]
    return "\n".join(lines if record.coups else [*lines, "No coup has been dealt yet."])


def coup_sheet(record: CoupsRecord) -> str:
    """The score sheet as CSV: a line for each scored coup, phase and player."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\r\n")
    table.writerow(["coup", "phase", "player", "points", "match", "record"])
    for each in record.coups:
        bets = each.coup.bets if each.coup is not None else ()
        for scored in sorted(bets, key=lambda scored: (scored.bet.street, scored.bet.seat)):
            name = plain(record.names[scored.bet.seat])
            phase = Street(scored.bet.street).name.lower()
            table.writerow([each.number, phase, name, scored.points, record.match, record.head])
    return out.getvalue()
