# mypy: disallow-subclassing-any=False
"""What lies over a page for a while."""

from typing import Any

from kivy.app import App
from kivy.uix.floatlayout import FloatLayout


class Overlay(FloatLayout):
    """Lies over the page and takes every touch until it is closed; the game behind it goes on."""

    def on_touch_down(self, touch: Any) -> bool:
        """Nothing behind it is touched."""
        super().on_touch_down(touch)
        return True

    def go(self, page: str) -> None:
        """Another page; the game goes on behind it."""
        self.close()
        App.get_running_app().open(page)

    def close(self) -> None:
        """Back to the table."""
        if self.parent is not None:
            self.parent.remove_widget(self)
