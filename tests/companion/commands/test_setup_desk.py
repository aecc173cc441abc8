"""The running table, set up while it runs: camera exchanged, box tested, what a match hides not seen."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from calibration.profiles import ProfileStore, StoredTable
from companion.commands import parts, setup_desk
from companion.commands.parts import Table, real_table
from companion.commands.setup_desk import SetupDesk
from companion.referee.events import Link, MatchAbandoned, MatchBegun
from firmware_bridge.events import BoxEvent, Input, Level
from firmware_bridge.messages import Lamp
from firmware_bridge.settings import BoxSettings, load_settings
from firmware_bridge.simulator import SimulatedBox
from tests.calibration.scenes import camera as placed
from vision.camera import CameraError
from vision.drawn.camera import DrawnCamera
from vision.drawn.table import DrawnTable

SMALL = (320, 180)
NOW = "2026-11-30T08:00:00+00:00"


def until(there: Callable[[], bool]) -> None:
    """Wait for it."""
    end = time.monotonic() + 20
    while not there():
        assert time.monotonic() < end
        time.sleep(0.01)


def stands(table: Table) -> bool:
    """Whether it is known where the camera stands."""
    return table.fittings.kept is not None


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ProfileStore:
    """Profiles and settings of a house of its own."""
    made = ProfileStore(tmp_path / "profiles")
    monkeypatch.setattr(setup_desk, "default_store", lambda: made)
    for module in (parts, setup_desk):
        monkeypatch.setattr(module, "settings_file", lambda: tmp_path / "box.json")
    return made


@pytest.fixture
def box() -> Iterator[SimulatedBox]:
    """One made of software."""
    with SimulatedBox(seats=1) as made:
        yield made


@pytest.fixture
def table(store: ProfileStore, box: SimulatedBox, tmp_path: Path) -> Iterator[Table]:
    """A real one with a small drawn camera."""
    with real_table(tmp_path / "j.sqlite3", DrawnCamera(DrawnTable(1, SMALL)), None, box.port) as made:
        until(lambda: made.referee.state.box is Link.READY and made.referee.state.camera is Link.READY)
        yield made


def test_what_a_match_hides_is_not_seen(table: Table) -> None:
    """Before and after it the set-up looks through the camera as it likes."""
    desk = SetupDesk(table, "webcam")
    assert desk.frame() is not None
    assert (desk.private, desk.players) == (False, 4)
    table.referee.post(MatchBegun(("Ana", "Bo", "Cy"), 5))
    until(lambda: desk.private)
    assert desk.frame() is None
    assert desk.players == 3
    table.referee.post(MatchAbandoned("Ana", "supper", time.monotonic_ns()))
    until(lambda: not desk.private)
    assert desk.frame() is not None


def test_another_camera_is_looked_through_and_its_table_comes_along(
    table: Table, store: ProfileStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that cannot be had is told, and the one before is kept."""
    store.save_table(StoredTable("kitchen", "better cam", placed(60, 700).profile, NOW))

    def open_one(key: str) -> tuple[DrawnCamera, str]:
        if key == "7":
            raise CameraError("camera 7: expected a camera, found none")
        return DrawnCamera(DrawnTable(2, (640, 360))), {"3": "better cam"}.get(key, "webcam")

    monkeypatch.setattr(setup_desk, "_open", open_one)
    monkeypatch.setattr(setup_desk, "number_of", lambda name: 0)
    desk = SetupDesk(table, "webcam")
    assert desk.cameras is not None
    assert not desk.cameras.trouble
    with pytest.raises(CameraError, match="camera 7"):
        desk.cameras.choose("7")
    assert desk.camera_name == "webcam"
    until(lambda: table.camera.latest() is not None)
    assert desk.cameras.choose("3") == "better cam"
    assert stands(table)
    assert desk.camera_name == "better cam"
    until(lambda: (frame := desk.frame()) is not None and frame.picture.shape[1] == 640)
    assert desk.cameras.choose("0") == "webcam"
    assert not stands(table)
    table.camera.stop()
    assert desk.cameras.trouble == ""
    assert desk.frame() is None


def test_the_cameras_are_found_without_opening_the_one_in_use(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A camera that is held elsewhere is not offered; a phone in use is."""
    opened: list[int] = []

    def opens(number: int) -> bool:
        opened.append(number)
        return number == 2

    monkeypatch.setattr(
        setup_desk, "device_name", lambda number: {0: "webcam", 1: "held", 2: "usb"}.get(number, f"camera {number}")
    )
    monkeypatch.setattr(setup_desk, "_opens", opens)
    monkeypatch.setattr("sys.platform", "linux")
    desk = SetupDesk(table, "webcam")
    assert desk.cameras is not None
    assert [(c.key, c.name) for c in desk.cameras.find()] == [("0", "webcam"), ("2", "usb")]
    assert opened == [1, 2]
    phone = SetupDesk(table, "http://phone/video")
    assert phone.cameras is not None
    assert phone.cameras.find()[0].key == "http://phone/video"


def test_what_is_no_address_and_no_number_is_refused() -> None:
    """With an example."""
    with pytest.raises(CameraError, match=r"192\.168"):
        setup_desk._open("my phone")


def test_the_box_is_heard_lit_and_learned(table: Table, box: SimulatedBox, tmp_path: Path) -> None:
    """What is learned holds at once, and is kept."""
    port = SetupDesk(table, "webcam").box
    assert port is not None
    assert port.box is not None
    port.take()
    box.tap(Input.CALL)
    told: list[BoxEvent] = []

    def heard() -> bool:
        told.extend(item for item in port.take() if isinstance(item, BoxEvent))
        return len(told) == 2

    until(heard)
    assert [(event.input, event.level) for event in told] == [
        (Input.CALL, Level.PRESSED),
        (Input.CALL, Level.RELEASED),
    ]
    port.show(frozenset({Lamp.LIE}))
    until(lambda: box.lit == {Lamp.LIE})
    assert port.lit is None
    learned = BoxSettings(frozenset({Input.CUP}), tested="any box")
    port.learn(learned)
    assert load_settings(tmp_path / "box.json") == learned
    assert port.settings == learned
    until(
        lambda: table.referee.state.felt.parts is not None and table.referee.state.felt.parts.inverted == (Input.CUP,)
    )
    box.lift_cup()
    lifted: list[Level] = []

    def felt() -> bool:
        lifted.extend(item.level for item in port.take() if isinstance(item, BoxEvent))
        return bool(lifted)

    until(felt)
    # Its sensor speaks the other way round now.
    assert lifted == [Level.SEATED]
