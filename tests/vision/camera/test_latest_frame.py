"""The thread that keeps the latest frame, over a camera that stalls, dies or ends when the test says so."""

import threading
import time
from collections.abc import Callable

import numpy as np
import pytest

from vision.camera import CameraError, CameraState, Frame, LatestFrame

SCENE = np.random.default_rng(0).integers(0, 256, (16, 16, 3)).astype(np.uint8)


class PlayedCamera:
    """Gives what the test hands it: a picture, an exception, or None for the end; waits while it has nothing."""

    name = "played camera"
    fps = 100.0

    def __init__(self) -> None:
        self._given: list[np.ndarray | Exception | None] = []
        self._there = threading.Semaphore(0)
        self._count = 0
        self.closed_by: str | None = None

    def give(self, *what: np.ndarray | Exception | None) -> None:
        self._given.extend(what)
        for _ in what:
            self._there.release()

    def read(self) -> Frame | None:
        self._there.acquire()
        given = self._given.pop(0)
        if isinstance(given, Exception):
            raise given
        if given is None:
            return None
        self._count += 1
        return Frame(given, self._count - 1, 0)

    def close(self) -> None:
        self.closed_by = threading.current_thread().name


def until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + 3
    while not true():
        assert time.monotonic() < end, "it did not happen within three seconds"
        time.sleep(0.002)


def test_only_the_latest_frame_is_kept_with_its_time_of_arrival() -> None:
    """Of five frames given at once the last is left, stamped with monotonic time."""
    camera = PlayedCamera()
    before = time.monotonic_ns()
    latest = LatestFrame(camera)
    assert latest.state() is CameraState.WAITING
    assert latest.latest() is None
    camera.give(*[SCENE] * 5)
    frame = latest.wait_newer(3, 3)
    assert frame is not None
    assert frame.index == 4
    assert before <= frame.at_ns <= time.monotonic_ns()
    assert latest.state() is CameraState.LIVE
    camera.give(None)
    assert latest.stop()


def test_waiting_for_a_newer_frame_ends_in_time() -> None:
    """None when none came; and at once when none can come any more."""
    camera = PlayedCamera()
    latest = LatestFrame(camera)
    assert latest.wait_newer(-1, 0.02) is None
    camera.give(CameraError("pulled"))
    began = time.monotonic()
    assert latest.wait_newer(-1, 5) is None
    assert time.monotonic() - began < 2


def test_a_stalled_camera_is_told_and_recovers() -> None:
    """No frame for the stall time is a stall; the next frame ends it."""
    camera = PlayedCamera()
    latest = LatestFrame(camera, stall_s=0.05)
    camera.give(SCENE)
    until(lambda: latest.state() is CameraState.STALLED)
    assert latest.latest() is not None
    camera.give(SCENE)
    assert latest.wait_newer(0, 3) is not None
    until(lambda: latest.state() is not CameraState.WAITING)
    assert latest.lost is None
    camera.give(None)
    assert latest.stop()


@pytest.mark.parametrize("error", [CameraError("the cable was pulled"), OSError("the cable was pulled")])
def test_a_camera_that_dies_is_lost_with_the_reason(error: Exception) -> None:
    """Its own error or a driver's: the reason is kept, the last frame too, and the camera is closed by its thread."""
    camera = PlayedCamera()
    latest = LatestFrame(camera)
    camera.give(SCENE, error)
    until(lambda: latest.state() is CameraState.LOST)
    assert "the cable was pulled" in str(latest.lost)
    assert latest.latest() is not None
    assert latest.stop()
    assert camera.closed_by == "frames of played camera"
    assert latest.state() is CameraState.LOST


def test_a_dark_picture_is_not_live() -> None:
    """A covered lens gives frames on which nothing can be seen."""
    camera = PlayedCamera()
    latest = LatestFrame(camera)
    camera.give(SCENE // 20)
    until(lambda: latest.state() is CameraState.BLANK)
    camera.give(None)
    until(lambda: latest.state() is CameraState.ENDED)
    assert latest.stop()


def test_stopping_is_clean_and_does_not_hang_on_a_stalled_driver() -> None:
    """A driver that does not return is told by False; when it returns, its frame is not taken and it is closed."""
    camera = PlayedCamera()
    with LatestFrame(camera) as latest:
        camera.give(SCENE)
        until(lambda: latest.latest() is not None)
        assert latest.stop(0.05) is False
        camera.give(SCENE)
        assert latest.stop() is True
        frame = latest.latest()
        assert frame is not None
        assert frame.index == 0
    assert latest.state() is CameraState.STOPPED
    assert camera.closed_by is not None
