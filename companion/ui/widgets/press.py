# mypy: disallow-subclassing-any=False
"""Things to press: single buttons, and rows of keys."""

from typing import Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ColorProperty, ListProperty, ObjectProperty, OptionProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout

from companion.ui.keys import Key
from companion.ui.theme import Colour, Palette
from companion.ui.widgets.fit import FitLabel


class Press(ButtonBehavior, FitLabel):
    """A button. What it stands for sets its colour; the words, and a rim where it is chosen, say the same."""

    role: Any = OptionProperty("control", options=("control", "yes", "no", "go"))
    chosen: Any = BooleanProperty(False)
    ground: Any = ColorProperty()

    def ground_of(self, palette: Palette, role: str, pressed: bool, chosen: bool, disabled: bool) -> Colour:
        """The fill."""
        if disabled:
            return palette.off
        if chosen:
            return palette.chosen
        plain = {"control": palette.control, "yes": palette.yes, "no": palette.no, "go": palette.chosen}[role]
        return palette.control_down if pressed else plain

    def ink_of(self, palette: Palette, role: str, pressed: bool, chosen: bool, disabled: bool) -> Colour:
        """The ink on it."""
        if disabled:
            return palette.on_off
        if chosen:
            return palette.on_chosen
        if pressed:
            return palette.ink
        return {"control": palette.ink, "yes": palette.on_yes, "no": palette.on_no, "go": palette.on_chosen}[role]


class FaceKey(Press):
    """A key with the letter of a face, and its name below."""

    letter: Any = StringProperty("")
    name: Any = ObjectProperty("")


class WordKey(Press):
    """A key with a word, in a row that is full of them: little is left beside it."""


class KeyStrip(BoxLayout):
    """Keys side by side, or one above the other; `on_key` tells the number of the one that was tapped."""

    keys: Any = ListProperty()
    """`Key` views."""

    def __init__(self, **kwargs: Any) -> None:
        self.register_event_type("on_key")
        super().__init__(**kwargs)

    def on_keys(self, *_: Any) -> None:
        """Draw the keys; the widgets stay, so that a finger on one of them stays on it."""
        if len(self.children) != len(self.keys):
            self.clear_widgets()
            for number, key in enumerate(self.keys):
                press = self.press_for(key)
                press.bind(on_release=lambda _, number=number: self.dispatch("on_key", number))
                self.add_widget(press)
        for press, key in zip(reversed(self.children), self.keys, strict=True):
            press.disabled, press.chosen = not key.enabled, key.chosen
            self.show(press, key)

    def press_for(self, _key: Key) -> Press:
        """The widget of a key."""
        return Press()

    def show(self, press: Any, key: Key) -> None:
        """Write on it what it says."""
        press.said = key.said

    def on_key(self, number: int) -> None:
        """Key `number` was tapped."""


class KeyRow(KeyStrip):
    """A row of keys, all in the same size of type; those of faces with the letter."""

    def __init__(self, **kwargs: Any) -> None:
        self._level = Clock.create_trigger(self._make_level, -1)
        super().__init__(**kwargs)

    def press_for(self, key: Key) -> Press:
        """See `KeyStrip`."""
        if key.letter:
            return FaceKey()
        press = WordKey()
        for name in ("text", "size", "largest"):
            press.fbind(name, self._level)
        return press

    def _make_level(self, *_: Any) -> None:
        """The longest word decides for all."""
        fitting = [size for press in self.children if (size := press.fitting()) is not None]
        for press in self.children:
            press.cap = min(fitting, default=0)

    def show(self, press: Any, key: Key) -> None:
        """See `KeyStrip`."""
        if key.letter:
            press.letter, press.name = key.letter, key.said
        else:
            press.said = key.said
