"""The live referee with real parts: threads, SQLite, the drawn camera, the simulated box over its real port."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from companion.games.dice import DiceHand
from companion.journal.errors import JournalFull
from companion.journal.store import Journal
from companion.referee.box import BoxDesk
from companion.referee.desk import Entry, resume
from companion.referee.events import (
    Believed,
    Called,
    ClaimConfirmed,
    CupLifted,
    HandVoided,
    How,
    Link,
    MatchBegun,
    StarterDrawn,
    Undone,
)
from companion.referee.live import LiveReferee
from companion.referee.state import Phase, TableState
from companion.referee.watch import Watch
from firmware_bridge.events import Input
from firmware_bridge.messages import Lamp
from firmware_bridge.session import BoxSession
from firmware_bridge.simulator import SimulatedBox
from tests.companion.referee.table import die
from vision.camera import LatestFrame
from vision.camera.frames import Frame
from vision.drawn.camera import DrawnCamera
from vision.drawn.cup import CupState
from vision.drawn.table import DrawnTable
from vision.readings import DieReading, Quad
from vision.steady import Steady

PATIENCE_S = 20.0
DICE = "KKQJ7"


@dataclass
class Parts:
    """A table that is switched on."""

    referee: LiveReferee[TableState]
    box: SimulatedBox
    camera: DrawnCamera
    journal: Journal

    def wait(self, phase: Phase) -> None:
        """The referee comes to this phase."""
        assert self.referee.wait_for(lambda state: state.phase is phase, PATIENCE_S), self.referee.state

    def begin(self, claim: str = "KKKJ7") -> None:
        """Two players, the cup down, a claim made."""
        assert self.referee.wait_for(
            lambda s: s.box is Link.READY and s.camera is Link.READY and s.cup_down is True, PATIENCE_S
        ), self.referee.state
        for event in (MatchBegun(("Ana", "Bo")), StarterDrawn(0), ClaimConfirmed(0, DiceHand.parse(claim))):
            self.referee.post(event)
        self.wait(Phase.ANSWER)


@pytest.fixture
def parts(tmp_path: Path) -> Iterator[Parts]:
    """The reader is the drawn table's own truth, once the cup is away: this is about threads and ports."""
    with ExitStack() as stack:
        journal = stack.enter_context(Journal.open(tmp_path / "j.sqlite3"))
        box = stack.enter_context(SimulatedBox())
        camera = DrawnCamera(DrawnTable(1, (320, 180)))
        camera.seat_cup()
        camera.throw(DICE)

        def read(_: object) -> tuple[DieReading, ...]:
            if camera.cup is not CupState.AWAY:
                return ()
            return tuple(_reading(d.face, d.quad.tolist()) for d in camera.truth())

        watch = Watch(read, lambda frame: f"{frame.index:064x}", partial(Steady, expected=5))
        desk = BoxDesk()
        referee = LiveReferee(journal, LatestFrame(camera), watch, desk.carry_out)
        session = BoxSession(desk.deliver, box.port)
        desk.attach(session, referee.post)
        referee.start()
        stack.callback(referee.stop)
        stack.enter_context(session)
        yield Parts(referee, box, camera, journal)


def _reading(face: str, corners: list[list[float]]) -> DieReading:
    plain = die(face)
    a, b, c, d = ((x, y) for x, y in corners)
    quad: Quad = (a, b, c, d)
    return DieReading(face, quad, plain.confidence, True, plain.alternatives, "")


def test_M20_a_lift_felt_by_the_box_ends_in_a_verdict(parts: Parts) -> None:
    """Box, camera, referee and journal together; the state on the disk is the state on the board."""
    parts.begin()
    parts.camera.lift_cup()
    parts.box.lift_cup()
    parts.wait(Phase.VERDICT)
    state = parts.referee.state
    assert state.call is not None
    assert state.call.how is How.LIFT
    assert state.ruling is not None
    assert (state.ruling.lie, str(state.ruling.actual), state.ruling.by) == (True, DICE, "camera")
    assert parts.referee.match is not None
    entries = parts.journal.events(parts.referee.match)
    again = resume(entries)
    assert (again.ruling, again.match) == (state.ruling, state.match)
    assert {x.kind for x in entries} >= {"cup_lifted", "dice_read", "verdict"}


