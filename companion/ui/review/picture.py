# mypy: disallow-subclassing-any=False
"""A kept picture with outlines of what was read on it: moved by a finger, made larger by keys or two fingers."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from kivy.core.text import Label as Typesetter
from kivy.graphics import Color, Line, Rectangle
from kivy.graphics.texture import Texture
from kivy.properties import ListProperty, NumericProperty, ObjectProperty
from kivy.uix.stencilview import StencilView

from companion.ui.labels import Box, box_of, place
from companion.ui.languages import Catalogue
from companion.ui.review.port import KeptPicture, Reading, called

LARGEST = 8.0
#: The dice fill so much of the picture when it is first shown.
ROUND = 0.55


class ReviewPicture(StencilView):
    """One picture; `zoom` 1 shows all of it."""

    picture: Any = ObjectProperty(None, allownone=True)
    then: Any = ListProperty()
    """Readings of the table, drawn with a whole line."""
    now: Any = ListProperty()
    """Those of today, drawn with a broken line."""
    zoom: Any = NumericProperty(1.0)
    middle: Any = ListProperty([0.5, 0.5])
    """The point of the picture that lies in the middle: 0 to 1 from the left, and from below."""
    sure_ink: Any = ListProperty([1, 0.85, 0.3, 1])
    doubt_ink: Any = ListProperty([1, 0.5, 0.35, 1])
    now_ink: Any = ListProperty([0.5, 0.85, 1, 1])
    font: Any = ObjectProperty("DejaVuSans")
    say: Any = ObjectProperty(Catalogue("en").say)
    """Names what was read."""

    def __init__(self, **kwargs: Any) -> None:
        self._texture: Texture | None = None
        super().__init__(**kwargs)
        for name in ("pos", "size", "then", "now", "zoom", "middle", "sure_ink", "say"):
            self.fbind(name, self._draw)

    def on_picture(self, *_: Any) -> None:
        """Another one: its texture is reused where it has the same size."""
        if self.picture is None:
            self._texture = None
        else:
            self._blit(self.picture.rgba)
        self._draw()

    def _blit(self, rgba: np.ndarray[Any, np.dtype[np.uint8]]) -> None:
        height, width = rgba.shape[:2]
        if self._texture is None or self._texture.size != (width, height):
            self._texture = Texture.create(size=(width, height), colorfmt="rgba")
            self._texture.flip_vertical()
        self._texture.blit_buffer(np.ascontiguousarray(rgba).reshape(-1), colorfmt="rgba", bufferfmt="ubyte")

    def closer(self, factor: float) -> None:
        """Larger or smaller, about the middle."""
        self.zoom = min(LARGEST, max(1.0, self.zoom * factor))
        self._stay_inside()

    def whole(self) -> None:
        """All of it."""
        self.zoom, self.middle = 1.0, [0.5, 0.5]

    def look_at(self, dice: Sequence[Reading]) -> None:
        """The dice in the middle, and as large as they can be with some of the table round them."""
        self.whole()
        if self.picture is None or not dice:
            return
        rows, columns = self.picture.rgba.shape[:2]
        size = (self.picture.width, self.picture.width * rows / columns)
        spans = [[point[axis] / size[axis] for die in dice for point in die.quad] for axis in (0, 1)]
        widest = max(max(span) - min(span) for span in spans)
        self.zoom = min(LARGEST, max(1.0, ROUND / max(widest, 1e-3)))
        across, down = ((min(span) + max(span)) / 2 for span in spans)
        self.middle = [across, 1 - down]
        self._stay_inside()

    def on_touch_down(self, touch: Any) -> bool:
        """Take hold of the picture."""
        if not self.collide_point(*touch.pos) or self.picture is None:
            return bool(super().on_touch_down(touch))
        touch.grab(self)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        """It moves with the finger."""
        if touch.grab_current is not self:
            return bool(super().on_touch_move(touch))
        width, height = self._shown()
        self.middle = [self.middle[0] - touch.dx / width, self.middle[1] - touch.dy / height]
        self._stay_inside()
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """Let go."""
        if touch.grab_current is self:
            touch.ungrab(self)
            return True
        return bool(super().on_touch_up(touch))

    def _shown(self) -> tuple[float, float]:
        """Width and height of the whole picture on the screen, in pixels."""
        rows, columns = self.picture.rgba.shape[:2]
        scale = min(self.width / columns, self.height / rows) * self.zoom
        return max(1.0, columns * scale), max(1.0, rows * scale)

    def _stay_inside(self) -> None:
        if self.picture is None:
            return
        inside = []
        for middle, shown, room in zip(self.middle, self._shown(), self.size, strict=True):
            half = min(0.5, room / shown / 2)
            inside.append(min(1 - half, max(half, middle)))
        self.middle = inside

    def _corner(self) -> tuple[float, float]:
        width, height = self._shown()
        return self.center_x - self.middle[0] * width, self.center_y - self.middle[1] * height

    def _draw(self, *_: Any) -> None:
        self.canvas.clear()
        if self.picture is None or self._texture is None:
            return
        with self.canvas:
            Color(1, 1, 1, 1)
            Rectangle(texture=self._texture, pos=self._corner(), size=self._shown())
            drawn = [(die, self.sure_ink if die.sure else self.doubt_ink, False) for die in self.then]
            drawn += [(die, self.now_ink, True) for die in self.now]
            for die, ink, broken in drawn:
                self._outline(die, ink, broken)
            # Names last: no line goes through them, and they leave the dice beside them alone.
            taken = [self._box(die) for die, _, _ in drawn]
            for die, ink, broken in drawn:
                own = self._box(die)
                taken.append(self._name(die, ink, broken, [box for box in taken if box != own]))

    def _outline(self, die: Reading, ink: Any, broken: bool) -> None:
        points = [self._place(x, y) for x, y in die.quad]
        flat = [part for point in points for part in point]
        Color(0, 0, 0, 0.8)
        Line(points=flat, close=True, width=max(2.5, self.height / 110))
        Color(*ink)
        dashes = {"dash_length": 8, "dash_offset": 6} if broken else {}
        Line(points=flat, close=True, width=1.0 if broken else max(1.4, self.height / 180), **dashes)

    def _box(self, die: Reading) -> Box:
        return box_of([self._place(x, y) for x, y in die.quad])

    def _name(self, die: Reading, ink: Any, below: bool, others: list[Box]) -> Box:
        name = self.say(called(die))
        typesetter = Typesetter(
            text=name if die.sure else f"{name}?",
            font_name=self.font,
            font_size=max(18, self.height / 11),
        )
        typesetter.resolve_font_name()
        typesetter.refresh()
        texture = typesetter.texture
        room = (self.x, self.y, self.right, self.top)
        at = place(texture.size, self._box(die), others, room, below=below)
        Color(0, 0, 0, 0.7)
        Rectangle(pos=at[:2], size=texture.size)
        Color(*ink)
        Rectangle(texture=texture, pos=at[:2], size=texture.size)
        return at

    def _place(self, x: float, y: float) -> tuple[float, float]:
        """Of the picture as it was kept, on the screen."""
        picture: KeptPicture = self.picture
        left, bottom = self._corner()
        width, height = self._shown()
        rows, columns = picture.rgba.shape[:2]
        tall = picture.width * rows / columns
        return left + x / picture.width * width, bottom + (1 - y / tall) * height
