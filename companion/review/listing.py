"""Calls as lines for people and as plain objects for programs. In English, like the record itself.

Lines say what is printed on the dice; objects name faces by the letters A K Q J 8 7, as the journal does (M1).
"""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from companion.games.dice import Printing, in_print, label_of, letters_in_print
from companion.games.mentiroso.state import Ground
from companion.journal.evidence import EvidenceStore
from companion.referee.events import Parts
from companion.referee.printing import prints_by
from companion.review.coups import CoupDispute
from companion.review.record import Dispute, HandRecord, MatchRecord
from companion.review.reread import DieCompared, Reread
from companion.review.story import tell_hand
from vision.readings import DieReading


def calls_table(record: MatchRecord, store: EvidenceStore) -> str:
    """One line a hand: who claimed what, what the dice were, the verdict, its pictures and disputes."""
    prints = prints_by(store.get)
    lines = [f"Match {record.match}, begun {record.begun_at}: {', '.join(record.names)}."]
    if record.abandoned:
        lines.append(f"Given up before its end, by {record.abandoned}.")
    rows: list[tuple[str, ...]] = [
        ("hand", "claim", "by", "called by", "dice", "verdict", "point", "decided by", "pictures", "dispute")
    ]
    rows += [_row(hand, record.names, store, prints(hand.parts)) for hand in record.hands]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    if record.hands:
        lines += ["  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)).rstrip() for row in rows]
    else:
        lines.append("No hand has ended yet.")
    return "\n".join(lines)


def _row(hand: HandRecord, names: Sequence[str], store: EvidenceStore, printing: Printing) -> tuple[str, ...]:
    ruling, lost = hand.ruling, len(store.damage(hand.evidence))
    pictures = str(len(hand.evidence)) + (f" ({lost} gone or damaged)" if lost else "")
    caller = f"({names[ruling.receiver]} believed)" if _aces(hand) else names[ruling.receiver]
    verdict = "five aces" if _aces(hand) else "lie" if ruling.lie else "true"
    disputes = ", ".join(f"{names[d.by]}: {_outcome(d)}" for d in hand.disputes)
    return (
        str(hand.number), in_print(ruling.claim.faces, printing), names[ruling.claimant], caller,
        letters_in_print(ruling.known, printing) or "–", verdict, names[ruling.loser], ruling.by, pictures, disputes,
    )  # fmt: skip


def calls_json(record: MatchRecord, store: EvidenceStore) -> dict[str, Any]:
    """The match and its hands as plain objects."""
    return {
        "match": record.match,
        "begun_at": record.begun_at,
        "head": record.head,
        "players": list(record.names),
        "abandoned": record.abandoned,
        "hands": [_call_json(hand, record.names, store) for hand in record.hands],
    }


def _call_json(hand: HandRecord, names: Sequence[str], store: EvidenceStore) -> dict[str, Any]:
    ruling = hand.ruling
    lost = {error.sha for error in store.damage(hand.evidence)}
    return {
        "hand": hand.number,
        "ended_at": hand.ended_at,
        "claim": str(ruling.claim),
        "claimant": names[ruling.claimant],
        "receiver": names[ruling.receiver],
        "end": ruling.ground.value,
        "dice": _dice(hand),
        "verdict": "lie" if ruling.lie else "true",
        "point": names[ruling.loser],
        "by": ruling.by,
        "evidence": [
            {"sha256": sha, "since_lift_us": moment, "whole": sha not in lost}
            for sha, moment in zip(hand.evidence, hand.moments_us, strict=True)
        ],
        "disputes": [_dispute_json(dispute, names) for dispute in hand.disputes],
        "corrections": [{"dice": str(found.actual), "by": found.by, "why": found.why} for found in hand.corrections],
    }


def dispute_json(dispute: Dispute | CoupDispute, names: Sequence[str]) -> dict[str, Any]:
    """What was ruled is told once it is published; what lay there otherwise is for the caller to add."""
    told = dispute if dispute.published else type(dispute)(dispute.by, dispute.claims_that)
    return {
        "by": names[dispute.by],
        "claims_that": dispute.claims_that,
        "ruled": dispute.outcome is not None,
        "published": dispute.published,
        "outcome": told.outcome,
        "ruled_by": told.ruled_by,
        "why": told.why,
    }


def _dispute_json(dispute: Dispute, names: Sequence[str]) -> dict[str, Any]:
    actual = dispute.actual if dispute.published else None
    return dispute_json(dispute, names) | {"dice": str(actual) if actual is not None else None}


def hand_told(
    hand: HandRecord,
    names: tuple[str, ...],
    store: EvidenceStore,
    again: Reread | None,
    trouble: str,
    printing: Printing,
) -> str:
    """One hand: its story, its evidence with the times, and what today's reader says, as `printing` has the faces."""
    lines = [f"Hand {hand.number}, ended {hand.ended_at}."]
    lines += [f"  {line}" for line in tell_hand(hand, names, "en", printing)]
    lines += [f"  {_told(dispute, names, printing)}" for dispute in hand.disputes]
    if hand.evidence:
        lines.append("Pictures:")
        bad = {error.sha: str(error) for error in store.damage(hand.evidence)}
        lines += [
            f"  {_moment(us)}  {sha}{f'  {bad[sha]}' if sha in bad else ''}"
            for sha, us in zip(hand.evidence, hand.moments_us, strict=True)
        ]
    if hand.box:
        lines.append("The box felt:")
        lines += [f"  {_moment(felt.at_us)}  {felt.input} {felt.level}" for felt in hand.box]
    if again is None:
        return "\n".join([*lines, f"Not read again: {trouble}."])
    return "\n".join([*lines, *_again_told(hand, again, printing)])


def _again_told(hand: HandRecord, again: Reread, printing: Printing) -> list[str]:
    profile = again.profile or "no dice set"
    lines = [f"Read then by {again.reader_then or 'an unnamed reader'}, today by {again.reader_now} with {profile}:"]
    lines += [f"  {_compared(die, printing)}" for die in again.dice]
    lines.append("Today's reader sees the same dice." if again.agrees else "Today's reader does not see the same dice.")
    verdict = {True: "a lie", False: "true", None: "not decided by this picture alone"}[again.finding.lie]
    claim, known = in_print(hand.ruling.claim.faces, printing), letters_in_print(again.finding.known, printing)
    lines.append(f"Held against {claim}, today's reading {known} is {verdict}.")
    return lines


def hand_json(
    hand: HandRecord, names: tuple[str, ...], store: EvidenceStore, again: Reread | None, trouble: str
) -> dict[str, Any]:
    """As `hand_told`, for programs."""
    told = _call_json(hand, names, store)
    told["box"] = [asdict(felt) for felt in hand.box]
    told["parts"] = _parts(hand.parts)
    told["read"] = [die.as_json() for die in hand.reading.readings] if hand.reading is not None else None
    told["reread"] = None if again is None else _again_json(again)
    told["not_reread"] = trouble
    return told


def _again_json(again: Reread) -> dict[str, Any]:
    return {
        "sha256": again.sha,
        "reader_then": again.reader_then,
        "reader_now": again.reader_now,
        "set": again.profile,
        "agrees": again.agrees,
        "dice": [
            {
                "then": die.then.as_json() if die.then is not None else None,
                "now": die.now.as_json() if die.now is not None else None,
                "same": die.same,
            }
            for die in again.dice
        ],
        "known": "".join(again.finding.known),
        "verdict": {True: "lie", False: "true", None: "not sure"}[again.finding.lie],
    }


def _parts(parts: Parts | None) -> dict[str, Any] | None:
    return asdict(parts) if parts is not None else None


def _aces(hand: HandRecord) -> bool:
    return hand.ruling.ground in (Ground.ACES_BELIEVED, Ground.ACES_THROWN)


def _dice(hand: HandRecord) -> str:
    return str(hand.ruling.actual) if hand.ruling.actual is not None else "".join(hand.ruling.known)


def _outcome(dispute: Dispute) -> str:
    """What was ruled is told once it is published."""
    if dispute.outcome is None:
        return "not ruled yet"
    return dispute.outcome.value if dispute.published else "ruled, not published yet"


def _told(dispute: Dispute, names: Sequence[str], printing: Printing) -> str:
    raised = f"{names[dispute.by]} disputes it: {dispute.claims_that}. Ruling: {_outcome(dispute)}"
    if not dispute.published:
        return f"{raised}."
    dice = f" The dice were {in_print(dispute.actual.faces, printing)}." if dispute.actual is not None else ""
    return f"{raised}, by {dispute.ruled_by}: {dispute.why}.{dice}"


def _moment(us: int | None) -> str:
    return "        –  " if us is None else f"{us / 1e6:+9.3f} s"


def _compared(die: DieCompared, printing: Printing) -> str:
    then, now = _die(die.then, printing), _die(die.now, printing)
    return f"{then:<28}{now}" if die.same else f"{then:<28}{now}   <- differs"


def _die(die: DieReading | None, printing: Printing) -> str:
    if die is None:
        return "not seen"
    text = f"{label_of(die.face, printing)} {round(100 * die.confidence)}%"
    return text if die.sure else f"{text} not sure: {die.why}"
