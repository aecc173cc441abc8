"""Exposure and white balance of a webcam, held still while it is played, so that colours mean the same all evening."""

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

#: How many frames a camera may take to find its light by itself.
_SETTLES = 45
#: Of so many frames one is looked at: has the room become lighter or darker? Looks that must agree, and by what factor.
_EVERY, _AGREEING, _OTHER_LIGHT = 30, 3, 1.5
#: "By hand" as V4L2 and as DirectShow count it; what took effect is what can be read back.
_BY_HAND = (0.25, 1.0)


class HeldLight:
    """Give it each frame (`saw`), in the thread that reads the camera.

    The light is held once it has settled. Where the room's light changes for good it is let go, settles anew, and is
    held again; a camera that does not allow it is left alone. `let_go` gives it back as other programs expect it.
    """

    def __init__(self, capture: Any) -> None:
        self._capture = capture
        self._settling = _SETTLES
        self._automatic: float | None = None
        """What the camera's automatic exposure was called; None: nothing is held."""
        self._level: float | None = None
        self._frames = self._doubts = 0
        self._refused = False

    @property
    def held(self) -> bool:
        """Whether exposure and white balance are held now."""
        return self._automatic is not None and not self._refused

    def saw(self, picture: NDArray[np.uint8]) -> None:
        """One frame further."""
        if self._refused:
            return
        if self._automatic is None:
            self._settling -= 1
            if self._settling <= 0:
                self._hold()
            return
        self._frames += 1
        if self._frames % _EVERY:
            return
        level = max(1.0, float(np.median(picture[::16, ::16])))
        if self._level is None:
            self._level = level
        other = not 1 / _OTHER_LIGHT < level / self._level < _OTHER_LIGHT
        self._doubts = self._doubts + 1 if other else 0
        if self._doubts >= _AGREEING:
            self.let_go()

    def let_go(self) -> None:
        """The camera finds its light by itself again."""
        if self._automatic is None:
            return
        self._capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, self._automatic)
        self._capture.set(cv2.CAP_PROP_AUTO_WB, 1)
        self._automatic, self._level, self._doubts, self._settling = None, None, 0, _SETTLES

    def _hold(self) -> None:
        capture = self._capture
        before, exposure = capture.get(cv2.CAP_PROP_AUTO_EXPOSURE), capture.get(cv2.CAP_PROP_EXPOSURE)
        held = any(
            capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, by_hand)
            and capture.get(cv2.CAP_PROP_AUTO_EXPOSURE) == by_hand
            and capture.set(cv2.CAP_PROP_EXPOSURE, exposure)
            for by_hand in _BY_HAND
        )
        self._automatic = before
        if not held or not capture.set(cv2.CAP_PROP_AUTO_WB, 0) or capture.get(cv2.CAP_PROP_AUTO_WB) != 0:
            # Half of it held is worse than none: colours would wander while the brightness stands.
            self.let_go()
            self._refused = True
