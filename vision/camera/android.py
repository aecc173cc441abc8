"""The camera of an Android tablet, through Android's own interface.

Needs pyjnius, which only runs there and is imported only there. Written against the documented interface of
android.hardware.Camera (simple, and present on every version) and tested against a double of it; not yet tried on a
device. OpenCV has no way to Android's cameras when it is built for Python.
"""

import os
import threading
import time
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera.frames import LOCAL_UNSURE_NS, CameraError, Frame

_PATIENCE_S = 5.0
"""No frame for so long: the camera is lost. The screen says "stalled" long before."""
_BUFFERS = 3


def on_android() -> bool:
    """Whether this is an app that python-for-android packed."""
    return "ANDROID_ARGUMENT" in os.environ


class AndroidCamera:
    """Camera number `index`, 0 being the one on the back, at the preview size nearest to `size` = (width, height).

    Raises `CameraError` when there is none, when its use is not allowed, or when another app holds it.
    """

    unsure_ns = LOCAL_UNSURE_NS

    def __init__(self, index: int = 0, size: tuple[int, int] = (1280, 720), fps: float = 30) -> None:
        self._index = index
        self.fps = float(fps)
        self._changed = threading.Condition()
        self._newest: tuple[bytes, int] | None = None
        self._count = 0
        self._closed = False
        _ask_permission()
        from jnius import JavaException, autoclass  # noqa: PLC0415 - exists on Android only

        try:
            self._camera: Any = autoclass("android.hardware.Camera").open(index)
        except JavaException as error:
            raise CameraError(
                f"camera {index}: expected a camera, but Android gives none ({error}); allow the companion to use the "
                "camera in Android's settings, and close other apps that use it"
            ) from error
        self._start(autoclass, size)

    @property
    def name(self) -> str:
        return f"camera {self._index}"

    def read(self) -> Frame:
        """The next frame, stamped when it arrived. Raises `CameraError` when none comes any more."""
        with self._changed:
            if (
                not self._changed.wait_for(lambda: self._newest is not None or self._closed, _PATIENCE_S)
                or self._closed
            ):
                raise CameraError(f"{self.name}: expected pictures, but none come any more; open the companion again")
            assert self._newest is not None
            (raw, at_ns), self._newest = self._newest, None
        frame = Frame(bgr_of_nv21(raw, self._width, self._height), self._count, at_ns)
        self._count += 1
        return frame

    def interrupt(self) -> None:
        """Makes a waiting `read` return with `CameraError`."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def close(self) -> None:
        self.interrupt()
        if self._camera is not None:
            self._camera.setPreviewCallbackWithBuffer(None)
            self._camera.stopPreview()
            self._camera.release()
            self._camera = None

    def _start(self, autoclass: Any, size: tuple[int, int]) -> None:
        settings = self._camera.getParameters()
        offered = [(each.width, each.height) for each in settings.getSupportedPreviewSizes().toArray()]
        self._width, self._height = nearest_size(offered, size)
        settings.setPreviewSize(self._width, self._height)
        settings.setPreviewFormat(autoclass("android.graphics.ImageFormat").NV21)
        if "continuous-video" in list(settings.getSupportedFocusModes().toArray()):
            settings.setFocusMode("continuous-video")
        self._camera.setParameters(settings)
        # The camera wants somewhere to draw; nobody looks there. Both must live as long as the camera does.
        self._surface = autoclass("android.graphics.SurfaceTexture")(0)
        self._listener = _listener(self._arrived)
        self._camera.setPreviewTexture(self._surface)
        for _ in range(_BUFFERS):
            self._camera.addCallbackBuffer(bytearray(self._width * self._height * 3 // 2))
        self._camera.setPreviewCallbackWithBuffer(self._listener)
        self._camera.startPreview()

    def _arrived(self, raw: Any, camera: Any) -> None:
        """On Android's thread: keep the bytes, give the buffer back, do nothing else."""
        with self._changed:
            self._newest = bytes(raw.tostring()), time.monotonic_ns()
            self._changed.notify_all()
        camera.addCallbackBuffer(raw)


def bgr_of_nv21(raw: bytes, width: int, height: int) -> NDArray[np.uint8]:
    """The picture (height, width, 3) of Android's brightness plane with colours at half size behind it.

    Raises `CameraError` where there are not width x height x 3/2 bytes.
    """
    if len(raw) != width * height * 3 // 2:
        raise CameraError(
            f"Android's camera: expected {width * height * 3 // 2} bytes for {width}x{height}, found {len(raw)}"
        )
    planes = np.frombuffer(raw, np.uint8).reshape(height * 3 // 2, width)
    return np.asarray(cv2.cvtColor(planes, cv2.COLOR_YUV2BGR_NV21), np.uint8)


def nearest_size(offered: list[tuple[int, int]], wanted: tuple[int, int]) -> tuple[int, int]:
    """The smallest of the sizes that is at least as wide as wanted, in its shape if there is one; else the widest.

    Raises `CameraError` where none is offered.
    """
    if not offered:
        raise CameraError("Android's camera: expected at least one size of picture, found none; try another camera")
    enough = [size for size in offered if size[0] >= wanted[0]]
    alike = [size for size in enough if size[0] * wanted[1] == size[1] * wanted[0]]
    return min(alike or enough, default=max(offered))


def _ask_permission() -> None:
    """Raises `CameraError` while the owner has not allowed the camera; Android's question is then on the screen."""
    from android.permissions import Permission, check_permission, request_permissions  # noqa: PLC0415

    if not check_permission(Permission.CAMERA):
        request_permissions([Permission.CAMERA])
        raise CameraError("the companion may not use the camera yet: allow it when Android asks, then open it again")


def _listener(arrived: Any) -> Any:
    from jnius import PythonJavaClass, java_method  # noqa: PLC0415

    class Listener(PythonJavaClass):  # type: ignore[misc]
        __javainterfaces__ = ("android/hardware/Camera$PreviewCallback",)

        @java_method("([BLandroid/hardware/Camera;)V")  # type: ignore[untyped-decorator]
        def onPreviewFrame(self, data: Any, camera: Any) -> None:  # noqa: N802 - Java's name
            arrived(data, camera)

    return Listener()
