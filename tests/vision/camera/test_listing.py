"""Cameras found and measured, over devices that the test plays."""

import time
from pathlib import Path

import numpy as np
import pytest

from vision.camera import CameraError, Frame
from vision.camera.listing import Mode, best_mode, device_name, find_cameras

#: What each size really gives: the camera has no 960 x 540 and answers with 640 x 480.
RATES = {(1920, 1080): 8.0, (1280, 720): 200.0, (960, 540): 300.0, (640, 480): 300.0}


class PlayedWebcam:
    """A camera at number 1 with the rates above."""

    closed = 0

    def __init__(self, number: int, size: tuple[int, int]) -> None:
        if number != 1:
            raise CameraError("expected a camera, found none")
        self.size = (640, 480) if size == (960, 540) else size
        self.period = 1 / RATES[size]

    def read(self) -> Frame:
        time.sleep(self.period)
        return Frame(np.zeros((self.size[1], self.size[0], 3), np.uint8), 0, 0)

    def close(self) -> None:
        PlayedWebcam.closed += 1


def test_modes_are_measured_and_the_best_is_named() -> None:
    """1920 x 1080 is too slow here, and that is said; every device is let go again."""
    (found,) = find_cameras(0.1, numbers=range(3), opening=PlayedWebcam)  # type: ignore[arg-type]
    assert found.number == 1
    assert [(m.width, m.height) for m in found.modes] == [(1920, 1080), (1280, 720), (640, 480)]
    assert found.best is not None and found.best.width == 1280
    assert "1920 x 1080 gives only" in found.why
    assert PlayedWebcam.closed == 4


def test_the_quickest_is_taken_where_none_is_quick() -> None:
    """In the dark every mode is slow."""
    best, why = best_mode((Mode(1920, 1080, 5.0), Mode(640, 480, 15.0)))
    assert best == Mode(640, 480, 15.0)
    assert "more light" in why
    assert best_mode((Mode(3840, 2160, 30.0),)) == (None, "it gives no pictures of a usable size")
    assert best_mode((Mode(1920, 1080, 30.0), Mode(1280, 720, 60.0)))[0] == Mode(1920, 1080, 30.0)


def test_a_camera_is_known_by_the_systems_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers change from plug to plug; names stay."""
    monkeypatch.setattr("sys.platform", "linux")
    (tmp_path / "video2").mkdir()
    (tmp_path / "video2" / "name").write_text("HD  Pro Webcam C920\n")
    assert device_name(2, tmp_path) == "HD Pro Webcam C920"
    assert device_name(3, tmp_path) == "camera 3"
