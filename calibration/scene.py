"""Whether a camera over a table without a mat still stands where it stood: by what lies still in its picture.

What was seen when the table was found is kept (`scene_view`), and later pictures are held against it, today or next
week: light may change, hands and pieces may come and go. That the camera moved can be told so, but not where to.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.advice import Advice, Say, advise
from calibration.picture import Picture

View = NDArray[np.uint8]
"""A small grey picture (height, VIEW_WIDTH)."""

VIEW_WIDTH = 640
#: Points are taken from all over the picture, so many of each part of it: a card that is taken away later costs few.
_POINTS, _PART_PX, _OF_A_PART, _LEAST_POINTS = 800, 64, 5, 24
_SEEN = 21
#: How like itself what is around a point must look where it is found again, as a correlation.
_ALIKE = 0.75
#: What a place is compared with, in small pixels.
_AROUND = (41, 41)
#: Contrast below this, in grey levels, is noise.
_NOISE = 5.0
#: How far most of the picture may have moved, in pixels of the small picture.
_MOVED_PX = 1.0
#: The share of the points that must be found again, moved as a plane does, for an answer.
_TOGETHER = 0.3
_AGREEING = 2
#: After so many looks in a row in which nothing fits, the camera may point anywhere.
_UNCLEAR_LOOKS = 12
#: A camera that was knocked swings for so long; one that is back later was put there by somebody.
_SWINGS_NS = 3_000_000_000

#: The middle of the picture, whose whereabouts are told, as shares of width and height.
MIDDLE = np.array([[0.2, 0.2], [0.8, 0.2], [0.8, 0.8], [0.2, 0.8]])
_STILL = advise(Say.ALL_STILL)


@dataclass(frozen=True, slots=True, eq=False)
class SceneWatch:
    """The watch over a table without a mat. Nothing is trusted before a picture was found to be like the view.

    view: what the camera saw when the table was found, None where nobody kept it; back: the camera had moved, and the
    picture is as it was again: `put_back` when somebody says that it was; now: where the view's `MIDDLE` is seen now,
    corners (4, 2) as shares of width and height, None where nothing of it is recognised.
    """

    view: View | None
    trusted: bool = False
    back: bool = False
    advice: Advice = _STILL
    now: NDArray[np.float64] | None = None
    _sharp: View | None = None
    _points: NDArray[np.float32] | None = None
    _doubts: int = 0
    _unclear: int = 0
    _moved_ns: int | None = None

    @classmethod
    def of(cls, view: View | None) -> "SceneWatch":
        """The watch begins."""
        if view is None:
            return cls(None, advice=advise(Say.SCENE_UNKNOWN))
        sharp = _sharp(view)
        points = _points(sharp)
        return cls(view, advice=_STILL if points is not None else advise(Say.SCENE_PLAIN), _sharp=sharp, _points=points)

    @property
    def certain(self) -> bool:
        """Whether the latest look found the scene where it must be."""
        return self.trusted and self._doubts == 0 and self._unclear == 0


def scene_view(picture: Picture) -> View:
    """What is kept of a picture (BGR) to tell later whether the camera still stands there."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    height = max(1, round(picture.shape[0] * VIEW_WIDTH / picture.shape[1]))
    return np.asarray(cv2.resize(grey, (VIEW_WIDTH, height), interpolation=cv2.INTER_AREA), np.uint8)


def look_at_scene(watch: SceneWatch, picture: Picture, at_ns: int) -> SceneWatch:
    """One picture further; at_ns: monotonic time."""
    if watch._points is None:
        return watch
    found = _found(watch, picture)
    if found is None:
        # Hands everywhere, or the light went out: neither still nor moved, unless it stays so.
        watch = replace(watch, _unclear=watch._unclear + 1, now=None)
        if watch._unclear < _UNCLEAR_LOOKS:
            return watch
        return replace(watch, trusted=False, back=False, advice=advise(Say.SCENE_UNCLEAR))
    moved, now = found
    watch = replace(watch, _unclear=0, now=now)
    if moved <= _MOVED_PX:
        return _like_it_was(watch, at_ns)
    watch = replace(watch, back=False, _doubts=watch._doubts + 1)
    if watch._doubts < _AGREEING:
        return watch
    moved_ns = at_ns if watch._moved_ns is None else watch._moved_ns
    return replace(watch, trusted=False, advice=advise(Say.SCENE_MOVED), _moved_ns=moved_ns)


