# mypy: disallow-subclassing-any=False
"""The left side of the table's screen: one panel for each phase of a hand.

Panels draw a view and post events; what they keep is only what someone is tapping in.
"""

from time import monotonic, monotonic_ns
from typing import Any

from kivy.app import App
from kivy.properties import ListProperty, NumericProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.games.mentiroso.state import Match
from companion.referee.events import (
    Believed,
    Called,
    ClaimConfirmed,
    CupLifted,
    Event,
    NextHandBegun,
    RulingGiven,
    StarterDrawn,
)
from companion.referee.state import TableState
from companion.ui.mentiroso.claim_draft import ClaimDraft
from companion.ui.mentiroso.draft_views import FACES, FORMS, claim_view, ruling_view
from companion.ui.mentiroso.ruling_draft import RulingDraft
from companion.ui.mentiroso.view import VerdictView, View, view_of
from companion.ui.texts import text
from companion.ui.theme import Colour, Palette
from companion.ui.widgets import Card, Press

#: Who rules when nobody in particular says so; the journal keeps it beside what the camera read.
PEOPLE = "players"
#: A panel takes no touch for so long after it appeared, in seconds: less than a look, more than a double tap.
SETTLE_S = 0.35


class StandingClaim(Card):
    """What must be beaten, or what stands to be answered: in words and as dice."""

    tall: Any = NumericProperty(110)
    """The height, in units."""
    view: Any = ObjectProperty(view_of(TableState()), rebind=True)


class VerdictDice(Card):
    """The claim above, what lay there below, die under die."""

    verdict: Any = ObjectProperty(None, allownone=True, rebind=True)


class Panel(BoxLayout):
    """Draws one phase. `draw` is called with every new state of that phase."""

    view: Any = ObjectProperty(view_of(TableState()), rebind=True)
    state: Any = ObjectProperty(TableState(), rebind=True)

    def __init__(self, **kwargs: Any) -> None:
        self._begun_at = 0.0
        super().__init__(**kwargs)

    def begin(self) -> None:
        """Another turn begins: forget what was tapped in, and let nobody tap what he has not seen."""
        self._begun_at = monotonic()

    def on_touch_down(self, touch: Any) -> bool:
        """Nothing is touched that appeared under the finger: passed twice in haste, the second would be a call."""
        if monotonic() - self._begun_at < SETTLE_S:
            return bool(self.collide_point(*touch.pos))
        return bool(super().on_touch_down(touch))

    def draw(self, state: TableState, view: View) -> None:
        """A new state."""
        self.state, self.view = state, view

    def post(self, event: Event) -> None:
        """Tell the referee, once: what it makes of it is seen in a moment."""
        self._begun_at = monotonic()
        App.get_running_app().referee.post(event)

    @property
    def match(self) -> Match:
        """The match that is being played; only asked for while there is one."""
        match = self.state.match
        assert match is not None
        return match  # type: ignore[no-any-return]


class BigPress(Press):
    """A button whose few letters are read from afar."""


class LotNames(GridLayout):
    """Everyone at the table; `on_name` tells the seat that was tapped."""

    names: Any = ListProperty()

    def __init__(self, **kwargs: Any) -> None:
        self.register_event_type("on_name")
        super().__init__(**kwargs)

    def on_names(self, *_: Any) -> None:
        """Draw the names."""
        self.clear_widgets()
        for seat, name in enumerate(self.names):
            press = BigPress(said=name)
            press.bind(on_release=lambda _, seat=seat: self.dispatch("on_name", seat))
            self.add_widget(press)

    def on_name(self, seat: int) -> None:
        """A name was tapped."""


class OtherRow(BoxLayout):
    """Below each die in doubt its likeliest other face; `on_other` tells the number of the die."""

    others: Any = ListProperty()

    def __init__(self, **kwargs: Any) -> None:
        self.register_event_type("on_other")
        super().__init__(**kwargs)

    def on_others(self, *_: Any) -> None:
        """Draw them; a die that nobody doubts has none."""
        self.clear_widgets()
        for number, key in enumerate(self.others):
            if key is None:
                self.add_widget(Widget())
                continue
            press = BigPress(said=text("ruling.or", letter=key.letter))
            press.bind(on_release=lambda _, number=number: self.dispatch("on_other", number))
            self.add_widget(press)

    def on_other(self, number: int) -> None:
        """The other face of die `number` was tapped."""


