"""Moments of a game of Detective Poker, for pictures and for the layout: the events that lead there."""

import random
from typing import Any

from companion.referee.desk import Desk
from companion.referee.detective import events as e
from companion.referee.detective.game import DETECTIVE
from companion.referee.detective.reduce import reduce
from companion.referee.detective.state import DetectiveState
from companion.referee.events import CameraChanged, Link
from tests.companion.referee.detective.table import (
    action_cards_21,
    begun,
    bets,
    board,
    card,
    coup_21,
    hands,
    match_over,
    row,
)
from tests.companion.referee.random_match import Memory

LONG = ("Maximiliano Q.", "Wilhelmina W.", "Ana", "Guadalupe M.")


class Table:
    """A referee without threads: the desk itself with a journal that forgets, and what was posted."""

    def __init__(self, *history: Any) -> None:
        self.desk = Desk(Memory(), game=DETECTIVE)
        self.version = 0
        self.posted: list[Any] = []
        for event in history:
            self.happen(event)

    @property
    def state(self) -> DetectiveState:
        """The newest one."""
        return self.desk.state

    def happen(self, event: Any) -> None:
        """Something happened at the table."""
        self.desk.take(event)
        self.version += 1

    def post(self, event: Any) -> None:
        """Someone touched the screen."""
        self.posted.append(event)
        self.happen(event)

    def be(self, *history: Any) -> None:
        """Another table, at another moment."""
        self.desk = Table(*history).desk
        self.version += 1


FOUR = (e.MatchBegun(LONG), e.DealerDrawn(0))
READY = CameraChanged(Link.READY)
DEALT = (*FOUR, e.CoupDealt())
BEFORE_FLOP = (*DEALT, *bets("B->A 3 +1, C->B 1, D->A 2 CW, A->C 1"))
FLOP_BETS = (*BEFORE_FLOP, board("As 10h Kh"), *bets("C->A 1, D->A 1 BLUFF"))
SHOWDOWN = (*begun(), *coup_21())
HANDS = (*SHOWDOWN, hands("Ah 7c", "Kd Ks", "9s 8s"))
SCORED = (*HANDS, action_cards_21(), e.CoupScored())


def whole(players: int = 4, seed: int = 3) -> tuple[Any, ...]:
    """A whole match by chance, but for its last act."""
    rng = random.Random(seed)
    events = [e.MatchBegun(LONG[:players])]
    state, _ = reduce(DetectiveState(), events[0])
    return (*events, *match_over(state, rng))


SCENES: dict[str, tuple[Any, ...]] = {
    "lot": FOUR[:1],
    "deal": FOUR,
    "bets": FLOP_BETS,
    "first bet": DEALT,
    "bet seen": (READY, *FLOP_BETS, e.BetSeen(1, 2, covered=True, sure=True)),
    "refused": (*FLOP_BETS, e.BetPlaced(2, 1, 3)),
    "board": BEFORE_FLOP,
    "board half": (*BEFORE_FLOP, board("As")),
    "board seen": (READY, *BEFORE_FLOP, e.CardsRead(row("As 10h Kh"), sure=True)),
    "board in doubt": (
        READY,
        *BEFORE_FLOP,
        e.CardsRead((card("As", x=0), card("Th", sure=False, x=40, others="9h 8h Td"), card("Kh", x=80)), sure=True),
    ),
    "board impossible": (READY, *BEFORE_FLOP, e.CardsRead(row("As 10h Kh 2d"), sure=True)),
    "expert": (
        e.MatchBegun(LONG, expert=True),
        e.DealerDrawn(0),
        e.CoupDealt(),
        *bets("B->A 3 +1, C->B 1, D->A 2 CW, A->C 1"),
        board("Ks 7d Kd"),
    ),
    "showdown": (*SHOWDOWN, hands("Ah 7c")),
    "showdown seen": (READY, *SHOWDOWN, e.CardsRead((), (row("Ah 7c"), row("Kd Ks?"), row("9s 8s")), sure=True)),
    "actions": HANDS,
    "all shown": (*HANDS, action_cards_21()),
    "points": SCORED,
    "last points": whole(),
    "left": (*SCORED, e.PlayerLeft(1)),
}
