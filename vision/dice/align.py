"""Where exactly a top face lies: a small network looks at a patch cut roughly around it and moves its corners."""

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.detect import (
    TopFace,
    has_more,
    of_large_size,
    of_one_size,
    of_small_size,
    of_usual_size,
    usual_share,
    without_doubles,
)
from vision.dice.doubt import Squeeze
from vision.dice.patch import PATCH, clearest_edges, cut_all
from vision.dice.shape import (
    UNIT_SQUARE,
    corners,
    elevation_sine,
    from_square,
    half_edges,
    half_edges_of,
    pose_of,
    seen_through,
)
from vision.heat import likelihood
from vision.onnx import as_input, run
from vision.pictures import Picture

MODEL = Path(__file__).resolve().parents[1] / "models" / "dice_aligner.onnx"
#: The patch shows so much more than the face, each way, that its edges are in it although the quad is off.
WIDER = 1.3
#: Where it is enough to lie nearly right, what moved by less than this, in edges, is not looked at again.
_SETTLED = 0.1
#: Below these likelihoods of being a top face, a place is not looked at again, and not told.
_HOPELESS, _LEAST = 0.05, 0.2
#: A top face as likely as this is taken for one, and tells how the others must look.
_LIKELY = 0.8
#: With so many likely dice, one that is off by more than this (factors of two in size, and squeeze) is looked at again;
#: what is off by more than the other is something else.
_ENOUGH, _ODD, _OTHER = 3, 0.15, 1.2
#: Turns of a square from which one that is off is looked at again.
_TURNS, _MUCH = 4, 0.22
#: What looks as the others do must be as likely a top face, but for so much.
_NEARLY = 0.02
#: Places at least so likely to the first network are begun anew if the second loses them, so many at most, as dice look
#: from cameras so steep (`vision.dice.shape`: a), and so much larger than they were told.
_SEEN, _MOST_LOST, _LEANS, _LARGER = 0.35, 6, (0.05, 0.18), (1.0, 1.4)
#: A second look that moves a die by more than this share of its size has found another thing.
_STAYS = 0.3
#: Rough places that may be the same are nearer than this, in sizes, and in size, in factors of two.
_NEAR, _NEAR_IN_SIZE = 0.35, 0.45
#: What is printed on a face is smaller than it by this; it may look like a top by so much more than the face itself.
_PART, _NEARLY_AS_LIKELY = 0.65, 0.05
#: A camera steeper than this (`vision.dice.shape`: a) sees no sides.
_STEEP = 0.05
#: A camera from 55 degrees on sees sides squeezed by 0.18 more than tops: where likely ones are alike within this,
#: none of them is a side.
_HIGH, _ALIKE = 0.1, 0.06
#: Dice seen this small by the first network (pixels of its input) are worth a look in more detail, this large one from
#: farther away.
_TINY, _BIG = 10.0, 50.0
#: Spread of the brightness within a face that something is printed on, and within one that is plainly a die's.
_PRINT, _FAINT, _PLAIN = 2.8, 1.5, 0.97
#: Steps of brightness over a die's edges, to the patch's own: at the clearest of them there are at least so many.
_EDGE = 0.025


def cut_wide(picture: Picture, quad: NDArray[np.float64]) -> Picture:
    """The patch that the network sees of a rough quad (4, 2)."""
    return np.asarray(_cut_wide(picture, quad[None])[0], np.uint8)


def corrected(quads: NDArray[np.float64], offsets: NDArray[np.float64]) -> NDArray[np.float64]:
    """The quads (N, 4, 2) with their corners moved by offsets (N, 8), told in each one's own frame, in edges."""
    return seen_through(from_square(quads), UNIT_SQUARE + np.clip(offsets, -0.6, 0.6).reshape(-1, 4, 2))


class Finder(Protocol):
    """Finds top faces."""

    def __call__(self, picture: Picture, expected: int | None, nearly: bool = False) -> list[TopFace]:
        """The top faces of dice in a BGR picture, with exact corners.

        expected: how many dice there can be, where it is known; nearly: corners may be off by a fiftieth of an edge: a
        taught set is told as well, a face that nobody taught is not.
        """


