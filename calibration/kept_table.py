"""A table that is kept under watch while it is played on: always where it is now, or nothing."""

import threading

from calibration.advice import Advice
from calibration.drift import MatWatch, SceneWatch, look_at_mat, look_at_scene
from calibration.picture import Picture
from calibration.table import TableProfile

#: How often the table is looked at: four times a second notices a bump within one.
_PERIOD_NS = 250_000_000


class KeptTable:
    """Give it every frame (`see`); it looks at some. Readers ask for `profile`, the screen for `advice`.

    One thread sees, any thread may ask. While the privacy gate is closed it must be given nothing.
    """

    def __init__(self, table: TableProfile) -> None:
        self._lock = threading.Lock()
        self._mat: MatWatch | None = MatWatch(table) if table.mat else None
        self._scene = SceneWatch()
        self._table = table
        self._next_ns: int | None = None

    def see(self, picture: Picture, at_ns: int) -> None:
        """One frame (BGR), stamped with monotonic time; most return at once, some take as long as finding markers."""
        if self._next_ns is not None and at_ns < self._next_ns:
            return
        self._next_ns = at_ns + _PERIOD_NS
        height, width = picture.shape[:2]
        if self._mat is None:
            scene = look_at_scene(self._scene, picture)
            with self._lock:
                self._scene = scene
            return
        watch = self._mat
        if (watch.table.camera.width, watch.table.camera.height) != (width, height):
            # The camera gives another size: the same view, until the markers say otherwise.
            watch = MatWatch(watch.table.resized(width, height))
        watch = look_at_mat(watch, picture, at_ns)
        with self._lock:
            self._mat, self._table = watch, watch.table

    @property
    def profile(self) -> TableProfile | None:
        """Where the table is now; None while that is not known: then nothing read by places may be sure."""
        with self._lock:
            trusted = self._scene.trusted if self._mat is None else self._mat.trusted
            return self._table if trusted else None

    @property
    def advice(self) -> Advice:
        """What there is to tell: all is still, it was found again, the camera moved."""
        with self._lock:
            return self._scene.advice if self._mat is None else self._mat.advice
