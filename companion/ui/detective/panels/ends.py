# mypy: disallow-subclassing-any=False
"""The points of a coup, each explained, and the end of the game."""

from time import monotonic_ns
from typing import Any

from kivy.app import App
from kivy.properties import BooleanProperty, ListProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.games.detective.state import Street
from companion.referee.detective.events import NextCoupBegun
from companion.referee.detective.state import DetectiveState, Phase
from companion.ui.detective.dispute_view import dispute_of, may_dispute
from companion.ui.detective.panels.base import Panel, street_after
from companion.ui.detective.points_view import PlaceLine, PointLine, SumLine, places, points_view
from companion.ui.mentiroso.dispute import DisputeSheet
from companion.ui.players import KINDS


class PointRow(BoxLayout):
    """One bet: who, what, why, how much."""

    line: Any = ObjectProperty(PointLine(KINDS[0], "", "", "", "", right=False), rebind=True)


class SumRow(BoxLayout):
    """One player: what the coup gave, by phase and in all."""

    line: Any = ObjectProperty(SumLine(KINDS[0], "", ("", "", "", ""), "", "", first=False), rebind=True)


class PlaceRow(BoxLayout):
    """One player at the end."""

    line: Any = ObjectProperty(PlaceLine(1, KINDS[0], "", 0, ""), rebind=True)


_ROWS: dict[type, type[BoxLayout]] = {PointLine: PointRow, SumLine: SumRow, PlaceLine: PlaceRow}


class Lines(BoxLayout):
    """Rows of one kind under each other."""

    lines: Any = ListProperty()

    def on_lines(self, *_: Any) -> None:
        """Draw them; the widgets stay while they are of the same kind."""
        kinds = [_ROWS[type(line)] for line in self.lines]
        if [type(child) for child in reversed(self.children)] != kinds:
            self.clear_widgets()
            for kind in kinds:
                self.add_widget(kind())
        for widget, line in zip(reversed(self.children), self.lines, strict=True):
            widget.line = line


class PointsPanel(Panel):
    """Phase after phase, then the sum."""

    shown: Any = ObjectProperty(None, allownone=True, rebind=True)
    """The `PointsView`."""
    disputed: Any = BooleanProperty(False)
    can_dispute: Any = BooleanProperty(False)
    share = 0.52

    def begin(self) -> None:
        """From the first phase."""
        super().begin()
        self.street = Street.PREFLOP

    def draw(self, state: DetectiveState) -> None:
        """The coup that was scored."""
        super().draw(state)
        self.disputed = state.dispute is not None
        self.can_dispute = self.disputed or may_dispute(state)
        self._show()

    def dispute(self) -> None:
        """Who disputes the points? Or, where a coup is disputed, on to the evidence."""
        if self.disputed:
            App.get_running_app().open("review")
        else:
            App.get_running_app().page.add_widget(DisputeSheet(dispute=dispute_of(self.state)))

    def _show(self) -> None:
        coup = self.state.coup
        if coup is not None:
            self.shown = points_view(self.state, coup, self.street, self.known)

    def tap_tab(self, number: int) -> None:
        """Another phase, or the sum."""
        self.street = Street(number + 1) if number < len(Street) else None
        self._show()

    def go_on(self) -> None:
        """The next phase; after the sum the next coup."""
        if self.street is not None:
            self.street = street_after(self.street)
            self._show()
        elif self.state.phase is Phase.SCORED:
            self.post(NextCoupBegun(monotonic_ns()))
        else:
            App.get_running_app().page.show_end()


class WinnerPanel(Panel):
    """Who has won."""

    places: Any = ListProperty()
    share = 0.5

    def draw(self, state: DetectiveState) -> None:
        """Everyone, the winner first."""
        super().draw(state)
        self.places = places(state, self.known)
