# mypy: disallow-subclassing-any=False
"""The live picture of the table, and the curtain in front of it."""

from typing import Any

import numpy as np
from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty
from kivy.uix.floatlayout import FloatLayout

from companion.ui.port import Shot

FOLDS = 14


class TablePicture(FloatLayout):
    """Shows the newest shot, or a drawn curtain with the reason.

    Two locks: nothing is drawn while `curtain` gives a reason, whatever pictures come; and the last picture is let go
    the moment the curtain falls.
    """

    curtain: Any = ObjectProperty(None, allownone=True)
    """Why nothing is shown; None: show what comes."""
    said: Any = ObjectProperty("")
    """What stands on the curtain."""
    waiting: Any = ObjectProperty("")
    """What stands on the curtain while there is no picture yet."""
    silent: Any = BooleanProperty(False)
    """Whether something else lies before the curtain."""
    floor: Any = NumericProperty(0)
    """So much at the bottom belongs to something else, in pixels."""
    folds: Any = ListProperty([[0.4, 0.1, 0.15, 1], [0.3, 0.05, 0.1, 1]])

    def __init__(self, **kwargs: Any) -> None:
        self._texture: Texture | None = None
        self._spare: Texture | None = None
        """Shown before; the next picture goes there. To write into the one that is being drawn would wait for it."""
        self._seen: Rectangle | None = None
        self._count: int | None = None
        super().__init__(**kwargs)
        for name in ("pos", "size", "folds"):
            self.fbind(name, self._draw)
        self.fbind("size", self._resized)
        for name in ("curtain", "waiting"):
            self.fbind(name, self._curtain_moved)
        self._curtain_moved()

    @property
    def shown(self) -> int | None:
        """The number of the picture that can be seen."""
        return self._count

    @property
    def showing(self) -> bool:
        """Whether a picture of the table can be seen."""
        return self._texture is not None

    def show(self, shot: Shot | None) -> None:
        """Take the newest picture; None when there is none, or none may be seen."""
        if self.curtain is not None or shot is None:
            self._let_go()
        elif shot.count != self._count:
            self._count = shot.count
            self._blit(shot.rgba)

    def _blit(self, rgba: np.ndarray[Any, np.dtype[np.uint8]]) -> None:
        # What the widget cannot show is not worth sending to the graphics card thirty times a second.
        step = max(1, int(rgba.shape[1] // max(1, self.width)))
        smaller = np.ascontiguousarray(rgba[::step, ::step])
        height, width = smaller.shape[:2]
        fresh = self._texture is None or self._texture.size != (width, height)
        texture = self._spare
        if texture is None or texture.size != (width, height):
            texture = Texture.create(size=(width, height), colorfmt="rgba")
            texture.flip_vertical()
        texture.blit_buffer(smaller.reshape(-1), colorfmt="rgba", bufferfmt="ubyte")
        self._texture, self._spare = texture, self._texture
        if fresh or self._seen is None:
            self.said = ""
            self._draw()
        else:
            self._seen.texture = texture

    def _resized(self, *_: Any) -> None:
        # The same picture is sent again, as fine as the place is now.
        self._count = None

    def _let_go(self) -> None:
        if self._texture is not None:
            self._forget()
            self._curtain_moved()

    def _forget(self) -> None:
        self._texture = self._spare = self._seen = self._count = None

    def _curtain_moved(self, *_: Any) -> None:
        if self.curtain is not None:
            self._forget()
        if self._texture is None:
            self.said = self.curtain if self.curtain is not None else self.waiting
        self._draw()

    def _draw(self, *_: Any) -> None:
        self.canvas.before.clear()
        self._seen = None
        with self.canvas.before:
            if self._texture is None:
                self._draw_curtain()
            else:
                inside = self._inside(*self._texture.size)
                Color(0, 0, 0, 1)
                self._draw_rim(*inside["size"])
                Color(1, 1, 1, 1)
                self._seen = Rectangle(texture=self._texture, **inside)

    def _draw_rim(self, width: float, height: float) -> None:
        """Only what the picture leaves free: where a processor draws, every pixel costs."""
        beside, over = (self.width - width) / 2, (self.height - height) / 2
        if beside > 0:
            for x in (self.x, self.right - beside):
                Rectangle(pos=(x, self.y), size=(beside, self.height))
        if over > 0:
            for y in (self.y, self.top - over):
                Rectangle(pos=(self.x, y), size=(self.width, over))

    def _draw_curtain(self) -> None:
        fold = self.width / FOLDS
        for number in range(FOLDS):
            Color(*self.folds[number % 2])
            Rectangle(pos=(self.x + number * fold, self.y), size=(fold + 1, self.height))

    def _inside(self, width: float, height: float) -> dict[str, tuple[float, float]]:
        scale = min(self.width / width, self.height / height)
        size = (width * scale, height * scale)
        return {"pos": (self.center_x - size[0] / 2, self.center_y - size[1] / 2), "size": size}
