# mypy: disallow-subclassing-any=False
"""Keys of the panels: rows that fill their place, suits as on cards, the last bet, what the camera offers."""

from pathlib import Path
from typing import Any

from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui.detective.keys import pad_view
from companion.ui.keys import Key
from companion.ui.widgets import KeyStrip, Press

#: For whichever page has keys of cards.
PAD_RULES = Path(__file__).with_name("pad.kv")


class RowKey(Press):
    """A key whose letters are as large as those beside it."""

    type_size: Any = NumericProperty(28)
    """In pixels, at most."""


class Keys(KeyStrip):
    """Keys that fill their place, all with letters of one size."""

    type_size: Any = NumericProperty(28)
    """In pixels, at most."""
    key: type[RowKey] = RowKey

    def press_for(self, _key: Key) -> Press:
        """See `KeyStrip`."""
        return self.key()

    def on_children(self, *_: Any) -> None:
        """New keys have the same type as the others."""
        self.on_type_size()

    def on_type_size(self, *_: Any) -> None:
        """Larger or smaller letters."""
        for press in self.children:
            press.type_size = self.type_size


class SuitKey(RowKey):
    """A suit, in the colours of a card."""

    red: Any = BooleanProperty(False)

    def on_said(self, *_: Any) -> None:
        """Hearts and diamonds are red."""
        self.red = self.said in ("♥", "♦")


class SuitKeys(Keys):
    """The four suits."""

    key = SuitKey


class CardPad(BoxLayout):
    """Names a card: `on_rank` tells row and place, `on_suit` the place."""

    pad: Any = ObjectProperty(pad_view(frozenset(), None), rebind=True)

    def __init__(self, **kwargs: Any) -> None:
        self.register_event_type("on_rank")
        self.register_event_type("on_suit")
        super().__init__(**kwargs)

    def on_rank(self, row: int, number: int) -> None:
        """A rank was tapped."""

    def on_suit(self, number: int) -> None:
        """A suit was tapped."""


class LastBet(BoxLayout):
    """The bet just made, as long as it may be changed (D25)."""

    said: Any = ObjectProperty("")
    can_cover: Any = BooleanProperty(False)
    can_move: Any = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        self.register_event_type("on_cover")
        self.register_event_type("on_move")
        super().__init__(**kwargs)

    def on_cover(self) -> None:
        """An action card came under it."""

    def on_move(self) -> None:
        """It was meant otherwise."""


class CameraOffer(BoxLayout):
    """What the camera proposes: one tap takes it; where it is not sure, what the card may be."""

    said: Any = ObjectProperty("")
    can_accept: Any = BooleanProperty(False)
    keys: Any = ListProperty()

    def __init__(self, **kwargs: Any) -> None:
        self.register_event_type("on_accept")
        self.register_event_type("on_suggestion")
        super().__init__(**kwargs)

    def on_accept(self) -> None:
        """It is right."""

    def on_suggestion(self, number: int) -> None:
        """It is this card."""
