"""Whole matches by touch: by touch alone, with a camera and a box of software, with both lost, and after a kill."""

import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.commands.parts import Table as RealTable
from companion.commands.parts import real_table, simulated_table
from companion.games.dice import DiceHand
from companion.journal.store import Journal
from companion.referee import events as e
from companion.referee.state import Phase
from companion.ui.words import FACE
from tests.companion.ui.conftest import Opened
from tests.companion.ui.tables import Table

PATIENCE_S = 60.0
READER_S = 20.0


def name_dice(hands: Any, dice: DiceHand) -> None:
    """Tap in five dice, whatever was read of them."""
    for number, face in enumerate(dice.grouped):
        hands.touch(hands.dice()[number])
        hands.tap(hands.app.say(FACE[face]))
    hands.tap("These are the dice")


def test_M10_a_whole_match_by_touch_alone_with_eliminations_and_a_duel(opened: Opened) -> None:
    """Three players out at one point: one is out, the other two play the duel, one wins; places are known."""
    table = Table()
    hands = opened(table, lot=lambda _: 0, first="home")
    hands.touch(hands.tile("New game"))
    hands.tap("−", "Rules")
    for _ in range(4):
        hands.touch(hands.presses_saying("−")[0])
    hands.tap("Begin", "Draw the lot")
    # A claims a trio and has it: B pays.
    hands.tap("Trio", "king", "Pass the dice", "✘ CALL")
    name_dice(hands, DiceHand.parse("KKKQ8"))
    assert hands.reads("B takes a point and is out")
    hands.tap("Next hand")
    # The duel (M9: to the right of B): C opens, A believes and raises, C calls the lie.
    assert hands.reads("C: your claim")
    hands.tap("Pair", "jack", "Pass the dice", "✔ BELIEVE", "▲ next", "Pass the dice", "✘ CALL")
    name_dice(hands, DiceHand.parse("AKQJ8"))
    assert hands.reads("C wins")
    assert table.state.match.places == (2, 0, 1)
    assert table.state.phase is Phase.OVER
    assert [player.place for player in hands.app.page.view.players] == [2, 3, 1]
    kinds = Counter(type(event) for event in table.posted)
    assert kinds == {
        e.MatchBegun: 1, e.StarterDrawn: 1, e.ClaimConfirmed: 3, e.Called: 2, e.Believed: 1, e.RulingGiven: 2,
        e.NextHandBegun: 1,
    }  # fmt: skip


def wait(hands: Any, there: Callable[[Any], bool]) -> None:
    """Wait for the referee, then let the screen draw; a screen that draws all the time would slow the reader down."""
    referee = hands.app.referee
    assert referee.wait_for(there, PATIENCE_S), referee.state
    hands.stage.crank(3)


def play_call(hands: Any, table: RealTable) -> None:
    """The claim is called by lifting the cup; a person names the dice where the camera is not sure."""
    assert table.hands is not None
    dice = table.hands.dice
    hands.tap("Lift the cup")
    # A machine that is busy with other things reads slowly: then a person names the dice, as at a real table.
    table.referee.wait_for(lambda state: state.phase in (Phase.VERDICT, Phase.OVER, Phase.RULING), READER_S)
    hands.stage.crank(3)
    if table.referee.state.phase is Phase.READING:
        hands.tap("Tap in the dice")
    if table.referee.state.phase in (Phase.READING, Phase.RULING):
        name_dice(hands, dice)
    wait(hands, lambda state: state.phase in (Phase.VERDICT, Phase.OVER))
    ruling = table.referee.state.ruling
    assert ruling is not None
    assert ruling.actual in (dice, None)


