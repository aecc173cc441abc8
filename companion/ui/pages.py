# mypy: disallow-subclassing-any=False
"""What every page of the app is; the app shows one at a time."""

from typing import Any

from kivy.uix.floatlayout import FloatLayout


class Page(FloatLayout):
    """A whole screen. Draws the referee's state and posts events; decides nothing."""

    def enter(self) -> None:
        """It is shown from now on; `draw` follows."""

    def leave(self) -> None:
        """Another page is shown."""

    def draw(self, state: Any) -> None:
        """A new state of the referee, while this page is shown."""

    def tick(self) -> None:
        """Once a frame, while this page is shown."""
