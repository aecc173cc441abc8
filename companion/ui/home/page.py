# mypy: disallow-subclassing-any=False
"""The first page: go on, begin, look back, set up."""

from pathlib import Path
from time import monotonic_ns
from typing import Any

from kivy.app import App
from kivy.properties import BooleanProperty, ObjectProperty

from companion.referee.detective.events import MatchBegun as DetectiveBegun
from companion.referee.events import MatchAbandoned, MatchBegun, Undone
from companion.referee.state import TableState
from companion.ui.dice import DieView
from companion.ui.games import game_of
from companion.ui.guide.coup import PLAYERS as COUP_PLAYERS
from companion.ui.guide.steps import LIMIT, PLAYERS
from companion.ui.home.view import home_view
from companion.ui.mentiroso.panels.base import PEOPLE
from companion.ui.pages import Page

#: Written to the journal, which has one language.
WHY = "given up for a new game"
WHY_UNDO = "given up by mistake"
RULES = (Path(__file__).with_name("home.kv"),)
DICE = tuple(DieView(letter) for letter in "AKQJ8")
"""What lies on the first page."""


class HomePage(Page):
    """Where the app opens."""

    view: Any = ObjectProperty(home_view(TableState(), False, False), rebind=True)
    dice: Any = DICE
    asked: Any = BooleanProperty(False)
    """Whether a new game was tapped while one is played: it takes a second tap."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        if not App.get_running_app().simulated:
            # Nobody explains to people who throw real dice.
            guides = self.ids.guides.__self__
            guides.parent.remove_widget(guides)

    def enter(self) -> None:
        """Nothing is asked yet."""
        self.asked = False

    def go_on(self) -> None:
        """To the table; a match that was given up comes back first."""
        app = App.get_running_app()
        if self.view.undo is not None:
            app.referee.post(Undone(PEOPLE, WHY_UNDO, monotonic_ns()))
        else:
            app.open("table")

    def new_game(self) -> None:
        """On to the players; a match that is played is given up first, at the second tap. Undo brings it back."""
        app = App.get_running_app()
        if self.view.can_continue and not self.asked:
            self.asked = True
            return
        if self.view.can_continue:
            app.referee.post(MatchAbandoned(PEOPLE, WHY, monotonic_ns()))
        app.open("newgame")

    def draw(self, state: Any) -> None:
        """Whether there is a match to go on with."""
        self.view = home_view(state, game_of(state).playing(state), App.get_running_app().simulated)

    def begin_guide(self) -> None:
        """A hand of the simulated table, explained step by step."""
        app = App.get_running_app()
        app.guided = True
        app.referee.post(MatchBegun(PLAYERS, LIMIT, simulated=True, at_ns=monotonic_ns()))

    def begin_coup(self) -> None:
        """A coup of Detective Poker at the simulated table, explained step by step."""
        app = App.get_running_app()
        app.guided = True
        app.referee.post(DetectiveBegun(COUP_PLAYERS, simulated=True, at_ns=monotonic_ns()))
