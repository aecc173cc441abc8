# mypy: disallow-subclassing-any=False
"""What every panel beside a table is: deaf for a moment after it appeared."""

from time import monotonic
from typing import Any

from kivy.app import App
from kivy.uix.boxlayout import BoxLayout

#: A panel takes no touch for so long after it appeared, in seconds: less than a look, more than a double tap.
SETTLE_S = 0.35


class SettlingPanel(BoxLayout):
    """What is tapped in while the table waits for something; `post` tells the referee."""

    def __init__(self, **kwargs: Any) -> None:
        self._begun_at = 0.0
        super().__init__(**kwargs)

    def begin(self) -> None:
        """Another moment begins: forget what was tapped in, and let nobody tap what he has not seen."""
        self._begun_at = monotonic()

    def on_touch_down(self, touch: Any) -> bool:
        """Nothing is touched that appeared under the finger: passed twice in haste, the second would be a call."""
        if monotonic() - self._begun_at < SETTLE_S:
            return bool(self.collide_point(*touch.pos))
        return bool(super().on_touch_down(touch))

    def post(self, event: Any) -> None:
        """Tell the referee, once: what it makes of it is seen in a moment."""
        self._begun_at = monotonic()
        App.get_running_app().referee.post(event)
