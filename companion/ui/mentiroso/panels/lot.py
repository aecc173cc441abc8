# mypy: disallow-subclassing-any=False
"""The lot for the first starter (M8), drawn so that all can see it fall."""

from time import monotonic, monotonic_ns
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.properties import ListProperty, NumericProperty
from kivy.uix.gridlayout import GridLayout

from companion.referee.events import StarterDrawn
from companion.ui.mentiroso.panels.base import BigPress, Panel

#: So long the lot goes round before it falls, in seconds.
LOT_S = 1.6
#: So often it goes on by one name at first; it slows down.
STEP_S = 0.07
NOBODY = -1


class LotNames(GridLayout):
    """Everyone at the table; `on_name` tells the seat that was tapped."""

    names: Any = ListProperty()
    lit: Any = NumericProperty(NOBODY)
    """The name that the lot is passing."""

    def __init__(self, **kwargs: Any) -> None:
        self.register_event_type("on_name")
        super().__init__(**kwargs)

    def on_names(self, *_: Any) -> None:
        """Draw the names."""
        self.clear_widgets()
        for seat, name in enumerate(self.names):
            press = BigPress(said=name)
            press.bind(on_release=lambda _, seat=seat: self.dispatch("on_name", seat))
            self.add_widget(press)

    def on_lit(self, *_: Any) -> None:
        """Light one name."""
        for seat, press in enumerate(reversed(self.children)):
            press.chosen = seat == self.lit

    def on_name(self, seat: int) -> None:
        """A name was tapped."""


class LotPanel(Panel):
    """Drawing the lot. The chance comes from outside; the light only shows where it fell."""

    lit: Any = NumericProperty(NOBODY)

    def __init__(self, **kwargs: Any) -> None:
        self._falls_on = NOBODY
        self._ends_at = 0.0
        super().__init__(**kwargs)

    def begin(self) -> None:
        """Not drawn yet."""
        super().begin()
        self._falls_on = self.lit = NOBODY

    def draw_lot(self) -> None:
        """Let chance decide, and the light run to it."""
        if self._falls_on != NOBODY:
            return
        self._falls_on = App.get_running_app().lot(len(self.state.names))
        self._ends_at = monotonic() + LOT_S
        self._run()

    def _run(self, *_: Any) -> None:
        if self._falls_on == NOBODY or self.parent is None:
            return
        left = self._ends_at - monotonic()
        if left <= 0 and self.lit == self._falls_on:
            self.starts(self._falls_on)
        elif left <= -LOT_S or LOT_S == 0:
            self.lit = self._falls_on
            self.starts(self._falls_on)
        else:
            self.lit = (self.lit + 1) % len(self.state.names)
            Clock.schedule_once(self._run, STEP_S * (1 + 3 * (1 - max(0.0, left) / LOT_S)))

    def starts(self, seat: int) -> None:
        """The lot fell on this seat, here or with the dice."""
        self._falls_on = NOBODY
        self.post(StarterDrawn(seat, monotonic_ns()))
