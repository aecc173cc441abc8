"""Coups as lines for people and as plain objects for programs. In English, like the record itself."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from companion.games.cards import write_cards
from companion.games.commentary import tell
from companion.games.detective.state import Coup
from companion.journal.evidence import EvidenceStore
from companion.review.coup_reread import CardCompared, CoupReread, Place
from companion.review.coup_statistics import coup_statistics
from companion.review.coups import CoupDispute, CoupRecord, CoupsRecord
from companion.review.found_text import write_found
from companion.review.listing import dispute_json
from vision.cards.reading import CardReading


def coups_table(record: CoupsRecord, store: EvidenceStore) -> str:
    """The points of each coup, its pictures, what was corrected and disputed."""
    lines = [f"Match {record.match}, Detective Poker, begun {record.begun_at}: {', '.join(record.names)}."]
    for each in record.coups:
        if each.coup is None:
            lines.append(f"Coup {each.number}: not scored.")
            continue
        lines.append(f"Coup {each.number}: {_points(each.coup, record.names)}; pictures: {_pictures(each, store)}.")
        lines += [f"  named again: {tell(what, names=record.names)}" for what in each.renamed]
        lines += _reviews(each, record.names)
    return "\n".join(lines if record.coups else [*lines, "No coup has been dealt yet."])


def _points(coup: Coup, names: Sequence[str]) -> str:
    return ", ".join(f"{name} {gain:+d}" for name, gain in zip(names, coup.gains, strict=True))


def _pictures(record: CoupRecord, store: EvidenceStore) -> str:
    lost = len(store.damage(record.evidence))
    return str(len(record.evidence)) + (f" ({lost} gone or damaged)" if lost else "")


def _reviews(record: CoupRecord, names: Sequence[str]) -> list[str]:
    assert record.coup is not None
    lines = [
        f"  corrected by {each.by}: {write_found(each.found, names, record.coup)} ({each.why})"
        for each in record.corrections
    ]
    return [*lines, *(f"  {_told(dispute, record.coup, names)}" for dispute in record.disputes)]


def _told(dispute: CoupDispute, coup: Coup, names: Sequence[str]) -> str:
    """What was ruled is told once it is published."""
    raised = f"{names[dispute.by]} disputes it: {dispute.claims_that}. Ruling: "
    if dispute.outcome is None:
        return f"{raised}not ruled yet."
    if not dispute.published:
        return f"{raised}ruled, not published yet."
    cards = f" The cards: {write_found(dispute.found, names, coup)}." if dispute.found is not None else ""
    return f"{raised}{dispute.outcome.value}, by {dispute.ruled_by}: {dispute.why}.{cards}"


def coups_json(record: CoupsRecord, store: EvidenceStore) -> dict[str, Any]:
    """The match and its coups as plain objects."""
    return {
        "match": record.match,
        "game": "detective",
        "begun_at": record.begun_at,
        "head": record.head,
        "players": list(record.names),
        "points": list(record.state.board.points),
        "coups": [_coup_json(each, record.names, store) for each in record.coups],
        "statistics": [
            asdict(each) for each in coup_statistics(record.names, (r.coup for r in record.scored if r.coup))
        ],
    }


def _coup_json(record: CoupRecord, names: Sequence[str], store: EvidenceStore) -> dict[str, Any]:
    coup, lost = record.coup, {error.sha for error in store.damage(record.evidence)}
    scored: dict[str, Any] = {}
    if coup is not None:
        scored = {
            "scored_at": record.scored_at,
            "dealer": names[coup.dealer],
            "board": write_cards(coup.board),
            "hands": {name: write_cards(hole) for name, hole in zip(names, coup.holes, strict=True)},
            "gains": dict(zip(names, coup.gains, strict=True)),
            "bets": [
                {
                    "by": names[each.bet.seat],
                    "on": names[each.bet.owner],
                    "phase": each.bet.street.name.lower(),
                    "chips": each.bet.chips,
                    "card": each.bet.card.value if each.bet.card is not None else None,
                    "right": each.right,
                    "points": each.points,
                }
                for each in coup.bets
            ],
            "disputes": [_dispute_json(each, coup, names) for each in record.disputes],
            "corrections": [
                {"cards": write_found(each.found, names, coup), "by": each.by, "why": each.why}
                for each in record.corrections
            ],
        }
    return {
        "coup": record.number,
        "scored": coup is not None,
        **scored,
        "evidence": [{"sha256": sha, "whole": sha not in lost} for sha in record.evidence],
    }


def _dispute_json(dispute: CoupDispute, coup: Coup, names: Sequence[str]) -> dict[str, Any]:
    found = dispute.found if dispute.published else None
    return dispute_json(dispute, names) | {"cards": write_found(found, names, coup) if found is not None else None}


def coup_told(
    record: CoupRecord, names: tuple[str, ...], store: EvidenceStore, again: CoupReread | None, trouble: str
) -> str:
    """One coup: its story, its pictures, and what today's reader says."""
    lines = [f"Coup {record.number}, scored {record.scored_at}."]
    lines += [f"  {tell(what, names=names)}" for what in record.told]
    lines += _reviews(record, names)
    if record.evidence:
        lines.append("Pictures:")
        bad = {error.sha: str(error) for error in store.damage(record.evidence)}
        lines += [f"  {sha}{f'  {bad[sha]}' if sha in bad else ''}" for sha in record.evidence]
    if again is None:
        return "\n".join([*lines, f"Not read again: {trouble}."])
    return "\n".join([*lines, *_again_told(record, names, again)])


