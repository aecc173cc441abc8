"""Ways to open the screen. Nothing of Kivy is imported before a window is asked for."""

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from companion.ui.port import DemoControls, Pictures, Referee
from companion.ui.window import prepare, require_window

if TYPE_CHECKING:
    from companion.ui.stage import Stage

SIZE = (1280, 800)


def run_window(
    referee: Referee,
    pictures: Pictures | None = None,
    controls: DemoControls | None = None,
    *,
    language: str = "en",
    palette: str = "dark",
    size: tuple[int, int] = SIZE,
    fullscreen: bool = False,
    lot: Callable[[int], int] = secrets.randbelow,
) -> None:
    """Open the window and stay until it is closed. Arguments as `CompanionApp`. Raises NoDisplay."""
    prepare(size, fullscreen=fullscreen)
    require_window()
    from companion.ui.app import CompanionApp  # noqa: PLC0415 - Kivy is prepared first

    CompanionApp(referee, pictures, controls, language=language, palette=palette, lot=lot).run()


@contextmanager
def offscreen(
    referee: Referee,
    pictures: Pictures | None = None,
    controls: DemoControls | None = None,
    *,
    language: str = "en",
    palette: str = "dark",
    size: tuple[int, int] = SIZE,
    lot: Callable[[int], int] = secrets.randbelow,
) -> Iterator["Stage"]:
    """The same app in a window that no screen shows, its crank turned by hand. Raises NoDisplay where that fails."""
    prepare(size, offscreen=True)
    require_window()
    from companion.ui.app import CompanionApp  # noqa: PLC0415
    from companion.ui.stage import Stage  # noqa: PLC0415

    app = CompanionApp(referee, pictures, controls, language=language, palette=palette, lot=lot)
    with Stage(app) as stage:
        # A second app in the same process finds the window of the first.
        stage.resize(*size)
        yield stage
