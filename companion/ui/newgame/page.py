# mypy: disallow-subclassing-any=False
"""The page on which the players sit down: three steps, each on one sheet, and a button that begins."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.properties import ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.textinput import TextInput

from companion.games.detective.state import Game as DetectiveGame
from companion.games.mentiroso.state import Match
from companion.ui.banners import link_banners
from companion.ui.newgame import seats as _seats  # noqa: F401 - named in the kv rules
from companion.ui.newgame.begin import begin_event
from companion.ui.newgame.draft import DETECTIVE, MENTIROSO, SeatingDraft, seating_view
from companion.ui.pages import Page
from companion.ui.players import KINDS, Kind, Player
from companion.ui.settings.store import seated_now
from companion.ui.texts import text
from companion.ui.widgets import Press, Steps

RULES = (Path(__file__).with_name("newgame.kv"),)


class NameInput(TextInput):
    """A name; touched, it is selected, so that typing replaces it."""

    longest: Any = NumericProperty(14)
    _fresh = False
    """Whether the finger that chose the field is still on it."""

    def on_focus(self, _: Any, focused: bool) -> None:
        """Chosen by a key or a finger."""
        self._fresh = focused
        if focused:
            Clock.schedule_once(lambda _: self.select_all() if self.focus else None)

    def on_touch_up(self, touch: Any) -> Any:
        """A finger that is lifted puts the cursor where it was; the first one selects all."""
        mine = touch.grab_current is self
        done = super().on_touch_up(touch)
        if mine and self.focus and self._fresh:
            self._fresh = False
            self.select_all()
        return done

    def insert_text(self, substring: str, from_undo: bool = False) -> None:
        """Keep names short enough to be read across the table."""
        room = self.longest - len(self.text) + len(self.selection_text)
        super().insert_text(substring[: max(0, room)], from_undo)


class SeatLine(BoxLayout):
    """One player who is about to sit down: a key with his sign and colour, and his name."""

    seat: Any = NumericProperty(0)
    name: Any = StringProperty("")
    kind: Any = ObjectProperty(KINDS[0], rebind=True)

    def __init__(self, **kwargs: Any) -> None:
        self.register_event_type("on_name_typed")
        self.register_event_type("on_other_kind")
        super().__init__(**kwargs)

    def on_name_typed(self, name: str) -> None:
        """The name was changed by hand."""

    def on_other_kind(self) -> None:
        """Another sign is wanted."""


class SignKey(Press):
    """A key with a player's sign."""

    kind: Any = ObjectProperty(KINDS[0], rebind=True)


class KnownRow(BoxLayout):
    """Who has played here before; `on_known` tells which one was tapped."""

    players: Any = ListProperty()

    def __init__(self, **kwargs: Any) -> None:
        self.register_event_type("on_known")
        super().__init__(**kwargs)

    def on_players(self, *_: Any) -> None:
        """Draw the names."""
        self.clear_widgets()
        for player in self.players:
            press = Press(said=f"+\N{NO-BREAK SPACE}{player.name}")
            press.bind(on_release=lambda _, player=player: self.dispatch("on_known", player))
            self.add_widget(press)

    def on_known(self, player: Player) -> None:
        """He sits down too."""


class OptionLine(BoxLayout):
    """A rule that can be chosen: one line that explains it, and all that it can be; `on_choice` as `Toggle`."""

    explained: Any = ObjectProperty("")
    choices: Any = ListProperty()
    value: Any = ObjectProperty(None, allownone=True)

    def __init__(self, **kwargs: Any) -> None:
        self.register_event_type("on_choice")
        super().__init__(**kwargs)

    def on_choice(self, value: Any) -> None:
        """It was tapped."""


class StepLine(Steps):
    """A number of the rules: one line that explains it, and what it is now."""

    value: Any = ObjectProperty("")
    explained: Any = ObjectProperty("")


class Sheet(BoxLayout):
    """One step of three."""

    shown: Any = ObjectProperty(seating_view(SeatingDraft()), rebind=True)
    page: Any = ObjectProperty(None, allownone=True)

    def kinds_of(self, players: tuple[Player, ...]) -> list[Kind]:
        """What stands on the seats."""
        return [KINDS[player.kind] for player in players]


class PlayersSheet(Sheet):
    """Who plays what."""

    def on_shown(self, *_: Any) -> None:
        """A line for each player; the fields stay, so that nobody loses the one he types in."""
        lines = self.ids.get("lines")
        if lines is None:
            return
        while len(lines.children) > len(self.shown.players):
            lines.remove_widget(lines.children[0])
        for seat in range(len(lines.children), len(self.shown.players)):
            line = SeatLine(seat=seat)
            line.bind(on_name_typed=lambda line, name: self.page.rename(line.seat, name))
            line.bind(on_other_kind=lambda line: self.page.other_kind(line.seat))
            lines.add_widget(line)
        for line, player in zip(reversed(lines.children), self.shown.players, strict=True):
            line.name, line.kind = player.name, KINDS[player.kind]


