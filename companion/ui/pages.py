# mypy: disallow-subclassing-any=False
"""What every page of the app is; the app shows one at a time."""

from typing import Any

from kivy.properties import StringProperty
from kivy.uix.floatlayout import FloatLayout

from companion.games.dice import Printing


class Page(FloatLayout):
    """A whole screen. Draws the referee's state and posts events; decides nothing."""

    printing: Printing | None = None
    """What stands on the dice that it shows; None: on those in use."""

    def enter(self) -> None:
        """It is shown from now on; `draw` follows."""

    def leave(self) -> None:
        """Another page is shown."""

    def draw(self, state: Any) -> None:
        """A new state of the referee, while this page is shown."""

    def tick(self) -> None:
        """Once a frame, while this page is shown."""


class TablePage(Page):
    """The table of a game: in its `body` lie `place`, the controls, and what `beside` names."""

    hand: Any = StringProperty("left")
    """The hand that touches the controls, and the side on which they lie."""
    beside = ""

    def on_hand(self, *_: Any) -> None:
        """Lay the controls on the side of the hand that touches them, so that no arm hides the rest."""
        body = self.ids.get("body")
        if body is None:
            return
        place, other = self.ids.place.__self__, self.ids[self.beside].__self__
        body.clear_widgets()
        for part in (place, other) if self.hand == "left" else (other, place):
            body.add_widget(part)
