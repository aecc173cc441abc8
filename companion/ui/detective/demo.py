# mypy: disallow-subclassing-any=False
"""The hands of a simulated table of Detective Poker: they deal, bet for a player, turn up, show, and look.

Where a camera sees the table they lay it before the camera, and it is played once someone takes what that reads.
"""

import secrets
from time import monotonic_ns
from typing import Any

from kivy.app import App
from kivy.properties import BooleanProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.referee.detective.state import DetectiveState, Phase
from companion.referee.events import Link
from companion.ui.guide.coup import act_said, laid_said, look_said
from companion.ui.guide.pack import next_acts
from companion.ui.texts import NOTHING


class DemoCards(BoxLayout):
    """What is a matter of cards at a real table is a key here. The seed is of this evening: no pack is kept."""

    state: Any = ObjectProperty(DetectiveState())
    act: Any = ObjectProperty(NOTHING)
    """What the key of the next act says."""
    seen: Any = ObjectProperty(NOTHING)
    """What the player in turn sees, while a finger holds the key."""
    laid: Any = ObjectProperty(NOTHING)
    """What hands have laid there, until the camera says it too."""
    can_look: Any = BooleanProperty(False)
    looked: Any = BooleanProperty(False)
    """Whether someone has looked in this coup."""

    def __init__(self, **kwargs: Any) -> None:
        controls = App.get_running_app().controls
        self._cards = controls.cards if controls is not None else None
        self._seed = self._cards.seed if self._cards is not None else secrets.randbelow(2**31)
        super().__init__(**kwargs)

    def draw(self, state: DetectiveState) -> None:
        """A new state."""
        self.state, self.act, self.seen = state, act_said(state), NOTHING
        self.laid = laid_said(state, self._cards.laid(state)) if self._cards is not None else NOTHING
        self.can_look = state.phase is Phase.BETS
        if state.phase is Phase.DEAL:
            self.looked = False

    def do(self) -> None:
        """The next act."""
        if self._cards is not None and self.state.camera is Link.READY and self.state.phase is not Phase.DEAL:
            self._cards.lay(self.state)
            self.draw(self.state)
            return
        for event in next_acts(self.state, self._seed, monotonic_ns()):
            App.get_running_app().referee.post(event)

    def look(self) -> None:
        """A private look; simulated cards only."""
        self.seen, self.looked = look_said(self.state, self._seed), True

    def cover(self) -> None:
        """The finger is gone."""
        self.seen = NOTHING
