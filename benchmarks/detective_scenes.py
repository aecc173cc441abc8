"""Detective Poker for a look: the coup of the rulebook's last long example (DE22), moment by moment."""

from typing import Any

from companion.games.cards import parse_cards
from companion.games.detective import ActionCard
from companion.referee.detective import events as e
from companion.referee.events import CameraChanged, Link
from vision.cards.reading import CardReading
from vision.readings import Alternative

NAMES = ("Ana", "Bruno", "Chloé", "Diego")
_CARDS = {card.value: card for card in ActionCard}
HANDS = ("Qc Jd", "Tc Td", "Ac 4h", "6s 2s")
_BETS = (
    "B>B 1, C>C 1 +1, D>A 1 CW, A>B 2 +1",
    "C>D 2 BLUFF, D>B 1, A>A 3, B>B 3 +1",
    "D>D 1, A>B 1 BLANK, B>C 1 CW, C>B 1",
    "A>A 1, B>A 2, C>D 3 CW, D>D 2 BLUFF",
)
_BOARD = ("", "Th 8c Qs", "4d", "9h")
BOARD = " ".join(_BOARD)


def _made(street: int) -> list[tuple[int, int, int, str]]:
    """Who bet, on whose board, how many chips, over which action card."""
    bets = [(*piece.split(), "") for piece in _BETS[street].split(", ")]
    return [("ABCD".index(who[0]), "ABCD".index(who[2]), int(chips), card) for who, chips, card, *_ in bets]


def _bets(street: int) -> tuple[e.BetPlaced, ...]:
    return tuple(e.BetPlaced(seat, owner, chips, bool(card)) for seat, owner, chips, card in _made(street))


def _turned(street: int) -> tuple[e.BoardTurned, ...]:
    return (e.BoardTurned(parse_cards(_BOARD[street])),)


def _card(code: str, x: float, others: str = "") -> CardReading:
    quad = ((x, 0.0), (x + 30, 0.0), (x + 30, 45.0), (x, 45.0))
    alternatives = tuple(Alternative(each, 0.5) for each in (code, *others.split()))
    return CardReading(code, quad, 0.6 if others else 0.99, not others, alternatives, "blurred" if others else "")


BEGUN = (CameraChanged(Link.READY), e.MatchBegun(NAMES, expert=True))
DEALT = (*BEGUN, e.DealerDrawn(0), e.CoupDealt())
BEFORE_FLOP = (*DEALT, *_bets(0))
FLOP = (*BEFORE_FLOP, *_turned(1), *_bets(1)[:2])
_SEEN = e.CardsRead(tuple(_card(code, 40.0 * n) for n, code in enumerate(("TH", "8C", "QS"))), sure=True)
_DOUBT = e.CardsRead((_card("TH", 0), _card("8C", 40, "6C 3C"), _card("QS", 80)), sure=True)
_RIVER = (*BEFORE_FLOP, *_turned(1), *_bets(1), *_turned(2), *_bets(2), *_turned(3), *_bets(3))
_SHOWN = e.HandsShown(tuple(e.ShownHand(seat, *parse_cards(text)) for seat, text in enumerate(HANDS)))
_KINDS = [card for street in range(len(_BETS)) for _, _, _, card in _made(street)]
_UP = e.ActionCardsTurned(tuple(e.TurnedCard(bet, _CARDS[card]) for bet, card in enumerate(_KINDS) if card))
SHOWDOWN = (*_RIVER, e.HandsShown(_SHOWN.hands[:1]))
ACTIONS = (*_RIVER, _SHOWN, e.ActionCardsTurned(_UP.cards[:3]))
SCORED = (*_RIVER, _SHOWN, _UP, e.CoupScored())
OVER = (*SCORED, e.PlayerLeft(2))

MOMENTS: tuple[tuple[str, tuple[Any, ...]], ...] = (
    ("lot", BEGUN),
    ("deal", DEALT[:-1]),
    ("first bet", DEALT),
    ("bet", FLOP),
    ("bet that was seen", (*FLOP, e.BetSeen(1, 2, covered=True, sure=True))),
    ("refused", (*FLOP, e.BetPlaced(2, 1, 3))),
    ("board", BEFORE_FLOP),
    ("board that is proposed", (*BEFORE_FLOP, _SEEN)),
    ("board in doubt", (*BEFORE_FLOP, e.BoardTurned(parse_cards("Th")), _DOUBT)),
    ("rank twice", (*BEFORE_FLOP, e.BoardTurned(parse_cards("Th Td")))),
    ("showdown", SHOWDOWN),
    ("action cards", ACTIONS),
    ("points", SCORED),
    ("end", OVER),
)
