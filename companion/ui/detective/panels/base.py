# mypy: disallow-subclassing-any=False
"""What every panel beside the table is: drawn from a state."""

from typing import Any

from kivy.app import App
from kivy.properties import ObjectProperty

from companion.games.detective.state import Street
from companion.referee.detective.state import DetectiveState
from companion.ui.panels import SettlingPanel
from companion.ui.players import Player


class Panel(SettlingPanel):
    """Draws one phase. `draw` is called with every new state of that phase."""

    state: Any = ObjectProperty(DetectiveState(), rebind=True)
    slot: Any = ObjectProperty(None, allownone=True)
    """At the showdown: whose card is named next, and which of the two: the table shows it."""
    bet: Any = ObjectProperty(None, allownone=True)
    """The number of the bet whose action card is named next."""
    street: Any = ObjectProperty(None, allownone=True)
    """After the points: the phase that is looked at."""
    share = 0.45
    """Of the width of the page."""

    def begin(self) -> None:
        """See `SettlingPanel`; nothing is pointed at."""
        super().begin()
        self.slot = self.bet = self.street = None

    def draw(self, state: DetectiveState) -> None:
        """A new state."""
        self.state = state

    def tap_seat(self, seat: int) -> None:
        """A player's place at the table was tapped."""

    @property
    def known(self) -> tuple[Player, ...]:
        """Those whose signs are remembered."""
        players: tuple[Player, ...] = App.get_running_app().settings.players
        return players


def street_after(street: Street | None) -> Street | None:
    """The next one to look at after the points: the four phases, then the sum (None), then from the start."""
    if street is None:
        return Street.PREFLOP
    return None if street is Street.RIVER else Street(street + 1)