def test_M20_the_call_button_waits_for_the_lift(parts: Parts) -> None:
    """The seat's lamp is lit; the button calls; the cup is then lifted."""
    parts.begin()
    assert parts.referee.state.turn == 1
    assert _soon(lambda: Lamp.SEAT1 in parts.box.lit)
    parts.box.press(Input.SEAT1)
    parts.box.tap(Input.CALL)
    parts.wait(Phase.LIFT)
    parts.camera.lift_cup()
    parts.box.lift_cup()
    parts.wait(Phase.VERDICT)


def test_a_box_unplugged_in_a_call_does_not_stop_the_game(parts: Parts) -> None:
    """The banner says so, the dice are read as soon as they lie open, and the box comes back."""
    parts.begin()
    parts.box.unplug()
    assert parts.referee.wait_for(lambda s: s.box is Link.LOST, PATIENCE_S)
    parts.referee.post(Called(1))
    parts.wait(Phase.READING)
    parts.camera.lift_cup()
    parts.wait(Phase.VERDICT)
    parts.box.plug()
    assert parts.referee.wait_for(lambda s: s.box is Link.READY, PATIENCE_S)


def test_the_screen_gets_no_picture_while_dice_are_private(parts: Parts) -> None:
    """Before the claim nothing; during the answer the table."""
    assert parts.referee.wait_for(lambda s: s.camera is Link.READY, PATIENCE_S)
    assert parts.referee.picture() is None
    parts.begin()
    assert _soon(lambda: parts.referee.picture() is not None)


class _FullDisk:
    """A journal whose disk fills up after the match began."""

    def __init__(self, refuses: str = "claim_confirmed") -> None:
        self.refuses = refuses
        self.kinds: list[str] = []

    def begin_match(self, game: str, body: object) -> str:
        return "m"

    def append_all(self, match: str, entries: list[Entry]) -> None:
        if self.refuses in [kind for kind, _ in entries]:
            raise JournalFull("the disk is full")
        self.kinds += [kind for kind, _ in entries]


def test_a_full_disk_is_told_and_nothing_is_lost() -> None:
    """The claim that could not be written did not happen; the reason stands on the board."""
    referee = LiveReferee(_FullDisk(), None, Watch(lambda _: (), lambda _: "", partial(Steady, expected=5)))
    referee.start()
    for event in (MatchBegun(("A", "B")), StarterDrawn(0), ClaimConfirmed(0, DiceHand.parse("KKKJ7"))):
        referee.post(event)
    assert referee.wait_for(lambda s: "the disk is full" in s.refused, PATIENCE_S)
    assert referee.state.phase is Phase.CLAIM
    referee.stop()


def test_what_the_box_felt_waits_for_room_on_the_disk() -> None:
    """A lift that could not be written is neither lost nor acknowledged, and a tap does not overtake it."""
    disk = _FullDisk("cup_lifted")
    referee = LiveReferee(disk, None, Watch(lambda _: (), lambda _: "", partial(Steady, expected=5)))
    referee.start()
    for event in (MatchBegun(("A", "B")), StarterDrawn(0), ClaimConfirmed(0, DiceHand.parse("KKKJ7"))):
        referee.post(event)
    safe: list[str] = []
    referee.post(CupLifted(at_ns=time.monotonic_ns()), lambda: safe.append(disk.kinds[-1]))
    assert referee.wait_for(lambda s: "the disk is full" in s.refused, PATIENCE_S)
    referee.post(Believed(1))
    time.sleep(0.1)
    assert (referee.state.phase, safe) == (Phase.ANSWER, [])
    disk.refuses = "nothing"
    assert referee.wait_for(lambda s: s.phase is Phase.RULING and not s.refused, PATIENCE_S), referee.state
    assert _soon(lambda: safe == ["cup_lifted"])
    assert "believed" not in disk.kinds
    referee.stop()


