# mypy: disallow-subclassing-any=False
"""A player's sign in his colour."""

from typing import Any

from kivy.properties import ObjectProperty

from companion.ui.players import KINDS
from companion.ui.widgets.fit import FitLabel


class SeatMark(FitLabel):
    """The sign of a `Kind`; `ink` instead of its colour where the ground is no card."""

    kind: Any = ObjectProperty(KINDS[0], rebind=True)
    ink: Any = ObjectProperty(None, allownone=True)
