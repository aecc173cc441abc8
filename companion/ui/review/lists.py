# mypy: disallow-subclassing-any=False
"""Lists of the review page: calls or coups, outcomes, the matches of the journal."""

from collections.abc import Sequence
from typing import Any

from kivy.app import App
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.referee.events import Outcome
from companion.ui.detective.controls import Keys
from companion.ui.review.port import HERE, Listed
from companion.ui.review.view import OUTCOMES
from companion.ui.texts import Said, text
from companion.ui.widgets import Overlay, Press

#: So many calls, or matches, stand in a list at a time, where there is room for them.
LISTED = 5
#: So much wider is the key of a board.
BOARD_ROOM = 1.7
#: As they are called in every language.
GAMES = {"mentiroso": "Mentiroso", "detective": "Detective Poker"}


class CallKey(Press):
    """One call of the list."""

    line: Any = ObjectProperty(None, allownone=True, rebind=True)


class PagedList(BoxLayout):
    """Some of many rows; `lines` are drawn by `key_for`."""

    lines: Any = ListProperty()
    first: Any = NumericProperty(0)
    listed: Any = NumericProperty(LISTED)

    def on_height(self, *_: Any) -> None:
        """Each row must be large enough for a finger, and so must be the keys below."""
        touch = App.get_running_app().theme.sizes.touch
        self.listed = max(1, min(LISTED, int(self.height / (touch + self.spacing)) - 1))

    def on_listed(self, *_: Any) -> None:
        """More or less room."""
        self.on_lines()

    def on_lines(self, *_: Any) -> None:
        """Draw those that there is room for."""
        self.first = max(0, min(self.first, len(self.lines) - self.listed))
        self.on_first()

    def on_first(self, *_: Any) -> None:
        """Further up or down the list."""
        rows = self.ids.rows
        rows.clear_widgets()
        for line in self.lines[self.first : self.first + self.listed]:
            rows.add_widget(self.key_for(line))
        for _gap in range(self.listed - len(rows.children)):
            rows.add_widget(Widget())

    def turn(self, step: int) -> None:
        """The next or the last ones."""
        self.first = max(0, min(self.first + step * self.listed, len(self.lines) - self.listed))

    def key_for(self, line: Any) -> Press:
        """The key of one row."""
        raise NotImplementedError


class CallList(PagedList):
    """Calls or coups, the newest first; `on_call` tells which one was tapped."""

    def __init__(self, **kwargs: Any) -> None:
        self.register_event_type("on_call")
        super().__init__(**kwargs)

    def key_for(self, line: Any) -> Press:
        """See `PagedList`."""
        key = CallKey(line=line)
        key.bind(on_release=lambda _: self.dispatch("on_call", line.hand))
        return key

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


class DiceNaming(BoxLayout):
    """The five dice, tapped from face to face."""

    page: Any = ObjectProperty(None, allownone=True, rebind=True)


class CardsNaming(BoxLayout):
    """A key for the cards of each player, and one for the board."""

    page: Any = ObjectProperty(None, allownone=True, rebind=True)


class HeldKeys(Keys):
    """The two cards of each player, and the five of the board, which need more room."""

    def on_children(self, *_: Any) -> None:
        """See `Keys`; the board's key is the last one."""
        super().on_children()
        for place, press in enumerate(self.children):
            press.size_hint_x = 1 if place else BOARD_ROOM


class MatchList(PagedList):
    """Matches, the newest first; `on_match` tells which one was tapped."""

    def __init__(self, **kwargs: Any) -> None:
        self.register_event_type("on_match")
        super().__init__(**kwargs)

    def key_for(self, line: tuple[str, Said]) -> Press:
        """See `PagedList`."""
        match, said = line
        key = Press(said=said, halign="left")
        key.bind(on_release=lambda _: self.dispatch("on_match", match))
        return key

    def on_match(self, match: str) -> None:
        """A match was tapped."""


def match_lines(here: bool, listed: Sequence[Listed]) -> list[tuple[str, Said]]:
    """What the list says: first the match on the table, where there is one to look at."""
    table: list[tuple[str, Said]] = [(HERE, text("review.match_here"))] if here else []
    return [*table, *((each.match, _said(each)) for each in listed)]


def _said(listed: Listed) -> Said:
    when = f"{listed.begun_at[:10]} {listed.begun_at[11:16]}"
    game, names = GAMES.get(listed.game, listed.game), ", ".join(listed.names)
    return text("review.match", when=when, game=game, names=names)


class MatchesSheet(Overlay):
    """Which match is looked at; `on_match` tells which one was tapped."""

    lines: Any = ListProperty()
    looking: Any = BooleanProperty(True)
    """The journal is still being looked through."""

    def __init__(self, **kwargs: Any) -> None:
        self.register_event_type("on_match")
        super().__init__(**kwargs)

    def choose(self, match: str) -> None:
        """This one."""
        self.close()
        self.dispatch("on_match", match)

    def on_match(self, match: str) -> None:
        """A match was tapped."""
