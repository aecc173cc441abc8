# mypy: disallow-subclassing-any=False
"""Cards of a coup named anew over the review page: those of a player, with the action cards, or those of the board."""

from typing import Any

from kivy.properties import ListProperty, NumericProperty, ObjectProperty

from companion.games.cards import Card
from companion.games.detective.state import Coup, Hole
from companion.ui.detective.keys import RANKS, ROWS, SUITS, pad_view
from companion.ui.detective.words import ACTION, STREET, cards_text
from companion.ui.keys import Key
from companion.ui.review.subject import CardsDraft
from companion.ui.texts import NOTHING, Said, text
from companion.ui.widgets import Overlay

BOARD = -1
"""Instead of a seat."""


def named_keys(names: tuple[str, ...], coup: Coup, draft: CardsDraft) -> list[Key]:
    """A key for each player with the two cards, then one for the board; marked where people named others."""
    changed = {seat for seat, _ in draft.hands} | {coup.bets[bet].bet.seat for bet, _ in draft.cards}
    keys = [
        Key(f"{name}  {cards_text(draft.hole(coup, seat))}", chosen=seat in changed) for seat, name in enumerate(names)
    ]
    board = cards_text(draft.board or coup.board)
    return [*keys, Key(text("review.board", cards=board), chosen=bool(draft.board))]


def bets_of(coup: Coup, seat: int) -> tuple[int, ...]:
    """The bets of this player under which an action card lay."""
    return tuple(number for number, each in enumerate(coup.bets) if each.bet.seat == seat and each.bet.covered)


class CardsSheet(Overlay):
    """Takes every touch until it is closed; `on_draft` tells each time something is named."""

    title: Any = ObjectProperty(NOTHING)
    said: Any = ObjectProperty(NOTHING)
    """Which card is named next, and those named so far."""
    pad: Any = ObjectProperty(pad_view(frozenset(), None), rebind=True)
    actions: Any = ListProperty()
    """A key for each action card of this player."""
    seat: Any = NumericProperty(BOARD)

    def __init__(self, coup: Coup, names: tuple[str, ...], seat: int, draft: CardsDraft, **kwargs: Any) -> None:
        self.register_event_type("on_draft")
        self._coup, self._names, self._draft = coup, names, draft
        self._rank: Any = None
        self._named: tuple[Card, ...] = ()
        super().__init__(seat=seat, **kwargs)
        self._show()

    def tap_rank(self, row: int, number: int) -> None:
        """First its rank."""
        self._rank = RANKS[ROWS[row][0] + number]
        self._show()

    def tap_suit(self, number: int) -> None:
        """Then its suit; with the last card the hand, or the board, is known."""
        if self._rank is None:
            return
        self._named, self._rank = (*self._named, Card(self._rank, SUITS[number])), None
        if len(self._named) == self._wanted:
            if self.seat == BOARD:
                self._change(self._draft.name_board(self._coup, self._named))
            else:
                self._change(self._draft.name_hand(self._coup, self.seat, Hole(*self._named)))
            self._named = ()
        self._show()

    def tap_action(self, number: int) -> None:
        """Its next kind."""
        self._change(self._draft.turn(self._coup, bets_of(self._coup, self.seat)[number]))
        self._show()

    def on_draft(self, draft: CardsDraft) -> None:
        """Something was named."""

    @property
    def _wanted(self) -> int:
        return len(self._coup.board) if self.seat == BOARD else 2

    def _change(self, draft: CardsDraft) -> None:
        self._draft = draft
        self.dispatch("on_draft", draft)

    def _show(self) -> None:
        coup, draft = self._coup, self._draft
        lying = draft.board or coup.board if self.seat == BOARD else draft.hole(coup, self.seat)
        self.title = text("naming.board", number=len(self._named) + 1) if self.seat == BOARD else self._title()
        self.said = cards_text(self._named) or cards_text(tuple(lying))
        self.pad = pad_view(self._gone(), self._rank)
        self.actions = [self._action(bet) for bet in bets_of(coup, self.seat)]

    def _title(self) -> Said:
        name = self._names[self.seat]
        return text("naming.second", name=name) if self._named else text("naming.first", name=name)

    def _action(self, bet: int) -> Key:
        kind = self._draft.kind(self._coup, bet)
        said = ACTION[kind] if kind is not None else NOTHING
        chosen = any(number == bet for number, _ in self._draft.cards)
        street = STREET[self._coup.bets[bet].bet.street]
        return Key(text("review.action", street=street, card=said), chosen=chosen)

    def _gone(self) -> frozenset[Card]:
        coup, draft = self._coup, self._draft
        held = {card for seat in range(len(coup.holes)) if seat != self.seat for card in draft.hole(coup, seat)}
        board = set() if self.seat == BOARD else set(draft.board or coup.board)
        return frozenset(held | board | set(self._named))
