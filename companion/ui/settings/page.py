# mypy: disallow-subclassing-any=False
"""The settings: what is tapped holds at once, and is kept."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui.languages import LANGUAGES
from companion.ui.pages import Page
from companion.ui.settings.store import BUDGETS_MB, MOST_CHALLENGES, WINDOWS_S, neighbour
from companion.ui.texts import Said, text

RULES = (Path(__file__).with_name("settings.kv"),)


class SettingLine(BoxLayout):
    """What can be chosen, one line that explains it, and the choices."""

    said: Any = ObjectProperty("")
    explained: Any = ObjectProperty("")


class Sheet(BoxLayout):
    """Some of the settings."""

    languages: Any = tuple(LANGUAGES.items())
    palettes: Any = (("dark", text("menu.dark")), ("light", text("menu.light")))
    contrasts: Any = ((False, text("settings.normal")), (True, text("settings.high")))
    text_sizes: Any = (
        ("normal", text("settings.normal")),
        ("large", text("settings.large")),
        ("largest", text("settings.largest")),
    )
    hands: Any = (("left", text("settings.left")), ("right", text("settings.right")))
    scores: Any = (("points", text("settings.points")), ("hearts", text("settings.hearts")))
    on_off: Any = ((True, text("settings.on")), (False, text("settings.off")))

    def choose(self, **changes: Any) -> None:
        """It holds from now on."""
        app = App.get_running_app()
        app.keep(replace(app.settings, **changes))

    def step_budget(self, step: int) -> None:
        """More or less room for pictures."""
        self.choose(disk_budget_mb=neighbour(BUDGETS_MB, App.get_running_app().settings.disk_budget_mb, step))

    def step_window(self, step: int) -> None:
        """More or less time for a dispute."""
        self.choose(challenge_window_s=neighbour(WINDOWS_S, App.get_running_app().settings.challenge_window_s, step))

    def step_challenges(self, step: int) -> None:
        """More or fewer disputes."""
        challenges = App.get_running_app().settings.challenges + step
        self.choose(challenges=min(MOST_CHALLENGES, max(0, challenges)))

    def megabytes(self, budget: int) -> Said:
        """In the unit that people buy disks by."""
        return f"{budget // 1000} GB" if budget >= 1000 else f"{budget} MB"

    def seconds(self, window: int) -> Said:
        """How long a verdict can be disputed."""
        return text("settings.seconds", seconds=window) if window else text("settings.never")


class ScreenSheet(Sheet):
    """How the screen looks."""


class TableSheet(Sheet):
    """How the table sounds, and how it counts."""


class DisputesSheet(Sheet):
    """What may be disputed, and what is kept for it."""


_SHEETS: dict[str, type[Sheet]] = {"screen": ScreenSheet, "table": TableSheet, "disputes": DisputesSheet}


class SettingsPage(Page):
    """One sheet at a time."""

    sheet: Any = StringProperty("screen")
    sheets: Any = (
        ("screen", text("settings.screen")),
        ("table", text("settings.table")),
        ("disputes", text("settings.disputes")),
    )

    def __init__(self, **kwargs: Any) -> None:
        self._sheets: dict[str, Sheet] = {}
        super().__init__(**kwargs)
        self.turn("screen")

    def turn(self, sheet: str) -> None:
        """Another sheet."""
        shown = self._sheets.get(sheet) or self._sheets.setdefault(sheet, _SHEETS[sheet]())
        self.sheet = sheet
        self.ids.place.clear_widgets()
        self.ids.place.add_widget(shown)
