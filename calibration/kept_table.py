"""A table that is kept under watch while it is played on: always where it is now, or nothing."""

import threading
from dataclasses import replace

import numpy as np

from calibration.advice import Advice, Say
from calibration.drift import MatWatch, look_at_mat
from calibration.light import Light, measure_light
from calibration.mat import mat
from calibration.picture import Picture
from calibration.scene import SceneWatch, View, look_at_scene, put_back
from calibration.table import TableProfile

#: How often the table is looked at: four times a second notices a bump within one. More often while it is in question.
_PERIOD_NS, _HURRY_NS = 250_000_000, 80_000_000
#: How long it is told that the table was found again, that people may read it.
_TELLS_NS = 6_000_000_000
#: So many looks in a row must find the light bad before it is told: a hand over a lamp is no news.
_BAD_LOOKS = 8
#: Around a marker, in shares of its size: what is left of a picture in which only the markers may be looked at.
_AROUND = 0.3


class KeptTable:
    """Give it every frame (`see`); it looks at some. Readers ask for `profile`, the screen for `advice`.

    One thread sees, any thread may ask. While the privacy gate is closed it must be given nothing, or what
    `only_markers` leaves; `pause` when it closes. view: what the camera saw where there is no mat, `scene_view`.
    """

    def __init__(self, table: TableProfile, view: View | None = None) -> None:
        self._lock = threading.Lock()
        self._mat: MatWatch | None = MatWatch(table) if table.mat else None
        self._scene = SceneWatch.of(view)
        self._table = table
        self._next_ns: int | None = None
        self._checked = True
        self._found: tuple[Advice, int] | None = None
        self._light: Light | None = None
        self._bad_looks = 0

    def see(self, picture: Picture, at_ns: int, *, markers_only: bool = False) -> None:
        """One frame (BGR), stamped with monotonic time; most return at once, some take as long as finding markers.

        markers_only: it must not be looked at beyond the mat's markers; a table without a mat is not looked at then.
        """
        if (self._next_ns is not None and at_ns < self._next_ns) or (markers_only and self._mat is None):
            return
        if self._mat is None:
            scene = look_at_scene(self._scene, picture, at_ns)
            with self._lock:
                self._scene, self._checked = scene, scene.certain
        else:
            self._see_mat(self._mat, picture, at_ns, markers_only)
        self._next_ns = at_ns + (_PERIOD_NS if self._checked else _HURRY_NS)

    def _see_mat(self, watch: MatWatch, picture: Picture, at_ns: int, markers_only: bool) -> None:
        height, width = picture.shape[:2]
        if (watch.table.camera.width, watch.table.camera.height) != (width, height):
            # The camera gives another size: the same view, until the markers say otherwise.
            watch = MatWatch(watch.table.resized(width, height))
        watch = look_at_mat(watch, only_markers(picture, watch.table) if markers_only else picture, at_ns)
        with self._lock:
            self._mat, self._table, self._checked = watch, watch.table, watch.certain
        if watch.advice.say is Say.FOUND_AGAIN:
            self._found = watch.advice, at_ns + _TELLS_NS
        elif self._found is not None and at_ns > self._found[1]:
            self._found = None
        if watch.certain and not markers_only:
            self._see_light(measure_light(picture, watch.table))

    def _see_light(self, light: Light | None) -> None:
        """Where the patches are covered, it is taken to be what it was."""
        if light is not None:
            self._light = light
            self._bad_looks = 0 if light.good else self._bad_looks + 1

    def pause(self) -> None:
        """Nothing will be seen for a while: what is known now must be looked at again before it counts."""
        with self._lock:
            self._checked = False
            if self._mat is not None:
                self._mat = replace(self._mat, _before=None, _seen_ns=None)
        self._next_ns = None

    def put_back(self) -> None:
        """Somebody says that a camera over a table without a mat was put back; its picture must say so too."""
        with self._lock:
            self._scene = put_back(self._scene)
            self._checked = False
        self._next_ns = None

    @property
    def profile(self) -> TableProfile | None:
        """Where the table is now; None while that is not known: then nothing that is read may be sure."""
        with self._lock:
            trusted = self._scene.trusted if self._mat is None else self._mat.trusted
            return self._table if trusted and self._checked else None

    @property
    def light(self) -> Light | None:
        """The light on the table as the patches showed it last; None where they were never seen."""
        return self._light

    @property
    def advice(self) -> Advice:
        """What there is to tell: all is still, it was found again, the camera moved; too dark, too bright."""
        with self._lock:
            now = self._scene.advice if self._mat is None else self._mat.advice
        found, light = self._found, self._light
        if now.say is not Say.ALL_STILL:
            return now
        if found is not None:
            return found[0]
        return light.advice if light is not None and self._bad_looks >= _BAD_LOOKS else now


def only_markers(picture: Picture, table: TableProfile) -> Picture:
    """The picture with everything black but the places where the mat's markers are expected."""
    left = np.zeros_like(picture)
    height, width = picture.shape[:2]
    for marker in mat(table.mat, table.players).markers:
        corners = table.project(marker.corners)
        if not np.isfinite(corners).all():
            continue
        low, high = corners.min(axis=0), corners.max(axis=0)
        margin = _AROUND * float((high - low).max())
        x0, y0 = np.clip(np.floor(low - margin), 0, (width, height)).astype(int)
        x1, y1 = np.clip(np.ceil(high + margin), 0, (width, height)).astype(int)
        left[y0:y1, x0:x1] = picture[y0:y1, x0:x1]
    return left
