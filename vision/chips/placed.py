"""What was put on a player's board: chips that lie there now and did not before, and whether a card lies under them.

Both looks are from above, so that what is new is what differs, but for shadows and for the lamp.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.chips.above import GRAIN, Above
from vision.chips.agreeing import agreed
from vision.chips.colours import hue_masks, lab_of
from vision.chips.columns import SHAPELESS, USUAL_RADIUS, Column, Mask, columns_of
from vision.chips.read import ChipSet
from vision.chips.under import ground_shown
from vision.pictures import Picture

#: What differs by more in Lab is new. A shadow is darker by at most so much, and of the same colour within so much.
NEW, DARKER, SAME = 11.0, 30.0, 9.0
#: New things narrower than this (mm) are noise and the rims of what moved a little.
NARROW = 4.0
#: A hand reaches in over so many mm of the part's border.
REACHES_IN = 14.0
#: A card under chips surely shows where so many mm2 of it do; up to the first figure, what is new may be anything.
CARD_SHOWS = (180.0, 420.0)
#: No card is there where, wherever it lay, more than so many mm2 of what it would hide are seen as they were before.
#: Of 120 drawn cards under chips none left more than 15 where it showed less than the second figure above.
BARE = 60.0
#: Smaller changes (mm2) are nothing that was put there.
SOMETHING = 250.0
#: Chips are thicker in sight than flat: their walls belong to them up to this many mm around.
WALLS = 3.0
#: What is new is looked at with so many mm around it, in which a card and chips of earlier bets may lie.
NEARBY = 50.0
#: The soft rim (mm) of chips and cards that lay there before.
RIM = 1.5
#: Chips touch others where there are some within this many mm of them, over more than so many mm of their rim.
TOUCH, TOUCHES = 1.0, 12.0
#: Chips were put on others where those took this share of the place of their top.
LIES_ON = 0.7
BETWEEN = "their height is between two numbers of chips"

Columns = tuple[Column, ...]


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
    was, lab = lab_of(before), lab_of(now)
    new = _new(was, lab, above.inside())
    if np.count_nonzero(new) < SOMETHING * GRAIN**2:
        return None
    if _reaches_in(new):
        return Placed(0, "", False, False, "a hand is there", hand=True)
    part = _around(new)
    above = above.cut(part[1].start, part[0].start, part[1].stop, part[0].stop)
    now, new = np.ascontiguousarray(now[part]), np.ascontiguousarray(new[part])
    was, lab = np.ascontiguousarray(was[part]), np.ascontiguousarray(lab[part])
    return _told(above, now, was, lab, new, chips)


def _told(
    above: Above, now: Picture, was: NDArray[np.float32], lab: NDArray[np.float32], new: Mask, chips: ChipSet
) -> Placed:
    """What is new there, where something is and no hand; was, lab: the colours before and now."""
    light = np.ascontiguousarray(lab[..., 0])
    hues = hue_masks(lab, chips.colours)
    own = {name: _filled(np.asarray(cv2.bitwise_and(mask, new), np.uint8)) for name, mask in hues.items()}
    found = [(name, columns_of(above, own[name], light, chips.thickness)) for name in own]
    found = [(name, columns) for name, columns in found if columns]
    # The back of a card may have the colour of some chips, but not their shape.
    shaped = [(name, columns) for name, columns in found if all(column.why != SHAPELESS for column in columns)]
    found = shaped or found
    if not found:
        return Placed(0, "", False, False, "no chips are told apart there")
    chip_mask = np.zeros_like(new)
    for name, columns in found:
        chip_mask = np.maximum(chip_mask, _under(own[name], [column.top for column in columns], columns[0].radius))
    colour, columns = found[0]
    old = {name: _opened(np.asarray(np.where(new > 0, 0, mask), np.uint8), 2 * RIM) for name, mask in hues.items()}
    why = next((column.why or BETWEEN for _, columns in found for column in columns if not column.clear), "")
    if len(found) > 1:
        why = "chips of two colours were put there"
    elif beside := _touched(above, own[colour], columns, old, colour):
        why = beside
    shows = np.count_nonzero(_opened(np.asarray(np.where(chip_mask > 0, 0, new), np.uint8), NARROW)) / GRAIN**2
    if shows < CARD_SHOWS[1]:
        hidden = np.maximum.reduce([chip_mask, new, *(cv2.dilate(mask, _disc(2 * RIM)) for mask in old.values())])
        ground = np.where(above.inside() & (hidden == 0), 255, 0).astype(np.uint8)
        chips_before = np.maximum.reduce(list(hue_masks(was, chips.colours).values()))
        all_columns = [column for _, columns in found for column in columns]
        alone = _only_these(above, new, all_columns, chips)
        # No card hides between chips: it is larger than they are.
        standing = [column for column in all_columns if not (alone and _lies_on(chips_before, column))]
        feet = [_foot(above, column, chips) for column in standing]
        if shows > CARD_SHOWS[0] or min((ground_shown(ground, foot) for foot in feet), default=BARE) < BARE:
            why = "it is hard to see whether a card lies under the chips"
    if not why and not _agreed(above, now, own[colour], old, columns, chips):
        why = BETWEEN
    count = sum(column.count for _, columns in found for column in columns)
    return Placed(count, colour, bool(shows >= sum(CARD_SHOWS) / 2), not why, why)


def _agreed(above: Above, now: Picture, own: Mask, old: dict[str, Mask], columns: Columns, chips: ChipSet) -> bool:
    """Whether the edges round every column say its number, too."""
    free = np.where(above.inside() & (np.maximum.reduce(list(old.values())) == 0), 255, 0).astype(np.uint8)
    for column in columns:
        alone = free.copy()
        for x, y in (other.top for other in columns if other is not column):
            cv2.circle(alone, (round(x), round(y)), round(column.radius * GRAIN), 0, -1)
        if not agreed(above, now, own, alone, column, chips.thickness, chips.radius):
            return False
    return True


def _around(new: Mask) -> tuple[slice, slice]:
    """Rows and columns of all that is new, and of what lies near it."""
    left, top, width, height = cv2.boundingRect(new)
    reach = round(NEARBY * GRAIN)
    rows = slice(max(0, top - reach), min(new.shape[0], top + height + reach))
    return rows, slice(max(0, left - reach), min(new.shape[1], left + width + reach))


def _touched(above: Above, own: Mask, columns: Columns, old: dict[str, Mask], colour: str) -> str:
    """Why chips that stood there before leave the number of the new ones open; empty where they do not.

    Those of the same colour cannot be told from the new ones, and those on the camera's side hide some of them.
    """
    rim = cv2.subtract(cv2.dilate(own, _disc(2 * TOUCH)), own)
    touch = {name: np.argwhere(cv2.bitwise_and(mask, rim))[:, ::-1] for name, mask in old.items()}
    if len(touch[colour]) > TOUCHES * TOUCH * GRAIN**2:
        return "other chips of this colour touch them"
    for column in columns:
        lean = np.array(above.lean(*column.top))
        for places in touch.values():
            before = (places - np.array(column.top)) @ lean < 0
            if np.count_nonzero(before) > TOUCHES * TOUCH * GRAIN**2:
                return "other chips stand before them"
    return ""


def _foot(above: Above, column: Column, chips: ChipSet) -> tuple[float, float]:
    """The pixel on which the middle of a column stands."""
    (x, y), (right, down) = column.top, above.lean(*column.top)
    height = column.count * chips.thickness * column.radius / USUAL_RADIUS * GRAIN
    return x - right * height, y - down * height


def _lies_on(chips_before: Mask, column: Column) -> bool:
    """Whether a column was put on chips: beside others it hides little of them."""
    disc = np.zeros_like(chips_before)
    cv2.circle(disc, (round(column.top[0]), round(column.top[1])), round(column.radius * GRAIN), 255, -1)
    hidden = np.count_nonzero(cv2.bitwise_and(disc, chips_before))
    return bool(hidden > LIES_ON * np.count_nonzero(disc))


def _only_these(above: Above, new: Mask, columns: list[Column], chips: ChipSet) -> bool:
    """Whether all that is new looks like these columns: the back of a card may have the colour of chips."""
    rest = new.copy()
    for column in columns:
        top, foot = (tuple(round(v) for v in end) for end in (column.top, _foot(above, column, chips)))
        cv2.line(rest, foot, top, 0, round(2 * (column.radius + WALLS) * GRAIN))
    return bool(np.count_nonzero(_opened(rest, NARROW)) < CARD_SHOWS[0] * GRAIN**2)


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
