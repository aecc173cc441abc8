# mypy: disallow-subclassing-any=False
"""Text that always fits: names, languages and windows differ, and nothing may be cut off."""

import re
from functools import cache, lru_cache
from typing import Any

from kivy.clock import Clock
from kivy.core.text import Label as Typesetter
from kivy.properties import NumericProperty, ObjectProperty
from kivy.uix.label import Label

from companion.ui.widgets.fold import Foldable

#: The size in which words are measured.
REFERENCE = 64
#: The sizes that are used at all, in pixels: to open a font in one more size takes longer than to set a page in it.
LADDER = tuple(sorted({round(8 * 1.06**step) for step in range(70)}))
_GAP = re.compile("[ \n\t]+")
#: Smaller than this part of the wanted size, text is not set, even if it does not fit: the layout is wrong then.
SMALLEST = 0.4


class FitLabel(Foldable, Label):
    """Shows `said` in the language of the moment, at most `largest` pixels high, smaller where it must be."""

    said: Any = ObjectProperty("")
    largest: Any = NumericProperty(24)
    cap: Any = NumericProperty(0)
    """Nor higher than this, where others beside it are smaller; 0: there are none."""
    inset_x: Any = NumericProperty(0)
    inset_y: Any = NumericProperty(0)

    def __init__(self, **kwargs: Any) -> None:
        self._refit = Clock.create_trigger(self._fit, -1)
        super().__init__(**kwargs)
        for name in ("text", "size", "inset_x", "inset_y", "largest", "cap", "font_name", "outline_width"):
            self.fbind(name, self._refit)
        self._refit()

    def _fit(self, *_: Any) -> None:
        fitting = self.fitting()
        if fitting is not None:
            self.font_size = min(fitting, self.cap) if self.cap else fitting

    def fitting(self) -> int | None:
        """The size of type at which it fits by itself, in pixels; None where there is nothing to set."""
        width, height = int(self.width - 2 * self.inset_x), int(self.height - 2 * self.inset_y)
        if not self.text or width <= 0 or height <= 0:
            return None
        return fitting_size(self.text, self.font_name, self.largest, width, height, int(self.outline_width or 0))


@lru_cache(maxsize=4096)
def fitting_size(text: str, font: str, largest: float, width: int, height: int, outline: int = 0) -> int:
    """The largest type size of the LADDER, in pixels, at which the wrapped text stays inside, with no word broken.

    outline: how wide the letters' outline is; it makes every line wider and higher.
    """
    sizes = [size for size in LADDER if largest * SMALLEST <= size <= largest] or [max(1, int(largest))]
    for size in reversed(sizes):
        # Reckoned first, because it costs little; letters do not grow in proportion to the last pixel, though, and the
        # typesetter has the last word.
        reckoned = _reckoned_to_fit(text, font, size, width - 2 * outline, height, 2 * outline)
        if reckoned and _fits(text, font, size, width, height, outline):
            return size
    return sizes[0]


def words_of(text: str) -> list[str]:
    """What must not be broken: words, and those that a no-break space holds together."""
    return [word for word in _GAP.split(text) if word]


def _reckoned_to_fit(text: str, font: str, size: int, width: int, height: int, more: int) -> bool:
    """more: by so much each line is higher than its type."""
    scale = size / REFERENCE
    if any(_width(word, font) * scale > width * 1.02 for word in words_of(text)):
        return False
    lines = sum(_lines(words_of(line), font, width / scale * 1.02) for line in text.split("\n"))
    return lines * (_height(font) * scale + more) <= height * 1.05


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


def _typesetter(text: str, font: str, size: int, width: int | None = None, outline: int = 0) -> Typesetter:
    typesetter = Typesetter(
        text=text, font_name=font, font_size=size, text_size=(width, None), outline_width=outline or None
    )
    typesetter.resolve_font_name()
    return typesetter


def _fits(text: str, font: str, size: int, width: int, height: int, outline: int) -> bool:
    typesetter = _typesetter(text, font, size, width, outline)
    if any(typesetter.get_extents(word)[0] > width for word in words_of(text)):
        return False
    return bool(typesetter.render()[1] <= height)