def find_tops(picture: Picture, expected: int | None = None, nearly: bool = False) -> list[TopFace]:
    """The top faces of the dice in a BGR picture with exact corners, likeliest first; all of one size. See `Finder`.

    More than are expected may be found all the same. Where at the usual size all are found that are expected, or three
    where nobody knows, and all are plain, the search ends. Else large dice are looked for, and where there are fewer
    than expected, or tiny ones, a large picture is looked at once more in detail.
    """
    aligned = _Once(picture, nearly, expected)
    rough = of_usual_size(picture)
    if expected is None or expected >= _ENOUGH:
        tops = _exactly(aligned, rough, expected)
        least = 0.0 if expected else _TINY
        if len(tops) >= (expected or _ENOUGH) and all(t.score > _PLAIN and least < t.seen_at < _BIG for t in tops):
            return looked_above(picture, tops, rough)
    rough += of_large_size(picture)
    tops = _exactly(aligned, rough, expected)
    if sum(t.score > _PLAIN for t in tops) < _ENOUGH:
        tops = _exactly(aligned, rough + _begun_anew(picture, rough, tops), expected)
    if has_more(picture) and (len(tops) < (expected or 1) or any(t.seen_at < _TINY for t in tops)):
        tops = _exactly(aligned, rough + of_small_size(picture), expected)
    return looked_above(picture, tops, rough)


def tops_at_a_glance(picture: Picture, expected: int | None, nearly: bool = False) -> list[TopFace]:
    """As `find_tops` finds them in its first look; none where there are fewer than `expected`.

    It costs little whatever lies there. `find_tops` goes on to search for them, which in a picture of a cup or a hand
    takes ten times as long.
    """
    rough = of_usual_size(picture)
    tops = _exactly(_Once(picture, nearly, expected), rough, expected)
    return looked_above(picture, tops, rough) if len(tops) >= (expected or 1) else []


def tops_again(quads: Sequence[NDArray[np.float64]]) -> Finder:
    """Looks only where top faces lay a moment ago: quads (4, 2) in pixels. No others are searched for."""

    def find(picture: Picture, expected: int | None, nearly: bool = False) -> list[TopFace]:
        known = [_known(quad, usual_share(picture)) for quad in quads]
        tops = without_doubles(_Once(picture, nearly, None)(known))
        return looked_above(picture, tops)

    return find


def _known(quad: NDArray[np.float64], share: float) -> TopFace:
    size, a, b, _, _ = pose_of(half_edges(quad)[None])[0]
    return TopFace(quad, 1.0, 1.0, float(size), (float(a), float(b)), float(size) * share)


class _Once:
    """Aligns the places of a picture, and each of them once, however often it is asked for."""

    def __init__(self, picture: Picture, nearly: bool, expected: int | None) -> None:
        self.picture = picture
        self._settled = _SETTLED if nearly else 0.0
        self._enough = expected if expected is not None and expected >= _ENOUGH else math.inf
        self._known: dict[TopFace, TopFace] = {}

    def __call__(self, tops: Sequence[TopFace]) -> list[TopFace]:
        """The likely ones among these places, exactly."""
        new = [top for top in tops if top not in self._known]
        for top, exact in zip(new, _aligned(self.picture, new, self._settled, enough=self._enough), strict=True):
            self._known[top] = exact
        return [exact for exact in (self._known[top] for top in tops) if exact.score >= _LEAST]


def _exactly(aligned: _Once, rough: list[TopFace], expected: int | None) -> list[TopFace]:
    tops = without_doubles(aligned(without_doubles(rough)))
    tops = without_doubles(_as_the_others(aligned.picture, tops))
    return without_prints(of_one_size(printed(aligned.picture, tops), expected))


