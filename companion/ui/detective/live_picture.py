# mypy: disallow-subclassing-any=False
"""The live picture of the showdown, with the outlines of the cards that are read on it."""

from dataclasses import dataclass
from typing import Any

from kivy.graphics import Color, Line
from kivy.properties import ListProperty

from companion.referee.detective.state import DetectiveState
from companion.ui.port import Shot
from companion.ui.widgets import TablePicture

#: Width of an outline in shares of the picture's height.
PEN = 0.006


@dataclass(frozen=True, slots=True)
class Outline:
    """A card that is read: its corners in pixels of the camera's picture, and whether it is sure."""

    corners: tuple[tuple[float, float], ...]
    sure: bool


def outlines_of(state: DetectiveState) -> tuple[Outline, ...]:
    """Those of the newest reading; none before the showdown, when no picture is shown (D5)."""
    if not state.gate_open:
        return ()
    seen = (state.board_seen, *state.hands_seen)
    return tuple(Outline(card.quad, card.sure) for each in seen if each is not None for card in each.readings)


class CardsPicture(TablePicture):
    """As `TablePicture`; sure cards have a whole outline, the others a broken one."""

    outlines: Any = ListProperty()
    sure_ink: Any = ListProperty([0.2, 0.8, 0.3, 1])
    doubt_ink: Any = ListProperty([1, 0.7, 0.1, 1])

    def __init__(self, **kwargs: Any) -> None:
        self._full = (0, 0)
        super().__init__(**kwargs)
        for name in ("pos", "size", "outlines", "sure_ink", "doubt_ink"):
            self.fbind(name, self._trace)

    def show(self, shot: Shot | None) -> None:
        """See `TablePicture`; the outlines are there where a picture is."""
        was = (self.showing, self._full)
        super().show(shot)
        if shot is not None:
            self._full = shot.full
        if (self.showing, self._full) != was:
            self._trace()

    def _trace(self, *_: Any) -> None:
        self.canvas.after.clear()
        width, height = self._full
        texture = self._texture
        if texture is None or not width:
            return
        # The preview has the shape of the screen's picture, whatever the camera's is.
        shown = self._inside(*texture.size)
        (left, low), (across, up) = shown["pos"], shown["size"]
        with self.canvas.after:
            for outline in self.outlines:
                points = [
                    v for x, y in outline.corners for v in (left + across * x / width, low + up * (1 - y / height))
                ]
                Color(*(self.sure_ink if outline.sure else self.doubt_ink))
                if outline.sure:
                    Line(points=points, close=True, width=max(1.2, PEN * up))
                else:
                    Line(points=points, close=True, dash_length=6, dash_offset=4)
