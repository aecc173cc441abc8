# mypy: disallow-subclassing-any=False
"""The scoreboard on this screen, in letters that are read from three metres."""

from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.properties import BooleanProperty, ListProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.referee.games import GAMES
from companion.referee.state import TableState
from companion.ui.board.view import BoardLine, board_view, points_view
from companion.ui.pages import Page
from companion.ui.players import KINDS

RULES = (Path(__file__).with_name("board.kv"),)
#: More players than this stand in two columns.
ONE_COLUMN = 5


class BoardRow(BoxLayout):
    """One player."""

    line: Any = ObjectProperty(BoardLine("", KINDS[0], "", "", False, False, None, "", False), rebind=True)
    narrow: Any = BooleanProperty(False)


class BoardRows(GridLayout):
    """Everyone, in the order of play."""

    lines: Any = ListProperty()

    def on_lines(self, *_: Any) -> None:
        """Draw the lines; the widgets stay."""
        if len(self.children) != len(self.lines):
            self.clear_widgets()
            self.cols = 1 if len(self.lines) <= ONE_COLUMN else 2
            for _ in self.lines:
                self.add_widget(BoardRow(narrow=self.cols > 1))
        for row, line in zip(reversed(self.children), self.lines, strict=True):
            row.line = line


class BoardPage(Page):
    """The board; a touch anywhere leads back."""

    view: Any = ObjectProperty(board_view(TableState()), rebind=True)

    def draw(self, state: Any) -> None:
        """The score, and what stands on the table."""
        settings = App.get_running_app().settings
        if isinstance(state, TableState):
            self.view = board_view(state, settings.score, settings.players)
        else:
            board = next(game.board for game in GAMES.values() if type(game.empty) is type(state))
            self.view = points_view(state.names, board(state), settings.players)