def test_hands_with_a_camera_and_a_box_of_software_and_both_lost_in_the_middle(opened: Opened, tmp_path: Path) -> None:
    """The first hand is read by the camera, the second goes on by touch when cable and camera are gone."""
    with simulated_table(tmp_path / "journal.sqlite3", seed=3, new=True) as table:
        referee, parts = table.referee, table.hands
        assert parts is not None
        hands = opened(referee, table.preview, parts, lot=lambda _: 0, first="newgame")
        wait(hands, lambda state: state.camera is state.box is e.Link.READY)
        hands.tap("−", "Begin")
        wait(hands, lambda state: state.phase is Phase.LOT)
        hands.tap("Draw the lot")
        wait(hands, lambda state: state.phase is Phase.CLAIM)
        hands.tap("Throw the dice", "Pair", "king", "Pass the dice")
        wait(hands, lambda state: state.phase is Phase.ANSWER)
        wait(hands, lambda state: state.cup_down is True)
        play_call(hands, table)
        assert sum(referee.state.match.points) == 1
        hands.tap("Next hand")
        wait(hands, lambda state: state.phase is Phase.CLAIM)
        parts._box.unplug()
        parts._camera.close()
        wait(hands, lambda state: state.box is not e.Link.READY and state.camera is e.Link.LOST)
        assert hands.reads("Camera lost")
        hands.tap("Repoker", "ace", "Pass the dice")
        wait(hands, lambda state: state.phase is Phase.ANSWER)
        hands.tap("✘ CALL")
        wait(hands, lambda state: state.phase is Phase.RULING)
        name_dice(hands, DiceHand.parse("KKQ87"))
        wait(hands, lambda state: state.phase is Phase.VERDICT)
        assert hands.reads("✘ A LIE")
        assert sum(referee.state.match.points) == 2
        hands.tap("Next hand")
        wait(hands, lambda state: state.phase is Phase.CLAIM)


PLAY = """
import sys, time
from pathlib import Path
from companion.commands.parts import real_table
from companion.games.dice import DiceHand
from companion.referee import events as e
from companion.referee.state import Phase
from companion.ui.launch import offscreen

with real_table(Path(sys.argv[1]), None, None, None) as table:
    with offscreen(table.referee, table.preview, size=(800, 480), language="en") as stage:
        for event in (e.MatchBegun(("Ana", "Bo"), 3), e.StarterDrawn(0), e.ClaimConfirmed(0, DiceHand.parse("KKJ87"))):
            table.referee.post(event)
        assert stage.until(lambda: table.referee.state.phase is Phase.ANSWER)
        stage.crank(2)
        print("playing", flush=True)
        time.sleep(60)
"""


def test_killed_in_the_middle_of_a_hand_the_app_goes_on_there(opened: Opened, tmp_path: Path) -> None:
    """kill -9 while a claim stands; started again, the first page offers to go on, and the claim still stands."""
    file = tmp_path / "journal.sqlite3"
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    playing = subprocess.Popen([sys.executable, "-c", PLAY, str(file)], stdout=subprocess.PIPE, env=env)
    assert playing.stdout is not None
    assert playing.stdout.readline() == b"playing\n"
    playing.send_signal(signal.SIGKILL)
    playing.wait(30)
    playing.stdout.close()
    with real_table(file, None, None, None) as table:
        hands = opened(table.referee, table.preview, first="home")
        wait(hands, lambda state: state.phase is Phase.ANSWER)
        assert hands.reads("Ana, Bo; hand 1")
        hands.touch(hands.tile("Continue"))
        assert hands.reads("Bo: believe or call?")
        hands.tap("✔ BELIEVE")
        wait(hands, lambda state: state.turn == 1)
    with Journal.open(file, read_only=True) as journal:
        (head,) = journal.matches()
        kinds = [entry.kind for entry in journal.events(head.match)]
    assert kinds[-1] == "believed"
    assert "resumed" in kinds


def test_the_language_is_switched_on_every_page(opened: Opened) -> None:
    """At once, and no key of a catalogue is left standing anywhere."""
    table = Table(e.MatchBegun(("Ana", "Bo", "Cleo")), e.StarterDrawn(0))
    hands = opened(table, first="home")
    seen: dict[str, set[tuple[str, ...]]] = {}
    for page in ("home", "newgame", "table", "board", "review", "settings"):
        hands.app.open(page)
        for language in ("en", "es", "fr"):
            hands.app.speak(language)
            hands.lay_out()
            texts = tuple(hands.texts())
            assert not [text for text in texts if text.count(".") == 1 and " " not in text and text.islower()], texts
            seen.setdefault(page, set()).add(texts)
    assert {page: len(texts) for page, texts in seen.items()} == dict.fromkeys(seen, 3)
