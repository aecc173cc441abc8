# mypy: disallow-subclassing-any=False
"""The first page: go on, begin, look back, set up."""

from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.properties import ObjectProperty

from companion.referee.state import TableState
from companion.ui.dice import DieView
from companion.ui.games import game_of
from companion.ui.home.view import home_view
from companion.ui.pages import Page

RULES = (Path(__file__).with_name("home.kv"),)
DICE = tuple(DieView(letter) for letter in "AKQJ8")
"""What lies on the first page."""


class HomePage(Page):
    """Where the app opens."""

    view: Any = ObjectProperty(home_view(TableState(), False, False), rebind=True)
    dice: Any = DICE

    def draw(self, state: Any) -> None:
        """Whether there is a match to go on with."""
        self.view = home_view(state, game_of(state).playing(state), App.get_running_app().simulated)
