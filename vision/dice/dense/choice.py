"""Choosing among candidates: which places are dice, when dice cannot lie inside each other.

Top faces of dice on one table all lie in one plane, so none hides another: seen from above they are squares side by
side. A side face may look like a top face; what gives it away is that nothing stands below it.
"""

import math
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.dice_view import DiceView, square
from vision.dice.dense.birdseye import Birdseye
from vision.dice.dense.matching import Templates, body_share, correlate_seen, pose_points, sample_poses
from vision.dice.dense.search import Candidate

#: Correlation from which a place counts as a die at all.
DIE_SCORE = 0.45
#: Top faces may seem to overlap by this share of a face: fits are a little off, and dice are not exactly cubes.
_OVERLAP = 0.15
#: Correlation from which a die is believed at once; weaker ones come after those that lie partly hidden.
_STRONG = 0.66
#: What stands out below a top face, as a share of what stands out on it, and beyond it.
_FOOT, _FAINT_FOOT, _BACK = 0.15, 0.35, 0.6
#: A place this near to the middle of another die's side face, in edges, is that side face, unless its own foot shows.
_AT_SIDE, _SURE_FOOT = 0.25, 0.7
#: Where the clearest die stands out by the first, every other must by the second share of that.
_ALL_CLEAR, _AS_CLEAR = 0.8, 0.6
#: A side face does not fit so much better than the die's own top face.
_MUCH_BETTER = 0.15
#: Share of the rim that must have the body's colour.
_BODY = 0.55
#: A weak candidate that covers another die's sides by this share of a face is one of these sides.
_SIDE = 0.5
#: A die that fits so well may overlap more, as leaning dice do, where the game says how many there are.
_UNDOUBTED, _UNDOUBTED_MARGIN, _UNDOUBTED_OVERLAP = 0.85, 0.25, 0.35
#: A die that is partly under another needs this share of its face in sight.
_LEAST_SEEN = 0.3
#: How many of the best partly hidden poses are checked, and how many of those refined.
_MOST_HIDDEN, _REFINED = 300, 12

Floats = NDArray[np.float64]


def overlap(a: Floats, b: Floats) -> float:
    """Shared area of two poses (x, y, turn, size) as a share of a face."""
    if np.hypot(*(a[:2] - b[:2])) > 1.5:
        return 0.0
    one, other = (square(p[:2], float(p[2]), float(p[3])).astype(np.float32) for p in (a, b))
    return float(cv2.intersectConvexConvex(one, other)[0])