class _HeldCamera:
    """Gives a frame each time it is told to."""

    name, fps = "held", 30.0

    def __init__(self) -> None:
        self._told = threading.Semaphore(0)
        self._count = 0
        self._closed = False

    def give(self, frames: int = 1) -> None:
        self._told.release(frames)

    def read(self) -> Frame | None:
        while not self._told.acquire(timeout=0.05):
            if self._closed:
                return None
        self._count += 1
        shade = np.full((90, 160, 3), 90, np.uint8)
        shade[:, :80] = 200
        return Frame(shade, self._count, 0)

    def close(self) -> None:
        self._closed = True


class _SlowReader:
    """A reader that takes its time over its first reading, which a vote of one makes sure, until it is let go."""

    def __init__(self) -> None:
        self.reading, self.go = threading.Event(), threading.Event()
        self.says = "KKQJ7"
        self._reads = 0

    def __call__(self, picture: object) -> tuple[DieReading, ...]:
        says = self.says
        self._reads += 1
        if self._reads == 1:
            self.reading.set()
            assert self.go.wait(PATIENCE_S)
        if not says:
            raise RuntimeError("the reader broke")
        return tuple(
            replace(die(face), quad=((40.0 * i, 0.0), (40.0 * i + 30, 0.0), (40.0 * i + 30, 30.0), (40.0 * i, 30.0)))
            for i, face in enumerate(says)
        )


@pytest.fixture
def slow() -> Iterator[tuple[LiveReferee[TableState], _HeldCamera, _SlowReader]]:
    """A table without a box, whose frames and readings come when the test says so; one frame makes a reading sure."""
    camera, reader = _HeldCamera(), _SlowReader()
    watch = Watch(reader, lambda frame: f"{frame.index:064x}", partial(Steady, expected=5, agree=1))
    latest = LatestFrame(camera, stall_s=PATIENCE_S)
    referee = LiveReferee(_FullDisk(refuses="nothing"), latest, watch)
    referee.start()
    try:
        yield referee, camera, reader
    finally:
        reader.go.set()
        camera.close()
        referee.stop()


def _call_without_a_box(referee: LiveReferee[TableState]) -> None:
    for event in (ClaimConfirmed(0, DiceHand.parse("KKKJ7")), Called(1)):
        referee.post(event)
    assert referee.wait_for(lambda s: s.phase is Phase.READING, PATIENCE_S), referee.state


def _begin(referee: LiveReferee[TableState], camera: _HeldCamera) -> None:
    camera.give()
    assert referee.wait_for(lambda s: s.camera is Link.READY, PATIENCE_S)
    for event in (MatchBegun(("A", "B")), StarterDrawn(0)):
        referee.post(event)


def test_dice_read_for_a_hand_that_was_voided_do_not_decide_the_next(
    slow: tuple[LiveReferee[TableState], _HeldCamera, _SlowReader],
) -> None:
    """The reader was still at work on the dice of before when the same claim was made and called again."""
    referee, camera, reader = slow
    _begin(referee, camera)
    _call_without_a_box(referee)
    assert _soon(lambda: (camera.give(), reader.reading.is_set())[1])
    referee.post(HandVoided("the dice were moved"))
    _call_without_a_box(referee)
    reader.says = "KKKJ8"
    reader.go.set()
    assert not referee.wait_for(lambda s: s.phase is not Phase.READING, 0.5), referee.state.ruling
    assert _soon(lambda: (camera.give(), referee.state.phase is Phase.VERDICT)[1])
    assert referee.state.ruling is not None
    assert str(referee.state.ruling.actual) == "KKKJ8"


