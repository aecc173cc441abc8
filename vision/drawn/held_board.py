"""The calibration board held before the drawn camera by hands that do as they are told."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from calibration.advice import Advice, Say
from calibration.lens import Lens
from vision.drawn.kit_table import board_print, photograph
from vision.drawn.lens_view import LensView
from vision.drawn.paper import Paper
from vision.pictures import Picture

#: A webcam as they are: bent outwards, its axis a little off the middle.
LENS = Lens(960, 540, (864.0, 864.0), (487.0, 264.0), (-0.12, 0.05, 0.001, -0.0008, 0.0), measured=True)
_NEAR_MM = 480.0
_WHERE: Mapping[str, tuple[float, float]] = {
    "left": (0.25, 0.5), "right": (0.75, 0.5), "top": (0.5, 0.28), "bottom": (0.5, 0.72), "middle": (0.5, 0.5),
    "top left": (0.24, 0.27), "top right": (0.76, 0.27), "bottom left": (0.24, 0.73), "bottom right": (0.76, 0.73),
}  # fmt: skip
_TILT: Mapping[str, tuple[float, float]] = {"left": (0, 25), "right": (0, -25), "top": (-25, 0), "bottom": (25, 0)}


class HeldBoard:
    """Where the board is; no two places are quite the same. The same `seed` and advice give the same pictures."""

    def __init__(self, seed: int = 0, lens: Lens = LENS) -> None:
        self._chance = np.random.default_rng(seed)
        self._view = LensView(lens=lens, elevation_deg=60, distance_mm=700, target_mm=(0.0, 0.0, 0.0))
        self._where, self._tilt, self._near = _WHERE["middle"], (0.0, 0.0), _NEAR_MM
        self._shake: NDArray[np.float64] = np.zeros(4)

    def heed(self, advice: Advice) -> None:
        """Moves the board as advised."""
        values = dict(advice.values)
        if advice.say is Say.BOARD_TO:
            self._where, self._tilt = _WHERE[values["where"]], (0.0, 0.0)
        elif advice.say is Say.BOARD_TILT:
            self._tilt = _TILT[values["edge"]]
        elif advice.say is Say.BOARD_CLOSER:
            self._near *= 0.8
        elif advice.say is Say.BOARD_AWAY:
            self._near *= 1.25
        else:
            return
        self._shake = self._chance.uniform(-1, 1, 4)

    def picture(self, *, wood: bool = True) -> Picture:
        """What the camera sees, BGR; wood: as in `photograph`."""
        view, lens = self._view, self._view.lens
        u, v = np.array(self._where) + self._shake[:2] * 0.04
        ahead = lens.directions(np.array([u * lens.width, v * lens.height]))
        middle = np.array([ahead[0], ahead[1], 1.0]) * self._near * (1 + 0.12 * self._shake[2])
        a, b = np.radians(np.array(self._tilt) + self._shake[2:] * 6)
        over = np.array([[1, 0, 0], [0, np.cos(a), -np.sin(a)], [0, np.sin(a), np.cos(a)]])
        side = np.array([[np.cos(b), 0, np.sin(b)], [0, 1, 0], [-np.sin(b), 0, np.cos(b)]])
        turn = side @ over
        at, right, up = view.eye + middle @ view.axes, turn[:, 0] @ view.axes, -turn[:, 1] @ view.axes
        printed = board_print()
        held = Paper(printed.picture, printed.px_per_mm, _place(at), _place(right), _place(up))
        return photograph(view, [held], wood=wood)


def _place(values: NDArray[np.float64]) -> tuple[float, float, float]:
    x, y, z = (float(v) for v in values)
    return x, y, z