def _begun_anew(picture: Picture, rough: list[TopFace], tops: list[TopFace]) -> list[TopFace]:
    """Top faces found where the first network's pose was too far off for the second, which lost what lay there.

    Where several dice lie, they tell how each must look (`_as_the_others`); one or two alone are tried from all turns.
    """
    lost = [
        place
        for place in without_doubles([t for t in rough if t.score > _SEEN])
        if not any(t.score > _PLAIN and t.apart(place) < t.size / 2 for t in tops)
    ]
    out = []
    for place in sorted(lost, key=lambda t: -t.score)[:_MOST_LOST]:
        poses = [(place.size * larger, lean, 0.0) for larger in _LARGER for lean in _LEANS]
        starts = [place.elsewhere(quad) for pose in poses for quad in _turned(place, _TURNS, pose)]
        near = [t for t in align(picture, starts) if t.apart(place) < _STAYS * place.size]
        out.append(max(near, key=lambda t: t.score, default=None))
    for side in tops:
        starts = [side.elsewhere(quad) for quad in _squares_above(side.quad, _leans(tops))]
        near = [t for t in align(picture, starts) if t.apart(side) > side.size / 2]
        out.append(max(near, key=lambda t: t.score, default=None))
    return [top for top in out if top and top.score > _LIKELY]


def without_prints(tops: list[TopFace]) -> list[TopFace]:
    """Without what lies on another top face and is much smaller: that is something printed on it."""
    here = Squeeze.of(tops)

    def carries(other: TopFace, top: TopFace) -> bool:
        smaller = top.size < _PART * other.size and top.score < other.score + _NEARLY_AS_LIKELY
        return smaller and other.apart(top) < other.size / 2

    return [top for top in tops if not any(carries(other, top) for other in tops if not here.of_other_size(other))]


def looked_above(picture: Picture, tops: list[TopFace], rough: Sequence[TopFace] = ()) -> list[TopFace]:
    """The same, each with the likelihood that it is the side of a die whose top lies above it in the picture.

    rough: what the first network took for places. One that the second lost is as likely a top as not: on a cloth of
    the dice's own colour the second goes by edges that are not to be seen.
    """
    leans, likely = _leans(tops), [t for t in tops if t.score > _LIKELY]
    none_is_side = _are_tops(likely)

    def is_found(place: TopFace) -> bool:
        # Then `vision.dice.doubt` tells a neighbour from the same die.
        return any(place.apart(t) < 0.5 * t.size for t in likely)

    squares = [(i, t.elsewhere(quad)) for i, t in enumerate(tops) for quad in _squares_above(t.quad, leans)]
    asked = [(i, place) for i, place in squares if not is_found(place)]
    if not asked:
        return tops
    lost = [place for place in rough if not is_found(place)]
    above = [0.0] * len(tops)
    over: list[TopFace | None] = [None] * len(tops)
    for i, place in asked:
        if any(_is_near(place, other) for other in lost):
            above[i] = 0.5
    looked_at = [(i, place) for i, place in asked if not (none_is_side and tops[i].score > _LIKELY)]
    for (i, place), told in zip(looked_at, _looked_at_once(picture, [place for _, place in looked_at]), strict=True):
        if told.apart(place) < _STAYS * place.size and not is_found(told):
            above[i], over[i] = max(above[i], told.score), max(over[i] or told, told, key=lambda t: t.score)
    told_of = zip(tops, above, over, strict=True)
    return [replace(top, above=score, over=there) if score else top for top, score, there in told_of]


def _are_tops(likely: Sequence[TopFace]) -> bool:
    """Whether likely ones are all squeezed alike, by a camera so high that it squeezes sides plainly more."""
    if len(likely) < _ENOUGH:
        return False
    a, b = (median(values) for values in zip(*(t.shape for t in likely), strict=True))
    return a < _HIGH and all(math.hypot(t.shape[0] - a, t.shape[1] - b) < _ALIKE for t in likely)


