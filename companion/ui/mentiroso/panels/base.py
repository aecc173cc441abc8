# mypy: disallow-subclassing-any=False
"""What every panel of the table is: drawn from a view."""

from typing import Any

from kivy.properties import NumericProperty, ObjectProperty

from companion.games.mentiroso.state import Match
from companion.referee.state import TableState
from companion.ui.mentiroso.view import View, view_of
from companion.ui.panels import SettlingPanel
from companion.ui.widgets import Card, Press

#: Who acts when nobody in particular says so; the journal keeps it beside what the camera read.
PEOPLE = "players"


class Panel(SettlingPanel):
    """Draws one phase. `draw` is called with every new state of that phase."""

    view: Any = ObjectProperty(view_of(TableState()), rebind=True)
    state: Any = ObjectProperty(TableState(), rebind=True)

    def draw(self, state: TableState, view: View) -> None:
        """A new state."""
        self.state, self.view = state, view

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
