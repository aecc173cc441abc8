"""Whole matches of Mentiroso by touch: by touch alone, with a camera and a box of software, and with both lost."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.commands.parts import Table as RealTable
from companion.commands.parts import simulated_table
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


def begin(hands: Any, table: RealTable) -> None:
    """Three players who are out at one point, at the simulated table, once its parts are ready."""
    wait(hands, lambda state: state.camera is state.box is e.Link.READY)
    hands.tap("−", "Rules")
    for _ in range(4):
        hands.touch(hands.presses_saying("−")[0])
    hands.tap("Begin")
    wait(hands, lambda state: state.phase is Phase.LOT)
    hands.tap("Draw the lot")


def play_hand(hands: Any, table: RealTable) -> None:
    """Thrown, claimed, called by lifting the cup, read."""
    wait(hands, lambda state: state.phase is Phase.CLAIM)
    hands.tap("Throw the dice")
    # Until the box feels it, the dice count as not thrown, and cannot be passed.
    wait(hands, lambda state: state.cup_down is True)
    hands.tap("Pair", "king", "Pass the dice")
    wait(hands, lambda state: state.phase is Phase.ANSWER and state.cup_down is True)
    play_call(hands, table)


def test_a_whole_match_with_a_camera_and_a_box_of_software(opened: Opened, tmp_path: Path) -> None:
    """One player out, then the duel: the box feels the cup go up, the camera reads, the journal has it all."""
    file = tmp_path / "journal.sqlite3"
    with simulated_table(file, seed=3, new=True) as table:
        hands = opened(table.referee, table.preview, table.hands, lot=lambda _: 0, first="newgame")
        begin(hands, table)
        play_hand(hands, table)
        match = table.referee.state.match
        assert match is not None
        out = [seat for seat, points in enumerate(match.points) if points]
        assert len(out) == 1
        hands.tap("Next hand")
        play_hand(hands, table)
        state = table.referee.state
        assert state.phase is Phase.OVER
        assert state.match is not None
        assert sorted(state.match.places) == [0, 1, 2]
        assert state.match.places[-1] == out[0]
        assert hands.reads(f"{state.names[state.match.places[0]]} wins")
    with Journal.open(file, read_only=True) as journal:
        (head,) = journal.matches()
        kinds = Counter(entry.kind for entry in journal.events(head.match))
    assert kinds["verdict"] == 2
    assert kinds["cup_lifted"] >= 2


def test_a_whole_match_with_camera_and_box_lost_in_the_middle(opened: Opened, tmp_path: Path) -> None:
    """The first hand is read by the camera; the duel is played to its end by touch when cable and camera are gone."""
    with simulated_table(tmp_path / "journal.sqlite3", seed=3, new=True) as table:
        referee, parts = table.referee, table.hands
        assert parts is not None
        hands = opened(referee, table.preview, parts, lot=lambda _: 0, first="newgame")
        begin(hands, table)
        play_hand(hands, table)
        hands.tap("Next hand")
        wait(hands, lambda state: state.phase is Phase.CLAIM)
        parts._box.unplug()
        parts._camera.close()
        wait(hands, lambda state: state.box is not e.Link.READY and state.camera is e.Link.LOST)
        assert hands.reads("Camera lost")
        assert hands.reads("Box lost") or hands.reads("Looking for the box")
        liar = referee.state.turn
        hands.tap("Repoker", "ace", "Pass the dice")
        wait(hands, lambda state: state.phase is Phase.ANSWER)
        hands.tap("✘ CALL")
        wait(hands, lambda state: state.phase is Phase.RULING)
        name_dice(hands, DiceHand.parse("KKQ87"))
        wait(hands, lambda state: state.phase is Phase.OVER)
        match = referee.state.match
        assert match is not None
        assert match.places[1] == liar
        assert hands.reads("wins")
