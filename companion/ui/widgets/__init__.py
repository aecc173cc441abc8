"""What every screen is made of. The rules for their look are in widgets.kv."""

from pathlib import Path

from kivy.lang import Builder

from companion.ui.widgets.banner import BannerLine, BannerRow
from companion.ui.widgets.card import Card
from companion.ui.widgets.die import DiceRow, DieTile
from companion.ui.widgets.fit import FitLabel
from companion.ui.widgets.fold import Foldable, FoldBox
from companion.ui.widgets.mark import SeatMark
from companion.ui.widgets.overlay import Overlay
from companion.ui.widgets.picture import TablePicture
from companion.ui.widgets.press import KeyRow, KeyStrip, Press
from companion.ui.widgets.stepper import Stepper, Steps, ValueStepper
from companion.ui.widgets.tile import HeadRow, Tile, Toggle

__all__ = [
    "BannerLine",
    "BannerRow",
    "Card",
    "DiceRow",
    "DieTile",
    "FitLabel",
    "FoldBox",
    "Foldable",
    "HeadRow",
    "KeyRow",
    "KeyStrip",
    "Overlay",
    "Press",
    "SeatMark",
    "Stepper",
    "Steps",
    "TablePicture",
    "Tile",
    "Toggle",
    "ValueStepper",
    "load_rules",
]


def load_rules(path: Path) -> None:
    """Load a .kv file, once for each Builder: loaded again, all of its rules would apply twice."""
    if str(path) not in Builder.files:
        Builder.load_file(str(path), encoding="utf-8")
