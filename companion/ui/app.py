# mypy: disallow-subclassing-any=False
"""The app: one window, drawn from the referee's state sixty times a second at most.

Importing this imports Kivy: `companion.ui.window.prepare` comes first. `companion.ui.launch` does both.
"""

import secrets
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.core.text import LabelBase
from kivy.core.window import Window
from kivy.graphics import Rectangle
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout

from companion.games.dice import LETTERS, Printing
from companion.setup.workshop import Workshop
from companion.ui.games import GAMES, game_of
from companion.ui.languages import Catalogue, preferred
from companion.ui.pages import Page
from companion.ui.port import DemoControls, Pictures, Referee
from companion.ui.review.port import Reviewer
from companion.ui.screens import SCREENS
from companion.ui.settings.store import TEXT_SIZES, Settings, save
from companion.ui.sound.speaker import Speaker
from companion.ui.texts import NOTHING, text
from companion.ui.theme import Sizes, Theme, palette_of
from companion.ui.widgets import load_rules

WIDGET_RULES = Path(__file__).parent / "widgets" / "widgets.kv"
_TABLES = tuple(game.page for game in GAMES)
_WAY_BACK = ("home", *_TABLES)
RULES = tuple(rules for screen in SCREENS.values() for rules in screen.rules)


class CompanionApp(App):
    """Draws `referee.state` and posts events to it.

    pictures: where the live preview comes from, or None without a camera; controls: the hands of the simulated table,
    or None at a real one; lot: from the number of players to the seat that starts (M8); settings: what the people like,
    kept in `settings_file` where that is given; damaged: that file could not be read; language, palette: instead of
    what they like; first: the page it opens on; speaker: who is heard; None: nobody;
    reviewer: where the pictures of calls are looked up; None: nowhere; workshop: where the table is set up; None: it
    cannot be; printing: what stands on the dice in use, asked once a frame; settled: called once the rules of all pages
    are read, when most of what was made is there to stay.
    """

    title = "Cubilete"
    use_kivy_settings = False
    theme: Any = ObjectProperty(Theme(), rebind=True)
    say: Any = ObjectProperty(Catalogue("en").say)
    language: Any = StringProperty("en")
    settings: Any = ObjectProperty(Settings(), rebind=True)
    notice: Any = ObjectProperty(NOTHING)
    """What went wrong with the settings' file; nothing when nothing did."""
    guided: Any = BooleanProperty(False)
    """Whether each step of the hand is explained."""
    page: Any = ObjectProperty(None, allownone=True)
    page_name: Any = StringProperty("")

    def __init__(
        self,
        referee: Referee,
        pictures: Pictures | None = None,
        controls: DemoControls | None = None,
        *,
        settings: Settings | None = None,
        settings_file: Path | None = None,
        language: str | None = None,
        palette: str | None = None,
        lot: Callable[[int], int] = secrets.randbelow,
        first: str = "table",
        game: str = "",
        damaged: bool = False,
        speaker: Speaker | None = None,
        reviewer: Reviewer | None = None,
        workshop: Workshop | None = None,
        printing: Callable[[], Printing] = lambda: LETTERS,
        settled: Callable[[], None] = lambda: None,
    ) -> None:
        self.referee = referee
        self.controls = controls
        self.lot = lot
        self.first = first
        self.game = game
        self._settings_file = settings_file
        self._pictures = pictures
        self._speaker = speaker
        self.reviewer = reviewer
        self.workshop = workshop
        self._printing = printing
        self._settled = settled
        self._printed: Printing = LETTERS
        self._drawn: int | None = None
        self._heard: Any = None
        self._playing = False
        self._before = "home"
        self._pages: dict[str, Page] = {}
        self._unread = iter(RULES)
        super().__init__()
        settings = settings or Settings()
        self._apply(replace(settings, language=language or settings.language, palette=palette or settings.palette))
        self.notice = text("settings.damaged", file=str(settings_file)) if damaged else NOTHING

    @property
    def simulated(self) -> bool:
        """Whether the table is drawn, not real."""
        return self.controls is not None

    def has(self, page: str) -> bool:
        """Whether there is such a page."""
        return page in SCREENS

    def build(self) -> FloatLayout:
        """The window's content: one page at a time."""
        LabelBase.register(self.theme.font, f"data/fonts/{self.theme.font}.ttf")
        load_rules(WIDGET_RULES)
        # The white that plain shapes are coloured from is the same all over. Where a processor draws, not to smooth it
        # makes every picture of the screen a fifth cheaper.
        white = Rectangle(size=(1, 1)).texture
        white.min_filter = white.mag_filter = "nearest"
        Window.bind(size=self._window_sized)
        self.root = FloatLayout()
        self._apply(self.settings)
        self._playing = self._plays()
        self.open(self.first)
        return self.root

    def open(self, name: str) -> None:
        """Show this page; the table's stands for the game that is played, and for a new one where none is."""
        if name == "table":
            game = game_of(self.referee.state)
            name = game.page if self.referee.state.names else "newgame"
        if name == self.page_name:
            return
        if self.page_name in _WAY_BACK:
            self._before = self.page_name
        if self.page is not None:
            self.page.leave()
        self.page_name, self.page = name, self._pages.get(name) or self._made(name)
        self.root.clear_widgets()
        self.root.add_widget(self.page)
        self.page.enter()
        self.page.draw(self.referee.state)

    def _made(self, name: str) -> Page:
        for rules in SCREENS[name].rules:
            load_rules(rules)
        self._pages[name] = SCREENS[name].page()
        return self._pages[name]

    def back(self) -> None:
        """To the table or the first page, whichever was shown before."""
        self.open(self._before)

    def on_start(self) -> None:
        """Look at the referee once a frame; threads only fill queues, and nothing is waited for."""
        self.tick()
        Clock.schedule_interval(self.tick, 0)
        Clock.schedule_interval(self._read_on, 0)

    def _read_on(self, *_: Any) -> bool:
        """Once a page is shown, read the rules of the others, one file a frame: nobody waits for them then."""
        rules = next(self._unread, None)
        if rules is None:
            self._settled()
            return False
        load_rules(rules)
        return True

    def on_stop(self) -> None:
        """The window is gone."""
        Clock.unschedule(self.tick)
        Clock.unschedule(self._read_on)
        if self._speaker is not None:
            self._speaker.stop()
        Window.unbind(size=self._window_sized)

    def tick(self, *_: Any) -> None:
        """Draw what is new."""
        self._look_at_dice()
        # The number first: a state that comes in between is drawn now, and once more at the next frame.
        version = self.referee.version
        if version != self._drawn:
            self._drawn = version
            self._follow()
            state = self.referee.state
            self.page.draw(state)
            self._sound(state)
        self.page.tick()

    def _look_at_dice(self) -> None:
        """Other dice may lie there by now, or be looked back at: everything is said as it stands on them."""
        printing = self._printing() if self.page.printing is None else self.page.printing
        if printing != self._printed:
            self._printed = printing
            self.say = Catalogue(self.language, printing).say

    def _sound(self, state: Any) -> None:
        before, self._heard = self._heard, state
        listen = game_of(state).heard
        if self._speaker is None or listen is None or type(before) is not type(state):
            return
        heard = listen(before, state)
        if heard is not None:
            self._speaker.tell(heard, self.say, self.language, sound=self.settings.sound, voice=self.settings.voice)

    def _plays(self) -> bool:
        return game_of(self.referee.state).playing(self.referee.state)

    def _follow(self) -> None:
        """Where a match begins, everyone wants to see its table; one that is taken back leaves none to be seen."""
        playing = self._plays()
        if playing and not self._playing:
            self.open("table")
        elif not self.referee.state.names and self.page_name in ("table", "detective"):
            self.open("newgame")
        self._playing = playing

    def newest_picture(self, across: float) -> Any:
        """The newest shot of the table, for a place so many pixels wide; None while none may be seen."""
        return self._pictures.newest(int(across)) if self._pictures is not None else None

    def keep(self, settings: Settings) -> None:
        """These are the settings from now on; what cannot be written is said, and holds until the window closes."""
        self._apply(settings)
        if self._settings_file is None:
            return
        try:
            save(settings, self._settings_file)
        except OSError as error:
            self.notice = text("settings.not_kept", why=str(error))
        else:
            self.notice = NOTHING

    def speak(self, language: str) -> None:
        """Show everything in this language from now on; raises ValueError for one that the screen does not speak."""
        self.keep(replace(self.settings, language=Catalogue(language).language))

    def paint(self, palette: str) -> None:
        """Show everything in these colours from now on."""
        self.keep(replace(self.settings, palette=palette))

    def _apply(self, settings: Settings) -> None:
        language = settings.language or preferred()
        if language != self.language:
            self.say, self.language = Catalogue(language, self._printed).say, language
        self.settings = settings
        self.theme = replace(self.theme, palette=palette_of(settings.palette, settings.high_contrast))
        Window.clearcolor = self.theme.palette.paper
        self._window_sized(Window, Window.size)

    def open_settings(self, *_: Any) -> None:
        """Kivy's own settings page is not for players."""

    def _window_sized(self, _: Any, size: tuple[float, float]) -> None:
        if min(size) > 1:
            self.theme = replace(self.theme, sizes=Sizes.of(*size, scale=TEXT_SIZES[self.settings.text_size]))
