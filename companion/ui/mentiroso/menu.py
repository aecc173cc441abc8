# mypy: disallow-subclassing-any=False
"""What is seldom needed: the language, light or dark, voiding a hand."""

from time import monotonic_ns
from typing import Any

from kivy.app import App
from kivy.properties import BooleanProperty, ObjectProperty

from companion.referee.events import HandVoided
from companion.setup.learned import PRINTINGS
from companion.ui.languages import LANGUAGES
from companion.ui.texts import NOTHING, text
from companion.ui.widgets import Overlay

#: Written to the journal, which has one language.
WHY_VOID = "the dice were moved, or the players agreed (M28, M29)"


class Menu(Overlay):
    """Lies over the screen and takes every touch until it is closed; the game behind it goes on."""

    can_void: Any = BooleanProperty(False)
    asked: Any = BooleanProperty(False)
    """Whether voiding was tapped once: it takes a second tap."""
    languages: Any = tuple(LANGUAGES.items())
    learned: Any = BooleanProperty(False)
    """Whether all faces of dice that nobody taught are known, and the set may be kept."""
    kept: Any = ObjectProperty(NOTHING)
    """Under which name it was, or why it could not be."""
    printings: Any = tuple(PRINTINGS)

    def void(self) -> None:
        """Void the hand, at the second tap (M28)."""
        if not self.asked:
            self.asked = True
            return
        app = App.get_running_app()
        app.page.start_over()
        app.referee.post(HandVoided(WHY_VOID, monotonic_ns()))
        self.close()

    def keep_dice(self, printed: str) -> None:
        """The dice were learned: they are kept as a taught set, the two lowest faces printed so."""
        kept = App.get_running_app().workshop.keep_learned(printed)
        self.learned = bool(kept.why)
        self.kept = text("learning.not_kept", why=kept.why) if kept.why else text("learning.kept", name=kept.name)

    def end_guide(self) -> None:
        """They know it now."""
        App.get_running_app().guided = False
        App.get_running_app().page.guide()
        self.close()