class SeatsSheet(Sheet):
    """Who sits where."""


class RulesSheet(Sheet):
    """By which rules."""

    starters: Any = (
        ("right of loser", text("seating.starter_right")),
        ("loser", text("seating.starter_loser")),
        ("winner", text("seating.starter_winner")),
    )


class DetectiveRulesSheet(Sheet):
    """By which rules of the other game."""


_SHEETS = {"players": PlayersSheet, "seats": SeatsSheet, "rules": RulesSheet}


class NewGamePage(Page):
    """Who plays, who sits where, by which rules; and off."""

    shown: Any = ObjectProperty(seating_view(SeatingDraft()), rebind=True)
    """The `SeatingView`."""
    step: Any = StringProperty("players")
    steps: Any = (
        ("players", text("seating.step_players")),
        ("seats", text("seating.step_seats")),
        ("rules", text("seating.step_rules")),
    )
    games: Any = ListProperty()
    banners: Any = ListProperty()

    def __init__(self, **kwargs: Any) -> None:
        self.draft = SeatingDraft()
        self._sheets: dict[type[Sheet], Sheet] = {}
        super().__init__(**kwargs)

    def enter(self) -> None:
        """Begin with those who have just played, or who played last time."""
        app = App.get_running_app()
        self.games = [(MENTIROSO, "Mentiroso"), (DETECTIVE, "Detective")] if app.has("detective") else []
        draft = SeatingDraft.of(app.settings)
        names = getattr(app.referee.state, "names", ())
        if names and names != draft.names:
            draft = draft.seat(names)
        game = getattr(app.referee.state, "game", None)
        if isinstance(game, DetectiveGame):
            draft = replace(draft, game=DETECTIVE, expert=game.options.expert)
        elif app.game and not names:
            draft = replace(draft, game=app.game)
        match = getattr(app.referee.state, "match", None)
        if isinstance(match, Match):
            agreed = match.options
            draft = replace(draft, limit=agreed.limit, next_starter=agreed.next_starter, duel_reset=agreed.duel_reset)
        self._set(draft)
        self.go("players")

    def draw(self, state: Any) -> None:
        """What is lost or looked for is known here too."""
        self.banners = link_banners(state.camera, state.box, App.get_running_app().simulated)

    def _set(self, draft: SeatingDraft) -> None:
        self.draft = draft
        self.shown = seating_view(draft, App.get_running_app().settings.players)
        for sheet in self._sheets.values():
            sheet.shown = self.shown

    def go(self, step: str) -> None:
        """Another sheet."""
        self.step = step
        kind = DetectiveRulesSheet if step == "rules" and self.draft.game == DETECTIVE else _SHEETS[step]
        if kind not in self._sheets:
            self._sheets[kind] = kind(page=self, shown=self.shown)
            self._sheets[kind].property("shown").dispatch(self._sheets[kind])
        self.ids.place.clear_widgets()
        self.ids.place.add_widget(self._sheets[kind])

    def play(self, game: str) -> None:
        """The other game."""
        self._set(replace(self.draft, game=game))

    def other_kind(self, seat: int) -> None:
        """Another sign and colour."""
        self._set(self.draft.other_kind(seat))

    def rename(self, seat: int, name: str) -> None:
        """A name was typed."""
        if name != self.draft.names[seat]:
            self._set(self.draft.rename(seat, name))

    def join(self, player: Player) -> None:
        """Someone who has played here before."""
        if self.shown.can_add:
            self._set(self.draft.join(player))

    def move(self, seat: int, to: int) -> None:
        """Someone was dragged to another seat."""
        self._set(self.draft.move(seat, to))

    def step_players(self, step: int) -> None:
        """One player more or less."""
        self._set(self.draft.more_players(step))

    def step_limit(self, step: int) -> None:
        """A higher or lower limit (M7)."""
        self._set(self.draft.higher_limit(step))

    def choose_starter(self, starter: str) -> None:
        """Who starts the next hand (M9)."""
        self._set(replace(self.draft, next_starter=starter))

    def choose_duel(self, reset: bool) -> None:
        """Whether the last two begin from nothing (M10)."""
        self._set(replace(self.draft, duel_reset=reset))

    def choose_expert(self, expert: bool) -> None:
        """Base or expert rules (D21, D22)."""
        self._set(replace(self.draft, expert=expert))

    def sit_down(self) -> None:
        """The match is agreed; who plays is remembered."""
        app, draft = App.get_running_app(), self.draft
        table = tuple(Player(name, player.kind) for name, player in zip(draft.seated, draft.players, strict=True))
        remembered = seated_now(app.settings, table)
        app.keep(
            replace(
                remembered,
                limit=draft.limit,
                next_starter=draft.next_starter,
                duel_reset=draft.duel_reset,
            )
        )
        app.referee.post(begin_event(draft, app.simulated))
