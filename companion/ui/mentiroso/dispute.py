# mypy: disallow-subclassing-any=False
"""Who disputes the verdict: asked over the table, while the game goes on behind it."""

from pathlib import Path
from time import monotonic_ns
from typing import Any

from kivy.app import App
from kivy.properties import BooleanProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.referee.events import Disputed
from companion.ui.mentiroso.dispute_view import NO_DISPUTE
from companion.ui.mentiroso.panels.base import BigPress
from companion.ui.texts import text
from companion.ui.widgets import Overlay

#: For whichever page shows it.
DISPUTE_RULES = Path(__file__).with_name("dispute.kv")
#: Written to the journal, which has one language.
WHY = "disputed at the table"
ROWS = 3


class Challengers(BoxLayout):
    """Those who have a dispute left; `on_seat` tells which one was tapped."""

    dispute: Any = ObjectProperty(NO_DISPUTE)

    def __init__(self, **kwargs: Any) -> None:
        self.register_event_type("on_seat")
        super().__init__(**kwargs)

    def on_dispute(self, *_: Any) -> None:
        """Draw the names, three in a column: more would not be large enough on the smallest screen."""
        self.clear_widgets()
        columns = -(-len(self.dispute.challengers) // ROWS)
        for column in range(columns):
            stack = BoxLayout(orientation="vertical", spacing=self.spacing)
            for challenger in self.dispute.challengers[column::columns]:
                said = text("dispute.challenger", name=challenger.name, left=challenger.left)
                press = BigPress(said=said)
                press.bind(on_release=lambda _, seat=challenger.seat: self.dispatch("on_seat", seat))
                stack.add_widget(press)
            self.add_widget(stack)

    def on_seat(self, seat: int) -> None:
        """He disputes it."""


class DisputeSheet(Overlay):
    """Lies over the table and takes every touch until it is closed."""

    dispute: Any = ObjectProperty(NO_DISPUTE, rebind=True)
    post: Any = ObjectProperty(None, allownone=True)
    """Who is told; None: the referee of the table."""
    late: Any = BooleanProperty(False)
    """An older match is looked at: no window is held against it."""

    def raise_by(self, seat: int) -> None:
        """This player disputes the verdict."""
        post = self.post or App.get_running_app().referee.post
        post(Disputed(self.dispute.hand, seat, WHY, None if self.late else monotonic_ns()))
        self.close()
