"""Where the screen opens. The one place that settles Kivy's environment, which must happen before Kivy is imported."""

import logging
import os
import socket
import sys
from collections.abc import Mapping
from pathlib import Path

import platformdirs

OFFSCREEN = "offscreen"
#: SDL's drivers that draw to no screen at all.
_UNSEEN = {OFFSCREEN, "dummy"}
_SETTINGS = {
    "KIVY_NO_ARGS": "1",
    "KIVY_NO_CONFIG": "1",
    "KIVY_LOG_MODE": "PYTHON",
    # Kivy's own X11 window ends the process where no server answers.
    "KIVY_WINDOW": "sdl2",
}


class NoDisplay(RuntimeError):  # noqa: N818 - says what is the matter, as the reader of a traceback would
    """No window can be opened here; the message says why and what to do."""


def display_available(environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> bool:
    """Whether a window on a real screen can be opened: a desktop, an X or Wayland server that answers, or a console.

    Asking costs no more than a socket; nothing of Kivy is imported.
    """
    driver = environ.get("SDL_VIDEODRIVER")
    if driver:
        return driver not in _UNSEEN
    if not platform.startswith("linux"):
        return True
    return _wayland_answers(environ) or _x_answers(environ.get("DISPLAY", ""))


def _wayland_answers(environ: Mapping[str, str]) -> bool:
    name = environ.get("WAYLAND_DISPLAY")
    return bool(name) and (Path(environ.get("XDG_RUNTIME_DIR", "")) / str(name)).is_socket()


def _x_answers(display: str) -> bool:
    host, _, screen = display.rpartition(":")
    number = screen.partition(".")[0]
    if not number.isdigit():
        return False
    if host not in ("", "unix"):
        return True  # forwarded over the network; only opening it would tell
    for address in (f"/tmp/.X11-unix/X{number}", f"\0/tmp/.X11-unix/X{number}"):
        with socket.socket(socket.AF_UNIX) as client:
            try:
                client.connect(address)
            except OSError:
                continue
            return True
    return False


def prepare(size: tuple[int, int] = (1280, 800), *, offscreen: bool = False, fullscreen: bool = False) -> None:
    """Settle Kivy's environment and configuration. Call it before anything of Kivy is imported; again does no harm.

    Kivy's own log is kept down to errors and away from stdout, its command line and its `config.ini` are switched off,
    and its home folder lies where the system keeps application data (or where KIVY_HOME says).
    """
    if offscreen:
        os.environ["SDL_VIDEODRIVER"] = OFFSCREEN
    home = platformdirs.user_data_path("cubilete", appauthor=False) / "kivy"
    for name, value in (_SETTINGS | {"KIVY_HOME": str(home)}).items():
        os.environ.setdefault(name, value)
    logging.getLogger("kivy").addFilter(_worth_telling)

    from kivy.config import Config  # noqa: PLC0415 - the environment comes first

    Config.set("kivy", "log_level", "error")
    Config.set("kivy", "exit_on_escape", "0")
    Config.set("graphics", "multisamples", "0")
    Config.set("graphics", "maxfps", "60")
    Config.set("graphics", "width", str(size[0]))
    Config.set("graphics", "height", str(size[1]))
    Config.set("graphics", "fullscreen", "auto" if fullscreen else "0")
    if fullscreen:
        # Without a window manager, a window that was opened in the middle would be touched beside its keys.
        for name, value in {"position": "custom", "left": "0", "top": "0"}.items():
            Config.set("graphics", name, value)
    for name, _ in Config.items("input"):
        Config.remove_option("input", name)
    if not offscreen:
        # SDL turns fingers into mouse events; Kivy's readers of /dev/input would tell of each touch a second time.
        # And a right click is no second finger.
        Config.set("input", "mouse", "mouse,disable_multitouch")
    # Importing the rest of Kivy puts its logger back to its own level.
    import kivy  # noqa: F401, PLC0415

    logging.getLogger("kivy").setLevel(logging.ERROR)


def _worth_telling(record: logging.LogRecord) -> bool:
    """Whether the companion has to do with it; where xclip, xsel or a sound card is missing, Kivy cries as if lost."""
    return not record.getMessage().startswith(("Cutbuffer", "Clipboard", "xclip", "xsel", "Audio"))


def require_window() -> None:
    """Make sure that Kivy has a window; raises NoDisplay otherwise."""
    if not display_available() and os.environ.get("SDL_VIDEODRIVER") not in _UNSEEN:
        raise NoDisplay(_advice("no X server, Wayland or console display answers"))
    log = logging.getLogger("kivy")
    # The refusal says it in one sentence; Kivy would print a traceback for every way that it tried.
    log.disabled = True
    try:
        from kivy.core.window import Window  # noqa: PLC0415
    finally:
        log.disabled = False
    if Window is None:
        raise NoDisplay(_advice("the window could not be opened"))


def _advice(found: str) -> str:
    return (
        f"expected a display to open the companion on; {found}. "
        "Start it from a desktop, set DISPLAY or WAYLAND_DISPLAY, or let it draw offscreen."
    )
