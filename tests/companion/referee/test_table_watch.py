"""A table looked after while it is played on: a moved camera, a closed gate, a frame that is older than it looks."""

from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from calibration.advice import Say, advise
from calibration.kept_table import only_markers
from calibration.light import Light
from calibration.table import TableProfile
from companion.games.dice import DiceHand
from companion.journal.store import Journal
from companion.referee import watch as watching
from companion.referee.detective.effects import ReadBoard
from companion.referee.effects import CloseGate, OpenGate, StopReading
from companion.referee.events import CameraChanged, ClaimConfirmed, Link, MatchBegun, StarterDrawn
from companion.referee.fittings import Fittings
from companion.referee.live import LiveReferee
from companion.referee.table_watch import TableStands, TableWatch, why_not_trusted
from companion.referee.watch import Watch
from companion.ui.banners import table_banners
from tests.calibration.scenes import MAT, MAT_PRINT, camera, shot
from tests.companion.referee.table import SQUARE
from vision.camera.frames import LOCAL_UNSURE_NS, Frame
from vision.readings import Alternative, DieReading
from vision.steady import Steady

VIEW, BUMPED = camera(55, 700), camera(62, 740)
TABLE = replace(VIEW.profile, zones=MAT.zones, mat="mentiroso", players=4)
FRAME_NS = 33_000_000


@pytest.fixture(scope="module")
def still() -> np.ndarray:
    """The mat as the camera was set up."""
    return shot(VIEW, [MAT_PRINT])


