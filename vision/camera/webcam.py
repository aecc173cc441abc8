"""A camera on this machine, through OpenCV."""

import sys
import time

import cv2
import numpy as np

from vision.camera.frames import LOCAL_UNSURE_NS, CameraError, Frame
from vision.camera.held_light import HeldLight
from vision.camera.quiet import quiet_opencv

#: Frames thrown away after opening: drivers begin with empty or dark ones while the exposure settles.
_WARM_UP_FRAMES = 3
#: How often a read may fail in a row before the camera counts as lost; single failures happen on a shared USB hub.
_FAILED_READS = 5
_RETRY_S = 0.03


class Webcam:
    """The camera with number `index`, asked for `size` = (width, height) at `fps`; it may give another size.

    hold_light: keep exposure and white balance as they are once they have settled, so that colours mean the same all
    evening; where the camera does not allow it, the mat's patches must do (`calibration.light`). Raises `CameraError`
    when there is none, when another program holds it, or when it opens but gives no frames.
    """

    unsure_ns = LOCAL_UNSURE_NS

    def __init__(
        self, index: int = 0, size: tuple[int, int] = (1280, 720), fps: float = 30, *, hold_light: bool = False
    ) -> None:
        self._index = index
        self._count = 0
        # Media Foundation, Windows' default in OpenCV, takes up to a minute to open some cameras.
        backend = {"win32": cv2.CAP_DSHOW, "linux": cv2.CAP_V4L2}.get(sys.platform, cv2.CAP_ANY)
        with quiet_opencv():
            self._capture = cv2.VideoCapture(index, backend)
        if not self._capture.isOpened():
            raise CameraError(
                f"camera {index}: expected a camera, found none that can be opened; plug it in, close other programs "
                "that use it, allow camera access, or choose another number"
            )
        # Without compression USB 2 carries 1280x720 at about 10 frames a second only.
        self._capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
        self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
        self._capture.set(cv2.CAP_PROP_FPS, fps)
        self._capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        self._light = HeldLight(self._capture) if hold_light else None
        told = float(self._capture.get(cv2.CAP_PROP_FPS))
        self.fps = told if 0 < told < 1000 else float(fps)
        try:
            for _ in range(_WARM_UP_FRAMES):
                self._grab("it was opened, but gives no frames")
        except CameraError:
            self.close()
            raise

    @property
    def name(self) -> str:
        return f"camera {self._index}"

    def read(self) -> Frame:
        """The next frame, stamped when it arrived. Raises `CameraError` when the camera was unplugged or closed."""
        picture = self._grab("it gives no more frames")
        if self._light is not None:
            self._light.saw(picture)
        frame = Frame(picture, self._count, time.monotonic_ns())
        self._count += 1
        return frame

    def close(self) -> None:
        if self._light is not None:
            self._light.let_go()
        self._capture.release()

    def _grab(self, trouble: str) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
        for _ in range(_FAILED_READS):
            if not self._capture.isOpened():
                break
            try:
                there, picture = self._capture.read()
            except cv2.error:
                there, picture = False, None
            if there and picture is not None and picture.size:
                return np.asarray(picture, np.uint8)
            time.sleep(_RETRY_S)
        raise CameraError(
            f"{self.name}: expected pictures, but {trouble}; check the cable and whether it is in use elsewhere"
        )
