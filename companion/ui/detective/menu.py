# mypy: disallow-subclassing-any=False
"""What is seldom needed at a table of Detective Poker: language, light, other pages, trouble (D24, D26)."""

from time import monotonic_ns
from typing import Any

from kivy.app import App
from kivy.properties import BooleanProperty, ListProperty, StringProperty

from companion.referee.detective.events import CoupVoided, PlayerLeft
from companion.ui.detective.view import WHY_VOID, View
from companion.ui.keys import Key
from companion.ui.languages import LANGUAGES
from companion.ui.widgets import Overlay


class DetectiveMenu(Overlay):
    """Lies over the page and takes every touch until it is closed; the game behind it goes on."""

    can_void: Any = BooleanProperty(False)
    must_agree: Any = BooleanProperty(False)
    can_leave: Any = BooleanProperty(False)
    asked: Any = StringProperty("")
    """What was tapped once and takes a second tap: "void" or "leave"."""
    names: Any = ListProperty()
    """While it is asked who leaves: a key for each player."""
    languages: Any = tuple(LANGUAGES.items())

    def __init__(self, view: View, names: tuple[str, ...], **kwargs: Any) -> None:
        self._names = names
        super().__init__(can_void=view.can_void, must_agree=view.must_agree, can_leave=view.can_leave, **kwargs)

    def void(self) -> None:
        """Void the coup, at the second tap (D24): whoever taps says that all agree."""
        if self.asked != "void":
            self.asked, self.names = "void", []
            return
        App.get_running_app().referee.post(CoupVoided(WHY_VOID, agreed=True, at_ns=monotonic_ns()))
        self.close()

    def ask_leave(self) -> None:
        """Who leaves?"""
        self.asked, self.names = "leave", [Key(name) for name in self._names]

    def leave(self, seat: int) -> None:
        """This player leaves, and the game ends (D26)."""
        App.get_running_app().referee.post(PlayerLeft(seat, monotonic_ns()))
        self.close()

    def end_guide(self) -> None:
        """They know it now."""
        App.get_running_app().guided = False
        App.get_running_app().page.guide()
        self.close()
