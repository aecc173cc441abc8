# mypy: disallow-subclassing-any=False
"""The table's screen: headline and banners, the panel of the phase, the picture, the score."""

from dataclasses import replace
from pathlib import Path
from time import monotonic_ns
from typing import Any

from kivy.app import App
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.referee.events import Undone
from companion.referee.state import Phase, TableState
from companion.ui.banners import Banner, Tone
from companion.ui.dice import DieView, dice_of
from companion.ui.guide.steps import Done, guide
from companion.ui.mentiroso import score as _score  # noqa: F401 - named in the kv rules
from companion.ui.mentiroso.dispute import DisputeSheet
from companion.ui.mentiroso.dispute_view import DisputeView, seconds_left
from companion.ui.mentiroso.menu import Menu
from companion.ui.mentiroso.open_dice import OpenDiceSheet
from companion.ui.mentiroso.panels import (
    AnswerPanel,
    ClaimPanel,
    CorrectPanel,
    LotPanel,
    OverPanel,
    Panel,
    RulingPanel,
    VerdictPanel,
    WaitPanel,
)
from companion.ui.mentiroso.panels.base import PEOPLE
from companion.ui.mentiroso.view import view_of
from companion.ui.pages import TablePage
from companion.ui.texts import NOTHING, Said, text

_PARTS = ("frame", "start", "hand", "verdict", "menu", "dispute", "open_dice")
RULES = tuple(Path(__file__).with_name(f"{part}.kv") for part in _PARTS)

#: Written to the journal, which has one language.
WHY_UNDO = "taken back at the table"
#: Nobody knows how long ago the verdict was given.
FOREVER = -1

_PANELS: dict[Phase, type[Panel]] = {
    Phase.LOT: LotPanel,
    Phase.CLAIM: ClaimPanel,
    Phase.ANSWER: AnswerPanel,
    Phase.LIFT: WaitPanel,
    Phase.READING: WaitPanel,
    Phase.RULING: RulingPanel,
    Phase.VERDICT: VerdictPanel,
    Phase.OVER: OverPanel,
}


class DemoRow(BoxLayout):
    """What hands do at a real table, on the simulated one."""

    view: Any = ObjectProperty(view_of(TableState()), rebind=True)
    thrown: Any = BooleanProperty(False)
    """Whether the dice were thrown in this turn."""


