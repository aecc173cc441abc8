"""Finding the top faces of a taught set in one picture: a dense coarse search, then refined poses for every face."""

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.dice_view import DiceView
from vision.dice.dense.birdseye import Birdseye, lab_field, visible_box
from vision.dice.dense.matching import (
    COARSE_SCALE,
    FINE_SCALE,
    Templates,
    correlate,
    dense_search,
    fine_birdseye_field,
    sample_poses,
)
from vision.pictures import Picture

#: Coarse correlation from which a place is looked at closely, and how many places at most.
_COARSE_PROMISE, _MOST_PLACES = 0.35, 60
#: Surprise of what surely or perhaps is no table, and how far from it the middle of a die may lie, in edges.
_STANDS_OUT, _NEAR_THINGS = 5.5, 0.4
#: Places nearer than this to a better one, in die edges, are the same place.
_SAME_PLACE = 0.3


@dataclass(frozen=True, slots=True)
class Candidate:
    """A place that looks like a top face.

    pose: x, y, turn and size of the best face, in world units; face: its letter; score: its correlation; scores: the
    best correlation of every taught face anywhere near this place,
    each with its own pose; hidden: whether part of it seems to lie under another die.
    """

    pose: NDArray[np.float64]
    face: str
    score: float
    scores: dict[str, float]
    poses: dict[str, NDArray[np.float64]]
    hidden: bool = False

    @property
    def rival(self) -> float:
        """Best correlation of another face."""
        return max((s for f, s in self.scores.items() if f != self.face), default=0.0)

    @property
    def margin(self) -> float:
        """By how much the face beats every other one."""
        return self.score - self.rival


def find_candidates(
    picture: Picture, rare: NDArray[np.float32], view: DiceView, templates: Templates
) -> tuple[Birdseye, list[Candidate]]:
    """The fine bird's-eye field and every promising place in it, best first, none twice.

    rare: how surprising every pixel's colour is; places on the plain table are not looked at.
    """
    lab = lab_field(picture)
    box = visible_box(view)
    coarse = _where_things_are(Birdseye.of(lab, view, box, COARSE_SCALE), rare, view)
    places = _peaks(coarse, dense_search(coarse, templates))
    if not len(places):
        return coarse, []
    margin = 2.0
    near = places[:, 1].min() - margin, places[:, 1].max() + margin
    across = places[:, 0].min() - margin, places[:, 0].max() + margin
    fine = Birdseye.of(lab, view, (across[0], near[1], across[1], near[0]), FINE_SCALE)
    fine = Birdseye(fine_birdseye_field(fine.field), fine.seen, fine.left, fine.far, fine.scale)
    candidates = [c for place in places for c in [_examine(fine, templates, place)] if c is not None]
    candidates.sort(key=lambda c: -c.score)
    kept: list[Candidate] = []
    for c in candidates:
        if all(np.hypot(*(c.pose[:2] - k.pose[:2])) > _SAME_PLACE for k in kept):
            kept.append(c)
    return fine, kept


def _where_things_are(coarse: Birdseye, rare: NDArray[np.float32], view: DiceView) -> Birdseye:
    """The plane with only those places left as seen that lie near what stands out; all, where nothing does."""
    things = np.asarray(rare > _STANDS_OUT, np.uint8)
    matrix = view.homography() @ np.array(
        [[1 / coarse.scale, 0, coarse.left], [0, -1 / coarse.scale, coarse.far], [0, 0, 1]]
    )
    # Shrunk by its largest values: a few pips are enough to make a place worth looking at.
    wider = cv2.dilate(things, np.ones((5, 5), np.uint8))
    size = (coarse.seen.shape[1], coarse.seen.shape[0])
    there = cv2.warpPerspective(wider, matrix, size, flags=cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP)
    reach = 2 * round(_NEAR_THINGS * coarse.scale) + 1
    near = (cv2.dilate(there, np.ones((reach, reach), np.uint8)) > 0) & coarse.seen
    return replace(coarse, seen=near) if near.any() else coarse


def _peaks(coarse: Birdseye, promise: NDArray[np.float32]) -> NDArray[np.float64]:
    """World points (n, 2) of local maxima, best first."""
    top = cv2.dilate(promise, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((promise >= top) & (promise > _COARSE_PROMISE))
    order = np.argsort(-promise[rows, columns])[:_MOST_PLACES]
    return coarse.to_world(np.stack([columns[order], rows[order]], -1).astype(np.float64))


def _grid(*axes: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.stack(np.meshgrid(*axes, indexing="ij"), -1).reshape(-1, len(axes))


_FIRST = _grid(np.linspace(-0.14, 0.14, 5), np.linspace(-0.14, 0.14, 5), np.arange(15) * math.pi / 30, np.ones(1))
_THIRD = np.array([-1.0, 0.0, 1.0])
_SECOND = _grid(_THIRD * 0.04, _THIRD * 0.04, _THIRD * math.radians(3), np.array([0.95, 1.0, 1.05]))
_LAST = _grid(_THIRD * 0.02, _THIRD * 0.02, _THIRD * math.radians(1.5), np.array([0.975, 1.0, 1.025]))


def _moved(pose: NDArray[np.float64], steps: NDArray[np.float64]) -> NDArray[np.float64]:
    """Poses around `pose`: the first three numbers are added, the size is multiplied."""
    poses = np.empty_like(steps)
    poses[:, :3] = pose[:3] + steps[:, :3]
    poses[:, 3] = pose[3] * steps[:, 3]
    return poses


def _examine(fine: Birdseye, templates: Templates, place: NDArray[np.float64]) -> Candidate | None:
    """The best pose of every face near a place."""
    start = np.array([place[0], place[1], 0.0, 1.0])
    poses = _moved(start, _FIRST)
    table = correlate(sample_poses(fine, poses), templates).max(2)
    letters = np.array(templates.faces)
    best: dict[str, tuple[float, NDArray[np.float64]]] = {}
    for letter in dict.fromkeys(templates.faces):
        column = table[:, letters == letter].max(1)
        k = int(column.argmax())
        best[letter] = float(column[k]), poses[k]
    for steps in (_SECOND, _LAST):
        tried = {letter: _moved(pose, steps) for letter, (_, pose) in best.items()}
        table = correlate(sample_poses(fine, np.concatenate(list(tried.values()))), templates).max(2)
        for letter in best:
            for other, poses in tried.items():
                part = list(tried).index(other) * len(steps)
                column = table[part : part + len(steps), letters == letter].max(1)
                k = int(column.argmax())
                if column[k] > best[letter][0]:
                    best[letter] = float(column[k]), poses[k]
    face = max(best, key=lambda f: best[f][0])
    return Candidate(
        best[face][1], face, best[face][0], {f: s for f, (s, _) in best.items()}, {f: p for f, (_, p) in best.items()}
    )
