# mypy: disallow-subclassing-any=False
"""The penalty points of all players."""

from typing import Any

from kivy.properties import BooleanProperty, ColorProperty, ListProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.ui.board.signs import MOST_SIGNS, score_in_signs
from companion.ui.mentiroso.score_view import PlayerView
from companion.ui.texts import NOTHING, Said, text

#: More players than this stand in two columns.
ONE_COLUMN = 5


class PlayerLine(BoxLayout):
    """One player: whose turn it is by sign, points by pips and by number."""

    player: Any = ObjectProperty(PlayerView(0, "", 0, 1, False, False, None, False), rebind=True)
    narrow: Any = BooleanProperty(False)
    ink: Any = ColorProperty()

    def sign(self, player: PlayerView) -> Said:
        """What stands before the name."""
        if player.place == 1:
            return "♛"
        if player.out:
            return "×"
        return "▶" if player.turn else NOTHING

    def pips(self, player: PlayerView, score: str) -> Said:
        """A sign for each point taken, or for each heart left; where the player came, once that is known.

        Nothing in a narrow line, where the name needs the room.
        """
        if self.narrow:
            return NOTHING
        if player.place is not None:
            return text("score.place", place=player.place)
        if player.limit > MOST_SIGNS:
            return NOTHING
        return score_in_signs(player.points, player.limit, score)

    def count(self, player: PlayerView) -> Said:
        """The number; in a narrow line without the limit, which is the same for all."""
        return str(player.points) if self.narrow else f"{player.points}/{player.limit}"


class Score(GridLayout):
    """All players, in the order of play."""

    players: Any = ListProperty()

    def on_players(self, *_: Any) -> None:
        """Draw the lines; the widgets stay."""
        if len(self.children) != len(self.players):
            self.clear_widgets()
            self.cols = 1 if len(self.players) <= ONE_COLUMN else 2
            self.rows = -(-len(self.players) // self.cols) or 1
            for _ in self.players:
                self.add_widget(PlayerLine(narrow=self.cols > 1))
        for line, player in zip(reversed(self.children), self.players, strict=True):
            line.player = player
