"""A screen and a mouse of software, and the app on it as people start it: nothing is called, all is clicked."""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

import pytest

PATIENCE_S = 90.0
SIZE = (800, 480)
#: A panel takes no touch for 0.35 s after it appeared; people need longer to see it.
SIGHT_S = 0.5


@contextmanager
def screen() -> Iterator[dict[str, str]]:
    """An X server without a display, and the environment that leads there; skips where it cannot be had."""
    missing = [tool for tool in ("Xvfb", "xdotool") if shutil.which(tool) is None]
    if missing:
        pytest.skip(f"{' and '.join(missing)} not installed (Debian: apt install xvfb xdotool)")
    read, write = os.pipe()
    # -displayfd: the server looks for a free number itself, and says it once it answers.
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{SIZE[0]}x{SIZE[1]}x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=(write,), stderr=subprocess.DEVNULL) as server:
        os.close(write)
        with os.fdopen(read) as said:
            number = said.readline().strip()
        try:
            if not number:
                pytest.skip("Xvfb does not start here")
            hidden = ("KIVY", "SDL", "WAYLAND")
            yield {n: v for n, v in os.environ.items() if not n.startswith(hidden)} | {"DISPLAY": f":{number}"}
        finally:
            server.terminate()


class RealApp:
    """`companion` with these arguments on a screen; `click` and `see` as people do."""

    def __init__(self, environ: dict[str, str], folder: Path, *arguments: str) -> None:
        self._environ = environ | {
            "PYTHONPATH": os.pathsep.join(sys.path),
            "KIVY_HOME": str(folder / "kivy"),
            "XDG_CONFIG_HOME": str(folder / "config"),
            "XDG_DATA_HOME": str(folder / "data"),
            "LANG": "C",
        }
        self._eyes = folder / "seen.json"
        self._eyes.unlink(missing_ok=True)
        command = [sys.executable, "-m", "tests.companion.ui.seen_app", str(self._eyes), *arguments]
        self._process = subprocess.Popen(command, env=self._environ)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def kill(self) -> None:
        """No good-bye."""
        self._process.kill()
        self._process.wait(30)

    def seen(self) -> dict[str, Any]:
        """What stands on the screen now."""
        try:
            found: dict[str, Any] = json.loads(self._eyes.read_text("utf-8"))
        except FileNotFoundError:
            found = {"look": -1, "texts": [], "presses": []}
        return found

    def reads(self, words: str) -> bool:
        """Whether it stands anywhere on the screen now."""
        return any(words in text for text in self.seen()["texts"])

    def see(self, *words: str) -> str:
        """Wait until one of these can be read; which."""
        end = time.monotonic() + PATIENCE_S
        while True:
            for each in words:
                if self.reads(each):
                    return each
            assert self._process.poll() is None, "the app has gone"
            assert time.monotonic() < end, f"expected one of {words}, found {self.seen()}"
            time.sleep(0.1)

    def place(self, words: str) -> tuple[int, int]:
        """Where the button lies that says this, or begins with it, once it can be touched and stands still."""
        end = time.monotonic() + PATIENCE_S
        before: tuple[int, tuple[int, int] | None] = (-1, None)
        while True:
            seen = self.seen()
            on = [(said, (x, y)) for said, x, y, enabled in seen["presses"] if enabled]
            found = [at for said, at in on if said == words] + [at for said, at in on if said.startswith(f"{words} ")]
            if found and found[0] == before[1] and seen["look"] > before[0]:
                return found[0]
            if not found or found[0] != before[1]:
                before = (seen["look"], found[0] if found else None)
            assert self._process.poll() is None, "the app has gone"
            assert time.monotonic() < end, f"expected a button {words!r}, found {self.seen()['presses']}"
            time.sleep(0.1)

    def click_any(self, *words: str) -> str:
        """Click whichever of these buttons there is first; which."""
        end = time.monotonic() + PATIENCE_S
        while not (found := [each for each in words if self.is_there(each)]):
            assert time.monotonic() < end, f"expected one of {words}, found {self.seen()['presses']}"
            time.sleep(0.1)
        time.sleep(SIGHT_S)
        if self.is_there(found[0]):
            self.mouse("click", *self.place(found[0]))
            return found[0]
        return self.click_any(*words)

    def is_there(self, words: str) -> bool:
        """Whether a button that begins so can be touched."""
        return any(said.startswith(words) and enabled for said, _, _, enabled in self.seen()["presses"])

    def can_click(self, words: str) -> bool:
        """Whether there is such a button, and it does something."""
        return any(said == words and enabled for said, _, _, enabled in self.seen()["presses"])

    def click(self, *words: str) -> None:
        """Move the mouse to each of these buttons and click."""
        for each in words:
            self.place(each)
            time.sleep(SIGHT_S)
            self.mouse("click", *self.place(each))

    def hold(self, words: str) -> None:
        """Press the button and keep it down."""
        time.sleep(SIGHT_S)
        self.mouse("mousedown", *self.place(words))

    def let_go(self) -> None:
        """Wherever the mouse is."""
        subprocess.run(["xdotool", "mouseup", "1"], env=self._environ, check=True)

    def mouse(self, what: str, x: int, y: int) -> None:
        """As a hand does it: there first, then down."""
        subprocess.run(["xdotool", "mousemove", str(x), str(y)], env=self._environ, check=True)
        time.sleep(0.05)
        subprocess.run(["xdotool", what, "1"], env=self._environ, check=True)
        time.sleep(SIGHT_S)
