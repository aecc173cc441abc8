# mypy: disallow-subclassing-any=False
"""Larger things to press: a tile with a line that explains it, and a choice of which one holds."""

from typing import Any

from kivy.properties import ListProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui.texts import text
from companion.ui.widgets.press import Press


class Tile(Press):
    """A way to another page: its name, and what is there."""

    title: Any = ObjectProperty("")
    explained: Any = ObjectProperty("")


class Toggle(BoxLayout):
    """One of several holds; `on_choice` tells the value of the one that was tapped."""

    choices: Any = ListProperty()
    """Pairs of a value and what is said for it."""
    value: Any = ObjectProperty(None, allownone=True)

    def __init__(self, **kwargs: Any) -> None:
        self.register_event_type("on_choice")
        super().__init__(**kwargs)

    def on_choices(self, *_: Any) -> None:
        """Draw them."""
        self.clear_widgets()
        for value, said in self.choices:
            press = Press(said=said)
            press.bind(on_release=lambda _, value=value: self.dispatch("on_choice", value))
            self.add_widget(press)
        self.on_value()

    def on_value(self, *_: Any) -> None:
        """Another one holds."""
        for (value, said), press in zip(self.choices, reversed(self.children), strict=True):
            press.chosen = value == self.value
            press.said = text("choice.chosen", what=said) if press.chosen else said

    def on_choice(self, value: Any) -> None:
        """It was tapped."""


class HeadRow(BoxLayout):
    """The head of a page that is opened from another: its name, and the way back."""

    said: Any = ObjectProperty("")

    def __init__(self, **kwargs: Any) -> None:
        self.register_event_type("on_back")
        super().__init__(**kwargs)

    def on_back(self) -> None:
        """Back."""
