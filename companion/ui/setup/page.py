# mypy: disallow-subclassing-any=False
"""The set-up: what the table is made of, and a page for each part on which it is set up before the live picture.

All that takes time happens in `companion.setup.workshop`; here its steps are drawn and taps are passed on.
"""

import time
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.setup.hints import Hint, note
from companion.setup.known import Known
from companion.setup.step import Act, Part, Step
from companion.ui.pages import Page
from companion.ui.setup import controls as _controls  # noqa: F401 - named in the kv rules
from companion.ui.setup import live as _live  # noqa: F401 - named in the kv rules
from companion.ui.setup.controls import SettledBar
from companion.ui.setup.view import PartView, Standing, parts_view
from companion.ui.setup.words import NAMES, said
from companion.ui.texts import text
from companion.ui.widgets import Card

RULES = (Path(__file__).with_name("setup.kv"),)
#: So many further sentences find room.
_MORE = 3
LIST = "list"
WAITING = Step(note(Hint.NO_PICTURE))


class PartLine(ButtonBehavior, Card):
    """One part: a way to its page."""

    part: Any = ObjectProperty(PartView(Part.CAMERA, Standing.ABSENT, "", ""), rebind=True)


class PartLines(SettledBar):
    """All of them; `on_part` tells which one was tapped."""

    parts: Any = ListProperty()

    def __init__(self, **kwargs: Any) -> None:
        self.register_event_type("on_part")
        super().__init__(**kwargs)

    def on_parts(self, *_: Any) -> None:
        """Draw them; the widgets stay."""
        lines = self.ids.lines
        if len(lines.children) != len(self.parts):
            lines.clear_widgets()
            for _part in self.parts:
                line = PartLine()
                line.bind(on_release=lambda line: self.dispatch("on_part", line.part.part))
                lines.add_widget(line)
        for line, part in zip(reversed(lines.children), self.parts, strict=True):
            line.part = part

    def on_part(self, part: Part) -> None:
        """It was tapped."""


class FlickerCover(Widget):
    """The whole page white or black, for a phone's lens; `on_touch` tells that somebody wants it to end."""

    white: Any = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        self.register_event_type("on_touch")
        super().__init__(**kwargs)

    def on_touch_down(self, touch: Any) -> bool:
        """Wherever it is touched."""
        self.dispatch("on_touch")
        return True

    def on_touch(self) -> None:
        """It was."""


class PartSheet(BoxLayout):
    """One page of the wizard."""

    shown: Any = ObjectProperty(WAITING, rebind=True)
    """The `Step`."""
    now: Any = ObjectProperty("")
    more: Any = ListProperty(("", "", ""))
    beside: Any = ListProperty()
    """Choices beside the picture."""
    below: Any = ListProperty()
    """Choices below it."""
    part: Any = ObjectProperty(Part.CAMERA)
    last: Any = BooleanProperty(False)
    """Whether no page follows."""
    hand: Any = StringProperty("right")
    page: Any = ObjectProperty(None, allownone=True)

    def on_shown(self, *_: Any) -> None:
        """Another moment of it."""
        step: Step = self.shown
        self.now = said(step.now)
        more = [said(word) for word in step.more[:_MORE]]
        self.more = more + [""] * (_MORE - len(more))
        # One choice finds room beside the picture; long names want all of the width below it.
        beside = 0 if step.address else 1
        self.beside, self.below = list(step.picks[:beside]), list(step.picks[beside:])

    @staticmethod
    def room_of(more: str, now: str) -> float:
        """The height that a smaller text gets beside that of what is to be done now, by how much there is to say."""
        return min(0.9, 0.12 + 0.25 * len(more) / max(1, len(now)))

    def on_hand(self, *_: Any) -> None:
        """The controls lie on the side of the hand that touches them."""
        self._lay_out()

    def on_part(self, *_: Any) -> None:
        """Another page."""
        self._lay_out()

    def _lay_out(self) -> None:
        if "body" not in self.ids:
            return
        body, panel, seen = self.ids.body, self.ids.panel.__self__, self.ids.seen.__self__
        # Names in a rule hold nothing: what is taken out of the page would be gone for ever.
        self._kept = (panel, seen)
        body.clear_widgets()
        # Nothing of a box is to be seen.
        beside = () if self.part is Part.BOX else (seen,)
        for each in (panel, *beside) if self.hand == "left" else (*beside, panel):
            body.add_widget(each)

    def act(self, act: Act, value: str = "") -> None:
        """Something was tapped."""
        App.get_running_app().workshop.act(act, value)


