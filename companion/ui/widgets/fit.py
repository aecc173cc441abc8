# mypy: disallow-subclassing-any=False
"""Text that always fits: names, languages and windows differ, and nothing may be cut off."""

from functools import cache, lru_cache
from typing import Any

from kivy.clock import Clock
from kivy.core.text import Label as Typesetter
from kivy.properties import NumericProperty, ObjectProperty
from kivy.uix.label import Label

from companion.ui.widgets.fold import Foldable

STEP = 0.95
#: The size in which words are measured.
REFERENCE = 64.0
#: Smaller than this part of the wanted size, text is set all the same: then the layout is wrong, not the text.
SMALLEST = 0.4


class FitLabel(Foldable, Label):
    """Shows `said` in the language of the moment, at most `largest` pixels high, smaller where it must be."""

    said: Any = ObjectProperty("")
    largest: Any = NumericProperty(24)
    inset_x: Any = NumericProperty(0)
    inset_y: Any = NumericProperty(0)

    def __init__(self, **kwargs: Any) -> None:
        self._refit = Clock.create_trigger(self._fit, -1)
        super().__init__(**kwargs)
        for name in ("text", "size", "inset_x", "inset_y", "largest", "font_name"):
            self.fbind(name, self._refit)
        self._refit()

    def _fit(self, *_: Any) -> None:
        width, height = self.width - 2 * self.inset_x, self.height - 2 * self.inset_y
        if self.text and width > 0 and height > 0:
            self.font_size = fitting_size(self.text, self.font_name, self.largest, int(width), int(height))


@lru_cache(maxsize=4096)
def fitting_size(text: str, font: str, largest: float, width: int, height: int) -> float:
    """The largest type size, in pixels, at which the wrapped text stays inside, with no word broken."""
    smallest = largest * SMALLEST
    size = max(smallest, min(largest, _estimate(text, font, largest, width, height)))
    # Letters do not grow in proportion to the last pixel: the typesetter itself has the last word.
    while size > smallest and not _fits(text, font, size, width, height):
        size *= STEP
    return size


def _estimate(text: str, font: str, largest: float, width: int, height: int) -> float:
    """As `fitting_size`, reckoned from the widths of the words in one size."""
    size = largest
    for _ in range(40):
        scale = size / REFERENCE
        lines = sum(_lines(line.split(), font, width / scale) for line in text.split("\n"))
        if lines * _height(font) * scale <= height:
            break
        size *= STEP
    widest = max((_width(word, font) for word in text.split()), default=0)
    return min(size, REFERENCE * width / widest) if widest else size


def _lines(words: list[str], font: str, width: float) -> int:
    lines, filled, space = 1, 0.0, _width(" ", font)
    for word in words:
        wide = _width(word, font)
        if filled and filled + space + wide > width:
            lines, filled = lines + 1, wide
        else:
            filled += (space if filled else 0) + wide
    return lines


@lru_cache(maxsize=4096)
def _width(word: str, font: str) -> float:
    return float(_typesetter(word, font, REFERENCE).get_extents(word)[0])


@cache
def _height(font: str) -> float:
    return float(_typesetter("A", font, REFERENCE).get_extents("A")[1])


def _typesetter(text: str, font: str, size: float, width: int | None = None) -> Typesetter:
    typesetter = Typesetter(text=text, font_name=font, font_size=size, text_size=(width, None))
    typesetter.resolve_font_name()
    return typesetter


def _fits(text: str, font: str, size: float, width: int, height: int) -> bool:
    typesetter = _typesetter(text, font, size, width)
    if any(typesetter.get_extents(word)[0] > width for word in text.split()):
        return False
    return bool(typesetter.render()[1] <= height)