def _again_told(record: CoupRecord, names: Sequence[str], again: CoupReread) -> list[str]:
    assert record.coup is not None
    then, now = again.reader_then or "an unnamed reader", again.reader_now
    lines = [f"Picture {again.sha[:12]}, read then by {then}, today by {now}:"]
    lines += [f"  {_compared(card, names)}" for card in again.cards]
    lines.append(
        "Today's reader sees the same cards." if again.agrees else "Today's reader does not see the same cards."
    )
    if again.coup is None:
        lines.append("The rules do not allow what it reads: a card would be there twice.")
    elif again.coup.gains != record.coup.gains:
        cards = write_found(again.found, names, record.coup)
        lines.append(f"With {cards} the points would be {_points(again.coup, names)}.")
    else:
        lines.append("Of what is sure in this picture, nothing speaks against the points.")
    return lines


def coup_json(
    record: CoupRecord, names: tuple[str, ...], store: EvidenceStore, again: CoupReread | None, trouble: str
) -> dict[str, Any]:
    """As `coup_told`, for programs."""
    told = _coup_json(record, names, store)
    told["parts"] = asdict(record.parts) if record.parts is not None else None
    told["reread"] = None if again is None else _again_json(record, names, again)
    told["not_reread"] = trouble
    return told


def _again_json(record: CoupRecord, names: Sequence[str], again: CoupReread) -> dict[str, Any]:
    assert record.coup is not None
    return {
        "sha256": again.sha,
        "reader_then": again.reader_then,
        "reader_now": again.reader_now,
        "agrees": again.agrees,
        "cards": [
            {
                "place": _place(card.place, names),
                "then": card.then.as_json() if card.then is not None else None,
                "now": card.now.as_json() if card.now is not None else None,
                "same": card.same,
            }
            for card in again.cards
        ],
        "found": write_found(again.found, names, record.coup),
        "gains": dict(zip(names, again.coup.gains, strict=True)) if again.coup is not None else None,
    }


def _compared(card: CardCompared, names: Sequence[str]) -> str:
    told = f"{_place(card.place, names):<16}{_card(card.then):<24}{_card(card.now)}"
    return told if card.same else f"{told}   <- differs"


def _place(place: Place | None, names: Sequence[str]) -> str:
    if place is None:
        return "elsewhere"
    seat, number = place
    return f"board {number + 1}" if seat is None else f"{names[seat]} {number + 1}"


def _card(card: CardReading | None) -> str:
    if card is None:
        return "not seen"
    text = f"{card.card} {round(100 * card.confidence)}%"
    return text if card.sure else f"{text} not sure: {card.why}"
