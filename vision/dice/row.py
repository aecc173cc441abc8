"""Finding the dice of a teaching picture: a given number of things of one size, side by side on a plain table."""

import itertools
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.rarity import rarity
from vision.pictures import Picture

#: The search works on pictures no wider than this; a die is then still about 30 pixels.
_WORKING_WIDTH = 1280
_THRESHOLDS = (9.0, 8.0, 7.2, 6.4, 5.7)
#: A number of dice is believed where it explains the picture about as well as the best number does.
_NEARLY_BEST = 0.85
#: Gaps closed between the marks of one die, in shares of the picture's width.
_CLOSINGS = (0.0, 0.003, 0.006, 0.01, 0.015, 0.022)

#: From so many equal things side by side on, what stands out is a row, and its number is believed.
_A_ROW = 3
#: Of many small things only the largest can be dice.
_MOST_THINGS = 60


class RowError(ValueError):
    """The dice of a teaching picture cannot be told apart; the message says what was expected and found."""


@dataclass(frozen=True, slots=True)
class Spot:
    """The box in pixels around one die."""

    x: float
    y: float
    width: float
    height: float

    @property
    def centre(self) -> tuple[float, float]:
        """Middle of the box."""
        return self.x + self.width / 2, self.y + self.height / 2

    @property
    def extent(self) -> float:
        """The longer side."""
        return max(self.width, self.height)


def find_row(picture: Picture, count: int) -> tuple[Spot, ...]:
    """Boxes of `count` dice, left to right. Raises `RowError` where another number of them stands out."""
    scale = min(1.0, _WORKING_WIDTH / picture.shape[1])
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else picture
    plain: _Rows = {}
    among: _Rows = {}
    for surprise, threshold in itertools.product(rarity(np.asarray(small, np.uint8)), _THRESHOLDS):
        mask = (surprise > threshold).astype(np.uint8)
        mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)), np.uint8)
        for size in dict.fromkeys(round(share * mask.shape[1]) for share in _CLOSINGS):
            _, _, stats, _ = cv2.connectedComponentsWithStats(_closed(mask, size), connectivity=8)
            things = np.asarray(stats[1:], np.int32)
            spots, share = _spots(things)
            _offer(plain, spots, share**3 * _row_quality(spots))
            for chain in _chains(things, mask.shape[1], mask.shape[0]):
                _offer(among, chain, _row_quality(chain) * float(np.mean([s.extent for s in chain])))
    likeliest, row = _best(plain, count)
    if row is None and likeliest < _A_ROW:
        # A mat's edge, a seam or a cup stands out as well: then the dice are the row of large, equal things.
        _, row = _best(among, count)
    if row is None:
        raise RowError(
            f"expected {count} dice in a row and nothing else on the table, found {likeliest or 'no'} things that "
            "stand out; put the dice apart on a plain table, well lit, and take the picture again"
        )
    return tuple(Spot(s.x / scale, s.y / scale, s.width / scale, s.height / scale) for s in row)


_Rows = dict[int, tuple[float, list[Spot]]]
"""The best row of each number of things, with its quality."""


def _offer(rows: _Rows, row: list[Spot], quality: float) -> None:
    if quality > rows.get(len(row), (0.0,))[0]:
        rows[len(row)] = quality, row


def _best(rows: _Rows, count: int) -> tuple[int, list[Spot] | None]:
    """The likeliest number of things, and the row of `count` where that is about as likely."""
    likeliest = max(rows, key=lambda n: rows[n][0], default=0)
    if count not in rows or rows[count][0] < _NEARLY_BEST * rows[likeliest][0]:
        return likeliest, None
    return likeliest, rows[count][1]


def _chains(stats: NDArray[np.int32], width: int, height: int) -> list[list[Spot]]:
    """Every row of at least two things of like size, as long as it goes: neighbours lie within a few of their sizes."""
    things = [
        Spot(float(x), float(y), float(w), float(h))
        for x, y, w, h, area in stats.tolist()
        if area >= 20 and max(w, h) < 0.25 * width and min(w, h) >= 0.45 * max(w, h) and area >= 0.3 * w * h
        if x > 0 and y > 0 and x + w < width and y + h < height
    ]
    things = sorted(sorted(things, key=lambda s: -s.extent)[:_MOST_THINGS], key=lambda s: s.centre[0])
    chains = []
    for begin in things:
        if any(_neighbours(left, begin) for left in things):
            continue
        chain = [begin]
        while (following := next((s for s in things if _neighbours(chain[-1], s)), None)) is not None:
            chain.append(following)
        if len(chain) > 1:
            chains.append(chain)
    return chains


def _neighbours(left: Spot, right: Spot) -> bool:
    size = (left.extent + right.extent) / 2
    across, along = right.centre[1] - left.centre[1], right.centre[0] - left.centre[0]
    alike = max(left.extent, right.extent) < 1.5 * min(left.extent, right.extent)
    return alike and 0.8 * size < along < 4.5 * size and abs(across) < 0.5 * size


def _closed(mask: NDArray[np.uint8], size: int) -> NDArray[np.uint8]:
    # Closed further upwards than sideways: the neighbours of a die in a row are never above it.
    if size < 2:
        return mask
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((3 * size, size), np.uint8)), np.uint8)


def _spots(things: NDArray[np.int32]) -> tuple[list[Spot], float]:
    """Connected things not much smaller than the biggest, left to right, and their share of all that stands out."""
    if not len(things) or len(things) > 400:
        return [], 0.0
    area = things[:, cv2.CC_STAT_AREA]
    extent = np.maximum(things[:, cv2.CC_STAT_WIDTH], things[:, cv2.CC_STAT_HEIGHT])
    big = (extent >= 0.4 * extent.max()) & (area >= 0.06 * area.max()) & (area >= 20)
    spots = [Spot(float(x), float(y), float(w), float(h)) for x, y, w, h, _ in things[big]]
    share = float(area[big].sum() / max(1, area.sum()))
    return sorted(spots, key=lambda s: s.centre[0]), share


def _row_quality(spots: list[Spot]) -> float:
    """0 where these cannot be dice in a row, else up to 1 for equal sizes at equal distances."""
    if not spots:
        return 0.0
    extents = np.array([s.extent for s in spots])
    slim = min(min(s.width, s.height) / s.extent for s in spots)
    if slim < 0.45 or extents.max() > 2.3 * extents.min():
        return 0.0
    quality = float(extents.min() / extents.max()) * slim
    if len(spots) > 1:
        centres = np.array([s.centre for s in spots])
        line = np.polyfit(centres[:, 0], centres[:, 1], 1)
        off = np.abs(np.polyval(line, centres[:, 0]) - centres[:, 1])
        steps = np.diff(centres[:, 0])
        if off.max() > 0.8 * extents.mean() or steps.min() < 0.8 * extents.mean() or steps.max() > 3 * steps.min():
            return 0.0
        quality *= (1 - float(off.max() / extents.mean()) / 2) * float(steps.min() / steps.max())
    return quality
