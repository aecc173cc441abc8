"""An evening at the simulated table: `python -m benchmarks.evening [--hands N] [--pace S]`.

Camera, box, reader, journal, pictures and screen all at work, hand after hand; between the hands other pages are opened
and the language is switched, as people do. Two hours hold about 180 calls. Without `--pace` they follow each other as
fast as the table plays them; with `--pace 40` one begins every forty seconds, and the evening takes two hours by the
clock.
"""

import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import click

from benchmarks.clock import Watch
from benchmarks.rows import tell
from companion.commands.parts import Table, simulated_table
from companion.games.dice import DiceHand
from companion.referee import events as e
from companion.referee.state import Phase
from companion.ui.launch import offscreen

PATIENCE_S = 120.0
SIZE = (1280, 800)
PAGES = ("board", "review", "settings", "home")
LANGUAGES = ("en", "es", "fr")
#: So many hands until all pages have been opened and all panels made: memory is compared from there on.
WARM = 12


@click.command()
@click.option("--hands", default=180, show_default=True, help="Calls in the evening.")
@click.option("--pace", default=0.0, show_default=True, help="Seconds from one hand to the next, at least.")
def main(hands: int, pace: float) -> None:
    """Measures and prints; nothing is left behind."""
    if hands < 3 * WARM:
        raise click.UsageError(f"expected at least {3 * WARM} hands, found {hands}: memory is compared after {WARM}")
    with tempfile.TemporaryDirectory() as folder, simulated_table(Path(folder) / "journal.sqlite3", new=True) as table:
        assert table.hands is not None
        with offscreen(table.referee, table.preview, table.hands, size=SIZE, language="en") as stage, Watch() as watch:
            evening = _Evening(stage, table)
            for number in range(hands):
                begun = time.monotonic()
                evening.hand(number)
                evening.idle(begun + pace)
    held, spent = evening.held, evening.spent
    part = max(1, (hands - WARM) // 4)
    early, late = median(held[WARM : WARM + part]), median(held[-part:])
    tell("an evening: calls, time on the wall", f"{hands}, {watch.took.wall / 60:.1f} min")
    tell("processor time, of one core", f"{watch.took.cpu / watch.took.wall:.0%}")
    tell("processor time a hand, first quarter", f"{median(spent[WARM : WARM + part]):.2f} s")
    tell("processor time a hand, last quarter", f"{median(spent[-part:]):.2f} s", "as in the first")
    tell("memory, first quarter", f"{early:.0f} MB")
    tell("memory, last quarter", f"{late:.0f} MB", "flat")
    tell("grown a hour of play", f"{(late - early) / (0.75 * (hands - WARM)) * 90:+.1f} MB", "flat")


class _Evening:
    """Two people who play all evening; what each hand cost."""

    def __init__(self, stage: Any, table: Table) -> None:
        self._stage, self._table = stage, table
        self.held: list[float] = []
        """Memory after each hand, in MB."""
        self.spent: list[float] = []
        """Processor time of each hand, in seconds."""
        self._wait(lambda state: state.camera is state.box is e.Link.READY)

    def _wait(self, there: Callable[[Any], bool]) -> None:
        referee = self._table.referee
        if not self._stage.until(lambda: there(referee.state), PATIENCE_S):
            raise click.ClickException(f"stuck at {referee.state.phase.value} for {PATIENCE_S:.0f} s")

    def idle(self, until: float) -> None:
        """People talk; the screen goes on."""
        self._stage.until(lambda: time.monotonic() >= until, max(0.0, until - time.monotonic()) + 1)

    def hand(self, number: int) -> None:
        """Thrown, claimed, called, read or named; then a look at another page, in another language."""
        with Watch() as watch:
            self._play()
            app = self._stage.app
            app.open(PAGES[number % len(PAGES)])
            app.speak(LANGUAGES[number % len(LANGUAGES)])
            self._stage.crank(20)
            app.open("table")
            self._stage.crank(5)
        self.spent.append(watch.took.cpu)
        self.held.append(resident_mb())

    def _play(self) -> None:
        referee, parts = self._table.referee, self._table.hands
        assert parts is not None
        if referee.state.phase in (Phase.SEATING, Phase.OVER):
            referee.post(e.MatchBegun(("Ana", "Bo", "Cleo"), 5, simulated=True))
            referee.post(e.StarterDrawn(0))
        if referee.state.phase is Phase.VERDICT:
            referee.post(e.NextHandBegun())
        self._wait(lambda state: state.phase is Phase.CLAIM)
        parts.throw()
        self._wait(lambda state: state.cup_down is True)
        seat = referee.state.turn
        assert seat is not None
        referee.post(e.ClaimConfirmed(seat, DiceHand.from_rank(100)))
        self._wait(lambda state: state.phase is Phase.ANSWER)
        parts.lift_cup()
        self._wait(lambda state: state.phase in (Phase.VERDICT, Phase.OVER, Phase.RULING))
        if referee.state.phase is Phase.RULING:
            referee.post(e.RulingGiven(parts.dice, "players"))
            self._wait(lambda state: state.phase in (Phase.VERDICT, Phase.OVER))


def resident_mb() -> float:
    """What the process holds in memory; 0 where the system does not say."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


if __name__ == "__main__":
    main()
