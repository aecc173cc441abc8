"""`companion` with eyes: the app as people start it, and a file that says what stands on its screen.

Run as a script: file, then the arguments of `companion`. Only looks; whatever is touched is touched by real input.
"""

import json
import sys
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any


def watch(file: Path) -> None:
    """From now on write down what can be read and where the buttons are, a few times a second."""
    from kivy.app import App
    from kivy.clock import Clock
    from kivy.core.window import Window

    from tests.companion.ui.hands import Hands

    looks = count()

    def look(_: Any) -> None:
        app: Any = App.get_running_app()
        if app is None or app.root is None:
            return
        hands = Hands(SimpleNamespace(root=app.root, app=app))
        places = []
        for press in hands.presses():
            x, y = press.to_window(*press.center)
            said = press.text or app.say(getattr(press, "title", "")) or app.say(getattr(press, "name", ""))
            places.append((said, round(x), round(Window.height - y), not press.disabled))
        new = file.with_suffix(".new")
        new.write_text(json.dumps({"look": next(looks), "texts": hands.texts(), "presses": places}), "utf-8")
        new.replace(file)

    Clock.schedule_interval(look, 0.15)


def main() -> None:
    """Prepare Kivy as `companion play` does, look, and start it."""
    from companion.cli import main as companion
    from companion.ui.window import prepare, require_window

    prepare(fullscreen=True)
    require_window()
    watch(Path(sys.argv[1]))
    companion(sys.argv[2:])


if __name__ == "__main__":
    main()
