# mypy: disallow-subclassing-any=False
"""The start panel: who plays, and to how many points (M6, M7)."""

from time import monotonic_ns
from typing import Any

from kivy.app import App
from kivy.properties import NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.textinput import TextInput

from companion.referee.events import MatchBegun
from companion.referee.state import TableState
from companion.ui.mentiroso.panels import Panel
from companion.ui.mentiroso.seating_draft import SeatingDraft, seating_view
from companion.ui.mentiroso.view import View


class NameInput(TextInput):
    """A name; touched, it is selected, so that typing replaces it."""

    longest: Any = NumericProperty(14)

    def insert_text(self, substring: str, from_undo: bool = False) -> None:
        """Keep names short enough to be read across the table."""
        room = self.longest - len(self.text) + len(self.selection_text)
        super().insert_text(substring[: max(0, room)], from_undo)


class SeatLine(BoxLayout):
    """One player who is about to sit down."""

    seat: Any = NumericProperty(0)
    name: Any = StringProperty("")

    def __init__(self, **kwargs: Any) -> None:
        self.register_event_type("on_name_typed")
        super().__init__(**kwargs)

    def on_name_typed(self, name: str) -> None:
        """The name was changed by hand."""


class SeatingPanel(Panel):
    """Names in the order of play, the limit, and off."""

    shown: Any = ObjectProperty(seating_view(SeatingDraft()), rebind=True)
    """The `SeatingView`."""

    def __init__(self, **kwargs: Any) -> None:
        self._draft: SeatingDraft | None = None
        super().__init__(**kwargs)

    def begin(self) -> None:
        """No draft yet."""
        super().begin()
        self._draft = None

    def draw(self, state: TableState, view: View) -> None:
        """Begin with those who have just played, if anyone has."""
        super().draw(state, view)
        if self._draft is None:
            limit = state.match.options.limit if state.match else SeatingDraft().limit
            self._set(SeatingDraft(state.names, limit) if state.names else SeatingDraft())

    def _set(self, draft: SeatingDraft) -> None:
        self._draft = draft
        self.shown = seating_view(draft)
        lines = self.ids.lines
        while len(lines.children) > len(draft.names):
            lines.remove_widget(lines.children[0])
        for seat in range(len(lines.children), len(draft.names)):
            line = SeatLine(seat=seat)
            line.bind(on_name_typed=lambda line, name: self.rename(line.seat, name))
            lines.add_widget(line)
        for line, name in zip(reversed(lines.children), draft.names, strict=True):
            line.name = name

    @property
    def draft(self) -> SeatingDraft:
        """What was chosen so far."""
        return self._draft or SeatingDraft()

    def rename(self, seat: int, name: str) -> None:
        """A name was typed."""
        if name != self.draft.names[seat]:
            self._set(self.draft.rename(seat, name))

    def step_players(self, step: int) -> None:
        """One player more or less."""
        self._set(self.draft.more_players(step))

    def step_limit(self, step: int) -> None:
        """A higher or lower limit."""
        self._set(self.draft.higher_limit(step))

    def sit_down(self) -> None:
        """The match is agreed."""
        draft = self.draft
        self.post(MatchBegun(draft.seated, draft.limit, App.get_running_app().simulated, monotonic_ns()))
