"""Going on after a restart: which match, in which state, and what nobody may act on any more (real SQLite)."""

import sqlite3
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from companion.games.dice import DiceHand
from companion.journal.errors import JournalDamaged
from companion.journal.store import Journal
from companion.referee import events as e
from companion.referee.codec import UnknownEvent
from companion.referee.desk import Desk, resume
from companion.referee.effects import CloseGate, Effect, LightSeat, OpenGate, ReadDice, StopReading
from companion.referee.live import LiveReferee
from companion.referee.state import Phase, TableState
from companion.referee.unfinished import unfinished
from companion.referee.watch import Watch
from tests.companion.referee.random_match import Memory, bare
from tests.companion.referee.table import claim, dice
from vision.steady import Steady

BEGUN = (
    e.CameraChanged(e.Link.READY),
    e.BoxChanged(e.Link.READY),
    e.CupSeated(),
    e.MatchBegun(("Ana", "Bo"), 1),
    e.StarterDrawn(0),
)
IN_PHASES: dict[Phase, tuple[e.Event, ...]] = {
    Phase.LOT: BEGUN[:4],
    Phase.CLAIM: BEGUN,
    Phase.ANSWER: (*BEGUN, claim(0, "KKKJ7")),
    Phase.LIFT: (*BEGUN, claim(0, "KKKJ7"), e.Called(1)),
    Phase.READING: (*BEGUN, claim(0, "KKKJ7"), e.CupLifted()),
    Phase.RULING: (*BEGUN, claim(0, "KKKJ7"), e.CupLifted(), e.DiceRead(dice("KKK?7"), False, "blurred")),
    Phase.VERDICT: (
        BEGUN[0],
        e.MatchBegun(("Ana", "Bo"), 2),
        e.StarterDrawn(0),
        claim(0, "KKKJ7"),
        e.Called(1),
        e.RulingGiven(DiceHand.parse("KKQJ7"), "Ana"),
    ),
}


def started_again(events: tuple[e.Event, ...]) -> tuple[TableState, TableState, list[Effect]]:
    """(the state when the companion was killed, the state after the next start, what was asked of the parts then)."""
    memory = Memory()
    desk = Desk(memory)
    for event in events:
        desk.take(event)
    asked: list[Effect] = []
    again = Desk(memory, asked.append)
    again.resume("m", memory.entries)
    again.take(e.Resumed(e.After.START, at_ns=1000))
    assert bare(resume(memory.entries)) == bare(again.state)
    return desk.state, again.state, asked


@pytest.mark.parametrize("phase", IN_PHASES, ids=lambda phase: phase.value)
def test_every_phase_is_gone_on_with(phase: Phase) -> None:
    """Same hand, same turn, same score; the parts of the table are looked for anew, and no picture is shown."""
    before, after, asked = started_again(IN_PHASES[phase])
    assert before.phase is phase
    assert (after.phase, after.match, after.hands, after.ruling) == (phase, before.match, before.hands, before.ruling)
    assert (after.turn, after.undoable) == (before.turn, before.undoable)
    assert (after.box, after.camera, after.cup_down) == (e.Link.ABSENT, e.Link.ABSENT, None)
    assert asked[:2] == [StopReading(), CloseGate()]
    assert after.gate_open is (phase in (Phase.LIFT, Phase.READING))
    lamp = 0 if phase in (Phase.CLAIM, Phase.VERDICT) else None if phase is Phase.LOT else 1
    assert LightSeat(lamp) in asked


def test_what_the_camera_reads_after_a_restart_is_a_guess() -> None:
    """Nobody watched the dice: sure is what lies there now, not that it lay there at the call. A person says so."""
    _, state, asked = started_again(IN_PHASES[Phase.READING])
    assert asked[-1] == ReadDice()
    desk = Desk(Memory())
    desk.state, desk.match = state, "m"
    for link in (e.Link.SEARCHING, e.Link.READY):
        desk.take(e.CameraChanged(link))
    assert desk.state.phase is Phase.READING
    desk.take(e.DiceRead(dice("KKQJ7"), True))
    assert (desk.state.phase, desk.state.ruling) == (Phase.RULING, None)
    assert [die.face for die in desk.state.readings] == list("KKQJ7")
    desk.take(e.RulingGiven(DiceHand.parse("KKQJ7"), "Bo"))
    assert desk.state.ruling is not None


