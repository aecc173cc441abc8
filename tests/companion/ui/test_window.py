"""Whether and how a window opens; tried in a process of its own where Kivy's first import matters."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from companion.ui.window import display_available

HAND = """
from pathlib import Path
import sys
from companion.ui.launch import offscreen
from companion.ui.languages import Catalogue
from tests.companion.ui.tables import Table, begun

with offscreen(Table(*begun()), language="fr", size=(800, 480)) as stage:
    assert stage.until(lambda: stage.root is not None)
    stage.screenshot(Path(sys.argv[1]))
    # Larger than the window was opened: nothing may be missing or left over.
    stage.resize(1280, 800)
    pixels = stage.pixels()
    assert pixels.shape == (800, 1280, 3)
    assert abs(pixels[2, 2] - pixels[797, 1277].astype(int)).max() <= 1, (pixels[2, 2], pixels[797, 1277])
"""

REFUSED = """
from companion.ui.launch import run_window
from companion.ui.window import NoDisplay
from tests.companion.ui.tables import Table

try:
    run_window(Table())
except NoDisplay as refusal:
    raise SystemExit(str(refusal))
"""


def run(script: str, *arguments: str, **environ: str) -> subprocess.CompletedProcess[str]:
    """Run a script in a fresh Python with no display but those given."""
    inherited = {n: v for n, v in os.environ.items() if not n.startswith(("KIVY", "SDL", "DISPLAY", "WAYLAND"))}
    return subprocess.run(
        [sys.executable, "-c", script, *arguments],
        env=inherited | {"PYTHONPATH": os.pathsep.join(sys.path)} | environ,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize(
    ("environ", "platform", "available"),
    [
        ({}, "linux", False),
        ({"DISPLAY": ""}, "linux", False),
        ({"DISPLAY": ":4711"}, "linux", False),
        ({"DISPLAY": "nonsense"}, "linux", False),
        ({"DISPLAY": "far.away:0.0"}, "linux", True),
        ({"WAYLAND_DISPLAY": "wayland-0", "XDG_RUNTIME_DIR": "/nowhere"}, "linux", False),
        ({"SDL_VIDEODRIVER": "offscreen", "DISPLAY": "far.away:0"}, "linux", False),
        ({"SDL_VIDEODRIVER": "dummy"}, "win32", False),
        ({"SDL_VIDEODRIVER": "kmsdrm"}, "linux", True),
        ({}, "win32", True),
        ({}, "darwin", True),
    ],
)
def test_a_display_is_available_where_one_answers(environ: dict[str, str], platform: str, available: bool) -> None:
    """A variable alone is no display: the server must be there."""
    assert display_available(environ, platform) is available


def test_a_wayland_display_answers_by_its_socket(tmp_path: Path) -> None:
    """In the runtime folder."""
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "wayland-7"))
        assert display_available({"WAYLAND_DISPLAY": "wayland-7", "XDG_RUNTIME_DIR": str(tmp_path)}, "linux")


def test_offscreen_draws_a_picture_and_says_nothing(tmp_path: Path) -> None:
    """Kivy's log stays off stdout and stderr, its home where it is told, its arguments away from the command line."""
    picture, home = tmp_path / "hand.png", tmp_path / "kivy"
    done = run(HAND, str(picture), "--help", KIVY_HOME=str(home))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert picture.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = (int.from_bytes(picture.read_bytes()[i : i + 4]) for i in (16, 20))
    assert (width, height) == (800, 480)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere a desktop is always there")
@pytest.mark.parametrize(
    ("environ", "found"),
    [
        ({"DISPLAY": ":4711"}, "no X server, Wayland or console display answers"),
        ({"SDL_VIDEODRIVER": "x11", "DISPLAY": ":4711"}, "the window could not be opened"),
    ],
)
def test_no_display_is_said_in_one_sentence(environ: dict[str, str], found: str, tmp_path: Path) -> None:
    """What was expected, what was found, what to do; no traceback, no window."""
    done = run(REFUSED, KIVY_HOME=str(tmp_path), **environ)
    assert done.returncode == 1
    assert done.stderr.startswith(f"expected a display to open the companion on; {found}. Start it from a desktop")
    assert (len(done.stderr.splitlines()), done.stdout) == (1, "")
