"""Looking at an index: once where it or another of its card shows that surely, else a few times in different poses."""

import math

import numpy as np
from numpy.typing import NDArray

from vision.cards.classify import classify
from vision.cards.deck import Deck
from vision.cards.merge import one_card
from vision.cards.patches import Pyramid
from vision.cards.pose import put_right

Rows = NDArray[np.float64]

#: One look is enough where it shows one card this surely; where it shows none nearly so, more would not make it sure.
CLEAR, FAIR = 0.98, 0.75
#: Poses of the other looks: steps along and up (heights), growth (log), turn, slant, width (log).
STEPS = np.array(
    [
        [0.02, 0.01, -0.04, 0.03, -0.03, 0.02],
        [-0.02, 0.02, 0.04, 0.02, 0.03, -0.02],
        [0.01, -0.02, 0.03, -0.03, -0.03, -0.03],
        [-0.01, -0.01, -0.03, -0.02, 0.03, 0.03],
    ]
)
#: The card is told from so many of them, those that look most like an upright index.
BEST = 3
#: What a look at least leaves to every card: one bad patch rules out nothing.
LEAST = 1e-6


def see(pyramid: Pyramid, poses: Rows, deck: Deck | None = None) -> Rows:
    """(N, 52) probabilities of the cards at N poses (N, 6); rows sum to that of being an upright index."""
    patches = pyramid.patches(poses)
    seen = classify(patches).cards()
    return seen if deck is None else deck.weigh(patches, seen)


def look_closely(pyramid: Pyramid, rough: Rows, deck: Deck | None = None) -> tuple[Rows, Rows]:
    """Better poses (N, 6) and the probabilities (N, 52) of what they show, from N rough poses (N, 6)."""
    poses = put_right(pyramid, rough).poses
    seen = see(pyramid, poses, deck)
    doubtful = _worth_more_looks(poses, seen)
    around = np.concatenate([_moved(poses[doubtful], step) for step in STEPS])
    looks = np.concatenate([seen[doubtful], see(pyramid, around, deck)]).reshape(1 + len(STEPS), -1, 52)
    best = np.argsort(-looks.sum(axis=2), axis=0, kind="stable")[:BEST]
    seen[doubtful] = _together(np.take_along_axis(looks, best[:, :, None], axis=0))
    return poses, seen


def _worth_more_looks(poses: Rows, seen: Rows) -> NDArray[np.intp]:
    """Which of N places show a card fairly, while no other corner of that card shows it clearly."""
    clearness, cards = seen.max(axis=1, initial=0), seen.argmax(axis=1)
    clear, fair = np.flatnonzero(clearness >= CLEAR), np.flatnonzero((clearness >= FAIR) & (clearness < CLEAR))
    alone = [not any(one_card(poses[i], poses[k]) for k in clear[cards[clear] == cards[i]]) for i in fair]
    return fair[np.array(alone, np.bool_)]


def _together(seen: Rows) -> Rows:
    """(N, 52) from several looks (M, N, 52): their geometric mean, being no index counted as one more card."""
    none = np.maximum(1 - seen.sum(axis=2, keepdims=True), 0)
    mean = np.exp(np.log(np.maximum(np.concatenate([seen, none], axis=2), LEAST)).mean(axis=0))
    return np.asarray((mean / mean.sum(axis=1, keepdims=True))[:, :52])


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
