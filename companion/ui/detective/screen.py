# mypy: disallow-subclassing-any=False
"""The page of Detective Poker: headline and banners, the table as a picture, the panel of the moment."""

from pathlib import Path
from time import monotonic_ns
from typing import Any

from kivy.app import App
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty

from companion.referee.detective.events import PEOPLE
from companion.referee.detective.state import DetectiveState, Phase
from companion.referee.events import Link, Undone
from companion.ui.banners import Banner, Tone
from companion.ui.detective import pieces as _pieces  # noqa: F401 - named in the kv rules
from companion.ui.detective.controls import PAD_RULES
from companion.ui.detective.demo import DemoCards as _DemoCards  # noqa: F401 - named in the kv rules
from companion.ui.detective.live_picture import CardsPicture as _CardsPicture  # noqa: F401 - named in the kv rules
from companion.ui.detective.live_picture import outlines_of
from companion.ui.detective.menu import DetectiveMenu
from companion.ui.detective.naming import slot
from companion.ui.detective.panels import (
    ActionsPanel,
    BetsPanel,
    BoardPanel,
    DealerLotPanel,
    DealPanel,
    HandsPanel,
    Panel,
    PointsPanel,
    WinnerPanel,
)
from companion.ui.detective.scores import ScoreSheet
from companion.ui.detective.table_view import table_view
from companion.ui.detective.view import view_of
from companion.ui.guide.coup import coup_guide
from companion.ui.mentiroso.dispute import DISPUTE_RULES
from companion.ui.pages import TablePage
from companion.ui.texts import NOTHING, text

_PARTS = ("pieces", "panels", "ends", "frame")
RULES = (DISPUTE_RULES, PAD_RULES, *(Path(__file__).with_name(f"{part}.kv") for part in _PARTS))

#: Written to the journal, which has one language.
WHY_UNDO = "a step was taken back"

_PANELS: dict[Phase, type[Panel]] = {
    Phase.LOT: DealerLotPanel,
    Phase.DEAL: DealPanel,
    Phase.BETS: BetsPanel,
    Phase.BOARD: BoardPanel,
    Phase.SCORED: PointsPanel,
}