class SetupPage(Page):
    """The list of the parts, or the page of one of them."""

    parts: Any = ListProperty()
    part: Any = ObjectProperty(None, allownone=True)
    """The part whose page is open; None: the list."""
    title: Any = ObjectProperty(text("home.setup"))
    steps: Any = ((LIST, text("home.setup")), *((part.value, NAMES[part]) for part in Part))
    drawn_pictures: Any = BooleanProperty(False)
    """Whether what is shown is no camera's."""
    can: Any = BooleanProperty(True)
    """Whether there is a workshop: without one the parts are only shown."""

    def __init__(self, **kwargs: Any) -> None:
        self._known = Known()
        self._state: Any = None
        self._drawn = -1
        super().__init__(**kwargs)
        self._list = PartLines()
        self._list.bind(on_part=lambda _, part: self.go(part))
        self._sheet = PartSheet(page=self)
        self._cover = FlickerCover()
        self._cover.bind(on_touch=lambda _: self._sheet.act(Act.CANCEL))
        self._show(self._list)

    def _show(self, sheet: Any) -> None:
        self.ids.place.clear_widgets()
        self.ids.place.add_widget(sheet)

    def enter(self) -> None:
        """Begin with the list."""
        self.go(LIST)

    def leave(self) -> None:
        """The camera is the game's again."""
        self.remove_widget(self._cover)
        if self.part is not None and self.can:
            App.get_running_app().workshop.leave()
        self.part = None

    def go(self, step: str) -> None:
        """To the list, or to the page of a part."""
        app = App.get_running_app()
        self.can = app.workshop is not None
        if step == LIST or not self.can:
            self.leave()
            self.title = text("home.setup")
            self._known = app.workshop.known if self.can else Known()
            self._show(self._list)
            self.draw(app.referee.state)
            return
        self.part = Part(step)
        self.title, self._drawn, self.drawn_pictures = NAMES[self.part], -1, False
        sheet = self._sheet
        waiting = Step("") if self.part is Part.BOX else WAITING
        sheet.part, sheet.last, sheet.shown, sheet.hand = self.part, self._next is None, waiting, app.settings.hand
        sheet.ids.picture.show(None)
        self._show(sheet)
        app.workshop.begin(self.part)

    def back(self) -> None:
        """From a part to the list, from the list to where it was opened."""
        if self.part is None:
            App.get_running_app().open("home")
        else:
            self.go(LIST)

    def next(self) -> None:
        """The part that a newcomer sets up next."""
        self.go(self._next or LIST)

    @property
    def _next(self) -> Part | None:
        parts = list(Part)
        at = parts.index(self.part) + 1
        return parts[at] if at < len(parts) else None

    def draw(self, state: Any) -> None:
        """A part came or went."""
        self.parts = list(parts_view(state, self._known))
        self._list.parts = self.parts

    def tick(self) -> None:
        """The newest moment of the page that is open, and the newest picture."""
        if self.part is None:
            return
        workshop = App.get_running_app().workshop
        moment = workshop.moment
        if moment.part is self.part and moment.count != self._drawn:
            self._drawn, self._sheet.shown = moment.count, moment.step
            self.drawn_pictures = moment.step.drawn
        self._sheet.ids.picture.show(workshop.newest() if moment.part is self.part else None)
        self._flicker()

    def _flicker(self) -> None:
        """The cover lies over the page as long as the step says so."""
        flicker = self._sheet.shown.flicker
        if flicker is None:
            self.remove_widget(self._cover)
            return
        self._cover.white = flicker.white(time.monotonic_ns())
        if self._cover.parent is None:
            self.add_widget(self._cover)