@pytest.fixture(scope="module")
def bumped() -> np.ndarray:
    """After somebody ran into the stand; the mat is hardly in view any more."""
    picture = shot(BUMPED, [MAT_PRINT])
    picture[:, : picture.shape[1] * 5 // 6] = 60
    return picture


def test_a_bumped_camera_is_told_and_nothing_is_trusted(still: np.ndarray, bumped: np.ndarray) -> None:
    """Within a second; put back, all is well again, and that is told too."""
    told: list[TableStands] = []
    fittings = Fittings(table=TABLE)
    watch = TableWatch(fittings, told.append)
    watch.follow(OpenGate(), 0)
    for k in range(10):
        watch.see(Frame(still, k, k * FRAME_NS))
    assert why_not_trusted(fittings.kept) == ""
    assert told == []
    for k in range(10, 60):
        watch.see(Frame(bumped, k, k * FRAME_NS))
    assert told[0].advice is not None
    assert why_not_trusted(fittings.kept) == told[0].advice.text
    assert [banner.tone for banner in table_banners(told[0].advice)] == ["warning"]
    for k in range(60, 80):
        watch.see(Frame(still, k, k * FRAME_NS))
    assert why_not_trusted(fittings.kept) == ""
    assert told[-1].advice is None or told[-1].advice.say is Say.FOUND_AGAIN


def test_behind_a_closed_gate_only_markers_are_seen(still: np.ndarray, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing at all in Mentiroso; where a board is read, everything but the markers is black; then it counts anew."""
    seen: list[bool] = []
    fittings = Fittings(table=TABLE)
    kept = fittings.kept
    assert kept is not None
    look = kept.see

    def see(picture: np.ndarray, at_ns: int, *, markers_only: bool = False) -> None:
        seen.append(markers_only)
        look(picture, at_ns, markers_only=markers_only)

    monkeypatch.setattr(kept, "see", see)
    watch = TableWatch(fittings, lambda _: None)
    watch.follow(CloseGate(), 0)
    watch.see(Frame(still, 0, FRAME_NS))
    assert seen == []
    assert why_not_trusted(kept) != ""
    watch.follow(ReadBoard((), 3), 0)
    watch.see(Frame(still, 1, 2 * FRAME_NS))
    assert seen == [True]
    assert why_not_trusted(kept) == ""
    watch.follow(StopReading(), 0)
    watch.see(Frame(still, 2, 3 * FRAME_NS))
    assert seen == [True]
    masked = only_markers(still, TABLE)
    assert (masked == 0).mean() > 0.8
    assert not masked[still.shape[0] // 2, still.shape[1] // 2].any()


def five(profile: TableProfile | None) -> tuple[DieReading, ...]:
    """Five sure dice in a row."""
    quads = [tuple((x + 40.0 * k, y + 40) for x, y in SQUARE) for k in range(5)]
    return tuple(DieReading("K", quad, 0.99, True, (Alternative("K", 0.99),), "") for quad in quads)  # type: ignore[arg-type]


def test_no_die_is_sure_while_the_camera_stands_elsewhere(monkeypatch: pytest.MonkeyPatch, still: np.ndarray) -> None:
    """The reader is sure of all five; the referee is not, and says why."""
    given: list[TableProfile | None] = []

    def read(_picture: np.ndarray, *, profile: TableProfile | None, **_: object) -> tuple[DieReading, ...]:
        given.append(profile)
        return five(profile)

    monkeypatch.setattr(watching, "read_dice", read)
    fittings = Fittings(table=TABLE)
    reader = Watch.for_table(fittings, lambda _: "").reader
    assert fittings.kept is not None
    assert all(die.sure for die in reader(still))
    fittings.kept.pause()
    doubted = reader(still)
    assert [die.why for die in doubted] == [why_not_trusted(fittings.kept)] * 5
    assert not any(die.sure for die in doubted)
    assert given == [TABLE, None]


def test_a_dark_picture_is_put_right_and_loses_nothing(monkeypatch: pytest.MonkeyPatch, still: np.ndarray) -> None:
    """By the patches; where the bright one leaves a die in doubt that was sure as it came, it stays sure."""
    seen: list[float] = []

    def read(picture: np.ndarray, **_: object) -> tuple[DieReading, ...]:
        seen.append(float(picture.mean()))
        dice = five(None)
        return dice if len(seen) == 2 else (replace(dice[0], sure=False, why="K and J fit almost equally"), *dice[1:])

    monkeypatch.setattr(watching, "read_dice", read)
    fittings = Fittings(table=TABLE)
    assert fittings.kept is not None
    fittings.kept._light = Light((60.0, 60.0, 60.0), 0.0)
    readings = Watch.for_table(fittings, lambda _: "").reader(still)
    assert seen[0] > seen[1]
    assert len(readings) == 5
    assert all(die.sure for die in readings)


def test_M20_a_frame_exposed_before_the_lift_is_not_read() -> None:
    """It may be older than its stamp by what a camera's delay may be: neither kept nor read."""
    picture = np.full((120, 160, 3), 90, np.uint8)
    read: list[int] = []

    def reader(_: np.ndarray) -> tuple[DieReading, ...]:
        read.append(0)
        return ()

    watch = Watch(reader, lambda _: "", partial(Steady, expected=5))
    opened = 1_000_000_000
    watch.follow(OpenGate(), opened)
    watch.begin(opened)
    for k in range(1, 20):
        at_ns = opened + k * FRAME_NS
        watch.see(Frame(picture, k, at_ns, LOCAL_UNSURE_NS))
        old = at_ns - LOCAL_UNSURE_NS < opened
        assert len(watch.film) == 0 or not old
        assert not read or not old
    assert read


def test_what_stands_on_the_board_is_the_tables_not_the_games(tmp_path: Path) -> None:
    """Advice is laid over the state and never written into the journal."""
    with Journal.open(tmp_path / "j.sqlite3") as journal:
        referee = LiveReferee(journal, None, Watch(lambda _: (), lambda _: "", partial(Steady, expected=5)))
        referee.start()
        for event in (MatchBegun(("Ana", "Bo")), StarterDrawn(0), ClaimConfirmed(0, DiceHand.parse("KKKJ7"))):
            referee.post(event)
        moved = TableStands(advise(Say.CAMERA_MOVED))
        referee.post(moved)
        assert referee.wait_for(lambda s: s.table_advice == moved.advice, 5)
        referee.post(CameraChanged(Link.READY))
        referee.post(TableStands(None))
        assert referee.wait_for(lambda s: s.table_advice is None and s.camera is Link.READY, 5)
        match = referee.match
        referee.stop()
        assert match is not None
        assert "table_stands" not in {entry.kind for entry in journal.events(match)}
