# mypy: disallow-subclassing-any=False
"""The review page: calls on one side; pictures, dice and what is decided on the other."""

from pathlib import Path
from time import monotonic_ns
from typing import Any

from kivy.app import App
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.referee.events import DisputeRuled, Outcome, RulingPublished, VerdictCorrected
from companion.referee.state import TableState
from companion.ui.mentiroso.dispute import DisputeSheet
from companion.ui.mentiroso.dispute_view import dispute_of
from companion.ui.mentiroso.draft_views import ruling_view
from companion.ui.mentiroso.panels.base import PEOPLE
from companion.ui.mentiroso.ruling_draft import RulingDraft
from companion.ui.pages import Page
from companion.ui.review import picture as _picture  # noqa: F401 - named in the kv rules
from companion.ui.review.port import Evidence, Trouble
from companion.ui.review.view import OUTCOMES, draft_of, moment_said, next_face, review_view, trouble_said
from companion.ui.texts import NOTHING, Said
from companion.ui.widgets import Press

RULES = (Path(__file__).with_name("review.kv"),)
#: Written to the journal, which has one language.
WHY = "reviewed on the tablet"
#: So many calls stand in the list at a time.
LISTED = 5


class CallKey(Press):
    """One call of the list."""

    line: Any = ObjectProperty(None, allownone=True, rebind=True)


class CallList(BoxLayout):
    """Some of the calls, the newest first; `on_call` tells which one was tapped."""

    calls: Any = ListProperty()
    first: Any = NumericProperty(0)

    def __init__(self, **kwargs: Any) -> None:
        self.register_event_type("on_call")
        super().__init__(**kwargs)

    def on_calls(self, *_: Any) -> None:
        """Draw those that there is room for."""
        self.first = max(0, min(self.first, len(self.calls) - LISTED))
        self.on_first()

    def on_first(self, *_: Any) -> None:
        """Further up or down the list."""
        rows = self.ids.rows
        rows.clear_widgets()
        for line in self.calls[self.first : self.first + LISTED]:
            key = CallKey(line=line)
            key.bind(on_release=lambda _, line=line: self.dispatch("on_call", line.hand))
            rows.add_widget(key)
        for _gap in range(LISTED - len(rows.children)):
            rows.add_widget(Widget())

    def turn(self, step: int) -> None:
        """The next or the last ones."""
        self.first = max(0, min(self.first + step * LISTED, len(self.calls) - LISTED))

    def on_call(self, hand: int) -> None:
        """A call was tapped."""


class OutcomeRow(BoxLayout):
    """The four outcomes; `on_outcome` tells which one was tapped."""

    allowed: Any = ListProperty()
    ruled: Any = ObjectProperty(None, allownone=True)

    def __init__(self, **kwargs: Any) -> None:
        self.register_event_type("on_outcome")
        super().__init__(**kwargs)
        self._keys: dict[Outcome, Press] = {}
        for outcome, said in OUTCOMES.items():
            press = Press(said=said, disabled=True)
            press.bind(on_release=lambda _, outcome=outcome: self.dispatch("on_outcome", outcome))
            self._keys[outcome] = press
            self.add_widget(press)
        self.fbind("allowed", self._draw)
        self.fbind("ruled", self._draw)

    def _draw(self, *_: Any) -> None:
        for outcome, press in self._keys.items():
            press.disabled, press.chosen = outcome not in self.allowed, outcome is self.ruled

    def on_outcome(self, outcome: Outcome) -> None:
        """It was ruled so."""


