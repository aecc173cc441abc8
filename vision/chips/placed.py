"""What was put on a player's board: chips that lie there now and did not before, and whether a card lies under them.

Both looks are from above, so that what is new is what differs, but for shadows and for the lamp.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.chips.above import GRAIN, Above
from vision.chips.colours import hue_masks, lab_of
from vision.chips.columns import SHAPELESS, Mask, columns_of
from vision.chips.read import ChipSet
from vision.pictures import Picture

#: What differs by more in Lab is new. A shadow is darker by at most so much, and of the same colour within so much.
NEW, DARKER, SAME = 11.0, 30.0, 9.0
#: New things narrower than this (mm) are noise and the rims of what moved a little.
NARROW = 4.0
#: A hand reaches in over so many mm of the part's border.
REACHES_IN = 14.0
#: A card under chips shows so many mm2 at least; less than the first figure is none.
CARD_SHOWS = (180.0, 420.0)
#: Smaller changes (mm2) are nothing that was put there.
SOMETHING = 250.0
#: Chips are thicker in sight than flat: their walls belong to them up to this many mm around.
WALLS = 3.0


@dataclass(frozen=True, slots=True)
class Placed:
    """What is new on a board: how many chips of which colour, whether a card lies under them, whether all that is sure,
    and if not, why; hand: somebody's hand is still there, and the rest says nothing.
    """

    chips: int
    colour: str
    covered: bool
    sure: bool
    why: str
    hand: bool = False


def placed(above: Above, before: Picture, now: Picture, chips: ChipSet) -> Placed | None:
    """What came to a part of the table between two looks (`Above.look`) at it; None where nothing did."""
    lab = lab_of(now)
    new = _new(lab_of(before), lab, above.inside())
    if np.count_nonzero(new) < SOMETHING * GRAIN**2:
        return None
    if _reaches_in(new):
        return Placed(0, "", False, False, "a hand is there", hand=True)
    light = np.ascontiguousarray(lab[..., 0])
    masks = {name: cv2.bitwise_and(mask, new) for name, mask in hue_masks(lab, chips.colours).items()}
    own = {name: _filled(np.asarray(mask, np.uint8)) for name, mask in masks.items()}
    found = [(name, columns_of(above, own[name], light, chips.thickness, plain=False)) for name in own]
    found = [(name, columns) for name, columns in found if columns]
    # The back of a card may have the colour of some chips, but not their shape.
    shaped = [(name, columns) for name, columns in found if all(column.why != SHAPELESS for column in columns)]
    found = shaped or found
    chip_mask = np.zeros_like(new)
    for name, columns in found:
        chip_mask = np.maximum(chip_mask, _under(own[name], [column.top for column in columns], columns[0].radius))
    rest = _opened(np.asarray(np.where(chip_mask > 0, 0, new), np.uint8), NARROW)
    shows = np.count_nonzero(rest) / GRAIN**2
    count = sum(column.count for _, columns in found for column in columns)
    colour = found[0][0] if found else ""
    covered = bool(shows >= sum(CARD_SHOWS) / 2)
    # People stack chips neatly, and confirm what is proposed: here a clear height is enough.
    why = next((column.why for _, columns in found for column in columns if not (column.clear or column.sure)), "")
    if not found:
        why = "no chips are told apart there"
    elif len(found) > 1:
        why = "chips of two colours were put there"
    elif CARD_SHOWS[0] < shows < CARD_SHOWS[1]:
        why = "it is hard to see whether a card lies under the chips"
    return Placed(count, colour, covered, not why, why)


def _new(before: NDArray[np.float32], now: NDArray[np.float32], inside: NDArray[np.bool_]) -> Mask:
    change = now - before
    # The lamp and the camera's exposure change everything alike.
    change -= np.median(change[inside], axis=0) if inside.any() else 0
    tint = np.hypot(change[..., 1], change[..., 2])
    differs = np.sqrt((0.75 * change[..., 0]) ** 2 + tint**2) > NEW
    shadow = (change[..., 0] < 0) & (change[..., 0] > -DARKER) & (tint < SAME)
    return _opened((differs & ~shadow & inside).astype(np.uint8) * 255, 1.0)


def _reaches_in(new: Mask) -> bool:
    """Whether something new lies over the border of the part."""
    border = np.concatenate([new[2], new[-3], new[:, 2], new[:, -3]])
    return int(np.count_nonzero(border)) > REACHES_IN * GRAIN


def _filled(mask: Mask) -> Mask:
    """Without holes: chips bear print."""
    closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, _disc(2.0))
    contours, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    return np.asarray(cv2.drawContours(np.zeros_like(mask), contours, -1, 255, -1), np.uint8)


def _under(mask: Mask, tops: list[tuple[float, float]], radius: float) -> Mask:
    """Where the chips themselves are: their colour, near their tops, and a rim around them."""
    near = np.zeros_like(mask)
    for x, y in tops:
        cv2.circle(near, (round(x), round(y)), round(1.7 * radius * GRAIN), 255, -1)
        cv2.circle(mask, (round(x), round(y)), round(radius * GRAIN), 255, -1)
    return np.asarray(cv2.dilate(cv2.bitwise_and(mask, near), _disc(2 * WALLS)), np.uint8)


def _opened(mask: Mask, width: float) -> Mask:
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, _disc(width)), np.uint8)


def _disc(across: float) -> NDArray[np.uint8]:
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (round(across * GRAIN) | 1,) * 2), np.uint8)
