"""What is wrong with a page as it is laid out: text cut off, controls too small, on top of each other, outside."""

from itertools import combinations
from math import hypot
from typing import Any

import pytest

from companion.ui.theme import SMALLEST_DIAGONAL_MM, Sizes
from tests.slow import slow

#: The tightest first. The largest has the shape of the one before it, and is measured with the slow tests.
SIZES: list[Any] = [(800, 480), (1280, 800), pytest.param((1920, 1200), marks=slow)]

#: Text that is set smaller than this part of what was planned has no room.
LEAST = 0.5


#: No type is smaller on a screen of seven inches: its height in millimetres.
LEAST_MM = 1.5


def box(widget: Any) -> tuple[float, float, float, float]:
    """Left, bottom, right, top in the window."""
    x, y = widget.to_window(*widget.pos)
    return x, y, x + widget.width, y + widget.height


def overlap(one: Any, other: Any) -> bool:
    """Whether they share more than an edge."""
    a, b = box(one), box(other)
    return min(a[2], b[2]) - max(a[0], b[0]) > 1 and min(a[3], b[3]) - max(a[1], b[1]) > 1


def page_faults(hands: Any, size: tuple[int, int]) -> list[str]:
    """What a designer would send back, on any page."""
    from kivy.uix.behaviors import ButtonBehavior
    from kivy.uix.textinput import TextInput

    from companion.ui.widgets import DiceRow, FitLabel, Press
    from companion.ui.widgets.fit import words_of

    touch = Sizes.of(*size).touch
    found = []
    for label in hands.widgets(FitLabel):
        if not label.text:
            continue
        high = label.texture_size[1]
        widest = max(label._label.get_extents(word)[0] for word in words_of(label.text))
        if high > label.height + 1 or widest > label.width + 1:
            found.append(f"cut off: {label.text!r} {widest} x {high} in {label.size}")
        if label.font_size < LEAST_MM * hypot(*size) / SMALLEST_DIAGONAL_MM - 0.5:
            found.append(f"too small to read: {label.text!r} {label.font_size}")
        if label.font_size < label.largest * LEAST:
            found.append(f"shrunk: {label.text!r} {label.font_size} of {label.largest}")
    tappable_rows = [row for row in hands.widgets(DiceRow) if row.tappable]
    dice = [die for row in tappable_rows for die in row.children]
    controls = [*hands.widgets(Press), *hands.widgets(TextInput), *dice]
    for control in controls:
        if control.width < touch - 1 or control.height < touch - 1:
            found.append(f"too small: {getattr(control, 'text', '')!r} {control.size}, least {touch}")
        left, bottom, right, top = box(control)
        if left < -1 or bottom < -1 or right > size[0] + 1 or top > size[1] + 1:
            found.append(f"outside: {getattr(control, 'text', '')!r} {box(control)}")
    found += [f"overlap: {a.text!r} {b.text!r}" for a, b in combinations(hands.widgets(Press), 2) if overlap(a, b)]
    for row in hands.widgets(DiceRow):
        if row.children and not isinstance(row.parent, ButtonBehavior) and box(row)[1] < box(row.parent)[1] - 1:
            found.append(f"dice outside their card: {box(row)} {box(row.parent)}")
    return found


def ancestors(widget: Any) -> Any:
    """All that it lies in."""
    while widget.parent is not None and widget.parent is not widget:
        widget = widget.parent
        yield widget
