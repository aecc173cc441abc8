"""The app as people feel it: `python -m benchmarks.app [--hands N] [--seconds S]`; `make bench` runs the short form.

Start to first frame, touch to drawn, the preview, lift to verdict; each on the wall and in processor time. The last two
are measured twice: on the table that is drawn while it is played, and with frames that were drawn beforehand and are
decoded as those of a webcam, which is what a table with a real camera pays. Everything is drawn offscreen by whatever
renders here: with software rendering the figures are those of the processor.

Dice are clear when neither the cup nor its shadow lies over them; the cup is in the picture for a third of a second
more. Where others work on the same machine they take their share, whatever they are told to leave: only figures of a
machine that does nothing else are the app's.
A whole evening is `benchmarks.evening`.
"""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import click

from benchmarks.clock import Took, Watch, of_process, tell_times
from benchmarks.recorded import RecordedCamera, record
from benchmarks.rows import tell
from benchmarks.scenes import SCENES, Scene, Still
from companion.commands.parts import Table, simulated_table
from companion.games.dice import DiceHand
from companion.referee import events as e
from companion.referee.state import Phase
from companion.ui.launch import offscreen
from vision.drawn.cup import CLEAR_S, SEAT_S

PATIENCE_S = 60.0
CALLED_AFTER_S = SEAT_S + 0.5
SIZE = (1280, 800)
#: As `companion play` opens, but in a window that no screen shows.
START = """
import os, sys, tempfile
from pathlib import Path
import companion.cli
from companion.commands.parts import {table}
from companion.ui.launch import offscreen

with tempfile.TemporaryDirectory() as folder, {table}(Path(folder) / "journal.sqlite3", {rest}) as table:
    with offscreen(table.referee, table.preview, table.hands, size=(1280, 800), first="home") as stage:
        stage.crank(1)
        print("drawn", flush=True)
        # Nothing of the end is measured.
        os._exit(0)
"""
STARTS = {
    "start to first frame, a table of touch alone": START.format(table="real_table", rest="None, None, None, new=True"),
    "start to first frame, the simulated table": START.format(table="simulated_table", rest="new=True"),
}


@click.command()
@click.option("--hands", default=3, show_default=True, help="Calls whose time to the verdict is measured.")
@click.option("--starts", default=3, show_default=True, help="Starts of each kind; the first fills the disk's cache.")
@click.option("--seconds", default=3.0, show_default=True, help="How long the preview is counted.")
def main(hands: int, starts: int, seconds: float) -> None:
    """Measures and prints; nothing is left behind."""
    for what, script in STARTS.items():
        _start(what, script, starts)
    _touches(next(scene for scene in SCENES if scene.name == "claim to beat"))
    for where, camera in (("the drawn table", None), ("recorded frames", RecordedCamera(record(hands)))):
        with (
            tempfile.TemporaryDirectory() as folder,
            simulated_table(Path(folder) / "journal.sqlite3", new=True, camera=camera) as table,
        ):
            try:
                _table(table, hands, seconds, where)
            except _Stuck as stuck:
                tell(f"{where}: stuck", str(stuck))


class _Stuck(Exception):  # noqa: N818 - named as people say it
    """The simulated table does not get on; the other figures are measured all the same."""


def _start(what: str, script: str, times: int) -> None:
    taken = [of_process(script, PATIENCE_S, b"drawn") for _ in range(times)]
    tell(what, f"{median(each.wall for each in taken):.2f} s", "3 s")
    tell("  of it processor time", f"{median(each.cpu for each in taken):.2f} s")


def _touches(scene: Scene) -> None:
    """Faces tapped one after another: from the finger coming down to the frame that shows the new die."""
    table = Still(scene)
    taken = []
    with offscreen(table, table, settings=scene.settings, size=SIZE, language="en") as stage:
        from kivy.tests.common import UnitTestTouch  # noqa: PLC0415 - Kivy is prepared by `offscreen`

        stage.crank(5)
        keys = [key for key in _presses(stage.root) if getattr(key, "letter", "")]
        with unhurried():
            for turn in range(30):
                key = keys[turn % len(keys)]
                touch = UnitTestTouch(*key.to_window(*key.center))
                with Watch() as watch:
                    touch.touch_down()
                    touch.touch_up()
                    stage.crank(1)
                taken.append(watch.took)
    tell_times("touch to drawn", taken, "100 ms")