def _is_near(one: TopFace, other: TopFace) -> bool:
    """Whether two rough places may be the same."""
    return one.apart(other) < _NEAR * one.size and abs(math.log2(one.size / other.size)) < _NEAR_IN_SIZE


def _leans(tops: list[TopFace]) -> tuple[float, ...]:
    """How the camera may squeeze flat faces here (`vision.dice.shape`: a): as it does most that are likely.

    A few may all be sides, which are squeezed the more the less tops are: then they tell nothing.
    """
    likely = [t.shape[0] for t in tops if t.score > _LIKELY]
    if len(likely) < _ENOUGH:
        return _LEANS
    lean = median(likely)
    return (lean,) if lean >= _STEEP else ()


def _squares_above(quad: NDArray[np.float64], leans: Sequence[float]) -> list[NDArray[np.float64]]:
    """Tops (4, 2) of the die whose side this may be: they share an upper edge, and lie as flat as tops here may."""
    out = []
    corners_round = quad.tolist()
    edges = list(zip(corners_round, [*corners_round[1:], corners_round[0]], strict=True))
    upper = sorted(edges, key=lambda edge: edge[0][1] + edge[1][1])
    for (x1, y1), (x2, y2) in upper[: 1 if len(leans) == 1 else 2]:
        x, y = x2 - x1, y2 - y1
        if abs(x) < abs(y):
            continue
        for lean in leans:
            sine = elevation_sine(lean)
            # Up in the picture, where pixels run down.
            right, down = math.copysign(1, x) * y / sine, -abs(x) * sine
            out.append(np.array([(x1 + right, y1 + down), (x2 + right, y2 + down), (x2, y2), (x1, y1)]))
    return out


def _as_the_others(picture: Picture, tops: list[TopFace]) -> list[TopFace]:
    """Dice of one table look alike: what is told larger, smaller or squeezed otherwise is looked at once more."""
    good = [t for t in tops if t.score > _LIKELY]
    if len(good) < _ENOUGH:
        return tops
    size, a, b = (median(values) for values in zip(*((t.size, *t.shape) for t in good), strict=True))

    def off(top: TopFace) -> float:
        return abs(math.log2(top.size / size)) + math.hypot(top.shape[0] - a, top.shape[1] - b)

    out = []
    for top in tops:
        if _ODD < off(top) < _OTHER:
            # What hardly looks like a top face would find one at some turn, and what lies over a good one that one.
            alone = all(top.apart(t) > size / 2 for t in good if off(t) <= _ODD)
            turns = _TURNS if top.score > _LIKELY and alone and off(top) > _MUCH else 1
            starts = [top.elsewhere(quad) for quad in _turned(top, turns, (size, a, b))]
            near = [
                t
                for t in align(picture, starts)
                if t.apart(top) < _STAYS * size and off(t) < off(top) and t.score > top.score - _NEARLY
            ]
            out.append(max(near, key=lambda t: t.score - off(t), default=top))
        else:
            out.append(top)
    return out


def _turned(top: TopFace, count: int, pose: tuple[float, float, float]) -> list[NDArray[np.float64]]:
    """Quads of a size and squeeze (`vision.dice.shape`: a, b) where a top face was seen, turned as it was and on."""
    _, _, _, c, s = pose_of(half_edges(top.quad)[None])[0]
    turns = math.atan2(s, c) + np.arange(count) * 2 * math.pi / count
    poses = np.array([[*pose, math.cos(turn), math.sin(turn)] for turn in turns])
    return [corners(top.middle, half) for half in half_edges_of(poses)]