def put_back(watch: SceneWatch) -> SceneWatch:
    """Somebody says that the camera was put back: it is believed as soon as the picture says so too."""
    return replace(watch, back=False, _moved_ns=None)


def _like_it_was(watch: SceneWatch, at_ns: int) -> SceneWatch:
    if watch._moved_ns is None or at_ns - watch._moved_ns < _SWINGS_NS:
        return replace(watch, trusted=True, back=False, advice=_STILL, _doubts=0, _moved_ns=None)
    return replace(watch, back=True, advice=advise(Say.SCENE_BACK), _doubts=0)


def _found(watch: SceneWatch, picture: Picture) -> tuple[float, NDArray[np.float64]] | None:
    """How far the still parts moved (their median, small pixels), and where the view's middle is; None: not clear."""
    now = _sharp(scene_view(picture))
    before, points = watch._sharp, watch._points
    if before is None or points is None or before.shape != now.shape:
        return None
    tracked, status, _ = cv2.calcOpticalFlowPyrLK(
        before, now, points, np.zeros_like(points), winSize=(_SEEN, _SEEN), maxLevel=4
    )
    there = np.asarray(tracked, np.float32)
    good = (status.ravel() == 1) & _alike(before, now, points, there)
    if good.sum() < max(_LEAST_POINTS, _TOGETHER * len(points)):
        return None
    # What the camera sees of one table moves as a plane does; hands do not.
    plane, together = cv2.findHomography(points[good], there[good], cv2.RANSAC, 1.5)
    if plane is None or together.sum() < max(_LEAST_POINTS, _TOGETHER * len(points)):
        return None
    away = np.linalg.norm((there - points)[good].reshape(-1, 2), axis=1)
    height, width = now.shape
    corners = cv2.perspectiveTransform((MIDDLE * (width, height))[None], plane)[0] / (width, height)
    return float(np.median(away[together.ravel() == 1])), np.asarray(corners, np.float64)


def _points(sharp: View) -> NDArray[np.float32] | None:
    """Places that can be found again, from all over the picture; None where there are too few."""
    found = cv2.goodFeaturesToTrack(sharp, _POINTS, 0.02, 6)
    if found is None or len(found) < _LEAST_POINTS:
        return None
    taken: dict[tuple[int, int], int] = {}
    kept = []
    for x, y in np.asarray(found, np.float32).reshape(-1, 2):
        part = (int(x) // _PART_PX, int(y) // _PART_PX)
        taken[part] = taken.get(part, 0) + 1
        if taken[part] <= _OF_A_PART:
            kept.append((x, y))
    return np.array(kept, np.float32).reshape(-1, 1, 2) if len(kept) >= _LEAST_POINTS else None


def _sharp(view: View) -> View:
    """The picture as bright and as rich in contrast everywhere, so that the light of another day does not count."""
    grey = cv2.GaussianBlur(view, (0, 0), 1.0).astype(np.float32)
    apart = grey - cv2.blur(grey, _AROUND)
    contrast = np.sqrt(cv2.blur(apart**2, _AROUND)) + _NOISE
    return np.asarray(np.clip(128 + 50 * apart / contrast, 0, 255), np.uint8)


def _alike(before: View, now: View, points: NDArray[np.float32], there: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Whether what is around each point looks the same in both: a tracker that finds nothing stays where it was."""
    size = (_SEEN, _SEEN)
    patches = [
        np.stack([cv2.getRectSubPix(picture, size, (float(x), float(y))).ravel() for x, y in at.reshape(-1, 2)])
        for picture, at in ((before, points), (now, there))
    ]
    one, other = (patch.astype(np.float32) - patch.mean(axis=1, keepdims=True) for patch in patches)
    strength = np.linalg.norm(one, axis=1) * np.linalg.norm(other, axis=1)
    return np.asarray((one * other).sum(axis=1) > _ALIKE * np.maximum(strength, 1e-6))
