"""Whether a number of chips that a column's height says is what the edges all round it say, too.

A height alone is deceived by chips that lie askew: as much as one of them adds, from high up. Columns of every number,
lying askew in every likely way, are held against the picture (`vision.chips.stacks`); the height's must explain it
best.
"""

import cv2
import numpy as np

from vision.chips.above import Above
from vision.chips.colours import Mask
from vision.chips.columns import USUAL_RADIUS, Column
from vision.chips.rays import Rays
from vision.chips.stacks import counts_of
from vision.pictures import Picture

#: By so much the number must explain the picture better than any other. Of 159 drawn bets whose height was clear, 14 of
#: them wrongly, 128 passed, 3 of them wrongly.
BETTER = 4.0
#: Chips askew look larger than they are: a radius so near to the usual one (share) is taken for it.
USUAL = 0.06


def agreed(
    above: Above, now: Picture, own: Mask, free: Mask, column: Column, thickness: float, taught: float | None = None
) -> bool:
    """Whether as many chips as the column's height says explain best what is seen round its highest top.

    now: the part (BGR); own, free: 255 where its chips' colour is new, and where nothing else may hide it; thickness:
    in mm, of a chip of the usual size; taught: the chips' radius in mm, where it is known.
    """
    lab = np.asarray(cv2.cvtColor(now.astype(np.float32) / 255, cv2.COLOR_BGR2Lab), np.float32)
    usual = USUAL_RADIUS if taught is None else taught
    radius = usual if abs(column.radius / usual - 1) < USUAL else column.radius
    belongs = np.asarray(cv2.GaussianBlur(np.where(own > 0, 1, -1).astype(np.float32), (0, 0), 1.0), np.float32)
    rays = Rays.of(above, lab, belongs, free, column.top, radius, thickness * radius / USUAL_RADIUS)
    scores = {tried.chips: tried.score for tried in counts_of(rays)}
    best = scores.pop(column.count, -np.inf)
    return bool(best - max(scores.values(), default=-np.inf) > BETTER)
