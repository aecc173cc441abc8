"""How bright and of what colour the light is, by the white and grey patches on the mat; pictures put right by it."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.advice import Advice, Say, advise
from calibration.picture import Picture
from calibration.table import TableProfile
from calibration.zones import Zone, ZoneKind

#: White paper should be about so bright, 0..255.
_WHITE_TO = 225.0
_DARK, _BLINDED = 90.0, 250.0
#: A patch whose pixels differ more than this (standard deviation) has something lying on it, or a shadow across it.
_UNEVEN = 14.0
#: How much brighter white must be than grey, or one of them is not what it seems.
_CONTRAST = 1.25
_TINTED = 1.12
_SAMPLES = 12


@dataclass(frozen=True, slots=True)
class Light:
    """white: blue, green, red of the white patch, 0..255; blinded: the share of its pixels at the limit."""

    white: tuple[float, float, float]
    blinded: float

    @property
    def level(self) -> float:
        """How bright white paper is, 0..255."""
        return sum(self.white) / 3

    @property
    def advice(self) -> Advice:
        """What to tell about it."""
        if self.level < _DARK:
            return advise(Say.TOO_DARK, level=round(self.level))
        if self.blinded > 0.2 or max(self.white) > _BLINDED:
            return advise(Say.TOO_BRIGHT)
        if max(self.white) > _TINTED * min(self.white):
            return advise(Say.TINTED)
        return advise(Say.LIGHT_GOOD)

    @property
    def good(self) -> bool:
        """Whether the picture is fit to be read: neither too dark nor blinded."""
        return self.advice.say in (Say.LIGHT_GOOD, Say.TINTED)

    @property
    def correctable(self) -> bool:
        """Whether `correct` makes a picture easier to read: it is dark or coloured, but nothing is blinded out."""
        return self.advice.say in (Say.TOO_DARK, Say.TINTED)

    def correct(self, picture: Picture) -> Picture:
        """The picture with white paper white: each channel stretched, at most fourfold, so that noise stays noise."""
        gains = np.clip(_WHITE_TO / np.maximum(np.array(self.white), 1.0), 0.5, 4.0)
        table = np.clip(np.round(np.arange(256)[:, None] * gains), 0, 255).astype(np.uint8)
        return np.stack([table[picture[..., k], k] for k in range(3)], axis=-1)


def measure_light(picture: Picture, table: TableProfile) -> Light | None:
    """The light on the mat; None where no white patch lies free beside a grey one, or there is no mat."""
    table = table.resized(picture.shape[1], picture.shape[0])
    best: NDArray[np.float64] | None = None
    for one, other in zip(table.zones_of(ZoneKind.WHITE), table.zones_of(ZoneKind.GREY), strict=False):
        white, grey = _samples(picture, table, one), _samples(picture, table, other)
        if white is None or grey is None or white.mean() < min(_CONTRAST * grey.mean(), _BLINDED):
            continue
        # The brighter pair is the one no shadow lies on.
        if best is None or white.mean() > best.mean():
            best = white
    if best is None:
        return None
    white = best
    blue, green, red = (float(v) for v in np.median(white, axis=0))
    return Light((blue, green, red), float((white.max(axis=1) >= 254).mean()))


def _samples(picture: Picture, table: TableProfile, zone: Zone) -> NDArray[np.float64] | None:
    """Pixels (n, 3) spread over the inner half of a patch; None where it is not in the picture, or not even."""
    middle, corners = np.array(zone.middle), zone.points
    reach = (corners.max(axis=0) - corners.min(axis=0)) / 4
    across = np.linspace(-1, 1, _SAMPLES)
    places = middle + np.stack(np.meshgrid(across, across), axis=-1).reshape(-1, 2) * reach
    pixels = table.project(places)
    height, width = picture.shape[:2]
    if not np.isfinite(pixels).all() or (pixels < 0).any() or (pixels > (width - 1, height - 1)).any():
        return None
    column, row = np.round(pixels).astype(int).T
    found = picture[row, column].astype(np.float64)
    return None if found.std(axis=0).max() > _UNEVEN else found
