"""Where the top faces of dice lie: a small fully convolutional network, run at two or three scales.

For every cell of four pixels the network gives how likely the middle of a top face is there, and its pose: the exact
middle, size, shape and turn (`vision.dice.shape`), and how much of it is in sight. It knows no faces.
"""

import math
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.dice.shape import corners, half_edges_of
from vision.heat import look, peaks
from vision.pictures import Picture

MODEL = Path(__file__).resolve().parents[1] / "models" / "dice_detector.onnx"
STRIDE = 4
#: What it tells of a cell: likelihood, middle, size, shape and turn, share in sight.
_CHANNELS = 9
#: Sides of the network's input are multiples of this.
GRAIN = 16
#: Longer sides, in pixels, at which a picture is looked at: USUAL and its halves down to LEAST, so that dice may be
#: as small as a seventieth of the picture or fill it; SMALL too if need be.
USUAL, LEAST, SMALL = 640, 48, 1280
#: Less likely places are not looked at.
THRESHOLD = 0.3
#: Size in pixels of the network's input at which it sees a die best.
_BEST = 26.0
#: Sizes of dice on one table differ by less than this, in factors of two.
_ONE_SIZE = 0.5
#: Where a face is as plain as this, and whatever is smaller than this share of it lies on that die and is less plain,
#: no more than so many in all, they are pips.
_PLAIN, _PIP, _PIPS = 0.97, 0.34, 6
#: More than this is noise.
_MOST = 60


@dataclass(frozen=True, slots=True, eq=False)
class TopFace:
    """A top face: corners (4, 2) in pixels going round, likelihood 0 to 1, share in sight, size (root of its area).

    Two are equal only if they are one.
    """

    quad: NDArray[np.float64]
    score: float
    visible: float
    size: float
    shape: tuple[float, float]
    """How the camera squeezes it: `vision.dice.shape`'s a and b."""
    seen_at: float
    """Its size in pixels of the network's input."""
    above: float = 0.0
    """How likely a top lies right above it in the picture, of which it would be the side."""
    over: "TopFace | None" = field(default=None, repr=False)
    """That top, as it would lie there."""
    patch: Picture | None = field(default=None, repr=False)
    """As `vision.dice.patch.cut` cuts it, where that was done."""
    middle: NDArray[np.float64] = field(init=False)
    """Middle (2,) in pixels."""
    _at: tuple[float, float] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """The middle is asked for again and again; how far two are apart is told from plain numbers in a tenth."""
        (x1, y1), (x2, y2), (x3, y3), (x4, y4) = self.quad.tolist()
        at = (x1 + x2 + x3 + x4) / 4, (y1 + y2 + y3 + y4) / 4
        object.__setattr__(self, "_at", at)
        object.__setattr__(self, "middle", np.array(at))

    def elsewhere(self, quad: NDArray[np.float64]) -> "TopFace":
        """The same, as if it lay there."""
        return replace(self, quad=quad, patch=None)

    def apart(self, other: "TopFace") -> float:
        """How far its middle lies from another's, in pixels."""
        return math.dist(self._at, other._at)


def of_usual_size(picture: Picture, model: Path = MODEL) -> list[TopFace]:
    """Places in a BGR picture where top faces may lie, roughly; a die may be a tenth to a seventieth of the picture."""
    return _at(picture, usual_share(picture), model, again=True)


def of_large_size(picture: Picture, model: Path = MODEL) -> list[TopFace]:
    """As `of_usual_size`, dice that may fill the picture."""
    longest, scales = max(picture.shape[:2]), [usual_share(picture) / 2**halving for halving in range(1, 4)]
    return [top for scale in scales if longest * scale >= LEAST for top in _at(picture, scale, model)]


def of_small_size(picture: Picture, model: Path = MODEL) -> list[TopFace]:
    """As `of_usual_size`, smaller or fainter dice."""
    return _at(picture, min(1.0, SMALL / max(picture.shape[:2])), model)


def usual_share(picture: Picture) -> float:
    """At how much of its size a picture is looked at first."""
    return float(min(1.0, USUAL / max(picture.shape[:2])))


def has_more(picture: Picture) -> bool:
    """Whether the picture has many more pixels than `of_usual_size` looks at."""
    return bool(max(picture.shape[:2]) > 1.2 * USUAL)


def of_one_size(tops: list[TopFace], most: int | None = None) -> list[TopFace]:
    """Those of the likeliest size: the dice of a table are of one size, but the far ones look smaller.

    `most`: how many dice there can be, where it is known. A heap of small dice may look like a large one, and a pip of
    a large one like a small die: the size that explains most wins.
    """

    def near(top: TopFace) -> list[TopFace]:
        return [t for t in tops if abs(math.log2(t.size / top.size)) < _ONE_SIZE]

    for die in [t for t in tops if t.score > _PLAIN]:
        small = [t for t in tops if t.size < _PIP * die.size]
        if len(small) <= _PIPS and all(t.score < die.score and _lies_on(die, t) for t in small):
            tops = [t for t in tops if t.size >= _PIP * die.size]
    if not tops:
        return []

    def explains(top: TopFace) -> float:
        # What is as likely a top as not explains nothing.
        return sum(sorted((max(0.0, t.score - 0.5) for t in near(top)), reverse=True)[:most])

    return near(max(tops, key=explains))


def _lies_on(die: TopFace, pip: TopFace) -> bool:
    """Whether a small top lies on the top or a side of a large die."""
    x, y = (pip.middle - die.middle) / die.size
    return bool(abs(x) < 0.8 and -0.5 < y < 1.1)


def _at(picture: Picture, scale: float, model: Path, again: bool = False) -> list[TopFace]:
    return _decode(*look(picture, scale, GRAIN, model, again=again))


def _decode(output: NDArray[np.float32], factor: NDArray[np.float64]) -> list[TopFace]:
    """Peaks of the heat with their poses, in pixels of the picture; `factor` (2,) of those to pixels of the input."""
    heat, rows, columns, (dx, dy, size, a, b, c, s, visible) = peaks(output, _CHANNELS, THRESHOLD)
    if not len(rows):
        return []
    middles = np.stack([columns + dx + 0.5, rows + dy + 0.5], axis=1) * STRIDE * factor - 0.5
    sizes = 16 * np.exp2(np.clip(size, -2, 3))
    half = half_edges_of(np.stack([sizes, a, b, c, s], axis=1)) * factor[None, :, None]
    quads = corners(middles, half)
    scale = float(np.sqrt(factor.prod()))
    told = zip(
        quads, heat.tolist(), np.clip(visible, 0, 1).tolist(), sizes.tolist(), a.tolist(), b.tolist(), strict=True
    )
    return [TopFace(quad, score, sight, size * scale, (a, b), size) for quad, score, sight, size, a, b in told]


def without_doubles(found: list[TopFace]) -> list[TopFace]:
    """The same face found twice is kept once, as seen at the scale that suits its size best.

    A heap taken for a large die, and the die in its middle, are two things: `of_one_size` tells which is right.
    """

    def rank(top: TopFace) -> float:
        return top.score - 0.15 * abs(math.log2(top.seen_at / _BEST))

    def same(one: TopFace, other: TopFace) -> bool:
        alike = abs(math.log2(one.size / other.size)) < _ONE_SIZE
        return alike and one.apart(other) < 0.4 * min(one.size, other.size)

    kept: list[TopFace] = []
    for top in sorted(found, key=rank, reverse=True):
        if not any(same(top, other) for other in kept):
            kept.append(top)
    return sorted(kept, key=lambda t: -t.score)[:_MOST]
