"""The latest frame of a live camera, kept by a thread of its own, so that nobody ever works on an old picture."""

import threading
import time
from dataclasses import dataclass, replace
from enum import Enum
from types import TracebackType
from typing import Self

from vision.camera.frames import Camera, CameraError, Frame
from vision.pictures import is_blank


class CameraState(Enum):
    """How the camera does, in one word for the screen."""

    WAITING = "waiting"  # no frame yet
    LIVE = "live"
    BLANK = "blank"  # frames come, but nothing can be seen on them: lens covered, room dark
    STALLED = "stalled"  # frames came, and stopped coming
    LOST = "lost"  # the camera said that no more can come
    ENDED = "ended"  # a recording was played to its end
    STOPPED = "stopped"  # we stopped it


@dataclass(frozen=True, slots=True)
class _Seen:
    frame: Frame | None = None
    blank: bool = False
    lost: CameraError | None = None
    ended: bool = False


class LatestFrame:
    """Reads `camera` in a thread and keeps its latest frame only, stamped with `time.monotonic_ns`.

    The stamp is when it arrived, less the camera's `delay_ns` where it knows one; `Frame.unsure_ns` is the camera's.

    The thread owns the camera from here on and closes it when it ends. `stall_s` is how long no frame may come before
    the camera counts as stalled.
    """

    def __init__(self, camera: Camera, stall_s: float = 1.0) -> None:
        self._camera = camera
        self._stall_ns = round(stall_s * 1e9)
        self._changed = threading.Condition()
        self._seen = _Seen()
        self._heard_ns = time.monotonic_ns()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"frames of {camera.name}", daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    @property
    def camera_name(self) -> str:
        """What people call the camera behind it."""
        return self._camera.name

    @property
    def lost(self) -> CameraError | None:
        """Why the camera was lost, or None while it was not."""
        return self._seen.lost

    @property
    def delay_ns(self) -> int | None:
        """How old its pictures are taken to be when they arrive, 0: never measured; None: nobody need know of it."""
        return getattr(self._camera, "delay_ns", None)

    def use_delay(self, delay_ns: int) -> None:
        """Its pictures are so old when they arrive, from the next one on. For cameras with a `delay_ns`."""
        if self.delay_ns is not None:
            self._camera.delay_ns = delay_ns  # type: ignore[attr-defined]

    def latest(self) -> Frame | None:
        """The latest frame, whatever its age; None before the first. Its `at_ns` is monotonic time."""
        return self._seen.frame

    def wait_newer(self, than_index: int = -1, timeout_s: float = 1.0) -> Frame | None:
        """Waits for a frame with an index above `than_index`; None when it does not come in time or cannot come."""
        with self._changed:
            self._changed.wait_for(lambda: self._is_newer(than_index) or not self._goes_on(), timeout_s)
            return self._seen.frame if self._is_newer(than_index) else None

    def state(self) -> CameraState:
        """How the camera does now; `LOST` stays once it was reached, with the reason in `lost`."""
        seen = self._seen
        if seen.lost is not None:
            return CameraState.LOST
        if self._stopping.is_set():
            return CameraState.STOPPED
        if seen.ended:
            return CameraState.ENDED
        if time.monotonic_ns() - self._heard_ns > self._stall_ns:
            return CameraState.STALLED
        if seen.frame is None:
            return CameraState.WAITING
        return CameraState.BLANK if seen.blank else CameraState.LIVE

    def stop(self, timeout_s: float = 2.0) -> bool:
        """Ends the thread, which closes the camera. False when a stalled driver held it beyond `timeout_s`; the thread
        then ends, and closes the camera, as soon as the driver returns.
        """
        self._stopping.set()
        interrupt = getattr(self._camera, "interrupt", None)
        if interrupt is not None:
            interrupt()
        with self._changed:
            self._changed.notify_all()
        if self._thread is not threading.current_thread():
            self._thread.join(timeout_s)
        return not self._thread.is_alive()

    def _run(self) -> None:
        try:
            while not self._stopping.is_set():
                frame = self._camera.read()
                if self._stopping.is_set():
                    return
                if frame is None:
                    self._tell(replace(self._seen, ended=True))
                    return
                self._heard_ns = time.monotonic_ns()
                frame = replace(
                    frame,
                    at_ns=self._heard_ns - getattr(self._camera, "delay_ns", 0),
                    unsure_ns=getattr(self._camera, "unsure_ns", 0),
                )
                self._tell(_Seen(frame, is_blank(frame.picture)))
        except CameraError as error:
            self._tell(replace(self._seen, lost=error))
        except Exception as error:  # a driver's own exception must not end the thread unseen
            told = CameraError(
                f"{self._camera.name}: the camera failed ({type(error).__name__}: {error}); plug it in again"
            )
            self._tell(replace(self._seen, lost=told))
        finally:
            # Only the thread that reads may close: releasing a capture while another thread reads it crashes OpenCV.
            self._camera.close()

    def _tell(self, seen: _Seen) -> None:
        with self._changed:
            self._seen = seen
            self._changed.notify_all()

    def _is_newer(self, than_index: int) -> bool:
        return self._seen.frame is not None and self._seen.frame.index > than_index

    def _goes_on(self) -> bool:
        return self._seen.lost is None and not self._seen.ended and not self._stopping.is_set()
