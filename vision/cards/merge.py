"""Which indices belong to one card, and where that card lies.

An index is read by itself; a card shows two or four of them. Seen in the axes of one index (card widths along its
right, card heights against its up, both in index heights), the others lie at places that hardly differ from deck to
deck: the opposite corner upside down, the neighbouring corner level with it. The axes make this hold under slant.
"""

import math
from dataclasses import dataclass
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from vision.readings import Quad, as_quad

#: From index to index across and down a card, in index heights: from jumbo indices to the smallest in print.
ACROSS = (1.2, 6.0)
DOWN = (1.5, 8.0)
#: Across over down, of the opposite corner: cards are 57 or 63 mm by 88 mm, less the margins.
SLIMNESS = (0.5, 1.15)
#: Between any two corners of a card, in index heights.
APART, FAR = 1.5, 12.0
#: The usual card where nothing better is known: distances between indices, and from an index's centre to the edge.
USUAL_ACROSS, USUAL_DOWN = 3.0, 3.8
EDGE_ACROSS, EDGE_DOWN = 0.38, 0.68

Pose = NDArray[np.float64]
#: (4, 2) as those of a `Quad`.
Corners = NDArray[np.float64]
#: Across and down a card from index to index, in index heights.
Shape = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Offset:
    """Where one index lies as seen from another: across and down in index heights; turned: upside down to it."""

    across: float
    down: float
    turned: bool


def offset(one: Pose, other: Pose) -> Offset | None:
    """The place of `other` in the axes of `one`; None where they neither stand alike nor upside down to each other."""
    # Plain numbers: a table asks this hundreds of times, and arrays of two cost ten times as much.
    x, y, up_x, up_y, right_x, right_y = one.tolist()
    other_x, other_y, other_up_x, other_up_y = other[:4].tolist()
    height, other_height = math.hypot(up_x, up_y), math.hypot(other_up_x, other_up_y)
    cosine = (up_x * other_up_x + up_y * other_up_y) / max(height * other_height, 1e-9)
    # Slant, lens, a bent card and the detector leave some difference, more than 40 degrees never.
    if abs(cosine) < 0.77:
        return None
    if not 0.5 < other_height / max(height, 1e-9) < 2.0:
        return None
    area = right_y * up_x - right_x * up_y
    if abs(area) < 0.1 * height * other_height:
        return None
    dx, dy = other_x - x, other_y - y
    return Offset((dy * up_x - dx * up_y) / area, (right_x * dy - right_y * dx) / area, cosine < 0)


def opposite(place: Offset | None) -> bool:
    """Whether two indices lie as top left and bottom right of one card do."""
    return (
        place is not None
        and place.turned
        and ACROSS[0] < place.across < ACROSS[1]
        and DOWN[0] < place.down < DOWN[1]
        and SLIMNESS[0] < place.across / place.down < SLIMNESS[1]
    )


def fits(place: Offset | None) -> bool:
    """Whether two indices may be corners of one card: opposite, above each other, or side by side.

    Wide on purpose: a detector's pose is some ten degrees off at times, and a deck holds no second card to mistake.
    """
    if place is None:
        return False
    across = abs(place.across)
    if place.turned:
        return place.down > 0.5 and across < 1.6 * place.down + 0.8 and APART < math.hypot(across, place.down) < FAR
    return ACROSS[0] < across < ACROSS[1] and abs(place.down) < 0.6 * across + 0.4


def one_card(one: Pose, other: Pose) -> bool:
    """Whether two indices that show the same card may belong to one."""
    return fits(offset(one, other)) and fits(offset(other, one))


def card_shape(cards: list[list[Pose]]) -> Shape:
    """Across and down from index to index, in index heights, as the cards tell that show two opposite corners.

    All cards of a table are of one deck, so one that shows a single index is taken to be like the others.
    """
    places = [place for poses in cards if (place := _pair(poses)) is not None]
    if not places:
        return USUAL_ACROSS, USUAL_DOWN
    return float(np.median([p[2].across for p in places])), float(np.median([p[2].down for p in places]))


def card_quad(poses: list[Pose], shape: Shape = (USUAL_ACROSS, USUAL_DOWN)) -> Quad:
    """The card's corners as printed (top left, top right, bottom right, bottom left), in pixels.

    From the opposite corners where both were seen, else from one index and the deck's shape.
    """
    pair = _pair(poses)
    return as_quad(_from_pair(*pair) if pair is not None else _from_one(poses[0], *shape))


def known_quad(poses: list[Pose]) -> Quad | None:
    """As `card_quad`, but None where no two opposite corners of a card are among them."""
    pair = _pair(poses)
    return as_quad(_from_pair(*pair)) if pair is not None else None


def _pair(poses: list[Pose]) -> tuple[Pose, Pose, Offset] | None:
    """The first two opposite corners of a card."""
    for one, other in permutations(poses, 2):
        place = offset(one, other)
        if place is not None and opposite(place):
            return one, other, place
    return None


def _from_one(pose: Pose, across: float, down: float) -> Corners:
    left, top = -EDGE_ACROSS, -EDGE_DOWN
    right, bottom = across + EDGE_ACROSS, down + EDGE_DOWN
    places = np.array([[left, -top], [right, -top], [right, -bottom], [left, -bottom]])
    return np.asarray(pose[:2] + places @ pose[[4, 5, 2, 3]].reshape(2, 2))


def _from_pair(one: Pose, other: Pose, place: Offset) -> Corners:
    here = _from_one(one, place.across, place.down)
    back = offset(other, one)
    there = _from_one(other, back.across, back.down) if back is not None else here
    # Upside down, the other index's top left is this one's bottom right.
    return np.asarray((here + np.roll(there, 2, axis=0)) / 2)
