# mypy: disallow-subclassing-any=False
"""The live picture of a page of the set-up, with what was found outlined on it; it can be tapped."""

from typing import Any

from kivy.core.text import Label as Typesetter
from kivy.graphics import Color, Ellipse, Line, Mesh, Rectangle
from kivy.properties import BooleanProperty, ListProperty, ObjectProperty

from companion.setup.step import Mark, Tone
from companion.ui.labels import Box, box_of, place
from companion.ui.widgets.picture import TablePicture

#: Readable on any table: a bright line on a dark one. Broken where something is asked, whole where it is right.
INKS = {
    Tone.ASK: (1.0, 0.85, 0.3, 1.0),
    Tone.GOOD: (0.35, 1.0, 0.65, 1.0),
    Tone.TROUBLE: (1.0, 0.5, 0.35, 1.0),
}
_FILL = 0.28
_MARGIN = 4


class LivePicture(TablePicture):
    """`on_spot` tells where it was tapped, in pixels of the picture that the marks are told in."""

    marks: Any = ListProperty()
    """`Mark`s."""
    grain: Any = ObjectProperty((16, 9))
    """Width and height of the picture that the marks are told in, in its pixels."""
    taps: Any = BooleanProperty(False)
    font: Any = ObjectProperty("DejaVuSans")

    def __init__(self, **kwargs: Any) -> None:
        self.register_event_type("on_spot")
        super().__init__(**kwargs)
        for name in ("pos", "size", "marks", "grain"):
            self.fbind(name, self._draw_marks)

    def on_spot(self, x: float, y: float) -> None:
        """It was tapped there."""

    def show(self, shot: Any) -> None:
        """See `TablePicture`; without a picture there is nothing to outline."""
        before = self.showing
        super().show(shot)
        if self.showing != before:
            self._draw_marks()

    def on_touch_down(self, touch: Any) -> bool:
        """A tap on the picture itself."""
        if not self.taps or not self.showing:
            return bool(super().on_touch_down(touch))
        (left, low), (width, height) = self._frame()
        x, y = (touch.x - left) / width, (touch.y - low) / height
        if not (0 <= x <= 1 and 0 <= y <= 1):
            return bool(super().on_touch_down(touch))
        self.dispatch("on_spot", x * self.grain[0], (1 - y) * self.grain[1])
        return True

    def _frame(self) -> tuple[tuple[float, float], tuple[float, float]]:
        inside = self._inside(*self.grain)
        (left, low), (width, height) = inside["pos"], inside["size"]
        return (left, low), (max(1.0, width), max(1.0, height))

    def _draw_marks(self, *_: Any) -> None:
        self.canvas.after.clear()
        if not self.showing:
            return
        (left, low), (width, height) = self._frame()
        outlines = [
            [(left + x / self.grain[0] * width, low + (1 - y / self.grain[1]) * height) for x, y in mark.outline]
            for mark in self.marks
        ]
        with self.canvas.after:
            for mark, points in zip(self.marks, outlines, strict=True):
                self._draw_mark(mark, points)
            # Names last: no line goes through them, and they leave what is named beside them alone.
            taken = [box_of(points) for points in outlines]
            for number, mark in enumerate(self.marks):
                if mark.label:
                    others = [box for other, box in enumerate(taken) if other != number]
                    taken.append(self._write(mark, outlines[number], others))

    def _draw_mark(self, mark: Mark, points: list[tuple[float, float]]) -> None:
        ink, wide = INKS[mark.tone], max(1.3, self.height / 260)
        flat = [part for point in points for part in point]
        if len(points) == 1:
            radius = max(7.0, self.height / 40)
            Color(0, 0, 0, 0.75)
            Line(circle=(*points[0], radius), width=wide * 2)
            Color(*ink)
            Line(circle=(*points[0], radius), width=wide)
            Ellipse(pos=(points[0][0] - wide, points[0][1] - wide), size=(2 * wide, 2 * wide))
        elif mark.filled:
            Color(*ink[:3], _FILL)
            Mesh(
                vertices=[part for x, y in points for part in (x, y, 0, 0)],
                indices=list(range(len(points))),
                mode="triangle_fan",
            )
        else:
            Color(0, 0, 0, 0.75)
            Line(points=flat, close=True, width=wide * 2)
            Color(*ink)
            dashes = {"dash_length": 10, "dash_offset": 7} if mark.tone is Tone.ASK else {}
            Line(points=flat, close=True, width=1.0 if dashes else wide, **dashes)

    def _type_size(self, points: list[tuple[float, float]]) -> float:
        """As high as what it names, so that names of things that lie close do not hide each other."""
        high = max(y for _, y in points) - min(y for _, y in points)
        return float(max(15.0, min(self.height / 13, high if high > 1 else self.height)))

    def _write(self, mark: Mark, points: list[tuple[float, float]], others: list[Box]) -> Box:
        typesetter = Typesetter(text=mark.label, font_name=self.font, font_size=self._type_size(points))
        typesetter.resolve_font_name()
        typesetter.refresh()
        texture = typesetter.texture
        (left, low), (width, height) = self._frame()
        room = (left, low, left + width, low + height)
        at = place((texture.width + 2 * _MARGIN, texture.height), box_of(points), others, room, zones=True)
        Color(0, 0, 0, 0.7)
        Rectangle(pos=at[:2], size=(at[2] - at[0], at[3] - at[1]))
        Color(*INKS[mark.tone])
        Rectangle(texture=texture, pos=(at[0] + _MARGIN, at[1]), size=texture.size)
        return at
