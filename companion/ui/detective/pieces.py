# mypy: disallow-subclassing-any=False
"""What lies on a table of Detective Poker, drawn: cards, chips, a player's place, the whole table."""

from typing import Any

from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout

from companion.games.detective.state import CHIPS, ActionCard
from companion.referee.detective.state import DetectiveState
from companion.ui.detective.keys import EMPTY
from companion.ui.detective.table_view import SeatView, StackView, TableView, table_view
from companion.ui.players import KINDS
from companion.ui.texts import Said
from companion.ui.theme import Colour, Palette

SIGNS = {
    ActionCard.PLUS_ONE: "+1",
    ActionCard.CW: "↻",
    ActionCard.BLUFF: "↓",
    ActionCard.BLANK: "∅",
}
"""What stands on an action card where there is no room for its name."""


class CardFace(FloatLayout):
    """A card, or the place for one."""

    card: Any = ObjectProperty(EMPTY, rebind=True)

    def ground(self, palette: Palette, face: str) -> Colour:
        """The fill."""
        clear = (0.0, 0.0, 0.0, 0.0)
        return clear if face == "empty" else palette.die

    def rim(self, palette: Palette, face: str, chosen: bool) -> Colour:
        """The edge."""
        if chosen:
            return palette.chosen
        return {"empty": palette.quiet, "up": palette.die_edge, "doubt": palette.doubt}[face]


class CardRow(BoxLayout):
    """Cards side by side."""

    cards: Any = ListProperty()

    def on_cards(self, *_: Any) -> None:
        """Draw them; the widgets stay."""
        if len(self.children) != len(self.cards):
            self.clear_widgets()
            for _ in self.cards:
                self.add_widget(CardFace())
        for face, card in zip(reversed(self.children), self.cards, strict=True):
            face.card = card


class Stack(FloatLayout):
    """Chips of one bettor; where an action card lies under them, they lie on its back, and then on its face."""

    stack: Any = ObjectProperty(StackView(KINDS[0], 1, False), rebind=True)
    lines: Any = NumericProperty(1)

    def sign(self, stack: StackView) -> Said:
        """What the action card is, once it is turned up."""
        return SIGNS[stack.card] if stack.card is not None else ""

    def result(self, stack: StackView) -> Said:
        """After the points."""
        return {True: "✔", False: "✘", None: ""}[stack.right]

    def ground(self, palette: Palette, stack: StackView) -> Colour:
        """The card under the chips."""
        if not stack.covered:
            return palette.paper
        return palette.curtain if stack.card is None else palette.die

    def ink(self, palette: Palette, stack: StackView) -> Colour:
        """What is written on it."""
        if not stack.covered:
            return palette.ink
        return palette.on_curtain if stack.card is None else palette.die_ink


class StreetColumn(BoxLayout):
    """The chips that were bet on one board in one phase."""

    stacks: Any = ListProperty()
    lit: Any = BooleanProperty(False)

    def on_stacks(self, *_: Any) -> None:
        """Draw them; the widgets stay."""
        while len(self.children) > len(self.stacks):
            self.remove_widget(self.children[0])
        while len(self.children) < len(self.stacks):
            self.add_widget(Stack())
        for widget, stack in zip(reversed(self.children), self.stacks, strict=True):
            widget.stack = stack


class SeatPlace(ButtonBehavior, BoxLayout):
    """One player's place: name, points, cards, and the board with the chips on it."""

    place: Any = ObjectProperty(SeatView(0, "", KINDS[0], False, False, 0, None, ((),) * 4, ()), rebind=True)
    lit: Any = ObjectProperty(None, allownone=True)
    """The phase whose column is lit."""
    tight: Any = BooleanProperty(False)
    """Whether the cards lie beside the bets, for want of room above them."""

    def pips(self, place: SeatView) -> Said:
        """Whether all wait for this player; chips that are left, and those that were bet."""
        turn = "▶ " if place.turn else ""
        if place.chips_left is None:
            return turn
        return turn + "●" * place.chips_left + "○" * (CHIPS - place.chips_left)


class TablePlan(BoxLayout):
    """The table seen from above: players clockwise from the near left, the board in the middle.

    `on_seat` tells the seat whose place was tapped.
    """

    table: Any = ObjectProperty(table_view(DetectiveState()), rebind=True)
    side: Any = StringProperty("left")

    def __init__(self, **kwargs: Any) -> None:
        self.register_event_type("on_seat")
        self._places: list[SeatPlace] = []
        super().__init__(**kwargs)

    def on_table(self, *_: Any) -> None:
        """Draw it; the widgets stay."""
        table: TableView = self.table
        if len(self._places) != len(table.seats):
            self._set_out(len(table.seats))
        for widget, place in zip(self._places, table.seats, strict=True):
            widget.place, widget.lit = place, table.street

    def _set_out(self, players: int) -> None:
        """Clockwise: near left (or all of the near side), far left, far right, near right."""
        for row in (self.ids.near, self.ids.far):
            row.clear_widgets()
        self._places = [SeatPlace() for _ in range(players)]
        for seat, place in enumerate(self._places):
            place.bind(on_release=lambda _, seat=seat: self.dispatch("on_seat", seat))
            (self.ids.far if seat in (1, 2) else self.ids.near).add_widget(place)

    def on_seat(self, seat: int) -> None:
        """The place of this seat was tapped."""
