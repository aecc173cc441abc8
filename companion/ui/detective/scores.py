# mypy: disallow-subclassing-any=False
"""The sheet with all scores: what each coup and each phase gave, and how the totals grew."""

from typing import Any

from kivy.app import App
from kivy.core.text import Label as Typesetter
from kivy.graphics import Color, Line, Rectangle
from kivy.properties import ColorProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.referee.detective.state import DetectiveState
from companion.ui.detective.points_view import scores_view
from companion.ui.widgets import FitLabel, Overlay, SeatMark


class ScoreGrid(BoxLayout):
    """Players side by side, coups or phases under each other, the sum below."""

    heads: Any = ListProperty()
    """Pairs of a sign and a name."""
    rows: Any = ListProperty()
    """Pairs of what the row is called and what stands in it."""
    totals: Any = ListProperty()
    lead: Any = NumericProperty(0.3)
    """How wide the first column is, of the others."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name in ("heads", "rows", "totals", "lead"):
            self.fbind(name, self._draw)

    def _draw(self, *_: Any) -> None:
        self.clear_widgets()
        if not self.heads:
            return
        self.add_widget(self._line("", [name for _, name in self.heads], kinds=[kind for kind, _ in self.heads]))
        for said, cells in self.rows:
            self.add_widget(self._line(said, list(cells) or ["·"] * len(self.heads)))
        if self.totals:
            self.add_widget(self._line("Σ", list(self.totals), bold=True))

    def _line(self, said: Any, cells: list[str], *, kinds: Any = None, bold: bool = False) -> BoxLayout:
        line = BoxLayout(size_hint_y=1.3 if bold or kinds else 1)
        unit = App.get_running_app().theme.sizes.u
        line.add_widget(FitLabel(said=said, size_hint_x=self.lead, largest=unit(28)))
        for number, cell in enumerate(cells):
            if kinds is not None:
                head = BoxLayout(spacing=unit(4))
                head.add_widget(SeatMark(kind=kinds[number], size_hint_x=None, width=unit(26), largest=unit(26)))
                head.add_widget(FitLabel(said=cell, largest=unit(26)))
                line.add_widget(head)
            else:
                line.add_widget(FitLabel(said=cell, halign="center", largest=unit(38 if bold else 30)))
        return line


class Chart(Widget):
    """The totals after each coup: one line a player, his sign on each point."""

    curves: Any = ListProperty()
    coups: Any = NumericProperty(0)
    ink: Any = ColorProperty()
    font: Any = StringProperty("")
    unit: Any = NumericProperty(1)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name in ("curves", "coups", "ink", "font", "unit", "pos", "size"):
            self.fbind(name, self._draw)

    def _draw(self, *_: Any) -> None:
        self.canvas.clear()
        if not self.curves or not self.coups or min(self.size) < 20:
            return
        low = min(0, *(min(curve.totals) for curve in self.curves))
        high = max(5, *(max(curve.totals) for curve in self.curves))
        left, bottom = self.x + self.unit * 56, self.y + self.unit * 22
        width, height = self.right - self.unit * 34 - left, self.top - self.unit * 26 - bottom

        def place(coup: int, points: int) -> tuple[float, float]:
            return left + width * coup / self.coups, bottom + height * (points - low) / (high - low)

        with self.canvas:
            for points in _ticks(low, high):
                Color(*self.ink[:3], 0.35)
                Line(points=[*place(0, points), *place(self.coups, points)], width=max(1, self.unit * 0.8))
                self._write(str(points), place(0, points), self.ink, 22, shift=-self.unit * 30)
            for curve in self.curves:
                Color(*curve.kind.colour)
                line = [part for coup, points in enumerate(curve.totals) for part in place(coup, points)]
                if len(line) > 2:
                    Line(points=line, width=self.unit * 2.2, joint="round")
                for coup, points in enumerate(curve.totals):
                    if coup or len(curve.totals) == 1:
                        self._write(curve.kind.sign, place(coup, points), curve.kind.colour, 30)

    def _write(self, text: str, centre: tuple[float, float], colour: Any, size: float, shift: float = 0) -> None:
        label = Typesetter(text=text, font_name=self.font, font_size=max(8, round(size * self.unit)))
        label.refresh()
        Color(*colour)
        corner = (centre[0] - label.texture.width / 2 + shift, centre[1] - label.texture.height / 2)
        Rectangle(texture=label.texture, pos=corner, size=label.texture.size)


def _ticks(low: int, high: int) -> list[int]:
    """Round numbers between the two, four to six of them."""
    step = next(step for step in (1, 2, 5, 10, 20, 50) if (high - low) / step <= 6)
    return [number for number in range(low, high + 1) if number % step == 0]


class ScoreSheet(Overlay):
    """Lies over the page; the game behind it goes on."""

    shown: Any = ObjectProperty(None, allownone=True, rebind=True)
    """The `ScoresView`."""

    def __init__(self, state: DetectiveState, **kwargs: Any) -> None:
        self._state = state
        self._coup: int | None = None
        super().__init__(**kwargs)
        self._show()

    def draw(self, state: DetectiveState) -> None:
        """The points may have grown meanwhile."""
        self._state = state
        self._show()

    def _show(self) -> None:
        self.shown = scores_view(self._state, self._coup, App.get_running_app().settings.players)

    def step(self, step: int) -> None:
        """The phases of the coup before or after."""
        self._coup = self.shown.coup + step
        self._show()
