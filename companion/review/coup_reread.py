"""The showdown of a coup read again: today's card reader on a stored picture, beside what was read at the table."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.games.cards import Card
from companion.games.detective.state import Coup, Game
from companion.games.errors import RulesError
from companion.journal.evidence import EvidenceStore
from companion.referee.detective.events import CardsFound, CardsRead, ShownHand
from companion.referee.detective.found import with_found
from companion.review.coups import CoupRecord
from companion.review.reread import NothingToRead, distance, edge
from vision.cards.read import read_cards
from vision.cards.reading import LIKELY, CardReading
from vision.pictures import Picture, decode_picture
from vision.version import reader_version

Reader = Callable[[Picture], Sequence[CardReading]]
Place = tuple[int | None, int]
"""The seat (None: the board), and which of the cards there, from 0."""


@dataclass(frozen=True, slots=True)
class CardCompared:
    """One card, then and now; None where it was seen only once. `place` is where it lay then."""

    place: Place | None
    then: CardReading | None
    now: CardReading | None

    @property
    def same(self) -> bool:
        """Whether both times the same card was read, whatever the confidence."""
        return self.then is not None and self.now is not None and self.then.card == self.now.card


@dataclass(frozen=True, slots=True)
class CoupReread:
    """What today's reader makes of one picture of a showdown."""

    sha: str
    picture: Picture
    reader_then: str
    """Empty in journals that do not say."""
    reader_now: str
    cards: tuple[CardCompared, ...]
    """Those of then, the board first, and after them what only today's reader saw."""
    now: tuple[CardReading, ...]
    found: CardsFound
    """The hands, and the board, that are surely otherwise in it than the coup was scored."""
    coup: Coup | None
    """The coup with them; None where the rules forbid those cards."""

    @property
    def agrees(self) -> bool:
        """Whether every card is what it was then."""
        return bool(self.cards) and all(card.same for card in self.cards)


def reread_coup(
    record: CoupRecord, game: Game, store: EvidenceStore, sha: str = "", reader: Reader | None = None
) -> CoupReread:
    """Reads a picture of the showdown again, the last one where none is named, and compares card by card.

    A single picture is no vote: only cards that are sure in it are held against the coup, and only whole hands.
    Raises NothingToRead, EvidenceError, PictureError.
    """
    if record.coup is None or not record.evidence:
        raise NothingToRead(f"coup {record.number} has no pictures: the cards were named without a camera")
    sha = sha or record.evidence[-1]
    picture = decode_picture(store.get(sha), f"the picture {sha[:12]} of coup {record.number}")
    now = tuple(each for each in (reader or read_cards)(picture) if each.confidence >= LIKELY)
    cards = compared(record.reading_of(sha), now)
    found = _found(record.coup, cards)
    try:
        coup = with_found(game, record.coup, found)
    except RulesError:
        coup = None
    return CoupReread(
        sha=sha,
        picture=picture,
        reader_then=record.parts.cards_reader if record.parts is not None else "",
        reader_now=reader_version("cards"),
        cards=cards,
        now=now,
        found=found,
        coup=coup,
    )


def placed(read: CardsRead) -> list[tuple[Place, CardReading]]:
    """Every card with where it lay, the board first."""
    board = [((None, number), card) for number, card in enumerate(read.board)]
    hands = [((seat, number), card) for seat, hand in enumerate(read.hands) for number, card in enumerate(hand)]
    return [*board, *hands]


def compared(read: CardsRead, now: Sequence[CardReading]) -> tuple[CardCompared, ...]:
    """Each card of then beside that of now: the same card wherever it lies, for there is but one; else the nearest."""
    left, pairs = list(now), []
    then = placed(read)
    for place, card in sorted(then, key=lambda pair: not any(pair[1].card == other.card for other in now)):
        same = [other for other in left if other.card == card.card]
        near = [other for other in left if distance(card, other) <= max(edge(card), edge(other))]
        other = min(same or near, key=lambda other: distance(card, other), default=None)
        if other is not None:
            left.remove(other)
        pairs.append(CardCompared(place, card, other))
    order = {place: number for number, (place, _) in enumerate(then)}
    pairs.sort(key=lambda pair: order[pair.place] if pair.place is not None else len(order))
    return (*pairs, *(CardCompared(None, None, other) for other in left))


def _found(coup: Coup, cards: Sequence[CardCompared]) -> CardsFound:
    """Hands and board of which every card is sure today, where they are not those of the coup."""
    sure = {each.place: Card.parse(each.now.card) for each in cards if each.place and each.now and each.now.sure}
    hands = []
    for seat, hole in enumerate(coup.holes):
        held = (sure.get((seat, 0)), sure.get((seat, 1)))
        if held[0] is not None and held[1] is not None and set(held) != set(hole):
            hands.append(ShownHand(seat, held[0], held[1]))
    row = tuple(sure[(None, number)] for number in range(len(coup.board)) if (None, number) in sure)
    return CardsFound(tuple(hands), row if len(row) == len(coup.board) and set(row) != set(coup.board) else ())
