"""Cards that lay otherwise, as people type them: `Ana=Kh Qd; board=Ah Ks Qd 2c 3c; Ana.river=BLUFF`."""

from collections.abc import Sequence

from companion.games.cards import Card, parse_cards, write_cards
from companion.games.detective.state import ActionCard, Coup, Street
from companion.referee.detective.events import CardsFound, ShownHand, TurnedCard

BOARD = "board"
_STREETS = {street.name.lower(): street for street in Street}
_CARDS = {card.value.upper(): card for card in ActionCard}


class FoundUnclear(ValueError):  # noqa: N818 - says what is the case
    """The text names no cards of this coup; the message says what was expected."""


def parse_found(text: str, names: Sequence[str], coup: Coup) -> CardsFound:
    """What lay otherwise than the coup was scored. Raises FoundUnclear, NotUnderstood for what is no card."""
    found = CardsFound()
    for piece in filter(None, (piece.strip() for piece in text.split(";"))):
        where, sign, what = (part.strip() for part in piece.rpartition("="))
        if not sign:
            raise FoundUnclear(f"expected NAME=CARDS, {BOARD}=CARDS or NAME.PHASE=ACTION, found {piece!r}")
        # A player may be called "board", or have a point in the name: the whole name goes first.
        if where in names:
            hand = ShownHand(names.index(where), *_two(what))
            found = CardsFound((*found.hands, hand), found.board, found.cards)
        elif where == BOARD:
            found = CardsFound(found.hands, parse_cards(what), found.cards)
        else:
            found = CardsFound(found.hands, found.board, (*found.cards, _turned(where, what, names, coup)))
    if found == CardsFound():
        raise FoundUnclear("no cards are named: say what lay otherwise, such as Ana=Kh Qd")
    return found


def _two(text: str) -> tuple[Card, Card]:
    cards = parse_cards(text)
    if len(cards) != 2:
        raise FoundUnclear(f"a player has two cards, found {len(cards)} in {text!r}")
    return cards[0], cards[1]


def _turned(where: str, what: str, names: Sequence[str], coup: Coup) -> TurnedCard:
    name, _, phase = where.rpartition(".")
    street, card = _STREETS.get(phase.strip().lower()), _CARDS.get(what.upper())
    if name not in names:
        raise FoundUnclear(f"{where!r} is no player of this match, nor NAME.PHASE; {', '.join(names)} play")
    if street is None:
        raise FoundUnclear(f"{phase!r} is no phase; expected one of {', '.join(_STREETS)}")
    if card is None:
        raise FoundUnclear(f"{what!r} is no action card; expected one of {', '.join(_CARDS)}")
    seat = names.index(name)
    for number, scored in enumerate(coup.bets):
        if (scored.bet.seat, scored.bet.street) == (seat, street):
            return TurnedCard(number, card)
    raise FoundUnclear(f"{name} made no bet {phase}")


def write_found(found: CardsFound, names: Sequence[str], coup: Coup) -> str:
    """The text that `parse_found` reads."""
    pieces = [f"{names[hand.seat]}={write_cards((hand.own, hand.forehead))}" for hand in found.hands]
    if found.board:
        pieces.append(f"{BOARD}={write_cards(found.board)}")
    for turned in found.cards:
        bet = coup.bets[turned.bet].bet
        pieces.append(f"{names[bet.seat]}.{bet.street.name.lower()}={turned.card.value}")
    return "; ".join(pieces)