class LotPanel(Panel):
    """Drawing the lot for the first starter (M8). The chance comes from outside."""

    def draw_lot(self) -> None:
        """Let chance decide."""
        self.starts(App.get_running_app().lot(len(self.state.names)))

    def starts(self, seat: int) -> None:
        """The lot fell on this seat, here or with the dice."""
        self.post(StarterDrawn(seat, monotonic_ns()))


class ClaimPanel(Panel):
    """The claim as five dice, or as people say it."""

    shown: Any = ObjectProperty(None, allownone=True, rebind=True)
    """The `ClaimView`."""

    def __init__(self, **kwargs: Any) -> None:
        self._draft: ClaimDraft | None = None
        super().__init__(**kwargs)

    def begin(self) -> None:
        """No draft yet."""
        super().begin()
        self._draft = None

    def draw(self, state: TableState, view: View) -> None:
        """The draft begins with the claim that must be beaten, and outlives all that does not end the turn."""
        super().draw(state, view)
        self.shown = claim_view(self.match, self.draft)

    def _set(self, draft: ClaimDraft) -> None:
        self._draft = draft
        self.shown = claim_view(self.match, draft)

    @property
    def draft(self) -> ClaimDraft:
        """What was tapped so far."""
        return self._draft or ClaimDraft.above(self.match.to_beat)

    def tap_die(self, number: int) -> None:
        """A die of the claim."""
        self._set(self.draft.tap_die(number))

    def tap_face(self, number: int) -> None:
        """A key of a face."""
        self._set(self.draft.tap_face(FACES[number]))

    def tap_form(self, number: int) -> None:
        """A key of a spoken form."""
        self._set(self.draft.tap_form(FORMS[number]))

    def confirm(self) -> None:
        """Pass the dice with this claim (M19)."""
        if self.draft.hand is not None and self.state.turn is not None:
            self.post(ClaimConfirmed(self.state.turn, self.draft.hand, at_ns=monotonic_ns()))


class AnswerPanel(Panel):
    """BELIEVE or CALL (M20)."""

    def believe(self) -> None:
        """The receiver believes."""
        if self.state.turn is not None:
            self.post(Believed(self.state.turn, at_ns=monotonic_ns()))

    def call(self) -> None:
        """The receiver calls."""
        if self.state.turn is not None:
            self.post(Called(self.state.turn, at_ns=monotonic_ns()))


class WaitPanel(Panel):
    """After a call: the cup is lifted, the dice are read."""

    def lifted(self) -> None:
        """The cup is up, says a person; on the simulated table the tap lifts it."""
        controls = App.get_running_app().controls
        if controls is not None:
            controls.lift_cup()
        else:
            self.post(CupLifted(at_ns=monotonic_ns()))


class RulingPanel(Panel):
    """A person names the five dice (M27)."""

    shown: Any = ObjectProperty(None, allownone=True, rebind=True)
    """The `RulingView`."""

    def __init__(self, **kwargs: Any) -> None:
        self._draft: RulingDraft | None = None
        super().__init__(**kwargs)

    def begin(self) -> None:
        """No draft yet."""
        super().begin()
        self._draft = None

    def draw(self, state: TableState, view: View) -> None:
        """The draft begins with the best guess, and follows it until someone taps."""
        super().draw(state, view)
        self.shown = ruling_view(self.draft)

    def _set(self, draft: RulingDraft) -> None:
        self._draft = draft
        self.shown = ruling_view(draft)

    @property
    def draft(self) -> RulingDraft:
        """What was tapped so far."""
        return self._draft or RulingDraft.of(self.state.readings)

    def tap_die(self, number: int) -> None:
        """A die."""
        self._set(self.draft.tap_die(number))

    def tap_face(self, number: int) -> None:
        """A key of a face."""
        self._set(self.draft.tap_face(FACES[number]))

    def tap_other(self, number: int) -> None:
        """The likeliest other face of a die."""
        self._set(self.draft.name(number, self.draft.dice[number].others[0]))

    def confirm(self) -> None:
        """These are the dice."""
        if self.draft.hand is not None:
            self.post(RulingGiven(self.draft.hand, PEOPLE, monotonic_ns()))


class VerdictPanel(Panel):
    """How the hand ended."""

    def tint_of(self, palette: Palette, verdict: VerdictView | None) -> Colour:
        """The colour of the word; the sign before it says the same."""
        if verdict is None or verdict.lie is None:
            return palette.chosen
        return palette.no if verdict.lie else palette.yes

    def next_hand(self) -> None:
        """The verdict has been seen."""
        self.post(NextHandBegun(monotonic_ns()))


class OverPanel(Panel):
    """How the match ended."""