def test_the_next_call_is_the_cameras_again() -> None:
    """Only the call that was cut off is in doubt."""
    _, state, _ = started_again(IN_PHASES[Phase.READING])
    desk = Desk(Memory())
    desk.state, desk.match = state, "m"
    for event in (
        e.CameraChanged(e.Link.READY),
        e.HandVoided("the light went out"),
        claim(0, "KKKJ7"),
        e.Called(1),
        e.DiceRead(dice("KKQJ7"), True),
    ):
        desk.take(event)
    assert desk.state.ruling is not None
    assert desk.state.ruling.by == "camera"


def test_M22_nobody_is_watched_before_the_cup_is_known_to_be_down() -> None:
    """The receiver may be looking when the screen comes back: no picture before the box tells, or CALL."""
    _, state, _ = started_again(IN_PHASES[Phase.ANSWER])
    asked: list[Effect] = []
    desk = Desk(Memory(), asked.append)
    desk.state, desk.match = state, "m"
    desk.take(e.BoxChanged(e.Link.READY))
    assert desk.state.gate_open is (desk.state.cup_down is True)
    desk.take(e.CupLifted(at_ns=999))
    assert desk.state.phase is Phase.ANSWER, "a lift from before the restart calls nothing"
    desk.take(e.CupSeated())
    assert desk.state.gate_open
    desk.take(e.CupLifted(at_ns=1001))
    assert desk.state.call is not None
    without_box = Desk(Memory(), asked.append)
    without_box.state, without_box.match = state, "m"
    asked.clear()
    without_box.take(e.Called(1))
    assert without_box.state.gate_open
    assert OpenGate() in asked


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    """A real one."""
    with Journal.open(tmp_path / "j.sqlite3") as opened:
        yield opened


def begin(journal: Journal, *events: e.Event) -> str:
    """A match of these events; its name."""
    desk = Desk(journal)
    for event in events:
        desk.take(event)
    assert desk.match is not None
    return desk.match


def test_the_newest_match_of_this_kind_of_table_is_gone_on_with(journal: Journal) -> None:
    """Not one that was played at the simulated table since, nor one from a recording; and none that has ended."""
    assert unfinished(journal, simulated=False) is None
    real = begin(journal, e.MatchBegun(("Ana", "Bo")), e.StarterDrawn(1))
    assert unfinished(journal, simulated=False) == real
    assert unfinished(journal, simulated=True) is None
    drawn = begin(journal, e.MatchBegun(("Ana", "Bo"), simulated=True))
    begin(journal, e.MatchBegun(("Ana", "Bo"), recorded=True), e.StarterDrawn(0))
    assert (unfinished(journal, simulated=False), unfinished(journal, simulated=True)) == (real, drawn)
    begin(journal, e.MatchBegun(("A", "B"), 1), e.StarterDrawn(0), claim(0, "AAAAA"), e.Believed(1))
    assert unfinished(journal, simulated=False) is None
    begin(journal, e.MatchBegun(("A", "B")), e.MatchAbandoned("A", "late"))
    assert unfinished(journal, simulated=False) is None


def test_a_match_that_is_over_but_in_dispute_has_not_ended(journal: Journal) -> None:
    """The ruling is still to come."""
    over = (e.MatchBegun(("A", "B"), 1), e.StarterDrawn(0), claim(0, "AAAAA"), e.Believed(1))
    match = begin(journal, *over, e.Disputed(0, 1, "I said nothing"))
    assert unfinished(journal, simulated=False) == match


