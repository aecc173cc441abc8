"""Suit marks drawn by ourselves, each deck's of its own shape: fonts alone know too few spades and clubs."""

import cv2
import numpy as np

_PX = 100
"""Pixels a unit; marks are two units high."""
_STEPS = np.linspace(0, 1, 24)[:, None]


def drawn_suits(rng: np.random.Generator) -> dict[str, np.ndarray]:
    """Tight masks (uint8, about 200 high) of one deck's four suits, by C D H S."""
    stem = _stem(rng)
    heart = _heart(rng)
    bowl = _heart(rng) if rng.random() < 0.5 else heart
    # A spade is a heart upside down on the stem that its deck's club has, too.
    height = rng.uniform(0.72, 0.95)
    spade = [np.stack([part[:, 0], (-part[:, 1] + 1) * height - 1], axis=1) for part in bowl]
    return {
        "C": _mask([*_club(rng), stem]),
        "D": _mask([_diamond(rng)]),
        "H": _mask(heart),
        "S": _mask([*spade, stem]),
    }


def _bezier(*points: tuple[float, float]) -> np.ndarray:
    """A cubic (four points) or quadratic (three) curve, as points."""
    curve = np.repeat(np.array(points, float)[:, None, :], len(_STEPS), axis=1)
    while len(curve) > 1:
        curve = curve[:-1] * (1 - _STEPS) + curve[1:] * _STEPS
    return curve[0]


def _mirrored(right: np.ndarray) -> np.ndarray:
    return np.concatenate([right, right[::-1] * (-1, 1)])


def _heart(rng: np.random.Generator) -> list[np.ndarray]:
    if rng.random() < 0.3:
        return _plain_heart(rng)
    wide, cleft, waist = rng.uniform(0.72, 1.0), rng.uniform(-0.85, -0.4), rng.uniform(-0.65, -0.25)
    lobe = _bezier((0, cleft), (rng.uniform(0.02, 0.4), -1.25), (wide, -1.25), (wide, waist))
    low = (rng.uniform(0.02, 0.5), rng.uniform(0.3, 0.75))
    flank = _bezier((wide, waist), (wide, rng.uniform(-0.2, 0.25)), low, (0, 1))
    return [_mirrored(np.concatenate([lobe, flank]))]


def _plain_heart(rng: np.random.Generator) -> list[np.ndarray]:
    """Two discs and a triangle, as drawn with compasses."""
    r = rng.uniform(0.42, 0.54)
    out = rng.uniform(0.38, 0.48)
    disc = _ring() * r + (out, r - 1)
    wide, down = out + 0.92 * r, r - 1 + rng.uniform(0.1, 0.3)
    return [disc, disc * (-1, 1), np.array([(-wide, down), (wide, down), (0, 1)])]


def _ring() -> np.ndarray:
    turn = np.linspace(0, 2 * np.pi, 48)
    return np.stack([np.cos(turn), np.sin(turn)], axis=1)


def _diamond(rng: np.random.Generator) -> np.ndarray:
    wide, bulge = rng.uniform(0.6, 0.95), rng.uniform(0.3, 0.56)
    upper = _bezier((0, -1), (wide * bulge, -bulge), (wide, 0))
    return _mirrored(np.concatenate([upper, upper[::-1] * (1, -1)]))


def _stem(rng: np.random.Generator) -> np.ndarray:
    """From the middle down to the foot; straight, or flared like a trumpet."""
    neck = rng.uniform(0.02, 0.14)
    foot = neck + rng.uniform(0.08, 0.38)
    side = _bezier(
        (neck, rng.uniform(-0.4, 0.1)), (rng.uniform(neck, (neck + foot) / 2), rng.uniform(0.5, 0.95)), (foot, 1)
    )
    return _mirrored(side)


def _club(rng: np.random.Generator) -> list[np.ndarray]:
    """Three leaves, apart, touching or grown together, not always round."""
    leaf = rng.uniform(0.36, 0.52)
    side = leaf * rng.uniform(0.9, 1.1)
    out, down = rng.uniform(0.4, 0.58), rng.uniform(0.0, 0.3)
    squash = rng.uniform(0.88, 1.12)
    ring = _ring() * (squash, 1)
    leaves = [ring * leaf + (0, leaf - 1), ring * side + (out, down), ring * side + (-out, down)]
    if rng.random() < 0.7:
        leaves.append(np.array([(0, -0.5), (out * 0.8, down + 0.1), (-out * 0.8, down + 0.1)]))
    return leaves


def _mask(shapes: list[np.ndarray]) -> np.ndarray:
    picture = np.zeros((3 * _PX, 3 * _PX), np.uint8)
    for shape in shapes:
        points = np.round((shape + 1.5) * _PX * 16).astype(np.int32)
        cv2.fillPoly(picture, [points.reshape(-1, 1, 2)], 255, cv2.LINE_AA, 4)
    ys, xs = np.nonzero(picture > 100)
    return picture[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1].copy()
