"""The webcam, over a capture device that the test plays."""

import sys

import cv2
import numpy as np
import pytest

from vision.camera import CameraError, Webcam
from vision.camera.held_light import HeldLight


class FakeCapture:
    """Gives `good` pictures, then only failed reads; remembers how it was opened."""

    opened_with: tuple[int, int] | None = None
    opens = True
    good = 1000
    released = 0

    def __init__(self, index: int, backend: int) -> None:
        FakeCapture.opened_with = (index, backend)
        self.left = self.good

    def isOpened(self) -> bool:
        return self.opens

    def set(self, prop: int, value: float) -> bool:
        return True

    def get(self, prop: int) -> float:
        return 0.0

    def read(self) -> tuple[bool, np.ndarray | None]:
        self.left -= 1
        return (True, np.full((6, 8, 3), 7, np.uint8)) if self.left >= 0 else (False, None)

    def release(self) -> None:
        FakeCapture.released += 1


@pytest.fixture
def device(monkeypatch: pytest.MonkeyPatch) -> type[FakeCapture]:
    device = type("Device", (FakeCapture,), {})
    monkeypatch.setattr(cv2, "VideoCapture", device)
    monkeypatch.setattr("vision.camera.webcam._RETRY_S", 0.0)
    monkeypatch.setattr(FakeCapture, "released", 0)
    return device


def test_frames_are_numbered_and_stamped(device: type[FakeCapture]) -> None:
    """Times never run back; a driver that does not know its fps gets the one asked for."""
    camera = Webcam(2)
    first, second = camera.read(), camera.read()
    assert (first.index, second.index) == (0, 1)
    assert 0 < first.at_ns <= second.at_ns
    assert camera.fps == 30


def test_windows_uses_directshow(device: type[FakeCapture], monkeypatch: pytest.MonkeyPatch) -> None:
    """Media Foundation can take a minute to open."""
    monkeypatch.setattr(sys, "platform", "win32")
    Webcam(1)
    assert FakeCapture.opened_with == (1, cv2.CAP_DSHOW)


def test_a_missing_camera_is_told(device: type[FakeCapture]) -> None:
    """What was expected, what was found, what to do."""
    device.opens = False
    with pytest.raises(CameraError, match=r"camera 4: expected a camera, found none.*plug it in"):
        Webcam(4)


def test_a_camera_that_opens_but_gives_nothing_is_told_and_let_go(device: type[FakeCapture]) -> None:
    """Common where another program holds it."""
    device.good = 0
    with pytest.raises(CameraError, match="gives no frames"):
        Webcam(0)
    assert FakeCapture.released == 1


def test_an_unplugged_camera_is_told(device: type[FakeCapture]) -> None:
    """Three frames of warm-up, one frame, then the cable is pulled."""
    device.good = 4
    camera = Webcam(0)
    camera.read()
    with pytest.raises(CameraError, match="no more frames; check the cable"):
        camera.read()


def _as_v4l2(device: type[FakeCapture], monkeypatch: pytest.MonkeyPatch) -> dict[int, float]:
    """A driver that keeps what it is told, as V4L2 does: exposure 1 is "by hand", 3 automatic, others are refused."""
    kept: dict[int, float] = {cv2.CAP_PROP_EXPOSURE: 120.0, cv2.CAP_PROP_AUTO_EXPOSURE: 3.0, cv2.CAP_PROP_AUTO_WB: 1}

    def keep(_self: FakeCapture, prop: int, value: float) -> bool:
        if prop == cv2.CAP_PROP_AUTO_EXPOSURE and value not in (1.0, 3.0):
            return False
        kept[prop] = value
        return True

    monkeypatch.setattr(device, "set", keep)
    monkeypatch.setattr(device, "get", lambda _self, prop: kept.get(prop, 0.0))
    return kept


def test_exposure_and_white_balance_are_held_once_settled(
    device: type[FakeCapture], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not before; and on closing the camera is given back as other programs expect it."""
    kept = _as_v4l2(device, monkeypatch)
    camera = Webcam(0, hold_light=True)
    for _ in range(30):
        camera.read()
    assert kept[cv2.CAP_PROP_AUTO_EXPOSURE] == 3.0
    for _ in range(30):
        camera.read()
    assert kept[cv2.CAP_PROP_AUTO_EXPOSURE] == 1.0
    assert kept[cv2.CAP_PROP_EXPOSURE] == 120.0
    assert kept[cv2.CAP_PROP_AUTO_WB] == 0
    camera.close()
    assert kept[cv2.CAP_PROP_AUTO_EXPOSURE] == 3.0
    assert kept[cv2.CAP_PROP_AUTO_WB] == 1


def test_a_lamp_that_is_turned_on_lets_the_light_settle_anew(
    device: type[FakeCapture], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hand before the lens for a second does not."""
    kept = _as_v4l2(device, monkeypatch)
    light = HeldLight(device(0, 0))

    def see(grey: int, frames: int) -> None:
        for _ in range(frames):
            light.saw(np.full((64, 64, 3), grey, np.uint8))

    see(100, 80)
    assert light.held
    see(30, 40)
    see(100, 60)
    assert light.held
    see(220, 100)
    assert not light.held
    assert kept[cv2.CAP_PROP_AUTO_EXPOSURE] == 3.0
    see(110, 60)
    assert light.held


def test_a_camera_that_does_not_allow_it_is_left_as_it_was(
    device: type[FakeCapture], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Exposure can be held, white balance cannot: neither is."""
    kept = _as_v4l2(device, monkeypatch)
    keep = device.set
    monkeypatch.setattr(device, "set", lambda self, prop, v: prop != cv2.CAP_PROP_AUTO_WB and keep(self, prop, v))
    light = HeldLight(device(0, 0))
    for _ in range(100):
        light.saw(np.full((64, 64, 3), 90, np.uint8))
    assert not light.held
    assert kept[cv2.CAP_PROP_AUTO_EXPOSURE] == 3.0
