# mypy: disallow-subclassing-any=False
"""The parts of the table, one below the other."""

from pathlib import Path
from typing import Any

from kivy.properties import ListProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui.pages import Page
from companion.ui.setup.view import PartView, Standing, parts_view
from companion.ui.widgets import Card

RULES = (Path(__file__).with_name("setup.kv"),)


class PartLine(Card):
    """One part."""

    part: Any = ObjectProperty(PartView(Standing.ABSENT, "", ""), rebind=True)


class PartLines(BoxLayout):
    """All of them."""

    parts: Any = ListProperty()

    def on_parts(self, *_: Any) -> None:
        """Draw them; the widgets stay."""
        if len(self.children) != len(self.parts):
            self.clear_widgets()
            for _part in self.parts:
                self.add_widget(PartLine())
        for line, part in zip(reversed(self.children), self.parts, strict=True):
            line.part = part


class SetupPage(Page):
    """What is there, and what to do."""

    parts: Any = ListProperty()

    def draw(self, state: Any) -> None:
        """A part came or went."""
        self.parts = list(parts_view(state))