def test_a_match_of_another_version_is_told_and_left_alone(journal: Journal) -> None:
    """Its entry is named; the journal is as it was; a new match begins beside it."""
    match = begin(journal, e.MatchBegun(("Ana", "Bo")), e.StarterDrawn(1))
    journal.append(match, "dice_juggled", {"height": 3})
    head = journal.head(match)
    with pytest.raises(UnknownEvent, match="dice_juggled"):
        unfinished(journal, simulated=False)
    new = begin(journal, e.MatchBegun(("Cy", "Di")))
    assert journal.head(match) == head
    assert unfinished(journal, simulated=False) == new


def test_a_match_of_an_unknown_game_is_told(journal: Journal) -> None:
    """A newer companion may know more games."""
    journal.begin_match("tarot", {"names": ["Ana", "Bo"]})
    with pytest.raises(UnknownEvent, match="tarot"):
        unfinished(journal, simulated=False)


def test_a_damaged_match_is_told_and_no_older_one_taken_for_it(tmp_path: Path) -> None:
    """A byte of the newest match was changed on the disk: nobody is led to believe that yesterday's goes on."""
    place = tmp_path / "j.sqlite3"
    with Journal.open(place) as journal:
        begin(journal, e.MatchBegun(("Ana", "Bo")))
        newest = begin(journal, e.MatchBegun(("Cy", "Di")))
    with sqlite3.connect(place) as raw:
        (trigger,) = raw.execute("SELECT name FROM sqlite_master WHERE type = 'trigger' AND sql LIKE '%UPDATE ON%'")
        (sql,) = raw.execute("SELECT sql FROM sqlite_master WHERE name = ?", trigger).fetchone()
        raw.execute(f"DROP TRIGGER {trigger[0]}")
        raw.execute("UPDATE event SET body = replace(body, 'Cy', 'Ed') WHERE \"match\" = ? AND seq = 1", (newest,))
        raw.execute(sql)
    raw.close()
    with Journal.open(place) as journal, pytest.raises(JournalDamaged, match=newest):
        unfinished(journal, simulated=False)


def test_an_entry_that_the_rules_forbid_is_named(journal: Journal) -> None:
    """No referee writes it: nothing is gone on with that nobody can explain."""
    match = begin(journal, e.MatchBegun(("Ana", "Bo")))
    journal.append(match, "next_hand_begun", {})
    with pytest.raises(UnknownEvent, match="entry 4"):
        unfinished(journal, simulated=False)


def test_the_live_referee_goes_on(journal: Journal) -> None:
    """A second referee on the same journal: the claim stands, the receiver believes, one chain holds it all."""
    match = begin(journal, *IN_PHASES[Phase.ANSWER])
    referee = LiveReferee(journal, None, Watch(lambda _: (), lambda _: "", partial(Steady, expected=5)))
    referee.resume(match, journal.events(match))
    referee.tell("something")
    assert referee.state.refused
    referee.start()
    referee.post(e.Believed(1))
    assert referee.wait_for(lambda s: s.phase is Phase.CLAIM and s.turn == 1 and not s.refused, 20), referee.state
    assert [step.what.key for step in referee.steps] == [
        "mentiroso.draw_lot",
        "mentiroso.pass_claim",
        "mentiroso.believe",
    ]
    referee.stop()
    assert [x.kind for x in journal.events(match)][-2:] == ["resumed", "believed"]
    journal.verify(match)


def test_a_tap_is_when_it_comes(journal: Journal) -> None:
    """A screen that gives no time is late by nothing: a challenge window can be held against it."""
    referee = LiveReferee(journal, None, Watch(lambda _: (), lambda _: "", partial(Steady, expected=5)))
    referee.start()
    begun = time.monotonic_ns()
    for event in (e.MatchBegun(("A", "B"), 2), e.StarterDrawn(0), claim(0, "AAAAA"), e.Believed(1)):
        referee.post(event)
    assert referee.wait_for(lambda s: s.phase is Phase.VERDICT, 20)
    referee.stop()
    at_ns = referee.state.hands[0].at_ns
    assert at_ns is not None
    assert begun <= at_ns <= time.monotonic_ns()
