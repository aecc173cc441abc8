"""The controls of the table's screen: one panel for each phase of a hand.

Panels draw a view and post events; what they keep is only what someone is tapping in.
"""

from companion.ui.mentiroso.panels.answer import AnswerPanel, WaitPanel
from companion.ui.mentiroso.panels.base import Panel
from companion.ui.mentiroso.panels.claim import ClaimPanel
from companion.ui.mentiroso.panels.lot import LotPanel
from companion.ui.mentiroso.panels.ruling import CorrectPanel, RulingPanel
from companion.ui.mentiroso.panels.verdict import OverPanel, VerdictPanel

__all__ = [
    "AnswerPanel",
    "ClaimPanel",
    "CorrectPanel",
    "LotPanel",
    "OverPanel",
    "Panel",
    "RulingPanel",
    "VerdictPanel",
    "WaitPanel",
]
