# mypy: disallow-subclassing-any=False
"""The table's screen: headline and banners, the panel of the phase, the picture, the score."""

from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.properties import BooleanProperty, ColorProperty, ListProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout

from companion.referee.state import Phase, TableState
from companion.ui.mentiroso import score as _score  # noqa: F401 - named in the kv rules
from companion.ui.mentiroso.menu import Menu
from companion.ui.mentiroso.panels import (
    AnswerPanel,
    ClaimPanel,
    LotPanel,
    OverPanel,
    Panel,
    RulingPanel,
    VerdictPanel,
    WaitPanel,
)
from companion.ui.mentiroso.seating import SeatingPanel
from companion.ui.mentiroso.view import dice_of, view_of

RULES = tuple(Path(__file__).with_name(f"{part}.kv") for part in ("frame", "start", "hand", "verdict"))

_PANELS: dict[Phase, type[Panel]] = {
    Phase.SEATING: SeatingPanel,
    Phase.LOT: LotPanel,
    Phase.CLAIM: ClaimPanel,
    Phase.ANSWER: AnswerPanel,
    Phase.LIFT: WaitPanel,
    Phase.READING: WaitPanel,
    Phase.RULING: RulingPanel,
    Phase.VERDICT: VerdictPanel,
    Phase.OVER: OverPanel,
}


class BannerRow(BoxLayout):
    """What everyone should know; takes no room when there is nothing."""

    banners: Any = ListProperty()

    def on_banners(self, *_: Any) -> None:
        """Draw them anew: they change seldom."""
        self.clear_widgets()
        for banner in self.banners:
            self.add_widget(BannerLine(banner=banner))


class BannerLine(BoxLayout):
    """One banner."""

    banner: Any = ObjectProperty(None, allownone=True, rebind=True)
    tone: Any = StringProperty("note")
    ink: Any = ColorProperty()
    rim: Any = ColorProperty()


class DemoRow(BoxLayout):
    """What hands do at a real table, on the simulated one."""

    view: Any = ObjectProperty(view_of(TableState()), rebind=True)


class MentirosoScreen(FloatLayout):
    """Draws the referee's state; decides nothing."""

    view: Any = ObjectProperty(view_of(TableState()), rebind=True)
    wide: Any = BooleanProperty(True)
    """Whether the panel has the whole width: before the match there is nothing to show beside it."""
    peeked: Any = ListProperty()
    """The simulated dice, while the player in turn holds the cup up to look at them."""

    def __init__(self, **kwargs: Any) -> None:
        self._state = TableState()
        self._standing: tuple[object, ...] | None = None
        self._by_hand = False
        self._seating_again = False
        self.panel: Panel | None = None
        self._panels: dict[type[Panel], Panel] = {}
        super().__init__(**kwargs)
        # `ids` holds its widgets weakly: while it is off the screen, the side needs someone who keeps it.
        self._side = self.ids.side.__self__
        self.on_wide()

    def on_wide(self, *_: Any) -> None:
        """Take the picture and the score off the screen, or put them back."""
        if self.wide and self._side.parent is not None:
            self.ids.body.remove_widget(self._side)
        elif not self.wide and self._side.parent is None:
            self.ids.body.add_widget(self._side)

    def draw(self, state: TableState) -> None:
        """A new state; when the hand moves on, the panel changes, and what was tapped in is forgotten."""
        if state.phase is not self._state.phase:
            self._seating_again = False
            if state.phase not in (Phase.LIFT, Phase.READING):
                self._by_hand = False
        self._state = state
        self.cover()
        self.view = view_of(state, simulated=App.get_running_app().simulated)
        phase = self._shown_phase()
        standing = (_PANELS[phase], *_moment(state))
        if standing != self._standing or self.panel is None:
            self._standing = standing
            self._exchange(_PANELS[phase])
        self.wide = phase is Phase.SEATING
        if self.panel is not None:
            self.panel.draw(state, self.view)

    def _shown_phase(self) -> Phase:
        if self._seating_again:
            return Phase.SEATING
        return Phase.RULING if self._by_hand else self._state.phase

    def _exchange(self, kind: type[Panel]) -> None:
        # Panels are kept: to make one takes longer than a finger likes to wait.
        panel = self._panels.get(kind) or self._panels.setdefault(kind, kind())
        panel.begin()
        if panel is not self.panel:
            place = self.ids.place
            place.clear_widgets()
            place.add_widget(panel)
            self.panel = panel

    def peek(self) -> None:
        """A private look (M22). Only simulated dice can be looked at on the screen; real ones are nobody's but his."""
        controls = App.get_running_app().controls
        if controls is not None and self.view.can_throw:
            self.peeked = list(dice_of(controls.dice))

    def cover(self) -> None:
        """The cup is down again."""
        self.peeked = []

    def name_by_hand(self) -> None:
        """Nobody wants to wait for the cup or the camera: the dice are tapped in."""
        self._by_hand = True
        self.draw(self._state)

    def new_match(self) -> None:
        """After the end: the start panel again, with the same names."""
        self._seating_again = True
        self.draw(self._state)

    def open_menu(self) -> None:
        """Language, light, and what is seldom needed."""
        self.add_widget(Menu(can_void=self.view.can_void))

    def start_over(self) -> None:
        """Forget what was tapped in: the hand was voided."""
        self._standing = None


def _moment(state: TableState) -> tuple[object, ...]:
    """Where in the match a draft belongs to: it is dropped when this changes."""
    match = state.match
    return (match.hands, len(match.claims), match.actor) if match else ()
