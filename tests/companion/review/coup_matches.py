"""DE21 of the rulebook in a journal, with pictures of its showdown; read then as it lay, or almost."""

from pathlib import Path
from typing import Any

from companion.games.cards import parse_cards
from companion.journal.evidence import EvidenceStore
from companion.journal.place import evidence_folder
from companion.journal.store import Journal
from companion.referee.desk import Desk
from companion.referee.detective import events as e
from companion.referee.detective.game import DETECTIVE
from companion.referee.events import Parts, PartsKnown
from companion.review.coups import CoupRecord, CoupsRecord, read_coups
from tests.companion.referee.detective.table import HANDS_21, action_cards_21, coup_21, hands
from tests.companion.review.matches import picture
from vision.cards.reading import CardReading
from vision.readings import Alternative

NAMES = ("<b>Ana", "=Bruno", "Chloé")
BOARD_21 = "As 7s Kh 2s 7d"
QUEENS = e.CardsFound(hands=(e.ShownHand(1, *parse_cards("Qd Qs")),))
PARTS = Parts("0.1.0", "dice-0123456789ab", None, "", "cards-0123456789ab")


def lying(code: str, x: float, y: float, sure: bool = True) -> CardReading:
    """A card that lies there, 12 by 18 pixels."""
    quad = ((x, y), (x + 12, y), (x + 12, y + 18), (x, y + 18))
    return CardReading(
        code.upper(), quad, 0.99 if sure else 0.6, sure, (Alternative(code.upper(), 0.9),), "" if sure else "blurred"
    )


def shown(*texts: str, board: str = BOARD_21, unsure: str = "") -> tuple[Any, tuple[Any, ...]]:
    """The row in the middle, and each player's two cards."""
    row = tuple(lying(code, 20.0 + 16 * i, 36, code not in unsure) for i, code in enumerate(board.split()))
    held = tuple(
        tuple(lying(code, 10.0 + 50 * seat + 14 * i, 64, code not in unsure) for i, code in enumerate(text.split()))
        for seat, text in enumerate(texts)
    )
    return row, held


def all_of(row: Any, held: Any) -> tuple[CardReading, ...]:
    """As the reader gives them: in no order that means anything."""
    return tuple(sorted((*row, *(card for hand in held for card in hand)), key=lambda card: card.card))


def coup_events(store: EvidenceStore) -> tuple[Any, ...]:
    """A match up to the points of its first coup; two pictures of the showdown, the second read whole."""
    first, second = store.put(picture(1)), store.put(picture(2))
    row, held = shown(*HANDS_21)
    return (
        PartsKnown(PARTS),
        e.MatchBegun(NAMES),
        e.DealerDrawn(0),
        *coup_21(),
        e.CardsRead(row, (held[0], (), ()), evidence=(first,)),
        hands("Ac 7c"),
        e.CardsRead(row, held, sure=True, evidence=(second,)),
        hands(*HANDS_21),
        action_cards_21(),
        e.CoupScored(),
    )


def recorded_coup(path: Path, *more: Any) -> str:
    """The journal, and after the points these events; the name of the match."""
    with Journal.open(path) as journal:
        desk = Desk(journal, game=DETECTIVE)
        for event in (*coup_events(EvidenceStore(evidence_folder(path))), *more):
            state = desk.take(event)
            assert not state.refused, (event, state.refused)
        assert desk.match is not None
        return desk.match


def record_of(path: Path) -> CoupsRecord:
    """The match as a review reads it."""
    with Journal.open(path, read_only=True) as journal:
        return read_coups(journal.events(journal.matches()[-1].match))


def first(record: CoupsRecord) -> CoupRecord:
    """Its first coup."""
    return record.scored[0]
