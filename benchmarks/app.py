"""The app as people feel it: `python -m benchmarks.app [--hands N] [--minutes M]`; `make bench` runs the short form.

Start to first frame, touch to drawn, the preview while the reader works, lift to verdict, and what an evening costs.
Everything is drawn offscreen by whatever renders here: with software rendering the figures are those of the processor.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import click

from benchmarks.rows import tell
from benchmarks.scenes import SCENES, Scene, Still
from companion.commands.parts import Table, simulated_table
from companion.games.dice import DiceHand
from companion.referee import events as e
from companion.referee.state import Phase
from companion.ui.launch import offscreen
from vision.drawn.cup import CLEAR_S

PATIENCE_S = 60.0
SIZE = (1280, 800)
FIRST_FRAME = """
from benchmarks.scenes import SCENES, Still
from companion.ui.launch import offscreen

table = Still(SCENES[0])
with offscreen(table, table, size=(1280, 800), first="home") as stage:
    stage.crank(1)
    print("drawn", flush=True)
"""


@click.command()
@click.option("--hands", default=3, show_default=True, help="Calls whose time to the verdict is measured.")
@click.option("--minutes", default=0.5, show_default=True, help="Length of the simulated evening.")
def main(hands: int, minutes: float) -> None:
    """Measures and prints; nothing is left behind."""
    tell("start to first frame", f"{_first_frame():.2f} s", "3 s")
    scene = next(scene for scene in SCENES if scene.name == "claim to beat")
    _touches(scene)
    with tempfile.TemporaryDirectory() as folder, simulated_table(Path(folder) / "journal.sqlite3", new=True) as table:
        try:
            _table(table, hands)
        except _Stuck as stuck:
            tell("the simulated table is stuck", str(stuck))
    _evening(scene, minutes)


class _Stuck(Exception):  # noqa: N818 - named as people say it
    """The simulated table does not get on; the other figures are measured all the same."""


def _first_frame() -> float:
    begun = time.monotonic()
    with subprocess.Popen([sys.executable, "-c", FIRST_FRAME], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        taken = time.monotonic() - begun
        process.communicate(timeout=PATIENCE_S)
    return taken


def _touches(scene: Scene) -> None:
    """Faces tapped one after another: from the finger coming down to the frame that shows the new die."""
    table = Still(scene)
    taken = []
    with offscreen(table, table, settings=scene.settings, size=SIZE, language="en") as stage:
        from kivy.tests.common import UnitTestTouch  # noqa: PLC0415 - Kivy is prepared by `offscreen`

        _unhurried(stage)
        stage.crank(5)
        keys = [key for key in _presses(stage.root) if getattr(key, "letter", "")]
        for turn in range(30):
            key = keys[turn % len(keys)]
            touch = UnitTestTouch(*key.to_window(*key.center))
            begun = time.perf_counter()
            touch.touch_down()
            touch.touch_up()
            stage.crank(1)
            taken.append(time.perf_counter() - begun)
    _times("touch to drawn", taken, "100 ms")


def _unhurried(stage: Any) -> None:
    """No waiting for the next sixtieth of a second: the work is measured, not the clock."""
    from kivy.clock import Clock  # noqa: PLC0415

    Clock._max_fps = 0


def _presses(root: Any) -> list[Any]:
    from companion.ui.widgets import Press  # noqa: PLC0415

    return [widget for widget in root.walk() if isinstance(widget, Press)]


def _times(what: str, taken: list[float], target: str = "") -> None:
    ordered = sorted(taken)
    late = ordered[min(len(ordered) - 1, round(0.95 * len(ordered)))]
    tell(what, f"{median(ordered) * 1e3:.0f} ms, p95 {late * 1e3:.0f} ms", target)


def _table(table: Table, hands: int) -> None:
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
        taken, sure, frames, seconds = [], 0, 0, 0.0
        for number in range(hands):
            wait(lambda: referee.state.phase is Phase.CLAIM)
            parts.throw()
            wait(lambda: referee.state.cup_down is True)
            seat = referee.state.turn
            assert seat is not None
            referee.post(e.ClaimConfirmed(seat, DiceHand.from_rank(100)))
            wait(lambda: referee.state.phase is Phase.ANSWER)
            if number == 0:
                frames, seconds = _preview(stage, table, 3.0)
            parts.lift_cup()
            begun = time.monotonic()
            wait(lambda: referee.state.phase in (Phase.VERDICT, Phase.RULING))
            if referee.state.phase is Phase.VERDICT:
                taken.append(time.monotonic() - begun)
                sure += 1
            else:
                referee.post(e.RulingGiven(parts.dice, "Bo"))
                wait(lambda: referee.state.phase is Phase.VERDICT)
            referee.post(e.NextHandBegun())
    tell("preview while a claim stands", f"{frames / seconds:.1f} pictures a second", "30")
    tell("calls that the camera was sure of", f"{sure} of {hands}")
    if taken:
        _times("lift to verdict", taken)
        _times("dice clear to verdict", [max(0.0, t - CLEAR_S) for t in taken], "700 ms")


def _preview(stage: Any, table: Table, seconds: float) -> tuple[int, float]:
    """How many different pictures were drawn in so many seconds."""
    seen = set()
    begun = time.monotonic()
    while (now := time.monotonic()) - begun < seconds:
        stage.crank(1)
        shot = table.preview.newest()
        if shot is not None:
            seen.add(shot.count)
    return len(seen), now - begun


def _evening(scene: Scene, minutes: float) -> None:
    """Play as fast as the screen can draw it: what is left in memory, and what each step costs."""
    table = Still(scene)
    played = 0
    with offscreen(table, table, settings=scene.settings, size=SIZE, language="en") as stage:
        _unhurried(stage)
        _play(table, stage, 30)
        before, cpu, frames = _resident_mb(), time.process_time(), 0
        begun = time.monotonic()
        while time.monotonic() - begun < 60 * minutes or played < 30:
            frames += _play(table, stage, 1)
            played += 1
        after, spent = _resident_mb(), time.process_time() - cpu
    tell("an evening: steps of play, frames", f"{played}, {frames}")
    tell("processor time a step", f"{spent / played * 1e3:.0f} ms")
    tell("memory after thirty steps, at the end", f"{before:.0f} MB, {after:.0f} MB", "flat")


def _play(table: Still, stage: Any, steps: int) -> int:
    """Claim, call, ruling, next hand; a match that is over is begun again."""
    frames = 0
    for _ in range(steps):
        for event in _step(table):
            table.post(event)
            stage.crank(2)
            frames += 2
    return frames


def _step(table: Still) -> list[Any]:
    state = table.state
    if state.phase in (Phase.SEATING, Phase.OVER):
        return [e.MatchBegun(("Ana", "Bruno", "Chloé"), 5), e.StarterDrawn(0)]
    if state.phase is Phase.VERDICT:
        return [e.NextHandBegun()]
    if state.phase is Phase.CLAIM:
        assert state.turn is not None and state.match is not None
        higher = state.match.to_beat.rank + 1 if state.match.to_beat else 47
        return [e.ClaimConfirmed(state.turn, DiceHand.from_rank(min(252, higher)))]
    if state.phase is Phase.ANSWER:
        assert state.turn is not None
        return [e.Called(state.turn)]
    return [e.RulingGiven(DiceHand.from_rank(46), "players")]


def _resident_mb() -> float:
    """What the process holds in memory; 0 where the system does not say."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


if __name__ == "__main__":
    main()
