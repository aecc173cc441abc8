# mypy: disallow-subclassing-any=False
"""A number with a smaller and a larger button."""

from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout


class Stepper(BoxLayout):
    """Shows `value`; `on_step` tells -1 or +1, and whoever listens sets the value."""

    said: Any = ObjectProperty("")
    value: Any = NumericProperty(0)
    can_lower: Any = BooleanProperty(True)
    can_raise: Any = BooleanProperty(True)

    def __init__(self, **kwargs: Any) -> None:
        self.register_event_type("on_step")
        super().__init__(**kwargs)

    def on_step(self, step: int) -> None:
        """One of the buttons was tapped."""


class ValueStepper(BoxLayout):
    """A value in words, with a button for the one before and the one after."""

    value: Any = ObjectProperty("")
    can_lower: Any = BooleanProperty(True)
    can_raise: Any = BooleanProperty(True)

    def __init__(self, **kwargs: Any) -> None:
        self.register_event_type("on_step")
        super().__init__(**kwargs)

    def on_step(self, step: int) -> None:
        """One of the buttons was tapped."""