class Ground:
    """Where the picture shows things and where the table, to tell a top face from a side face."""

    def __init__(self, rare: tuple[NDArray[np.float32], NDArray[np.float32]], view: DiceView) -> None:
        """rare: what `rarity` says of the picture."""
        plain, lit = rare
        self._plain = np.asarray(np.clip((plain - 5) / 3, 0, 1), np.float32)
        self._lit = np.asarray(np.clip((lit - 5) / 3, 0, 1), np.float32)
        self._view = view

    def witnesses(self, pose: Floats) -> tuple[float, float, float]:
        """How much stands out on a top face, below it and beyond it (the last two as shares of the first)."""
        view = self._view
        corners = square(pose[:2], float(pose[2]), float(pose[3]))
        middles = (corners + np.roll(corners, -1, 0)) / 2
        # The rim, corners and middles of its sides, shows the body: print may have the table's colour.
        rim = [square(pose[:2], pose[2] + turn, pose[3] * k) for turn, k in ((0, 0.8), (0, 0.65), (math.pi / 4, 0.56))]
        top = view.project(np.vstack(rim))
        along = np.linspace(0.2, 0.8, 5)[:, None]
        below, beyond = [], []
        for i in range(4):
            edge = corners[i] + along * (corners[(i + 1) % 4] - corners[i])
            outward = middles[i] - pose[:2]
            if outward @ pose[:2] < 0:
                below += [view.project(edge, drop) for drop in (0.35, 0.55, 0.75)]
            else:
                beyond += [view.project(edge + outward * k) for k in (0.3, 0.6)]
        on_top, foot, back = 0.0, 1.0, 0.0
        for things in (self._lit, self._plain):
            on_top = _mean(things, top)
            if on_top > 0.5 and below and beyond:
                foot, back = _mean(things, np.vstack(below)) / on_top, _mean(things, np.vstack(beyond)) / on_top
                break
        return on_top, foot, back

    def stands(self, pose: Floats) -> bool:
        """Whether a die's body is to be seen below this top face; True where the view or the table cannot tell.

        What looks like a top face with the table below it, or with little below it and more of the die beyond it, is a
        side face.
        """
        if math.cos(self._view.elevation_at(pose[:2])) < 0.35:
            return True
        _, foot, back = self.witnesses(pose)
        return foot > _FOOT and (foot > _FAINT_FOOT or back < _BACK)

    def may_be_side(self, pose: Floats, die: Floats) -> bool:
        """Whether `pose` lies just where a side face of a die with its top face at `die` would be seen."""
        corners = square(die[:2], float(die[2]), float(die[3]))
        foot = self._foot(corners)
        for i in range(4):
            j = (i + 1) % 4
            seen = (corners[i] + corners[j] - 2 * die[:2]) @ die[:2] < 0
            middle = (corners[i] + corners[j] + foot[i] + foot[j]) / 4
            if seen and np.hypot(*(middle - pose[:2])) < _AT_SIDE:
                on_top, below, _ = self.witnesses(pose)
                return below < _SURE_FOOT or on_top < 0.5
        return False

    def _foot(self, corners: Floats) -> Floats:
        """Where the lower corners of a die appear on the plane of the top faces: nearer to the camera's own foot."""
        return corners * self._view.distance / (self._view.distance + 1)

    def side_of(self, pose: Floats, die: Floats) -> float:
        """Share of the square `pose` that covers the sides of a die whose top face is `die`."""
        corners = square(die[:2], float(die[2]), float(die[3]))
        body = cv2.convexHull(np.vstack([corners, self._foot(corners)]).astype(np.float32))
        area = cv2.intersectConvexConvex(body, square(pose[:2], float(pose[2]), float(pose[3])).astype(np.float32))[0]
        return float(area) - overlap(pose, die)


def _mean(things: NDArray[np.float32], pixels: Floats) -> float:
    height, width = things.shape
    x = np.clip(pixels[:, 0], 0, width - 1).astype(np.intp)
    y = np.clip(pixels[:, 1], 0, height - 1).astype(np.intp)
    return float(things[y, x].mean())


def choose(
    candidates: Sequence[Candidate], ground: Ground, expected: int | None, fine: Birdseye, templates: Templates
) -> list[Candidate]:
    """The dice, best first; with `expected` also those partly under others, as far as that many are missing."""
    standing = [
        c
        for c in candidates
        if c.score >= DIE_SCORE and body_share(fine, c.pose[None], templates)[0] >= _BODY and ground.stands(c.pose)
    ]
    strong = [c for c in standing if c.score >= _STRONG]
    # Where dice stand out from the table at all, a place that stands out much less than they do is no die.
    tops = {id(c): ground.witnesses(c.pose)[0] for c in standing}
    clear = max((tops[id(c)] for c in strong[:5]), default=0.0)
    standing = [
        c
        for c in standing
        if (clear < _ALL_CLEAR or tops[id(c)] >= _AS_CLEAR * clear)
        and (c.score >= _STRONG or clear > 0.5 or expected is not None)
        and not any(
            c is not s and s.score > c.score - _MUCH_BETTER and ground.may_be_side(c.pose, s.pose) for s in strong
        )
    ]
    chosen: list[Candidate] = []
    weak: list[Candidate] = []
    for c in standing:
        if len(chosen) == expected:
            break
        beyond_doubt = expected is not None and c.score >= _UNDOUBTED and c.margin >= _UNDOUBTED_MARGIN
        allowed = _UNDOUBTED_OVERLAP if beyond_doubt else _OVERLAP
        if any(overlap(c.pose, k.pose) > allowed for k in chosen):
            continue
        if c.score < _STRONG:
            weak.append(c)
        else:
            chosen.append(c)
    while len(chosen) != expected:
        weak = [
            c
            for c in weak
            if all(overlap(c.pose, k.pose) <= _OVERLAP and ground.side_of(c.pose, k.pose) < _SIDE for k in chosen)
        ]
        options = weak[:1]
        if expected is not None and chosen:
            options += [h for h in [_partly_hidden(chosen, ground, fine, templates)] if h is not None]
        if not options:
            break
        chosen.append(max(options, key=lambda c: c.score))
    return chosen


