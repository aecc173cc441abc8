"""A table's parts are let go, also where one of them cannot be had."""

import threading
import time
from pathlib import Path

import pytest

from calibration.advice import Say, advise
from companion.commands import parts
from companion.commands.parts import Table, real_table, simulated_table, without_lamp
from companion.games.dice import DiceHand
from companion.journal.errors import JournalBusy
from companion.journal.store import Journal
from companion.referee.events import ClaimConfirmed, Link, MatchBegun, RulingGiven, StarterDrawn
from companion.referee.state import Phase
from companion.referee.table_watch import TableStands
from companion.review.record import read_match
from firmware_bridge.events import Input, Level
from firmware_bridge.simulator import SimulatedBox
from vision.drawn.camera import DrawnCamera
from vision.drawn.table import DrawnTable
from vision.version import reader_version


def test_a_journal_that_is_busy_lets_the_camera_go(tmp_path: Path) -> None:
    """A second companion is told so; its camera thread does not go on reading behind its back."""
    camera = DrawnCamera(DrawnTable(1, (320, 180)))
    place = tmp_path / "j.sqlite3"
    with Journal.open(place), pytest.raises(JournalBusy), real_table(place, camera, None, None):
        pass
    assert [thread.name for thread in threading.enumerate() if camera.name in thread.name] == []


def _heard(table: Table, events: int) -> None:
    """The box is there, and so many of its events are in the journal."""
    assert table.referee.wait_for(
        lambda s: s.box is Link.READY and s.felt.mark is not None and s.felt.mark[1] == events, 20
    ), table.referee.state.felt


def _begin(table: Table) -> None:
    for event in (MatchBegun(("Ana", "Bo"), simulated=table.hands is not None), StarterDrawn(0)):
        table.referee.post(event)
    assert table.referee.wait_for(lambda s: s.turn == 0, 20)


def test_a_table_that_is_opened_again_asks_the_box_for_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it told before is not told again, what it felt meanwhile is not missing, and nothing is said to be."""
    monkeypatch.setattr(parts, "settings_file", lambda: tmp_path / "box.json")
    place = tmp_path / "j.sqlite3"
    with SimulatedBox() as box:
        with real_table(place, None, None, box.port) as table:
            box.tap(Input.CALL)
            _heard(table, 2)
            _begin(table)
            box.tap(Input.CALL)
            _heard(table, 4)
        box.tap(Input.BELIEVE)
        with real_table(place, None, None, box.port) as table:
            assert table.referee.state.names == ("Ana", "Bo")
            _heard(table, 6)
            assert not table.referee.state.felt.missed
            match = table.referee.match
    assert match is not None
    with Journal.open(place) as journal:
        entries = journal.events(match)
    numbers = [entry.body["seq"] for entry in entries if entry.kind == "box_heard"]
    assert [number for number in numbers if number is not None] == [2, 3, 4, 5]
    assert "box_forgot" not in {entry.kind for entry in entries}


def test_a_simulated_table_that_is_opened_again_misses_nothing(tmp_path: Path) -> None:
    """Its box is another one each time."""
    place = tmp_path / "j.sqlite3"
    with simulated_table(place, 1) as table:
        _heard(table, 0)
        _begin(table)
    with simulated_table(place, 1) as table:
        assert table.referee.state.names == ("Ana", "Bo")
        assert table.hands is not None
        table.hands.lift_cup()
        _heard(table, 1)
        match = table.referee.match
    assert match is not None
    with Journal.open(place) as journal:
        assert "box_forgot" not in {entry.kind for entry in journal.events(match)}


def test_M20_a_call_keeps_what_the_box_felt_and_what_the_table_is_made_of(tmp_path: Path) -> None:
    """Box, link, referee and journal together: the lift at zero, the tilt before it, the firmware by name."""
    place = tmp_path / "j.sqlite3"
    with SimulatedBox() as box, real_table(place, None, None, box.port) as table:
        _heard(table, 0)
        _begin(table)
        table.referee.post(ClaimConfirmed(0, DiceHand.parse("KKKJ7"), at_ns=time.monotonic_ns()))
        assert table.referee.wait_for(lambda s: s.phase is Phase.ANSWER, 20)
        box.set(Input.TILT, Level.TILTED)
        _heard(table, 1)
        box.lift_cup()
        assert table.referee.wait_for(lambda s: s.phase is Phase.RULING, 20)
        table.referee.post(RulingGiven(DiceHand.parse("KKQJ7"), "Bo"))
        assert table.referee.wait_for(lambda s: s.phase is Phase.VERDICT, 20)
        match = table.referee.match
    assert match is not None
    with Journal.open(place) as journal:
        record = read_match(journal.events(match))
    (hand,) = record.hands
    assert [(felt.input, felt.level) for felt in hand.box] == [("tilt", "tilted"), ("cup", "lifted")]
    assert hand.box[0].at_us < hand.box[1].at_us == 0
    assert hand.parts is not None
    assert (hand.parts.reader, hand.parts.profile) == (reader_version("dice"), None)
    assert hand.parts.firmware.count(".") == 1


def test_nobody_is_told_to_move_the_lamp_of_a_drawn_table() -> None:
    """That it moved, or is covered, is told as of any table."""
    assert without_lamp(TableStands(advise(Say.TOO_BRIGHT))) == TableStands(None)
    for stands in (TableStands(None), TableStands(advise(Say.CAMERA_MOVED)), TableStands(advise(Say.NOTHING_SEEN))):
        assert without_lamp(stands) is stands
