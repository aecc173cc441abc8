# mypy: disallow-subclassing-any=False
"""How a hand ended, and how the match did."""

from time import monotonic_ns
from typing import Any

from kivy.properties import ObjectProperty

from companion.referee.events import NextHandBegun
from companion.ui.mentiroso.panels.base import Panel
from companion.ui.mentiroso.verdict_view import VerdictView
from companion.ui.theme import Colour, Palette
from companion.ui.widgets import Card


class VerdictDice(Card):
    """The claim above, what lay there below, die under die."""

    verdict: Any = ObjectProperty(None, allownone=True, rebind=True)


class VerdictPanel(Panel):
    """How the hand ended."""

    def tint_of(self, palette: Palette, verdict: VerdictView | None) -> Colour:
        """The colour of the word; the sign before it says the same."""
        if verdict is None or verdict.lie is None:
            return palette.chosen
        return palette.no if verdict.lie else palette.yes

    def next_hand(self) -> None:
        """The verdict has been seen."""
        self.post(NextHandBegun(monotonic_ns()))


class OverPanel(Panel):
    """How the match ended."""
