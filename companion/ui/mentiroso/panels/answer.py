# mypy: disallow-subclassing-any=False
"""BELIEVE or CALL, and the moments after a call."""

from time import monotonic_ns

from kivy.app import App

from companion.referee.events import Believed, Called, CupLifted
from companion.ui.mentiroso.panels.base import Panel


class AnswerPanel(Panel):
    """BELIEVE or CALL (M20)."""

    def believe(self) -> None:
        """The receiver believes."""
        if self.state.turn is not None:
            self.post(Believed(self.state.turn, at_ns=monotonic_ns()))

    def call(self) -> None:
        """The receiver calls."""
        if self.state.turn is not None:
            self.post(Called(self.state.turn, at_ns=monotonic_ns()))


class WaitPanel(Panel):
    """After a call: the cup is lifted, the dice are read."""

    def lifted(self) -> None:
        """The cup is up, says a person; on the simulated table the tap lifts it."""
        controls = App.get_running_app().controls
        if controls is not None:
            controls.lift_cup()
        else:
            self.post(CupLifted(at_ns=monotonic_ns()))
