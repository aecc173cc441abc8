"""Hands and eyes for a screen: they find what is shown, and touch it."""

from typing import Any


class Hands:
    """Touches the screen of a stage. Nothing is called that a finger could not reach."""

    def __init__(self, stage: Any) -> None:
        self.stage = stage

    @property
    def app(self) -> Any:
        """The app."""
        return self.stage.app

    def widgets(self, kind: type) -> list[Any]:
        """All of a kind that can be seen, in reading order."""
        found = [widget for widget in self.stage.root.walk() if isinstance(widget, kind) and _seen(widget)]
        return sorted(found, key=lambda w: (-round(w.to_window(*w.pos)[1]), w.to_window(*w.pos)[0]))

    def presses(self) -> list[Any]:
        """All buttons."""
        from companion.ui.widgets import Press

        return self.widgets(Press)

    def press(self, words: str) -> Any:
        """The one button that says this."""
        found = [
            press for press in self.presses() if words in (plain(press.text), self.app.say(getattr(press, "name", "")))
        ]
        assert len(found) == 1, f"expected one button {words!r}, found {[p.text for p in self.presses()]}"
        return found[0]

    def presses_saying(self, words: str) -> list[Any]:
        """All buttons that say just this, in reading order."""
        return [press for press in self.presses() if press.text == words]

    def tile(self, words: str) -> Any:
        """The tile with this title."""
        from companion.ui.widgets import Tile

        (found,) = [tile for tile in self.widgets(Tile) if self.app.say(tile.title) == words]
        return found

    def dice(self) -> list[Any]:
        """The row of large dice that can be set."""
        from companion.ui.widgets import DiceRow

        rows = [row for row in self.widgets(DiceRow) if row.named]
        return list(reversed(rows[0].children))

    def letters(self) -> str:
        """What those dice show, `_` for a blank one."""
        return "".join(die.letter or "_" for die in self.dice())

    def texts(self) -> list[str]:
        """Everything that can be read."""
        from kivy.uix.label import Label

        return [label.text for label in self.widgets(Label) if label.text]

    def reads(self, words: str) -> bool:
        """Whether it stands anywhere on the screen."""
        return any(words in text for text in self.texts())

    def down(self, widget: Any) -> Any:
        """A finger comes down in the middle, and stays: the touch."""
        from kivy.tests.common import UnitTestTouch

        touch = UnitTestTouch(*widget.to_window(*widget.center))
        touch.touch_down()
        self.lay_out()
        return touch

    def touch(self, widget: Any) -> None:
        """A finger comes down in the middle, and goes up."""
        touch = self.down(widget)
        touch.touch_up()
        self.lay_out()
        self.stage.crank()

    def lay_out(self) -> None:
        """Let all be put in its place without drawing it: a software renderer needs most of its time for that."""
        from kivy.clock import Clock
        from kivy.lang import Builder

        for _ in range(2):
            Clock.tick()
            Builder.sync()
            Clock.tick_draw()
            Builder.sync()

    def tap(self, *words: str) -> None:
        """Touch the buttons that say this, one after another."""
        for word in words:
            self.touch(self.press(word))

    def pixels(self, widget: Any) -> Any:
        """What is drawn where the widget is: uint8 array of height x width x 3."""
        drawn = self.stage.pixels()
        x, y = (round(part) for part in widget.to_window(*widget.pos))
        top = drawn.shape[0] - y - round(widget.height)
        return drawn[max(0, top) : drawn.shape[0] - y, x : x + round(widget.width)]


def plain(text: str) -> str:
    """As it is read: a space that keeps two words together is a space."""
    return text.replace("\N{NO-BREAK SPACE}", " ")


def _seen(widget: Any) -> bool:
    while widget is not None:
        if getattr(widget, "opacity", 1) == 0:
            return False
        widget = widget.parent if widget.parent is not widget else None
    return True
