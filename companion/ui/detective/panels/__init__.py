# mypy: disallow-subclassing-any=False
"""Beside the table: one panel for each phase. Panels draw a view and post events; they keep what is being tapped in."""

from companion.ui.detective.panels.base import Panel
from companion.ui.detective.panels.bets import BetsPanel
from companion.ui.detective.panels.ends import PointsPanel, WinnerPanel
from companion.ui.detective.panels.naming import ActionsPanel, BoardPanel, HandsPanel
from companion.ui.detective.panels.start import DealerLotPanel, DealPanel

__all__ = [
    "ActionsPanel",
    "BetsPanel",
    "BoardPanel",
    "DealPanel",
    "DealerLotPanel",
    "HandsPanel",
    "Panel",
    "PointsPanel",
    "WinnerPanel",
]
