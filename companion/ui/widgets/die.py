# mypy: disallow-subclassing-any=False
"""Dice: drawn tiles that can be tapped."""

from typing import Any

from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout

from companion.games.dice import UNREAD, Face
from companion.ui.texts import NOTHING, Said, text
from companion.ui.widgets.fold import Foldable
from companion.ui.words import FACE

_MARKS: dict[str, Said] = {
    "none": NOTHING,
    "sure": text("mark.sure"),
    "not sure": text("mark.not_sure"),
    "by hand": text("mark.by_hand"),
    "thrown": text("mark.thrown"),
}


class DieTile(ButtonBehavior, FloatLayout):
    """One die. The letter is what counts; its name stands below it, and a mark says how far it can be trusted."""

    letter: Any = StringProperty("")
    mark: Any = StringProperty("none")
    chosen: Any = BooleanProperty(False)
    named: Any = BooleanProperty(True)
    """Whether the name of the face stands on the tile."""
    marked: Any = BooleanProperty(False)
    """Whether there is room for the mark below the tile."""
    # The measures of the drawing, set by the kv rule.
    side: Any = NumericProperty(0)
    below: Any = NumericProperty(0)
    face_y: Any = NumericProperty(0)
    rim: Any = NumericProperty(0)

    def name_of(self, letter: str) -> Said:
        """The name of the face, nothing for a blank one."""
        return NOTHING if letter in ("", UNREAD) else FACE[Face.parse(letter)]

    def mark_of(self, mark: str) -> Said:
        """The mark in words, with its sign."""
        return _MARKS[mark]


class DiceRow(Foldable, BoxLayout):
    """Dice in a row; `on_die` tells the number of the one that was tapped."""

    dice: Any = ListProperty()
    """`DieView`s."""
    named: Any = BooleanProperty(True)
    marked: Any = BooleanProperty(False)
    tappable: Any = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        self.register_event_type("on_die")
        self._tiles: list[DieTile] = []
        """All that were ever shown: to make five anew in the middle of a call takes longer than a picture lasts."""
        super().__init__(**kwargs)

    def on_named(self, *_: Any) -> None:
        """Whether the names stand on them."""
        for tile in self._tiles:
            tile.named = self.named

    def on_dice(self, *_: Any) -> None:
        """Draw the dice; the widgets stay."""
        if len(self.children) != len(self.dice):
            self.clear_widgets()
            for number in range(len(self._tiles), len(self.dice)):
                tile = DieTile(named=self.named, marked=self.marked, disabled=not self.tappable)
                tile.bind(on_release=lambda _, number=number: self.dispatch("on_die", number))
                self._tiles.append(tile)
            for tile in self._tiles[: len(self.dice)]:
                self.add_widget(tile)
        for tile, die in zip(self._tiles, self.dice, strict=False):
            tile.letter, tile.mark, tile.chosen = die.letter, str(die.mark), die.chosen

    def on_die(self, number: int) -> None:
        """Die `number` was tapped."""
