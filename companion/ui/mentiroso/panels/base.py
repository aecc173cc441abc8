# mypy: disallow-subclassing-any=False
"""What every panel of the table is: drawn from a view, and deaf for a moment after it appeared."""

from time import monotonic
from typing import Any

from kivy.app import App
from kivy.properties import NumericProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.games.mentiroso.state import Match
from companion.referee.events import Event
from companion.referee.state import TableState
from companion.ui.mentiroso.view import View, view_of
from companion.ui.widgets import Card, Press

#: A panel takes no touch for so long after it appeared, in seconds: less than a look, more than a double tap.
SETTLE_S = 0.35
#: Who acts when nobody in particular says so; the journal keeps it beside what the camera read.
PEOPLE = "players"


class Panel(BoxLayout):
    """Draws one phase. `draw` is called with every new state of that phase."""

    view: Any = ObjectProperty(view_of(TableState()), rebind=True)
    state: Any = ObjectProperty(TableState(), rebind=True)

    def __init__(self, **kwargs: Any) -> None:
        self._begun_at = 0.0
        super().__init__(**kwargs)

    def begin(self) -> None:
        """Another turn begins: forget what was tapped in, and let nobody tap what he has not seen."""
        self._begun_at = monotonic()

    def on_touch_down(self, touch: Any) -> bool:
        """Nothing is touched that appeared under the finger: passed twice in haste, the second would be a call."""
        if monotonic() - self._begun_at < SETTLE_S:
            return bool(self.collide_point(*touch.pos))
        return bool(super().on_touch_down(touch))

    def draw(self, state: TableState, view: View) -> None:
        """A new state."""
        self.state, self.view = state, view

    def post(self, event: Event) -> None:
        """Tell the referee, once: what it makes of it is seen in a moment."""
        self._begun_at = monotonic()
        App.get_running_app().referee.post(event)

    @property
    def match(self) -> Match:
        """The match that is being played; only asked for while there is one."""
        match = self.state.match
        assert match is not None
        return match  # type: ignore[no-any-return]


class StandingClaim(Card):
    """What must be beaten, or what stands to be answered: in words and as dice."""

    tall: Any = NumericProperty(110)
    """The height, in units."""
    view: Any = ObjectProperty(view_of(TableState()), rebind=True)


class BigPress(Press):
    """A button whose few letters are read from afar."""