def _partly_hidden(
    chosen: Sequence[Candidate], ground: Ground, fine: Birdseye, templates: Templates
) -> Candidate | None:
    """The best die that overlaps those already chosen, judged by what they leave of it in sight."""
    shifts = np.arange(-0.9, 0.91, 0.18)
    turns = np.arange(9) * math.pi / 18
    grid = np.stack(np.meshgrid(shifts, shifts, turns, [1.0], indexing="ij"), -1).reshape(-1, 4)
    squares = [square(c.pose[:2], float(c.pose[2]), float(c.pose[3])) for c in chosen]
    poses = np.concatenate([grid + np.array([c.pose[0], c.pose[1], 0.0, 0.0]) for c in chosen])
    poses, table = _masked(poses, squares, fine, templates)
    promising = []
    for k in np.argsort(-table.max(1))[:_MOST_HIDDEN] if len(poses) else ():
        sides = max(ground.side_of(poses[k], c.pose) for c in chosen)
        if sides < _SIDE and ground.stands(poses[k]) and body_share(fine, poses[k : k + 1], templates)[0] >= _BODY:
            promising.append(poses[k])
        if len(promising) == _REFINED:
            break
    if not promising:
        return None
    for step in (0.06, 0.03):
        around = np.array([-1.0, 0.0, 1.0]) * step
        steps = np.stack(np.meshgrid(around, around, around * 1.5, [0.0], indexing="ij"), -1).reshape(-1, 4)
        near, table = _masked(np.concatenate([p + steps for p in promising]), squares, fine, templates)
        if not len(near):
            return None
        promising = [near[k] for k in dict.fromkeys(int(k) for k in table.argmax(0))]
    scores = {f: float(table[:, np.array(templates.faces) == f].max()) for f in dict.fromkeys(templates.faces)}
    poses_of = {f: near[table[:, np.array(templates.faces) == f].max(1).argmax()] for f in scores}
    face = max(scores, key=lambda f: scores[f])
    if scores[face] < DIE_SCORE:
        return None
    return Candidate(poses_of[face], face, scores[face], scores, poses_of, hidden=True)


def _masked(
    poses: Floats, squares: Sequence[Floats], fine: Birdseye, templates: Templates
) -> tuple[Floats, NDArray[np.float32]]:
    """Those poses that are partly covered by the squares, and what is left of each correlated with every picture."""
    points = pose_points(poses)
    seen = np.ones(points.shape[:2], np.bool_)
    for corners in squares:
        seen &= ~_inside(points, corners)
    share = seen.mean(1)
    partly = (share >= _LEAST_SEEN) & (share < 1 - _OVERLAP / 2)
    poses, seen = poses[partly], seen[partly]
    if not len(poses):
        return poses, np.zeros((0, len(templates.faces)), np.float32)
    # A small part in sight correlates by chance more easily than a whole face does.
    trust = np.sqrt(np.minimum(1.0, share[partly] + 0.25))
    table = correlate_seen(sample_poses(fine, poses), seen, templates).max(2)
    return poses, np.asarray(table * trust[:, None], np.float32)


def _inside(points: Floats, corners: Floats) -> NDArray[np.bool_]:
    sides = np.roll(corners, -1, 0) - corners
    offsets = points[..., None, :] - corners
    cross = sides[:, 0] * offsets[..., 1] - sides[:, 1] * offsets[..., 0]
    return np.asarray((cross > 0).all(-1) | (cross < 0).all(-1), np.bool_)
