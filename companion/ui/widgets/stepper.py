# mypy: disallow-subclassing-any=False
"""A number with a smaller and a larger button."""

from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout


class Steps(BoxLayout):
    """`on_step` tells -1 or +1, and whoever listens sets what is shown."""

    can_lower: Any = BooleanProperty(True)
    can_raise: Any = BooleanProperty(True)

    def __init__(self, **kwargs: Any) -> None:
        self.register_event_type("on_step")
        super().__init__(**kwargs)

    def on_step(self, step: int) -> None:
        """One of the buttons was tapped."""


class Stepper(Steps):
    """A number, and what it counts."""

    said: Any = ObjectProperty("")
    value: Any = NumericProperty(0)


class ValueStepper(Steps):
    """A value in words, with a button for the one before and the one after."""

    value: Any = ObjectProperty("")
