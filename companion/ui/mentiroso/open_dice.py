# mypy: disallow-subclassing-any=False
"""Which dice lie in the open: tapped in by the player in turn, so that the table remembers them (M13)."""

from time import monotonic_ns
from typing import Any

from kivy.app import App
from kivy.properties import ListProperty, NumericProperty

from companion.referee.events import OpenDiceTold
from companion.ui.dice import DieView
from companion.ui.keys import Key
from companion.ui.mentiroso.claim_draft import DICE
from companion.ui.mentiroso.draft_views import FACES
from companion.ui.widgets import Overlay
from companion.ui.words import FACE


class OpenDiceSheet(Overlay):
    """Lies over the table and takes every touch until it is closed."""

    seat: Any = NumericProperty(0)
    dice: Any = ListProperty()
    """`DieView`s of the dice that lie there."""
    keys: Any = ListProperty()

    def on_dice(self, *_: Any) -> None:
        """Five at most."""
        room = len(self.dice) < DICE
        self.keys = [Key(FACE[face], face.letter, enabled=room) for face in FACES]

    def add(self, number: int) -> None:
        """One more lies there."""
        self.dice = [*self.dice, DieView(FACES[number].letter)]

    def take(self, number: int) -> None:
        """It lies there no more."""
        self.dice = [*self.dice[:number], *self.dice[number + 1 :]]

    def tell(self) -> None:
        """That is all that lies in the open; the others are under the cup."""
        letters = "".join(die.letter for die in self.dice)
        App.get_running_app().referee.post(OpenDiceTold(int(self.seat), letters, monotonic_ns()))
        self.close()
