# mypy: disallow-subclassing-any=False
"""A person names the five dice (M27)."""

from time import monotonic_ns
from typing import Any

from kivy.app import App
from kivy.properties import BooleanProperty, ListProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.referee.events import RulingGiven, VerdictCorrected
from companion.referee.state import DieReading, TableState
from companion.ui.dice import face_said
from companion.ui.mentiroso.draft_views import FACES, ruling_view
from companion.ui.mentiroso.panels.base import PEOPLE, BigPress, Panel
from companion.ui.mentiroso.ruling_draft import DICE, RulingDraft
from companion.ui.mentiroso.view import View
from companion.ui.texts import text

#: Written to the journal, which has one language.
WHY_CORRECTED = "named at the table after the verdict"


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
            press = BigPress(said=text("ruling.or", letter=face_said(key.letter)))
            press.bind(on_release=lambda _, number=number: self.dispatch("on_other", number))
            self.add_widget(press)

    def on_other(self, number: int) -> None:
        """The other face of die `number` was tapped."""


class RulingPanel(Panel):
    """A person names the five dice (M27)."""

    can_leave: Any = BooleanProperty(False)
    """Whether the dice may also stay as they were read."""

    shown: Any = ObjectProperty(None, allownone=True, rebind=True)
    """The `RulingView`."""

    def __init__(self, **kwargs: Any) -> None:
        self._draft: RulingDraft | None = None
        self._seen: tuple[DieReading, ...] = ()
        """The reading that the draft began with."""
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
        if self._draft is None:
            self._seen = self.state.readings
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

    def leave(self) -> None:
        """Only a correction can be left."""

    def confirm(self) -> None:
        """These are the dice."""
        if self.draft.hand is not None:
            readings = self.state.readings
            # Dice that were read anew since somebody began to tap may lie in another order.
            seen = self._draft is None or self._seen == readings
            tapped = self.draft.tapped(readings) if seen else ()
            self.post(RulingGiven(self.draft.hand, PEOPLE, monotonic_ns(), tapped=tapped))


class CorrectPanel(RulingPanel):
    """The verdict stands on the board, and the dice were others: each die's likeliest other face is one tap away."""

    can_leave: Any = BooleanProperty(True)

    def draw(self, state: TableState, view: View) -> None:
        """Every die may be doubted now."""
        super().draw(state, view)
        self.shown = ruling_view(self.draft, every=True)

    def _set(self, draft: RulingDraft) -> None:
        self._draft = draft
        self.shown = ruling_view(draft, every=True)

    @property
    def draft(self) -> RulingDraft:
        """What was tapped so far; at first what was read, or named."""
        if self._draft is not None:
            return self._draft
        readings, ruling = self.state.readings, self.state.ruling
        if len(readings) == DICE or ruling is None or ruling.actual is None:
            return RulingDraft.of(readings)
        return RulingDraft.named(ruling.actual)

    def confirm(self) -> None:
        """Those were the dice."""
        if self.draft.hand is not None:
            hand = len(self.state.hands) - 1
            self.post(VerdictCorrected(hand, self.draft.hand, PEOPLE, WHY_CORRECTED, monotonic_ns()))

    def leave(self) -> None:
        """They are right as they are."""
        App.get_running_app().page.leave_correction()
