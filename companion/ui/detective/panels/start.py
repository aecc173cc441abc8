# mypy: disallow-subclassing-any=False
"""Before the first bet: the lot for the first dealer (D2), and the deal (D5)."""

from time import monotonic_ns
from typing import Any

from kivy.app import App
from kivy.properties import ListProperty

from companion.referee.detective.events import CoupDealt, DealerDrawn
from companion.referee.detective.state import DetectiveState
from companion.ui.detective.panels.base import Panel
from companion.ui.keys import Key


class DealerLotPanel(Panel):
    """Drawing the lot. The chance comes from outside."""

    names: Any = ListProperty()
    """A key for each player: the lot may have fallen at the table too."""

    def draw(self, state: DetectiveState) -> None:
        """Everyone may be the first."""
        super().draw(state)
        self.names = [Key(name) for name in state.names]

    def draw_lot(self) -> None:
        """Let chance decide."""
        self.deals(App.get_running_app().lot(len(self.state.names)))

    def deals(self, seat: int) -> None:
        """The lot fell on this seat, here or at the table."""
        self.post(DealerDrawn(seat, monotonic_ns()))

    def tap_seat(self, seat: int) -> None:
        """His place was tapped instead of his name."""
        self.deals(seat)


class DealPanel(Panel):
    """Two cards each."""

    def dealt(self) -> None:
        """They lie there."""
        self.post(CoupDealt(monotonic_ns()))
