"""Killed in mid-hand and started again: the app goes on there, in either game."""

import os
import signal
import subprocess
import sys
from pathlib import Path

from companion.commands.parts import real_table
from companion.games.dice import DiceHand
from companion.journal.store import Journal
from companion.referee.detective.state import Phase as CoupPhase
from companion.referee.state import Phase
from tests.companion.ui.conftest import Opened
from tests.companion.ui.test_match import name_dice, wait

#: The app is played by touches until it stands in a phase; then it waits to be killed.
PLAY = """
import sys, time
from pathlib import Path
from companion.commands.parts import real_table
from companion.ui import panels
from companion.ui.launch import offscreen
from tests.companion.ui.hands import Hands

panels.SETTLE_S = 0.0
file, phase, *keys = sys.argv[1:]
with real_table(Path(file), None, None, None) as table:
    referee = table.referee
    with offscreen(referee, table.preview, size=(800, 480), language="en", lot=lambda _: 0, first="newgame") as stage:
        hands = Hands(stage)
        for words in keys:
            assert stage.until(lambda: any(words in (press.text, hands.app.say(getattr(press, "name", "")))
                                           and not press.disabled for press in hands.presses()), 60), words
            hands.tap(words)
        assert stage.until(lambda: referee.state.phase.value == phase, 60), referee.state
        print("playing", flush=True)
        time.sleep(120)
"""


def play_and_kill(file: Path, phase: str, *keys: str) -> None:
    """kill -9 in the phase to which these touches lead."""
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    playing = subprocess.Popen([sys.executable, "-c", PLAY, str(file), phase, *keys], stdout=subprocess.PIPE, env=env)
    assert playing.stdout is not None
    try:
        assert playing.stdout.readline() == b"playing\n"
    finally:
        playing.send_signal(signal.SIGKILL)
        playing.wait(30)
        playing.stdout.close()


def kinds_of(file: Path) -> list[str]:
    """What stands in the journal of the only match."""
    with Journal.open(file, read_only=True) as journal:
        (head,) = journal.matches()
        return [entry.kind for entry in journal.events(head.match)]


def test_killed_while_a_claim_stands_the_hand_is_played_to_its_verdict(opened: Opened, tmp_path: Path) -> None:
    """The first page offers to go on, the claim still stands, and the call of it is judged."""
    file = tmp_path / "journal.sqlite3"
    play_and_kill(file, "answer", "Begin", "Draw the lot", "king", "king", "jack", "red", "black", "Pass the dice")
    with real_table(file, None, None, None) as table:
        hands = opened(table.referee, table.preview, first="home")
        wait(hands, lambda state: state.phase is Phase.ANSWER)
        assert hands.reads("A, B, C, D; hand 1")
        hands.touch(hands.tile("Continue"))
        assert hands.reads("B: believe or call?")
        assert hands.reads("a pair of kings with jack, red and black")
        hands.tap("✘ CALL")
        wait(hands, lambda state: state.phase is Phase.RULING)
        name_dice(hands, DiceHand.parse("KKQ87"))
        wait(hands, lambda state: state.phase is Phase.VERDICT)
        match = table.referee.state.match
        assert match is not None
        assert match.points == (0, 1, 0, 0)
    kinds = kinds_of(file)
    assert kinds.index("resumed") < kinds.index("called")


def test_killed_in_the_middle_of_a_coup_the_bets_go_on(opened: Opened, tmp_path: Path) -> None:
    """Detective Poker: dealt, killed, and the same player bets."""
    file = tmp_path / "journal.sqlite3"
    play_and_kill(file, "bets", "Detective", "Begin", "Draw the lot", "Dealt")
    with real_table(file, None, None, None) as table:
        hands = opened(table.referee, table.preview, first="home")
        wait(hands, lambda state: state.phase is CoupPhase.BETS)
        hands.touch(hands.tile("Continue"))
        assert hands.reads("B: your bet")
        hands.touch(next(press for press in hands.presses() if press.text.endswith(" C")))
        hands.tap("Bet")
        wait(hands, lambda state: len(state.game.bets) == 1)
        assert hands.reads("C: your bet")
    assert kinds_of(file)[-1] == "bet_placed"
