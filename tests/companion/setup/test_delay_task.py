"""A phone's delay is measured on the page of the camera: by a real stream, and when nothing can be seen."""

import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from companion.setup.step import Act, Step, Tone
from companion.setup.tasks.camera import CameraTask
from tests.companion.setup.tables import Cameras
from tests.companion.setup.walks import bench, says
from tests.vision.camera.phone import PhoneBeforeAScreen
from vision.camera import LatestFrame, open_stream
from vision.camera.delay import Flicker
from vision.camera.frames import Frame

DELAY_MS = 340
LIT = np.tile(np.linspace(20, 220, 160).astype(np.uint8)[None, :, None], (90, 1, 3))


class PhoneCameras(Cameras):
    """A phone that is looked through."""

    def __init__(self, latest: LatestFrame) -> None:
        super().__init__()
        self.chosen, self.latest = latest.camera_name, latest

    @property
    def delay_ns(self) -> int | None:
        return self.latest.delay_ns

    @delay_ns.setter
    def delay_ns(self, delay_ns: int | None) -> None:
        pass

    def use_delay(self, delay_ns: int) -> None:
        self.latest.use_delay(delay_ns)


@pytest.fixture
def phone() -> Iterator[PhoneBeforeAScreen]:
    """In the network."""
    made = PhoneBeforeAScreen(DELAY_MS / 1000)
    yield made
    made.go()


def test_the_delay_of_a_real_stream_is_measured_kept_and_used(tmp_path: Path, phone: PhoneBeforeAScreen) -> None:
    """Pictures over HTTP that are old by a known time; right within some tens of ms."""
    shop = bench(tmp_path)
    with LatestFrame(open_stream(phone.url("/video"))) as latest:
        task, seen = CameraTask(shop, PhoneCameras(latest)), -1
        task.work()

        def until_done(most_s: float) -> Step:
            nonlocal seen
            end = time.monotonic() + most_s
            while time.monotonic() < end:
                frame, step = latest.latest(), task.step
                phone.shows(step.flicker is not None and step.flicker.white(time.monotonic_ns()))
                if frame is not None and frame.index != seen:
                    seen = frame.index
                    task.see(frame)
                task.work()
                if Act.DONE in task.step.keys:
                    break
                time.sleep(0.01)
            return task.step

        step = until_done(0.3)
        assert [says(word) for word in step.more][-1:] == ["delay_unknown"]
        task.do(Act.DELAY, "")
        assert (says(task.step.now), task.step.keys) == ("delay_aim", (Act.DELAY, Act.CANCEL))
        task.do(Act.DELAY, "")
        step = until_done(12)
        assert (says(step.now), step.tone) == ("delay_measured", Tone.GOOD)
        assert abs(shop.store.delay_ms(latest.camera_name) - DELAY_MS) < 50
        assert latest.delay_ns == pytest.approx(DELAY_MS * 1e6, abs=50e6)
        task.do(Act.DONE, "")
        assert says(task.step.more[-1]) == "delay_known"


class Clock:
    """Goes on when it is told to."""

    now = 1_000_000_000

    def __call__(self) -> int:
        return self.now


def trial(tmp_path: Path) -> tuple[CameraTask, Clock, Cameras]:
    """A phone's page that gave some pictures, at the tap that begins."""
    clock, cameras = Clock(), Cameras()
    cameras.chosen, cameras.delay_ns = "phone at 10.0.0.2", 0
    task = CameraTask(bench(tmp_path), cameras, clock)
    task.work()
    for k in range(6):
        task.see(Frame(LIT, k, k * 33_000_000))
    assert task.step.keys == (Act.LOOK, Act.DELAY)
    task.do(Act.DELAY, "")
    task.do(Act.DELAY, "")
    return task, clock, cameras


def test_a_flicker_that_is_not_seen_keeps_nothing(tmp_path: Path) -> None:
    """It is told, and can be tried again or left."""
    task, clock, cameras = trial(tmp_path)
    flicker = task.step.flicker
    assert isinstance(flicker, Flicker) and not flicker.white(clock.now)
    for k in range(300):
        clock.now += 33_000_000
        task.see(Frame(LIT, 10 + k, clock.now))
        task.work()
    step = task.step
    assert (says(step.now), step.tone, step.flicker) == ("delay_unseen", Tone.TROUBLE, None)
    assert cameras.delay_ns == 0
    task.do(Act.CANCEL, "")
    assert says(task.step.now) == "camera_sees"


def test_a_touch_ends_the_flicker(tmp_path: Path) -> None:
    """The page is as it was."""
    task, _, _ = trial(tmp_path)
    task.do(Act.CANCEL, "")
    assert (task.step.flicker, task.step.keys) == (None, (Act.LOOK, Act.DELAY))


def test_a_damaged_profile_is_not_written_over_by_a_delay(tmp_path: Path) -> None:
    """It may hold the lens: what is wrong with it is told, and the delay holds not."""
    task, clock, cameras = trial(tmp_path)
    path = bench(tmp_path).store.path("camera", cameras.chosen)
    path.parent.mkdir(parents=True)
    path.write_text("kind = 3")
    for k in range(300):
        clock.now += 33_000_000
        flicker = task.step.flicker
        white = flicker is not None and flicker.white(clock.now - 100_000_000)
        task.see(Frame(np.full((90, 160, 3), 200 if white else 30, np.uint8), 10 + k, clock.now))
        task.work()
    assert (task.step.tone, cameras.delay_ns) == (Tone.TROUBLE, 0)
    assert "cameras" in says(task.step.now)
    assert path.read_text() == "kind = 3"


def test_a_camera_of_this_machine_has_no_delay_to_measure(tmp_path: Path) -> None:
    """Its pictures come at once."""
    cameras = Cameras()
    cameras.chosen = "Desk cam"
    task = CameraTask(bench(tmp_path), cameras)
    task.work()
    for k in range(6):
        task.see(Frame(LIT, k, k * 33_000_000))
    task.do(Act.DELAY, "")
    assert task.step.keys == (Act.LOOK,)
