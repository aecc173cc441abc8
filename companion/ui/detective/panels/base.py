# mypy: disallow-subclassing-any=False
"""What every panel beside the table is: drawn from a state, and deaf for a moment after it appeared."""

from time import monotonic
from typing import Any

from kivy.app import App
from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.games.detective.state import Street
from companion.referee.detective.events import Event
from companion.referee.detective.state import DetectiveState
from companion.ui.players import Player

#: A panel takes no touch for so long after it appeared, in seconds: less than a look, more than a double tap.
SETTLE_S = 0.35


class Panel(BoxLayout):
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

    def __init__(self, **kwargs: Any) -> None:
        self._begun_at = 0.0
        super().__init__(**kwargs)

    def begin(self) -> None:
        """Another moment begins: forget what was tapped in, and let nobody tap what he has not seen."""
        self._begun_at = monotonic()
        self.slot = self.bet = self.street = None

    def on_touch_down(self, touch: Any) -> bool:
        """Nothing is touched that appeared under the finger."""
        if monotonic() - self._begun_at < SETTLE_S:
            return bool(self.collide_point(*touch.pos))
        return bool(super().on_touch_down(touch))

    def draw(self, state: DetectiveState) -> None:
        """A new state."""
        self.state = state

    def tap_seat(self, seat: int) -> None:
        """A player's place at the table was tapped."""

    def post(self, event: Event) -> None:
        """Tell the referee, once: what it makes of it is seen in a moment."""
        self._begun_at = monotonic()
        App.get_running_app().referee.post(event)

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
