# mypy: disallow-subclassing-any=False
"""The app: one window, drawn from the referee's state sixty times a second at most.

Importing this imports Kivy: `companion.ui.window.prepare` comes first. `companion.ui.launch` does both.
"""

import secrets
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.core.text import LabelBase
from kivy.core.window import Window
from kivy.properties import ObjectProperty, StringProperty

from companion.ui.languages import Catalogue
from companion.ui.mentiroso.screen import RULES, MentirosoScreen
from companion.ui.port import DemoControls, Pictures, Referee
from companion.ui.theme import DARK, PALETTES, Sizes, Theme
from companion.ui.widgets import load_rules

WIDGET_RULES = Path(__file__).parent / "widgets" / "widgets.kv"


class CompanionApp(App):
    """Draws `referee.state` and posts events to it.

    pictures: where the live preview comes from, or None without a camera; controls: the hands of the simulated table,
    or None at a real one; language: a code of `LANGUAGES`; palette: "dark" or "light"; lot: from the number of players
    to the seat that starts (M8).
    """

    title = "Cubilete"
    use_kivy_settings = False
    theme: Any = ObjectProperty(Theme(), rebind=True)
    say: Any = ObjectProperty(Catalogue("en").say)
    language: Any = StringProperty("en")

    def __init__(
        self,
        referee: Referee,
        pictures: Pictures | None = None,
        controls: DemoControls | None = None,
        *,
        language: str = "en",
        palette: str = DARK.name,
        lot: Callable[[int], int] = secrets.randbelow,
    ) -> None:
        self.referee = referee
        self.controls = controls
        self.lot = lot
        self._pictures = pictures
        self._drawn: int | None = None
        super().__init__()
        self.theme = replace(self.theme, palette=PALETTES[palette])
        self.speak(language)

    @property
    def simulated(self) -> bool:
        """Whether the table is drawn, not real."""
        return self.controls is not None

    def build(self) -> MentirosoScreen:
        """The one screen."""
        LabelBase.register(self.theme.font, f"data/fonts/{self.theme.font}.ttf")
        for rules in (WIDGET_RULES, *RULES):
            load_rules(rules)
        Window.bind(size=self._window_sized)
        self._window_sized(Window, Window.size)
        self.paint(self.theme.palette.name)
        return MentirosoScreen()

    def on_start(self) -> None:
        """Look at the referee once a frame; threads only fill queues, and nothing is waited for."""
        self.tick()
        Clock.schedule_interval(self.tick, 0)

    def on_stop(self) -> None:
        """The window is gone."""
        Clock.unschedule(self.tick)
        Window.unbind(size=self._window_sized)

    def tick(self, *_: Any) -> None:
        """Draw what is new."""
        # The number first: a state that comes in between is drawn now, and once more at the next frame.
        version = self.referee.version
        if version != self._drawn:
            self._drawn = version
            self.root.draw(self.referee.state)
        self.root.ids.picture.show(self._pictures.newest() if self._pictures is not None else None)

    def speak(self, language: str) -> None:
        """Show everything in this language from now on; raises ValueError for one that the screen does not speak."""
        self.say = Catalogue(language).say
        self.language = language

    def paint(self, palette: str) -> None:
        """Show everything in these colours from now on."""
        self.theme = replace(self.theme, palette=PALETTES[palette])
        Window.clearcolor = self.theme.palette.paper

    def open_settings(self, *_: Any) -> None:
        """Kivy's own settings page is not for players."""

    def _window_sized(self, _: Any, size: tuple[float, float]) -> None:
        if min(size) > 1:
            self.theme = replace(self.theme, sizes=Sizes.of(*size))
