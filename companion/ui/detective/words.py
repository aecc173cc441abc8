"""The short names of Detective Poker on keys and labels. Pure."""

from collections.abc import Sequence

from companion.games.cards import Card
from companion.games.detective.state import ActionCard, Street
from companion.games.detective.strength import Kind
from companion.games.seats import Seat
from companion.ui.texts import NOTHING, Said, Text, text

STREET: dict[Street, Text] = {
    Street.PREFLOP: text("street.preflop"),
    Street.FLOP: text("street.flop"),
    Street.TURN: text("street.turn"),
    Street.RIVER: text("street.river"),
}

ACTION: dict[ActionCard, Said] = {
    ActionCard.PLUS_ONE: "+1",
    ActionCard.CW: text("action.cw"),
    ActionCard.BLUFF: text("action.bluff"),
    ActionCard.BLANK: text("action.blank"),
}

KIND: dict[Kind, Text] = {
    Kind.HIGH_CARD: text("kind.high_card"),
    Kind.PAIR: text("kind.pair"),
    Kind.TWO_PAIR: text("kind.two_pair"),
    Kind.THREE: text("kind.three"),
    Kind.STRAIGHT: text("kind.straight"),
    Kind.FLUSH: text("kind.flush"),
    Kind.FULL: text("kind.full"),
    Kind.FOUR: text("kind.four"),
    Kind.STRAIGHT_FLUSH: text("kind.straight_flush"),
}


def rank_text(card: Card) -> str:
    """As it is printed on most decks: ``10`` and not ``T``."""
    return card.rank.letter.replace("T", "10")


def card_text(card: Card) -> str:
    """``10♥``."""
    return rank_text(card) + card.suit.symbol


def cards_text(cards: tuple[Card, ...]) -> str:
    """``A♠  10♥``."""
    return "  ".join(map(card_text, cards))


def hand_text(name: str, cards: tuple[Card, ...]) -> str:
    """``Ana 10♥ A♠``; no line comes between the cards."""
    return f"{name} " + "\N{NO-BREAK SPACE}".join(map(card_text, cards))


def listed(words: Sequence[Said]) -> Said:
    """One after another, each in the language of the moment."""
    said: Said = NOTHING
    for word in words:
        said = word if said == NOTHING else text("list.more", first=said, last=word)
    return said


def names_of(seats: frozenset[Seat] | tuple[Seat, ...], names: tuple[str, ...]) -> Said:
    """A list of names, in the language of the moment."""
    ordered = [names[seat] for seat in sorted(seats)]
    if not ordered:
        return NOTHING
    if len(ordered) == 1:
        return ordered[0]
    return text("list.and", first=", ".join(ordered[:-1]), last=ordered[-1])


def signed(points: int) -> str:
    """``+4``, ``0``, ``−1``."""
    return f"+{points}" if points > 0 else str(points).replace("-", "−")
