"""The camera of an Android tablet, against a double of Android's classes: none of this was tried on a device."""

import sys
import threading
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

from vision.camera import CameraError, LatestFrame, local_camera
from vision.camera.android import AndroidCamera, bgr_of_nv21, nearest_size

SIZE = (64, 36)


class Bytes:
    """A Java byte array, as pyjnius hands it over."""

    def __init__(self, content: bytes) -> None:
        self.content = content

    def tostring(self) -> bytes:
        return self.content


class JavaCamera:
    """android.hardware.Camera, as far as it is used."""

    def __init__(self, sizes: list[tuple[int, int]]) -> None:
        self.sizes = [SimpleNamespace(width=w, height=h) for w, h in sizes]
        self.calls: list[str] = []
        self.buffers = 0
        self.listener: Any = None

    def getParameters(self) -> Any:
        return SimpleNamespace(
            getSupportedPreviewSizes=lambda: SimpleNamespace(toArray=lambda: self.sizes),
            getSupportedFocusModes=lambda: SimpleNamespace(toArray=lambda: ["auto", "continuous-video"]),
            setPreviewSize=lambda w, h: self.calls.append(f"{w}x{h}"),
            setPreviewFormat=lambda kind: self.calls.append(f"format {kind}"),
            setFocusMode=self.calls.append,
        )

    def setParameters(self, settings: Any) -> None:
        self.calls.append("set")

    def setPreviewTexture(self, surface: Any) -> None:
        self.calls.append("texture")

    def addCallbackBuffer(self, buffer: Any) -> None:
        self.buffers += 1

    def setPreviewCallbackWithBuffer(self, listener: Any) -> None:
        self.listener = listener

    def startPreview(self) -> None:
        self.calls.append("start")

    def stopPreview(self) -> None:
        self.calls.append("stop")

    def release(self) -> None:
        self.calls.append("release")

    def sees(self, picture: np.ndarray[Any, Any]) -> None:
        """Hand a frame over, on a thread of Android's."""
        content = nv21(picture)
        thread = threading.Thread(target=self.listener.onPreviewFrame, args=(Bytes(content), self))
        thread.start()
        thread.join()


def nv21(picture: np.ndarray[Any, Any]) -> bytes:
    """As a camera of Android gives it: from OpenCV's planes, with the colours interleaved, red first."""
    height, width = picture.shape[:2]
    planes = cv2.cvtColor(picture, cv2.COLOR_BGR2YUV_I420).reshape(-1)
    bright, rest = planes[: width * height], planes[width * height :]
    blue, red = rest[: len(rest) // 2], rest[len(rest) // 2 :]
    return bright.tobytes() + np.stack([red, blue], axis=1).tobytes()


class Refused(Exception):  # noqa: N818 - stands for JavaException
    """What pyjnius raises for a Java exception."""


@pytest.fixture
def tablet(monkeypatch: pytest.MonkeyPatch) -> Any:
    """This process believes that it runs on a tablet."""
    camera = JavaCamera([(32, 18), SIZE, (1920, 1080)])
    state = SimpleNamespace(camera=camera, allowed=True, asked=0, there=True)

    def opened(index: int) -> JavaCamera:
        if not state.there:
            raise Refused("Fail to connect to camera service")
        return camera

    classes = {
        "android.hardware.Camera": SimpleNamespace(open=opened),
        "android.graphics.ImageFormat": SimpleNamespace(NV21=17),
        "android.graphics.SurfaceTexture": lambda number: object(),
    }

    def ask(wanted: list[str]) -> None:
        state.asked += 1

    jnius = SimpleNamespace(
        autoclass=classes.__getitem__,
        JavaException=Refused,
        PythonJavaClass=object,
        java_method=lambda signature: lambda method: method,
    )
    permissions = SimpleNamespace(
        Permission=SimpleNamespace(CAMERA="camera"), check_permission=lambda one: state.allowed, request_permissions=ask
    )
    monkeypatch.setenv("ANDROID_ARGUMENT", "/data/app")
    monkeypatch.setitem(sys.modules, "jnius", jnius)
    monkeypatch.setitem(sys.modules, "android", SimpleNamespace(permissions=permissions))
    monkeypatch.setitem(sys.modules, "android.permissions", permissions)
    return state


def test_frames_arrive_in_colour_and_in_order(tablet: Any) -> None:
    """Through the thread that keeps the latest frame; closing lets the camera go."""
    red = np.full((SIZE[1], SIZE[0], 3), (20, 30, 220), np.uint8)
    camera = AndroidCamera(0, SIZE)
    assert tablet.camera.calls[0] == "64x36"
    with LatestFrame(camera) as latest:
        tablet.camera.sees(red)
        first = latest.wait_newer(-1, 5)
        assert first is not None and first.index == 0
        assert np.abs(first.picture.astype(int) - red).max() <= 4
        tablet.camera.sees(255 - red)
        second = latest.wait_newer(0, 5)
        assert second is not None and second.index == 1 and second.at_ns > first.at_ns
    assert tablet.camera.calls[-2:] == ["stop", "release"]
    # Three to begin with, and each came back.
    assert tablet.camera.buffers == 5


def test_it_is_the_camera_of_such_a_machine(tablet: Any) -> None:
    """Whoever asks for a local camera gets this one."""
    camera = local_camera(0)
    assert isinstance(camera, AndroidCamera) and camera.name == "camera 0"
    camera.close()
    camera.close()
    with pytest.raises(CameraError):
        camera.read()


def test_while_it_is_not_allowed_it_is_asked_for(tablet: Any) -> None:
    """And what to do is said."""
    tablet.allowed = False
    with pytest.raises(CameraError, match="allow it when Android asks"):
        local_camera(0)
    assert tablet.asked == 1


def test_a_camera_that_another_app_holds_is_told(tablet: Any) -> None:
    """With Android's own words."""
    tablet.there = False
    with pytest.raises(CameraError, match="Fail to connect"):
        local_camera(0)


def test_sizes_and_damaged_frames() -> None:
    """The shape that was wanted goes before others; a frame of another length is no frame."""
    assert nearest_size([(640, 480), (1280, 720), (1920, 1080)], (1280, 720)) == (1280, 720)
    assert nearest_size([(640, 360), (1600, 1200)], (1280, 720)) == (1600, 1200)
    assert nearest_size([(320, 240), (640, 480)], (1280, 720)) == (640, 480)
    with pytest.raises(CameraError):
        nearest_size([], (1280, 720))
    with pytest.raises(CameraError, match="expected 3456 bytes"):
        bgr_of_nv21(b"\0" * 100, *SIZE)
