"""A camera that can be exchanged for another while somebody looks through it."""

import threading
import time
from dataclasses import replace

from vision.camera.frames import Camera, CameraError, Frame
from vision.camera.latest import CameraState, LatestFrame

#: How long a wait lasts at most before it is asked again which camera is looked through, in seconds.
_LOOK_UP_S = 0.1


class ChangeableCamera:
    """As a `LatestFrame`, of whichever camera was given last; None: of none. The numbers of the frames only grow.

    `change` may be called from any thread.
    """

    def __init__(self, camera: Camera | None = None) -> None:
        self._lock = threading.Lock()
        self._stopped = False
        self._first = 0
        self._given = -1
        self._latest = LatestFrame(camera) if camera is not None else None

    def change(self, camera: Camera | None) -> None:
        """Look through this one from now on; the one before is let go first, as the same device may be meant."""
        with self._lock:
            before, self._latest = self._latest, None
        if before is not None:
            before.stop()
        with self._lock:
            self._first = self._given + 1
            if camera is None:
                return
            if self._stopped:
                camera.close()
            else:
                self._latest = LatestFrame(camera)

    @property
    def camera_name(self) -> str:
        """What a person would call it; empty where there is none."""
        latest = self._latest
        return latest.camera_name if latest is not None else ""

    @property
    def lost(self) -> CameraError | None:
        """Why it was lost, or None while it was not."""
        latest = self._latest
        return latest.lost if latest is not None else None

    @property
    def delay_ns(self) -> int | None:
        """As `LatestFrame.delay_ns`; None where there is none."""
        latest = self._latest
        return latest.delay_ns if latest is not None else None

    def use_delay(self, delay_ns: int) -> None:
        """As `LatestFrame.use_delay`."""
        latest = self._latest
        if latest is not None:
            latest.use_delay(delay_ns)

    def latest(self) -> Frame | None:
        """The latest frame, whatever its age; None before the first."""
        with self._lock:
            latest, first = self._latest, self._first
            frame = latest.latest() if latest is not None else None
            return self._numbered(frame, first)

    def wait_newer(self, than_index: int = -1, timeout_s: float = 1.0) -> Frame | None:
        """Waits for a frame with an index above `than_index`; None when it does not come in time or cannot come."""
        end = time.monotonic() + timeout_s
        while True:
            with self._lock:
                latest, first = self._latest, self._first
            left = max(0.0, end - time.monotonic())
            if latest is None:
                return None
            frame = latest.wait_newer(than_index - first, min(left, _LOOK_UP_S))
            with self._lock:
                if frame is not None and latest is self._latest:
                    return self._numbered(frame, first)
            if left <= _LOOK_UP_S or latest.state() in (CameraState.LOST, CameraState.ENDED):
                return None

    def state(self) -> CameraState:
        """How the camera does now; `STOPPED` where there is none."""
        latest = self._latest
        return latest.state() if latest is not None else CameraState.STOPPED

    def stop(self, timeout_s: float = 2.0) -> bool:
        """Lets the camera go, for good. False as `LatestFrame.stop`."""
        with self._lock:
            self._stopped, latest = True, self._latest
        return latest.stop(timeout_s) if latest is not None else True

    def _numbered(self, frame: Frame | None, first: int) -> Frame | None:
        if frame is None:
            return None
        self._given = max(self._given, frame.index + first)
        return replace(frame, index=frame.index + first) if first else frame

    def __enter__(self) -> "ChangeableCamera":
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
