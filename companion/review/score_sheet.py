"""The score sheet of a match as CSV: a line for each hand that ended with a point; of Detective Poker, for each bet."""

import csv
import io

from companion.games.detective.state import Street
from companion.games.dice import Printing, in_print, letters_in_print
from companion.referee.printing import Prints, as_the_rules_write
from companion.review.coups import CoupsRecord
from companion.review.record import HandRecord, MatchRecord

_COLUMNS = ("hand", "ended_at", "claimant", "receiver", "claim", "dice", "verdict", "decided_by", "point_for")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def score_sheet(record: MatchRecord, prints: Prints = as_the_rules_write) -> str:
    """The header line names the columns; one for each player holds the points after the hand.

    Claims and dice are written as they are printed, which `prints` tells. The last two columns say which record the
    sheet was made of: the match, and the hash that its journal ended with.
    """
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\r\n")
    table.writerow([*_COLUMNS, *(plain(f"points {name}") for name in record.names), "match", "record"])
    for hand in record.hands:
        table.writerow(
            [*map(plain, _line(hand, record.names, prints(hand.parts))), *hand.points, record.match, record.head]
        )
    return out.getvalue()


def coup_sheet(record: CoupsRecord) -> str:
    """The same of Detective Poker: a line for each scored coup, phase and player."""
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


def _line(hand: HandRecord, names: tuple[str, ...], printing: Printing) -> tuple[str, ...]:
    ruling = hand.ruling
    return (
        str(hand.number),
        hand.ended_at,
        names[ruling.claimant],
        names[ruling.receiver],
        in_print(ruling.claim.faces, printing),
        letters_in_print(ruling.known, printing),
        "lie" if ruling.lie else "true",
        ruling.by,
        names[ruling.loser],
    )


def plain(cell: str) -> str:
    """A name that a spreadsheet would take for a formula gets an apostrophe in front."""
    return "'" + cell if cell.startswith(_FORMULA) else cell
