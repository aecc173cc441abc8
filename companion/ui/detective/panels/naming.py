# mypy: disallow-subclassing-any=False
"""Cards are named: those of the board, those of the players, the action cards."""

from dataclasses import replace
from time import monotonic_ns
from typing import Any

from kivy.properties import ObjectProperty

from companion.games.cards import Card
from companion.games.detective.state import Hole
from companion.referee.detective import events as e
from companion.referee.detective.state import DetectiveState
from companion.ui.detective.keys import RANKS, ROWS, SUITS
from companion.ui.detective.naming import (
    KINDS,
    NamingDraft,
    NamingView,
    actions_event,
    actions_view,
    asked_bet,
    board_event,
    board_view,
    hands_event,
    hands_view,
    neighbour_bet,
    shown_hand,
    slot,
)
from companion.ui.detective.panels.base import Panel


class _PadPanel(Panel):
    """A pad of ranks and suits, and what the camera proposes."""

    shown: Any = ObjectProperty(None, allownone=True, rebind=True)
    """The `NamingView`."""

    def __init__(self, **kwargs: Any) -> None:
        self.draft = NamingDraft()
        super().__init__(**kwargs)

    def begin(self) -> None:
        """No draft yet."""
        super().begin()
        self.draft = NamingDraft()

    def draw(self, state: DetectiveState) -> None:
        """The draft outlives all that does not end the moment."""
        super().draw(state)
        self.shown = self._view()

    def _set(self, draft: NamingDraft) -> None:
        self.draft = draft
        self.shown = self._view()

    def tap_rank(self, row: int, number: int) -> None:
        """First its rank."""
        self._set(replace(self.draft, rank=RANKS[ROWS[row][0] + number]))

    def tap_suit(self, number: int) -> None:
        """Then its suit: the card is named."""
        if self.draft.rank is not None:
            self.name(Card(self.draft.rank, SUITS[number]))

    def tap_suggestion(self, number: int) -> None:
        """It is what the camera thought possible."""
        self.name(self.shown.suggestions[number])

    def cover_last(self) -> None:
        """An action card came under the bet just made (D25)."""
        game = self.state.game
        assert game is not None
        self.post(e.ActionCardLaid(game.bets[-1].seat, monotonic_ns()))

    def _view(self) -> NamingView:
        raise NotImplementedError

    def name(self, card: Card) -> None:
        """A card was named."""
        raise NotImplementedError

    def accept(self) -> None:
        """What the camera proposes is right."""
        raise NotImplementedError


class BoardPanel(_PadPanel):
    """The next card of the board; each one is told as it comes (D10)."""

    def _view(self) -> NamingView:
        return board_view(self.state, self.draft)

    def name(self, card: Card) -> None:
        """It lies on the board."""
        self._set(NamingDraft())
        self.post(e.BoardTurned((card,), at_ns=monotonic_ns()))

    def accept(self) -> None:
        """The board is as the camera reads it."""
        event = board_event(self.state, monotonic_ns())
        if event is not None:
            self.post(event)


class HandsPanel(_PadPanel):
    """Each player's two cards (D15)."""

    def _view(self) -> NamingView:
        self.slot = slot(self.state, self.draft)
        return hands_view(self.state, self.draft)

    def name(self, card: Card) -> None:
        """The first of two, or the second: then the hand is known."""
        wanted, first = slot(self.state, self.draft), self.draft.first
        if wanted is None:
            return
        if first is None:
            self._set(self.draft.name(card))
            return
        self._set(NamingDraft())
        self.post(e.HandsShown((shown_hand(wanted[0], Hole(first, card)),), at_ns=monotonic_ns()))

    def tap_seat(self, seat: int) -> None:
        """This player's cards are to be named, or named again; a second tap leaves them as they are."""
        self._set(NamingDraft(seat=None if seat == self.draft.seat else seat))

    def accept(self) -> None:
        """All hands that the camera is sure of."""
        event = hands_event(self.state, monotonic_ns())
        if event is not None:
            self._set(NamingDraft())
            self.post(event)


class ActionsPanel(Panel):
    """The action cards, one bet after another; then the points."""

    shown: Any = ObjectProperty(None, allownone=True, rebind=True)
    """The `ActionsView`."""

    def __init__(self, **kwargs: Any) -> None:
        self._chosen: int | None = None
        super().__init__(**kwargs)

    def begin(self) -> None:
        """From the first one."""
        super().begin()
        self._chosen = None

    def draw(self, state: DetectiveState) -> None:
        """One was named: on to the next that is not known."""
        super().draw(state)
        self._show()

    def _show(self) -> None:
        self.bet = asked_bet(self.state, self._chosen)
        self.shown = actions_view(self.state, self._chosen)

    def tap_kind(self, number: int) -> None:
        """It is this card."""
        bet = self.bet
        if bet is not None:
            self._chosen = None
            self.post(e.ActionCardsTurned((e.TurnedCard(bet, KINDS[number]),), at_ns=monotonic_ns()))

    def step(self, step: int) -> None:
        """The bet before or after."""
        if self.bet is not None:
            self._chosen = neighbour_bet(self.state, self.bet, step)
            self._show()

    def accept(self) -> None:
        """All action cards that the camera is sure of."""
        event = actions_event(self.state, monotonic_ns())
        if event is not None:
            self._chosen = None
            self.post(event)

    def score(self) -> None:
        """Everything is shown: the points."""
        self.post(e.CoupScored(monotonic_ns()))
