# mypy: disallow-subclassing-any=False
"""The table seen from above: a token for each player, dragged to the seat where he sits."""

from typing import Any

from kivy.properties import BooleanProperty, ListProperty, ObjectProperty
from kivy.uix.floatlayout import FloatLayout

from companion.ui.newgame.ring import nearest, place
from companion.ui.players import KINDS
from companion.ui.widgets.card import Card


class SeatToken(Card):
    """One player at his seat, or under a finger on the way to another."""

    name: Any = ObjectProperty("")
    kind: Any = ObjectProperty(KINDS[0], rebind=True)
    held: Any = BooleanProperty(False)


class SeatRing(FloatLayout):
    """Everyone round the table; `on_move` tells who was dragged to which seat."""

    names: Any = ListProperty()
    kinds: Any = ListProperty()
    token: Any = ListProperty([160, 72])
    """Width and height of a token, in pixels."""

    def __init__(self, **kwargs: Any) -> None:
        self.register_event_type("on_move")
        self._held: SeatToken | None = None
        super().__init__(**kwargs)
        for name in ("pos", "size", "names", "kinds", "token"):
            self.fbind(name, self._lay_out)

    @property
    def tokens(self) -> list[SeatToken]:
        """In the order of play."""
        return [child for child in reversed(self.children) if isinstance(child, SeatToken)]

    def _lay_out(self, *_: Any) -> None:
        if len(self.names) != len(self.kinds):
            return
        tokens = self.tokens
        for token in tokens[len(self.names) :]:
            self.remove_widget(token)
        for _new in range(len(self.names) - len(tokens)):
            self.add_widget(SeatToken(size_hint=(None, None)))
        for seat, token in enumerate(self.tokens):
            token.name, token.kind, token.size, token.held = self.names[seat], self.kinds[seat], self.token, False
            token.center = self._centre_of(seat)

    def _radii(self) -> tuple[float, float]:
        return max(1.0, (self.width - self.token[0]) / 2), max(1.0, (self.height - self.token[1]) / 2)

    def _centre_of(self, seat: int) -> tuple[float, float]:
        x, y = place(seat, len(self.names))
        wide, high = self._radii()
        return self.center_x + x * wide, self.center_y + y * high

    def on_touch_down(self, touch: Any) -> bool:
        """Take the token under the finger."""
        for seat, token in enumerate(self.tokens):
            if token.collide_point(*touch.pos):
                touch.grab(self)
                touch.ud[self] = seat
                token.held = True
                return True
        return bool(super().on_touch_down(touch))

    def on_touch_move(self, touch: Any) -> bool:
        """It follows."""
        if touch.grab_current is not self:
            return bool(super().on_touch_move(touch))
        self.tokens[touch.ud[self]].center = touch.pos
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """Let go: the nearest seat is his."""
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        wide, high = self._radii()
        x, y = (touch.x - self.center_x) / wide, (touch.y - self.center_y) / high
        seat, to = touch.ud[self], nearest(x, y, len(self.names))
        self._lay_out()
        if seat != to:
            self.dispatch("on_move", seat, to)
        return True

    def on_move(self, seat: int, to: int) -> None:
        """The player at `seat` was dragged to `to`."""
