"""Ways to open the screen. Nothing of Kivy is imported before a window is asked for.

Python's search for garbage stands everything still while it looks at all objects that there are: more than a tenth of a
second, once a window is made. So what was made until the app has settled is left out of it (`gc.freeze`).
"""

import gc
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from companion.games.dice import LETTERS, Printing
from companion.setup.workshop import Workshop
from companion.ui.port import DemoControls, Pictures, Referee
from companion.ui.review.port import Reviewer
from companion.ui.settings.store import Settings, load_or_defaults
from companion.ui.window import prepare, require_window

if TYPE_CHECKING:
    from companion.ui.stage import Stage

SIZE = (1280, 800)


def run_window(
    referee: Referee,
    pictures: Pictures | None = None,
    controls: DemoControls | None = None,
    *,
    language: str | None = None,
    palette: str | None = None,
    size: tuple[int, int] = SIZE,
    fullscreen: bool = False,
    lot: Callable[[int], int] = secrets.randbelow,
    settings_file: Path | None = None,
    reviewer: Reviewer | None = None,
    workshop: Workshop | None = None,
    game: str = "",
    printing: Callable[[], Printing] = lambda: LETTERS,
) -> None:
    """Open the window on the first page and stay until it is closed. Arguments as `CompanionApp`; the settings are
    read from their file, and a damaged one is said on the screen; `game`: a new match of this one is wanted, where none
    goes on. Raises NoDisplay.
    """
    prepare(size, fullscreen=fullscreen)
    require_window()
    from companion.ui.app import CompanionApp  # noqa: PLC0415 - Kivy is prepared first
    from companion.ui.sound.speaker import Speaker  # noqa: PLC0415

    settings, damaged = load_or_defaults(settings_file) if settings_file is not None else (Settings(), False)
    CompanionApp(
        referee,
        pictures,
        controls,
        settings=settings,
        settings_file=settings_file,
        damaged=damaged,
        language=language,
        palette=palette,
        lot=lot,
        first="newgame" if game and not referee.state.names else "home",
        game=game,
        speaker=Speaker(),
        reviewer=reviewer,
        workshop=workshop,
        printing=printing,
        settled=gc.freeze,
    ).run()


@contextmanager
def offscreen(
    referee: Referee,
    pictures: Pictures | None = None,
    controls: DemoControls | None = None,
    *,
    language: str | None = None,
    palette: str | None = None,
    size: tuple[int, int] = SIZE,
    lot: Callable[[int], int] = secrets.randbelow,
    settings: Settings | None = None,
    first: str = "table",
) -> Iterator["Stage"]:
    """The same app in a window that no screen shows, its crank turned by hand. Raises NoDisplay where that fails."""
    prepare(size, offscreen=True)
    require_window()
    from companion.ui.app import CompanionApp  # noqa: PLC0415
    from companion.ui.stage import Stage  # noqa: PLC0415

    app = CompanionApp(
        referee,
        pictures,
        controls,
        settings=settings,
        language=language,
        palette=palette,
        lot=lot,
        first=first,
        settled=gc.freeze,
    )
    try:
        with Stage(app) as stage:
            # A second app in the same process finds the window of the first.
            stage.resize(*size)
            yield stage
    finally:
        gc.unfreeze()