class ReviewPage(Page):
    """Draws a call and its evidence; what is decided is posted."""

    view: Any = ObjectProperty(review_view(TableState(), 0, None), rebind=True)
    dice: Any = ListProperty()
    evidence: Any = ObjectProperty(None, allownone=True, rebind=True)
    frame: Any = NumericProperty(0)
    """Which picture is shown."""
    reading: Any = BooleanProperty(False)
    """The pictures are being looked up, or read again."""

    def __init__(self, **kwargs: Any) -> None:
        self._state = TableState()
        self._hand = -1
        self._draft = RulingDraft()
        self._touched = False
        super().__init__(**kwargs)

    def enter(self) -> None:
        """Begin with the call in dispute, or the newest one."""
        state = App.get_running_app().referee.state
        self._hand = -1
        if isinstance(state, TableState) and state.hands:
            self._state = state
            self.choose(state.dispute.hand if state.dispute is not None else len(state.hands) - 1)

    def draw(self, state: Any) -> None:
        """The record went on."""
        if not isinstance(state, TableState):
            return
        before, self._state = self._state, state
        if self._hand < 0 and state.hands:
            self.choose(len(state.hands) - 1)
        elif state.hands != before.hands and not self._touched:
            self._begin_draft()
        self._show()

    def choose(self, hand: int) -> None:
        """This call."""
        self._hand, self._touched, self.evidence, self.frame = hand, False, None, 0
        self.ids.picture.whole()
        self._begin_draft()
        self._ask(again=False)
        self._show()

    def _ask(self, again: bool) -> None:
        reviewer = App.get_running_app().reviewer
        if reviewer is None:
            self.evidence = Evidence(self._hand, trouble=Trouble.NO_PICTURES)
        else:
            self.reading = True
            reviewer.ask(self._hand, again)

    def tick(self) -> None:
        """The evidence comes when it has been found."""
        reviewer = App.get_running_app().reviewer
        answer = reviewer.answer() if reviewer is not None else None
        if answer is None or answer.hand != self._hand or answer is self.evidence:
            return
        new = self.evidence is None
        self.evidence, self.reading = answer, False
        if new:
            self.frame = max(0, len(answer.pictures) - 1)
            self.ids.picture.look_at(answer.then)
        if not self._touched:
            self._begin_draft()
        self._show()

    def leave(self) -> None:
        """No picture stays on the screen of another page."""
        self.evidence = None

    def _begin_draft(self) -> None:
        if 0 <= self._hand < len(self._state.hands):
            self._draft = draft_of(self._state.hands[self._hand], self.evidence)

    def _show(self) -> None:
        self.view = review_view(self._state, self._hand, self._draft.hand if self._touched else None)
        self.dice = list(ruling_view(self._draft).dice)

    def tap_die(self, number: int) -> None:
        """Its next likeliest face."""
        self._draft, self._touched = next_face(self._draft, number), True
        self._show()

    def step(self, step: int) -> None:
        """The picture before or after."""
        if self.evidence is not None and self.evidence.pictures:
            self.frame = min(len(self.evidence.pictures) - 1, max(0, self.frame + step))

    def picture_at(self, evidence: Evidence | None, frame: int) -> Any:
        """The picture that is shown."""
        return evidence.pictures[frame] if evidence is not None and frame < len(evidence.pictures) else None

    def outlines(self, evidence: Evidence | None, frame: int, now: bool) -> list[Any]:
        """Only on the picture that was read."""
        if evidence is None or frame != len(evidence.pictures) - 1:
            return []
        return list((evidence.now or ()) if now else evidence.then)

    def moment(self, evidence: Evidence | None, frame: int) -> Said:
        """When it was seen."""
        picture = self.picture_at(evidence, frame)
        return NOTHING if picture is None else moment_said(picture.moment_us)

    def trouble(self, evidence: Evidence | None) -> Said:
        """Why there is nothing to see."""
        return NOTHING if evidence is None else trouble_said(evidence.trouble)

    def read_again(self) -> None:
        """With today's reader."""
        self._ask(again=True)

    def dispute(self) -> None:
        """Who disputes it?"""
        self.add_widget(DisputeSheet(dispute=dispute_of(self._state)))

    def correct(self) -> None:
        """All agree: those were the dice."""
        hand = self._draft.hand
        if hand is not None:
            self._post(VerdictCorrected(self._hand, hand, PEOPLE, WHY, monotonic_ns()))

    def rule(self, outcome: Outcome) -> None:
        """The evidence was looked at; nothing is told before it is published."""
        told = outcome in (Outcome.CONFIRMED, Outcome.OVERTURNED) and self._touched
        actual = self._draft.hand if told else None
        App.get_running_app().referee.post(DisputeRuled(self._hand, outcome, PEOPLE, WHY, actual, monotonic_ns()))

    def publish(self) -> None:
        """From now on it counts."""
        self._post(RulingPublished(self._hand, monotonic_ns()))

    def _post(self, event: Any) -> None:
        self._touched = False
        App.get_running_app().referee.post(event)
