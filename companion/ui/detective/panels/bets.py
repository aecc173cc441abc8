# mypy: disallow-subclassing-any=False
"""A bet: on whose board, how many chips, with an action card or without (D8)."""

from time import monotonic_ns
from typing import Any

from kivy.properties import ObjectProperty

from companion.referee.detective.events import ActionCardLaid
from companion.referee.detective.state import DetectiveState
from companion.ui.detective.bet_draft import BetDraft, bet_event, bet_view
from companion.ui.detective.panels.base import Panel


class BetsPanel(Panel):
    """The bet of the player in turn; or, for a moment, the one just made is made anew."""

    shown: Any = ObjectProperty(None, allownone=True, rebind=True)
    """The `BetView`."""

    def __init__(self, **kwargs: Any) -> None:
        self._draft: BetDraft | None = None
        super().__init__(**kwargs)

    def begin(self) -> None:
        """No draft yet."""
        super().begin()
        self._draft = None

    @property
    def draft(self) -> BetDraft:
        """What was chosen so far; what the camera saw until someone taps."""
        return self._draft or BetDraft.of(self.state.bet_seen)

    def draw(self, state: DetectiveState) -> None:
        """The draft outlives all that does not end the turn."""
        super().draw(state)
        self.shown = bet_view(state, self.draft, self.known)

    def _set(self, draft: BetDraft) -> None:
        self._draft = draft
        self.shown = bet_view(self.state, draft, self.known)

    def tap_owner(self, seat: int) -> None:
        """On this player's board."""
        self._set(self.draft.on(seat))

    def tap_seat(self, seat: int) -> None:
        """The board itself was tapped."""
        self.tap_owner(seat)

    def tap_chips(self, number: int) -> None:
        """So many chips."""
        self._set(self.draft.of_chips(number + 1))

    def tap_cover(self) -> None:
        """An action card lies under them, or none does."""
        self._set(self.draft.turn_cover())

    def move_last(self) -> None:
        """The bet just made was meant otherwise (D25); tapped again, it stays."""
        game = self.state.game
        assert game is not None
        self._set(BetDraft() if self.draft.moving else BetDraft.moved(game.bets[-1]))

    def cover_last(self) -> None:
        """An action card came under the bet just made (D25)."""
        game = self.state.game
        assert game is not None
        self.post(ActionCardLaid(game.bets[-1].seat, monotonic_ns()))

    def confirm(self) -> None:
        """The chips lie there."""
        event = bet_event(self.state, self.draft, monotonic_ns())
        if event is not None:
            # One that was moved leaves the turn where it was, and so this panel.
            self._draft = None if self.draft.moving else self._draft
            self.post(event)
