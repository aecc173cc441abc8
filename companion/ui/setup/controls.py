# mypy: disallow-subclassing-any=False
"""What is tapped on a page of the set-up: keys, choices, named pieces; and how far it is."""

from typing import Any

from kivy.factory import Factory
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.textinput import TextInput
from kivy.uix.widget import Widget

from companion.setup.step import Act, Pick, Piece
from companion.ui.setup.words import COLOURS, KEYS, TITLES, option_said
from companion.ui.texts import NOTHING, Said
from companion.ui.widgets import Press, Toggle

#: More options than this are gone through one after the other with a single key.
_SIDE_BY_SIDE = 4
#: The first of these that is there is the way on, and drawn so; without them it is the drawn hand.
_GO = (Act.KEEP, Act.TAKE, Act.BEGIN, Act.PUT_BACK, Act.YES, Act.DONE)


class HowFar(Widget):
    """How much is done, 0 to 1; below 0: nothing can be said."""

    share: Any = NumericProperty(0)
    good: Any = BooleanProperty(True)
    """Whether a whole one is a good end."""


class TypedInput(TextInput):
    """An address, or a name."""


class TypedRow(BoxLayout):
    """Where something is typed, while it is `asked` for; `on_typed` tells it."""

    asked: Any = BooleanProperty(False)
    before: Any = StringProperty("")
    """What stands there at first."""
    hint: Any = StringProperty("")
    said: Any = ObjectProperty(NOTHING)
    """What stands on its key."""
    kind: Any = StringProperty("text")

    def __init__(self, **kwargs: Any) -> None:
        self.register_event_type("on_typed")
        super().__init__(**kwargs)

    def on_asked(self, *_: Any) -> None:
        """There are no controls while nobody is asked: what has no height could still be touched."""
        self.clear_widgets()
        if not self.asked:
            return
        typed = TypedInput(text=self.before, hint_text=self.hint, input_type=self.kind)
        key = Factory.TypedKey(said=self.said)
        typed.bind(on_text_validate=lambda typed: self.dispatch("on_typed", typed.text))
        key.bind(on_release=lambda _: self.dispatch("on_typed", typed.text))
        self.add_widget(typed)
        self.add_widget(key)

    def on_before(self, *_: Any) -> None:
        """Something else stands there now."""
        for typed in self.children:
            if isinstance(typed, TypedInput):
                typed.text = self.before

    def on_typed(self, typed: str) -> None:
        """It was."""


class SettledBar(BoxLayout):
    """Widgets that stay while what they are made from stays: a finger on one of them stays on it."""

    def __init__(self, **kwargs: Any) -> None:
        self._made: Any = None
        super().__init__(**kwargs)

    def changed(self, made_from: Any) -> bool:
        """Whether the widgets must be made anew; then they are gone."""
        if made_from == self._made:
            return False
        self._made = made_from
        self.clear_widgets()
        return True


class KeyBar(SettledBar):
    """The keys of a page; `on_act` tells which one was tapped."""

    keys: Any = ListProperty()
    """`Act`s."""

    def __init__(self, **kwargs: Any) -> None:
        self.register_event_type("on_act")
        super().__init__(**kwargs)

    def on_keys(self, *_: Any) -> None:
        """Draw them."""
        if not self.changed(tuple(self.keys)):
            return
        welcome = next((act for act in (*_GO, Act.HAND) if act in self.keys), None)
        for act in self.keys:
            press = Press(said=KEYS[act], role="go" if act is welcome else "control")
            press.bind(on_release=lambda _, act=act: self.dispatch("on_act", act))
            self.add_widget(press)

    def on_act(self, act: Act) -> None:
        """It was tapped."""


class PickBox(BoxLayout):
    """One choice: options side by side, or a key that goes through them. `on_pick` tells group and option."""

    pick: Any = ObjectProperty(Pick("", (), ""), rebind=True)
    title: Any = ObjectProperty(NOTHING)

    def __init__(self, **kwargs: Any) -> None:
        self.register_event_type("on_pick")
        self._widget: Any = None
        super().__init__(**kwargs)
        self.on_pick_changed()
        self.fbind("pick", self.on_pick_changed)

    def on_pick_changed(self, *_: Any) -> None:
        """Another one holds; the widgets stay."""
        pick: Pick = self.pick
        self.title = TITLES.get(pick.group, NOTHING)
        if self._widget is None:
            self._widget = self._made(pick)
            self.ids.place.add_widget(self._widget)
        if isinstance(self._widget, Toggle):
            self._widget.value = pick.value
        else:
            self._widget.said = option_said(pick.group, pick.value)

    def _made(self, pick: Pick) -> Any:
        if len(pick.options) <= _SIDE_BY_SIDE:
            shown = [(option, option_said(pick.group, option)) for option in pick.options]
            toggle = Toggle()
            # Only a widget that is whole takes others in.
            toggle.choices = shown
            toggle.bind(on_choice=lambda _, option: self.dispatch("on_pick", pick.group, option))
            return toggle
        press = Press()
        press.bind(on_release=lambda _: self._next())
        return press

    def _next(self) -> None:
        options, value = self.pick.options, self.pick.value
        at = options.index(value) if value in options else -1
        self.dispatch("on_pick", self.pick.group, options[(at + 1) % len(options)])

    def on_pick(self, group: str, option: str) -> None:
        """It was chosen."""


class PickColumn(SettledBar):
    """All choices of one place; `on_pick` as in `PickBox`."""

    picks: Any = ListProperty()

    def __init__(self, **kwargs: Any) -> None:
        self.register_event_type("on_pick")
        super().__init__(**kwargs)

    def on_picks(self, *_: Any) -> None:
        """Draw them; the widgets stay while the options do."""
        if self.changed(tuple((pick.group, pick.options) for pick in self.picks)):
            for pick in self.picks:
                box = PickBox(pick=pick)
                box.bind(on_pick=lambda _, group, option: self.dispatch("on_pick", group, option))
                self.add_widget(box)
        for box, pick in zip(reversed(self.children), self.picks, strict=True):
            box.pick = pick

    def on_pick(self, group: str, option: str) -> None:
        """It was chosen."""


class PieceRow(SettledBar):
    """Named pieces from left to right; `on_piece` tells the number of the one that was tapped."""

    pieces: Any = ListProperty()

    def __init__(self, **kwargs: Any) -> None:
        self.register_event_type("on_piece")
        super().__init__(**kwargs)

    def on_pieces(self, *_: Any) -> None:
        """Draw them; the widgets stay."""
        if self.changed(len(self.pieces)):
            for number in range(len(self.pieces)):
                press = Press()
                press.bind(on_release=lambda _, number=number: self.dispatch("on_piece", number))
                self.add_widget(press)
        for press, piece in zip(reversed(self.children), self.pieces, strict=True):
            press.said, press.chosen = self.name_of(piece), not piece.sure

    def name_of(self, piece: Piece) -> Said:
        """A face's letter, or a colour."""
        name = COLOURS.get(piece.name, piece.name)
        return f"{name}?" if isinstance(name, str) and not piece.sure else name

    def on_piece(self, number: int) -> None:
        """It was tapped."""