def printed(picture: Picture, tops: list[TopFace]) -> list[TopFace]:
    """Those where something is printed, within an edge: a square of cloth, a screw's head, a speck is no die's face."""
    if not tops:
        return []
    patches = cut_all(picture, [top.quad for top in tops])
    rim, blur = PATCH // 4, 2
    inner = patches[:, rim - blur : blur - rim, rim - blur : blur - rim]
    # All of them in one column: the rim that is left out is as wide as what the blur mixes.
    column = cv2.GaussianBlur(inner.reshape(-1, *inner.shape[2:]), (2 * blur + 1, 2 * blur + 1), 0)
    faces = column.reshape(inner.shape)[:, blur:-blur, blur:-blur]
    spreads = [float(cv2.meanStdDev(face)[1].max()) for face in faces]
    return [
        replace(top, patch=patch)
        for top, patch, spread, edge in zip(tops, patches, spreads, clearest_edges(patches), strict=True)
        if spread > (_FAINT if top.score > _PLAIN else _PRINT) and edge > _EDGE
    ]


def patches_of(picture: Picture, tops: Sequence[TopFace]) -> NDArray[np.uint8]:
    """(N, PATCH, PATCH, 3) what tops look like, at least one; none is cut twice."""
    new = [top.quad for top in tops if top.patch is None]
    cut = iter(cut_all(picture, new) if new else ())
    return np.stack([next(cut) if top.patch is None else top.patch for top in tops])


def align(picture: Picture, tops: Sequence[TopFace], settled: float = 0.0, model: Path = MODEL) -> list[TopFace]:
    """The same top faces with exact corners, share in sight, and a score that is the likelihood of a top face there.

    All are looked at twice, but for what is plain and had its corners moved by less than `settled`, in edges.
    """
    return [top for top in _aligned(picture, tops, settled, model) if top.score >= _HOPELESS]


def _aligned(
    picture: Picture, tops: Sequence[TopFace], settled: float, model: Path = MODEL, enough: float = math.inf
) -> list[TopFace]:
    """As `align`, all of them, in their order; where so many are plain at once, what is hardly likely is seen once."""
    if not tops:
        return []
    rows = _rows(picture, tops, model)
    out, shifts = _moved(tops, rows), np.abs(rows[:, :8]).max(axis=1)
    hopeless = _LEAST if sum(top.score > _PLAIN for top in out) >= enough else _HOPELESS
    loose = [
        i
        for i, (top, shift) in enumerate(zip(out, shifts, strict=True))
        if top.score >= hopeless and (shift >= settled or top.score < _PLAIN)
    ]
    if loose:
        again = [out[i] for i in loose]
        for i, top in zip(loose, _moved(again, _rows(picture, again, model)), strict=True):
            out[i] = top
    return out


def _rows(picture: Picture, tops: Sequence[TopFace], model: Path = MODEL) -> NDArray[np.float64]:
    """(N, 10) what the network says of each place."""
    patches = _cut_wide(picture, np.stack([top.quad for top in tops]))
    return run(model, as_input(patches)).astype(np.float64)


def _looked_at_once(picture: Picture, tops: Sequence[TopFace]) -> list[TopFace]:
    """As `_moved` tells them."""
    return _moved(tops, _rows(picture, tops)) if tops else []


def _cut_wide(picture: Picture, quads: NDArray[np.float64]) -> NDArray[np.uint8]:
    middles = quads.mean(axis=1, keepdims=True)
    return cut_all(picture, (quads - middles) * WIDER + middles)


def _moved(tops: Sequence[TopFace], rows: NDArray[np.float64]) -> list[TopFace]:
    """The places as the network says (`_rows`) that they lie; what is no face there has no score."""
    quads = corrected(np.stack([top.quad for top in tops]), rows[:, :8])
    half = half_edges(quads)
    faces = np.isfinite(quads).all(axis=(1, 2)) & (half[:, 0, 0] * half[:, 1, 1] - half[:, 0, 1] * half[:, 1, 0] >= 1.0)
    poses = pose_of(half).tolist()
    scores, sights = likelihood(rows[:, 8]).tolist(), np.clip(rows[:, 9], 0, 1).tolist()
    return [
        TopFace(quad, score, sight, size, (a, b), top.seen_at, top.above) if is_face else replace(top, score=0.0)
        for top, is_face, quad, (size, a, b, *_), score, sight in zip(
            tops, faces, quads, poses, scores, sights, strict=True
        )
    ]
