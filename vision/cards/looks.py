"""Looking closer: the same index cut out in slightly different poses until it stands upright in the patch.

The detector's pose is some degrees and some tenths of a height off, and a slanted or cut letter is easily another. The
classifier knows an upright index from an askew one, so its index probability says which pose is better: each round
tries some poses around the best so far, in ever smaller steps, and the card is told from the best few together.
"""

import math
from functools import lru_cache
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from vision.cards.classify import classify
from vision.cards.deck import Deck
from vision.cards.patches import Pyramid

Rows = NDArray[np.float64]

#: Poses tried in each round, the size of the steps, and how likely an index its best pose must show to go on.
ROUNDS = ((4, 1.0, 0.1), (4, 0.8, 0.3), (4, 0.6, 0.4), (6, 0.5, 0.5))
#: Standard deviations of the first round's steps: along and up (heights), growth (log), turn, slant, width (log).
STEPS = (0.05, 0.05, 0.08, 0.08, 0.10, 0.08)
#: The card is told from this many of the best poses.
BEST = 3
#: Nothing more is tried where the best poses all show one card this surely.
CLEAR = 0.97
#: What a look at least leaves to every card: one bad patch rules out nothing.
LEAST = 1e-6


def see(pyramid: Pyramid, poses: Rows, deck: Deck | None = None) -> Rows:
    """(N, 52) probabilities of the cards at N poses (N, 6); rows sum to that of being an upright index."""
    if not len(poses):
        return np.zeros((0, 52))
    patches = np.stack([pyramid.patch(pose) for pose in poses])
    seen = classify(patches).cards()
    return seen if deck is None else deck.weigh(patches, seen)


def look_closely(pyramid: Pyramid, poses: Rows, seen: Rows, deck: Deck | None = None) -> tuple[Rows, Rows]:
    """Better poses and what they show, from N poses (N, 6) and what was seen there (N, 52)."""
    all_poses, all_seen = poses[None].copy(), seen[None].copy()
    active, drawn = np.arange(len(poses)), 0
    for count, size, least in ROUNDS:
        if not len(active):
            break
        best = all_poses[all_seen[:, active].sum(axis=2).argmax(axis=0), active]
        steps = _steps()[drawn : drawn + count] * size
        drawn += count
        tried = np.stack([_moved(best, step) for step in steps])
        shown = see(pyramid, tried.reshape(-1, 6), deck).reshape(count, len(active), 52)
        # Those no longer looked at keep rows of zeros, which are never among the best.
        more_poses, more_seen = np.zeros((count, *poses.shape)), np.zeros((count, *seen.shape))
        more_poses[:, active], more_seen[:, active] = tried, shown
        all_poses, all_seen = np.concatenate([all_poses, more_poses]), np.concatenate([all_seen, more_seen])
        active = active[[_goes_on(all_seen[:, i], least) for i in active]]
    order = np.argsort(-all_seen.sum(axis=2), axis=0, kind="stable")[:BEST]
    rows = np.arange(len(poses))
    return all_poses[order[0], rows], _together(all_seen[order, rows])


def _goes_on(seen: Rows, least: float) -> bool:
    index = seen.sum(axis=1)
    if index.max() < least:
        return False
    best = seen[np.argsort(-index)[:BEST]]
    return not (best.max(axis=1).min() > CLEAR and len(set(best.argmax(axis=1).tolist())) == 1)


def _together(seen: Rows) -> Rows:
    """(N, 52) from the best looks (BEST, N, 52): their geometric mean, being no index counted as one more card."""
    none = np.maximum(1 - seen.sum(axis=2, keepdims=True), 0)
    mean = np.exp(np.log(np.maximum(np.concatenate([seen, none], axis=2), LEAST)).mean(axis=0))
    return np.asarray((mean / mean.sum(axis=1, keepdims=True))[:, :52])


@lru_cache
def _steps() -> Rows:
    """(n, 6) steps spread evenly over a normal distribution: an additive recurrence (Roberts' R sequence)."""
    count, sides = sum(r[0] for r in ROUNDS), len(STEPS)
    root = 2.0
    for _ in range(40):
        root = (1 + root) ** (1 / (sides + 1))
    normal = NormalDist()
    return np.array(
        [
            [normal.inv_cdf((0.5 + (n + 1) * root ** -(k + 1)) % 1) * STEPS[k] for k in range(sides)]
            for n in range(count)
        ]
    )


def _moved(poses: Rows, step: Rows) -> Rows:
    """Poses (N, 6) changed by one step."""
    along, up, grow, turn, slant, wide = step
    out = poses.copy()
    out[:, :2] += along * poses[:, 4:6] + up * poses[:, 2:4]
    out[:, 2:4] = _turned(poses[:, 2:4], turn) * math.exp(grow)
    out[:, 4:6] = _turned(poses[:, 4:6], turn + slant) * math.exp(grow + wide)
    return out


def _turned(axes: Rows, angle: float) -> Rows:
    c, s = math.cos(angle), math.sin(angle)
    return np.asarray(axes @ np.array([[c, s], [-s, c]]))