class DetectiveScreen(TablePage):
    """Draws the referee's state; decides nothing."""

    view: Any = ObjectProperty(view_of(DetectiveState()), rebind=True)
    table: Any = ObjectProperty(table_view(DetectiveState()), rebind=True)
    beside = "side"
    share: Any = NumericProperty(0.45)
    """Of the width, the panel's."""
    banners: Any = ListProperty()
    can_picture: Any = BooleanProperty(False)
    """Whether the live picture may be seen: from the showdown on, while there is a camera (D5)."""
    pictured: Any = BooleanProperty(False)
    """Whether it is shown in the plan's place."""
    undo_asked: Any = BooleanProperty(False)
    """Whether undo was tapped once: it says what would be taken back, and takes a second tap."""

    def __init__(self, **kwargs: Any) -> None:
        self._state = DetectiveState()
        self._standing: tuple[object, ...] | None = None
        self._ended = False
        self._undoable: object = None
        self.panel: Panel | None = None
        self._panels: dict[type[Panel], Panel] = {}
        self._sheet: ScoreSheet | None = None
        super().__init__(**kwargs)
        self.on_hand()

    def draw(self, state: DetectiveState) -> None:
        """A new state; when the game moves on, the panel changes, and what was tapped in is forgotten."""
        if not isinstance(state, DetectiveState) or state.game is None:
            return
        if state.phase is not Phase.OVER:
            self._ended = False
        self._state = state
        kind = self._kind(state)
        looking = kind is PointsPanel and state.phase is Phase.OVER
        self.view = view_of(state, simulated=App.get_running_app().simulated, ended=not looking)
        if state.undoable is not self._undoable:
            self.undo_asked, self._undoable = False, state.undoable
        self.ids.demo.draw(state)
        self.can_picture = state.gate_open and state.camera is Link.READY
        self.pictured = self.pictured and self.can_picture
        self.ids.picture.outlines = outlines_of(state)
        self._tell()
        standing = (kind, *_moment(state))
        if standing != self._standing or self.panel is None:
            self._standing = standing
            self._exchange(kind)
        assert self.panel is not None
        self.panel.draw(state)
        self.redraw_table()
        if self._sheet is not None:
            self._sheet.draw(state)

    def _kind(self, state: DetectiveState) -> type[Panel]:
        if state.phase is Phase.SHOWDOWN:
            naming = isinstance(self.panel, HandsPanel) and slot(state, self.panel.draft) is not None
            return HandsPanel if None in state.shown or naming else ActionsPanel
        if state.phase is Phase.OVER:
            # The last coup's points are looked at before the end.
            left = state.game is None or state.game.left is not None
            return WinnerPanel if left or self._ended else PointsPanel
        return _PANELS[state.phase]

    def _exchange(self, kind: type[Panel]) -> None:
        # Panels are kept: to make one takes longer than a finger likes to wait.
        panel = self._panels.get(kind)
        if panel is None:
            panel = self._panels[kind] = kind()
            for name in ("slot", "bet", "street"):
                panel.fbind(name, self._pointed)
        panel.begin()
        if panel is not self.panel:
            self.ids.place.clear_widgets()
            self.ids.place.add_widget(panel)
            self.panel, self.share = panel, panel.share

    def _pointed(self, panel: Panel, _: object) -> None:
        # While the panels change places, what one of them points at may be of a moment that is over.
        if panel is self.panel and panel.state == self._state:
            self.redraw_table()

    def redraw_table(self) -> None:
        """The table, with what the panel points at."""
        panel = self.panel
        if panel is not None:
            known = App.get_running_app().settings.players
            self.table = table_view(self._state, known, panel.street, panel.slot, panel.bet)

    def tap_seat(self, seat: int) -> None:
        """A player's place was tapped."""
        if isinstance(self.panel, ActionsPanel):
            # Somebody sees that a hand was named wrongly.
            self._exchange(HandsPanel)
            self._standing = (HandsPanel, *_moment(self._state))
            self.panel.draw(self._state)
        if self.panel is not None:
            self.panel.tap_seat(seat)
            if type(self.panel) is not self._kind(self._state):
                self.draw(self._state)

    def show_end(self) -> None:
        """The points of the last coup have been seen."""
        self._ended = True
        self.draw(self._state)

    def _tell(self) -> None:
        asked = (Banner(Tone.NEWS, text("undo.what", what=self.view.undo)),) if self.undo_asked else ()
        self.banners = [*asked, *self.view.banners, *self._guided()]

    def _guided(self) -> list[Banner]:
        demo = self.ids.demo
        word = demo.seen or demo.laid
        if word == NOTHING and App.get_running_app().guided:
            word = coup_guide(self._state, demo.looked)
        return [] if word == NOTHING else [Banner(Tone.GUIDE, word)]

    def guide(self) -> None:
        """Say what comes next, where the coup is guided, or what the player in turn sees."""
        self._tell()

    def tick(self) -> None:
        """The live picture, where it is asked for."""
        picture = self.ids.picture
        picture.show(App.get_running_app().newest_picture(picture.width) if self.pictured else None)

    def leave(self) -> None:
        """Nobody looks at cards while the page is not shown."""
        self.ids.demo.cover()
        self.ids.picture.show(None)

    def undo(self) -> None:
        """The first tap says what would be taken back, the second takes it back."""
        self.undo_asked = not self.undo_asked
        if not self.undo_asked:
            self._standing = None
            App.get_running_app().referee.post(Undone(PEOPLE, WHY_UNDO, monotonic_ns()))
        self._tell()

    def open_menu(self) -> None:
        """Language, light, and what is seldom needed."""
        self.add_widget(DetectiveMenu(self.view, self._state.names))

    def open_scores(self) -> None:
        """What each coup and each phase gave."""
        sheet = self._sheet = ScoreSheet(self._state)
        sheet.bind(parent=lambda _, parent: self._closed() if parent is None else None)
        self.add_widget(sheet)

    def _closed(self) -> None:
        self._sheet = None


def _moment(state: DetectiveState) -> tuple[object, ...]:
    """Where in the game a draft belongs to: it is dropped when this changes."""
    game = state.game
    if game is None:
        return ()
    return (state.phase, len(game.coups), game.street, len(game.bets), len(game.board), len(game.taken_out))