def test_a_reading_of_a_call_that_was_taken_back_decides_nothing(
    slow: tuple[LiveReferee[TableState], _HeldCamera, _SlowReader],
) -> None:
    """The call is undone while the dice are read; called again, the dice of that moment decide."""
    referee, camera, reader = slow
    _begin(referee, camera)
    _call_without_a_box(referee)
    assert _soon(lambda: (camera.give(), reader.reading.is_set())[1])
    referee.post(Undone("Ana", "I did not call"))
    assert referee.wait_for(lambda s: s.phase is Phase.ANSWER, PATIENCE_S)
    assert referee.picture() is None, "nobody knows who is looking under the cup"
    referee.post(Called(1))
    assert referee.wait_for(lambda s: s.phase is Phase.READING, PATIENCE_S), referee.state
    reader.says = "KKKJ8"
    reader.go.set()
    assert not referee.wait_for(lambda s: s.phase is not Phase.READING, 0.5), referee.state.ruling
    assert _soon(lambda: (camera.give(), referee.state.phase is Phase.VERDICT)[1])
    assert referee.state.ruling is not None
    assert str(referee.state.ruling.actual) == "KKKJ8"


def test_a_picture_from_before_the_gate_opened_is_never_shown(
    slow: tuple[LiveReferee[TableState], _HeldCamera, _SlowReader],
) -> None:
    """The newest frame of a camera that hesitates is still one of the private look."""
    referee, camera, _ = slow
    _begin(referee, camera)
    referee.post(ClaimConfirmed(0, DiceHand.parse("KKKJ7")))
    assert referee.wait_for(lambda s: s.phase is Phase.ANSWER, PATIENCE_S)
    time.sleep(0.2)
    assert referee.picture() is None
    camera.give()
    assert _soon(lambda: referee.picture() is not None)


def test_a_reader_that_fails_hands_over_to_a_person(
    slow: tuple[LiveReferee[TableState], _HeldCamera, _SlowReader],
) -> None:
    """The thread that watches goes on: the next call is read again."""
    referee, camera, reader = slow
    _begin(referee, camera)
    reader.says = ""
    reader.go.set()
    _call_without_a_box(referee)
    assert _soon(lambda: (camera.give(), referee.state.phase is Phase.RULING)[1]), referee.state
    assert "could not be read" in referee.state.why_not_sure
    reader.says = "KKKJ8"
    referee.post(HandVoided("again"))
    _call_without_a_box(referee)
    assert _soon(lambda: (camera.give(), referee.state.phase is Phase.VERDICT)[1]), referee.state


def _soon(there: Callable[[], bool]) -> bool:
    """Wait for something that has no event of its own."""
    end = time.monotonic() + PATIENCE_S
    while not there():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def test_pictures_that_are_late_do_not_break_off_a_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine: the call is read as soon as they come again. Only a camera that stays away is told."""
    monkeypatch.setattr("companion.referee.live.PASSES_S", 1.5)
    camera, reader = _HeldCamera(), _SlowReader()
    reader.go.set()
    watch = Watch(reader, lambda frame: f"{frame.index:064x}", partial(Steady, expected=5, agree=1))
    referee = LiveReferee(_FullDisk(refuses="nothing"), LatestFrame(camera, stall_s=0.2), watch)
    referee.start()
    try:
        _begin(referee, camera)
        _call_without_a_box(referee)
        assert not referee.wait_for(lambda s: s.camera is not Link.READY, 0.9)
        assert referee.state.phase is Phase.READING
        assert _soon(lambda: (camera.give(), referee.state.phase is Phase.VERDICT)[1]), referee.state
        assert referee.wait_for(lambda s: s.camera is Link.LOST, PATIENCE_S)
    finally:
        camera.close()
        referee.stop()