@contextmanager
def unhurried() -> Iterator[None]:
    """No waiting for the next sixtieth of a second: the work is measured, not the clock.

    Afterwards it is waited for again: a screen that is drawn without a pause leaves the readers no time.
    """
    from kivy.clock import Clock  # noqa: PLC0415

    before, Clock._max_fps = Clock._max_fps, 0
    try:
        yield
    finally:
        Clock._max_fps = before


def _presses(root: Any) -> list[Any]:
    from companion.ui.widgets import Press  # noqa: PLC0415

    return [widget for widget in root.walk() if isinstance(widget, Press)]


def _table(table: Table, hands: int, seconds: float, where: str) -> None:
    """The simulated table, with the reader at work and the screen at its usual sixty frames a second."""
    referee, parts = table.referee, table.hands
    assert parts is not None
    with offscreen(referee, table.preview, parts, size=SIZE, language="en") as stage:

        def wait(there: Callable[[], bool]) -> None:
            if not stage.until(there, PATIENCE_S):
                raise _Stuck(f"at {referee.state.phase.value} after {PATIENCE_S:.0f} s: the machine is too busy")

        wait(lambda: referee.state.camera is referee.state.box is e.Link.READY)
        referee.post(e.MatchBegun(("Ana", "Bo"), 99, simulated=True))
        referee.post(e.StarterDrawn(0))
        taken, sure = [], 0
        shown, waited = 0, 0.0
        for number in range(hands):
            wait(lambda: referee.state.phase is Phase.CLAIM)
            parts.throw()
            wait(lambda: referee.state.cup_down is True)
            seat = referee.state.turn
            assert seat is not None
            referee.post(e.ClaimConfirmed(seat, DiceHand.from_rank(100)))
            wait(lambda: referee.state.phase is Phase.ANSWER)
            # Nobody calls before the cup stands; lifted earlier, it would turn halfway and be gone sooner.
            stage.until(lambda: False, CALLED_AFTER_S)
            if number == 0:
                _preview(stage, seconds, where)
            parts.lift_cup()
            seen = _Seen(stage)
            with Watch() as watch:
                wait(partial(_decided, referee, seen))
            shown, waited = shown + seen.count, waited + watch.took.wall
            if referee.state.phase is Phase.VERDICT:
                taken.append(watch.took)
                sure += 1
            else:
                referee.post(e.RulingGiven(parts.dice, "Bo"))
                wait(lambda: referee.state.phase is Phase.VERDICT)
            referee.post(e.NextHandBegun())
    tell(
        f"{where}: preview from lift to verdict, with the reader running",
        f"{shown / waited:.1f} pictures a second",
        "30",
    )
    tell(f"{where}: calls that the camera was sure of", f"{sure} of {hands}")
    tell_times(f"{where}: lift to verdict", taken)
    tell_times(
        f"{where}: dice clear to verdict", [Took(max(0.0, each.wall - CLEAR_S), each.cpu) for each in taken], "700 ms"
    )


def _decided(referee: Any, seen: "_Seen") -> bool:
    """Whether the dice were read, or people are asked; the pictures shown meanwhile are counted."""
    seen.look()
    return referee.state.phase in (Phase.VERDICT, Phase.RULING)


class _Seen:
    """Counts the different pictures of the table that the screen has drawn."""

    def __init__(self, stage: Any) -> None:
        self._picture = stage.app.page.ids.picture
        self._last = self._picture.shown
        self.count = 0

    def look(self) -> bool:
        """Once a frame of the screen; False."""
        if self._picture.shown not in (None, self._last):
            self._last = self._picture.shown
            self.count += 1
        return False


def _preview(stage: Any, seconds: float, where: str) -> None:
    """How many different pictures were drawn in so many seconds, and how busy the processor was."""
    seen = _Seen(stage)
    with Watch() as watch:
        stage.until(seen.look, seconds)
    took = watch.took
    tell(f"{where}: preview while a claim stands", f"{seen.count / took.wall:.1f} pictures a second", "30")
    tell("  processor time, of one core", f"{took.cpu / took.wall:.0%}")
    tell("  processor time a picture", f"{took.cpu / max(1, seen.count) * 1e3:.0f} ms")


if __name__ == "__main__":
    main()