class MentirosoScreen(TablePage):
    """Draws the referee's state; decides nothing."""

    view: Any = ObjectProperty(view_of(TableState()), rebind=True)
    beside = "side"
    peeked: Any = ListProperty()
    """The simulated dice, while the player in turn holds the cup up to look at them."""
    banners: Any = ListProperty()
    done: Any = ObjectProperty(Done(), rebind=True)
    """What was tried in this turn at the simulated table."""
    undo_asked: Any = BooleanProperty(False)
    """Whether undo was tapped once: the second tap takes back what the banner names."""
    dispute_left: Any = NumericProperty(0)
    """Seconds until the newest verdict stands; FOREVER where nobody knows when it was given."""

    def __init__(self, **kwargs: Any) -> None:
        self._state = TableState()
        self._standing: tuple[object, ...] | None = None
        self._by_hand = False
        self._undoable: object = None
        self._before = TableState()
        self.panel: Panel | None = None
        self._panels: dict[type[Panel], Panel] = {}
        super().__init__(**kwargs)
        self.on_hand()

    def draw(self, state: TableState) -> None:
        """A new state; when the hand moves on, the panel changes, and what was tapped in is forgotten."""
        if state.phase is Phase.SEATING:
            return
        if state.phase is not self._state.phase and state.phase not in (Phase.LIFT, Phase.READING):
            self._by_hand = False
        if state.hands != self._state.hands:
            self._by_hand = False
        self._state = state
        self.peeked = []
        app = App.get_running_app()
        self.view = view_of(state, simulated=app.simulated, known=app.settings.players)
        if _moment(state) != _moment(self._before):
            self.done = Done()
        self._before = state
        if state.undoable is not self._undoable:
            self.undo_asked, self._undoable = False, state.undoable
        self._tell()
        kind = self._kind(state)
        standing = (kind, *_moment(state))
        if standing != self._standing or self.panel is None:
            self._standing = standing
            self._exchange(kind)
        if self.panel is not None:
            self.panel.draw(state, self.view)

    def tick(self) -> None:
        """The live picture, and the time that is left."""
        picture = self.ids.picture
        picture.show(App.get_running_app().newest_picture(picture.width))
        if self.view.dispute.number:
            left = seconds_left(self._state, monotonic_ns())
            self.dispute_left = FOREVER if left is None else left

    def leave(self) -> None:
        """Nothing of the table is kept while it is not shown."""
        self.cover()
        self.ids.picture.show(None)

    def _kind(self, state: TableState) -> type[Panel]:
        if not self._by_hand:
            return _PANELS[state.phase]
        return CorrectPanel if state.phase in (Phase.VERDICT, Phase.OVER) else RulingPanel

    def _exchange(self, kind: type[Panel]) -> None:
        # Panels are kept: to make one takes longer than a finger likes to wait.
        panel = self._panels.get(kind) or self._panels.setdefault(kind, kind())
        panel.begin()
        if panel is not self.panel:
            place = self.ids.place
            place.clear_widgets()
            place.add_widget(panel)
            self.panel = panel

    def guide(self) -> None:
        """Say what comes next, where the hand is guided."""
        self._tell()

    def throw(self) -> None:
        """Of the simulated dice."""
        App.get_running_app().controls.throw()
        self.done = replace(self.done, thrown=True)
        self.guide()

    def peek(self) -> None:
        """A private look (M22). Only simulated dice can be looked at on the screen; real ones are nobody's but his."""
        controls = App.get_running_app().controls
        if controls is not None and self.view.can_throw:
            self.peeked = list(dice_of(controls.dice))
            self.done = replace(self.done, looked=True)

    def cover(self) -> None:
        """The cup is down again."""
        self.peeked = []
        self.guide()

    def name_by_hand(self) -> None:
        """Nobody wants to wait for the cup or the camera: the dice are tapped in."""
        self._by_hand = True
        self.draw(self._state)

    def _tell(self) -> None:
        asked = [Banner(Tone.NEWS, text("undo.what", what=self.view.undo))] if self.undo_asked else []
        word = guide(self._state, self.done) if App.get_running_app().guided else NOTHING
        guided = [Banner(Tone.GUIDE, word)] if word != NOTHING else []
        # What undo would take back is the more important news.
        shown = [banner for banner in self.view.banners if not asked or banner.tone is not Tone.NEWS]
        self.banners = [*asked, *shown, *guided]

    def undo(self) -> None:
        """The first tap says what would be taken back, the second takes it back."""
        self.undo_asked = not self.undo_asked
        if not self.undo_asked:
            self.start_over()
            App.get_running_app().referee.post(Undone(PEOPLE, WHY_UNDO, monotonic_ns()))
        self._tell()

    def dispute_said(self, dispute: DisputeView, left: int) -> Said:
        """What stands on the key."""
        if dispute.open:
            return text("dispute.review")
        return text("dispute.key") if left == FOREVER else text("dispute.key_left", seconds=left)

    def dispute_shown(self, dispute: DisputeView, left: int) -> bool:
        """Whether there is something to dispute, or to review."""
        return dispute.open or (bool(dispute.challengers) and left != 0)

    def dispute(self) -> None:
        """Who disputes the newest verdict? Or, where one is disputed, on to the evidence."""
        if self.view.dispute.open:
            App.get_running_app().open("review")
        else:
            self.add_widget(DisputeSheet(dispute=self.view.dispute))

    def tell_open_dice(self) -> None:
        """Which dice lie in the open? Begin with those that were told before."""
        sheet = OpenDiceSheet(seat=self._state.turn or 0)
        sheet.on_dice()
        sheet.dice = [DieView(die.letter) for die in self.view.visible]
        self.add_widget(sheet)

    def correct(self) -> None:
        """The dice of the verdict that stands were others."""
        self._by_hand = True
        self.draw(self._state)

    def leave_correction(self) -> None:
        """The verdict is right as it is."""
        self._by_hand = False
        self.draw(self._state)

    def open_menu(self) -> None:
        """Language, light, and what is seldom needed."""
        learning = self._state.learning
        learned = learning is not None and learning.complete and App.get_running_app().workshop is not None
        self.add_widget(Menu(can_void=self.view.can_void, learned=learned))

    def start_over(self) -> None:
        """Forget what was tapped in: the hand was voided."""
        self._standing = None


def _moment(state: TableState) -> tuple[object, ...]:
    """Where in the match a draft belongs to: it is dropped when this changes."""
    match = state.match
    return (match.hands, len(match.claims), match.actor) if match else ()
