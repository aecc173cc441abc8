# mypy: disallow-subclassing-any=False
"""Text that always fits: names, languages and windows differ, and nothing may be cut off."""

from functools import lru_cache
from typing import Any

from kivy.clock import Clock
from kivy.core.text import Label as Typesetter
from kivy.properties import NumericProperty, ObjectProperty
from kivy.uix.label import Label

from companion.ui.widgets.fold import Foldable

STEP = 0.94
#: Smaller than this part of the wanted size, text is set all the same: then the layout is wrong, not the text.
SMALLEST = 0.4


class FitLabel(Foldable, Label):
    """Shows `said` in the language of the moment, at most `largest` pixels high, smaller where it must be."""

    said: Any = ObjectProperty("")
    largest: Any = NumericProperty(24)

    def __init__(self, **kwargs: Any) -> None:
        self._refit = Clock.create_trigger(self._fit, -1)
        super().__init__(**kwargs)
        for name in ("text", "text_size", "largest", "font_name"):
            self.fbind(name, self._refit)
        self._refit()

    def _fit(self, *_: Any) -> None:
        width, height = self.text_size
        if width and height and width > 0 and height > 0:
            self.font_size = fitting_size(self.text, self.font_name, self.largest, int(width), int(height))


@lru_cache(maxsize=4096)
def fitting_size(text: str, font: str, largest: float, width: int, height: int) -> float:
    """The largest type size, in pixels, at which the wrapped text stays inside, with no word broken."""
    size = largest
    while size > largest * SMALLEST and not _fits(text, font, size, width, height):
        size *= STEP
    return size


def _fits(text: str, font: str, size: float, width: int, height: int) -> bool:
    typesetter = Typesetter(text=text, font_name=font, font_size=size, text_size=(width, None))
    typesetter.resolve_font_name()
    if any(typesetter.get_extents(word)[0] > width for word in text.split()):
        return False
    return bool(typesetter.render()[1] <= height)
