"""The pages of the app, by name."""

from dataclasses import dataclass
from pathlib import Path

from companion.ui.board import page as board
from companion.ui.detective import screen as detective
from companion.ui.home import page as home
from companion.ui.mentiroso import screen as mentiroso
from companion.ui.newgame import page as newgame
from companion.ui.pages import Page
from companion.ui.review import page as review
from companion.ui.settings import page as settings
from companion.ui.setup import page as setup


@dataclass(frozen=True, slots=True)
class Screen:
    """A page, made when it is first opened, and the rules of its look."""

    page: type[Page]
    rules: tuple[Path, ...]


SCREENS: dict[str, Screen] = {
    "home": Screen(home.HomePage, home.RULES),
    "newgame": Screen(newgame.NewGamePage, newgame.RULES),
    "table": Screen(mentiroso.MentirosoScreen, mentiroso.RULES),
    "detective": Screen(detective.DetectiveScreen, detective.RULES),
    "board": Screen(board.BoardPage, board.RULES),
    "review": Screen(review.ReviewPage, review.RULES),
    "settings": Screen(settings.SettingsPage, settings.RULES),
    "setup": Screen(setup.SetupPage, setup.RULES),
}
