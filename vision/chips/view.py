"""How the table lies to the camera, from the cards on it: they are all of one size, and lie flat."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from calibration.edges import refine_quad
from calibration.lens import Lens
from calibration.table import TableProfile
from vision.cards.reading import LIKELY, CardReading
from vision.pictures import Picture

Points = NDArray[np.float64]

#: A card's corners in mm round its middle, in the order of a reading's quad.
CARD = np.array([[-31.5, -44.0], [31.5, -44.0], [31.5, 44.0], [-31.5, 44.0]])
#: An outline is sought this far from where the reader puts it, in card widths.
REACH = 0.3
#: Corners further off than this (mm) count less and less; a card further off altogether is no witness.
TYPICAL, WITNESS = 1.5, 3.0
#: Least cards that must agree before heights may be measured by them.
WITNESSES = 3
#: The focal length of an unknown camera in widths of its picture (phones 0.72, webcams 0.9), and how its logarithm is
#: spread.
FOCAL, FOCAL_SPREAD = 0.8, 0.15
_ROUNDS = 25


def view_of_cards(picture: Picture, cards: Sequence[CardReading]) -> tuple[TableProfile, int] | None:
    """The camera over a table on which these cards lie, and how many of them say so; None where none does.

    The frame's origin is the foot of the camera, its axes are arbitrary; zones it has none.
    """
    lens = Lens.typical(picture.shape[1], picture.shape[0], FOCAL)
    sought = [_outline(picture, card, lens) for card in cards if card.confidence >= LIKELY]
    quads = np.array([outline for outline in sought if outline is not None])
    if not len(quads):
        return None
    best = min((_fitted(quads, lens, start) for start in _starts(quads, lens)), key=lambda fit: fit[1])[0]
    misses = _misses(quads, lens, best)
    witnesses = int((np.abs(misses).max(axis=(1, 2)) < WITNESS).sum())
    if not witnesses:
        return None
    return _profile(quads, lens, best), witnesses


def _outline(picture: Picture, card: CardReading, lens: Lens) -> Points | None:
    quad = np.array(card.quad, np.float64)
    width = min(float(np.linalg.norm(quad[1] - quad[0])), float(np.linalg.norm(quad[2] - quad[1])))
    return refine_quad(picture, quad, lens, REACH * width) if width > 10 else None


def _starts(quads: Points, lens: Lens) -> list[Points]:
    """The few likeliest of many views: (two slopes of the table's plane, logarithm of the focal length's factor)."""
    tries = [np.zeros(3)]
    for tilt in (8, 16, 24, 32, 40, 48):
        for way in range(0, 360, 30):
            slope = np.tan(np.radians(tilt))
            tries.append(np.array([slope * np.cos(np.radians(way)), slope * np.sin(np.radians(way)), 0.0]))
    return sorted(tries, key=lambda at: _cost(quads, lens, at))[:3]


def _fitted(quads: Points, lens: Lens, at: Points) -> tuple[Points, float]:
    """The best view near a start, by damped least squares with weights against cards that are something else."""
    cost, damping = _cost(quads, lens, at), 1e-2
    for _ in range(_ROUNDS):
        errors, weights = _errors(quads, lens, at)
        slope = np.column_stack([(_errors(quads, lens, at + step)[0] - errors) / 1e-4 for step in np.eye(3) * 1e-4])
        bend = slope.T @ (weights[:, None] * slope)
        step = np.linalg.solve(bend + damping * np.diag(np.diag(bend) + 1e-9), -slope.T @ (weights * errors))
        tried = _cost(quads, lens, at + step)
        if tried < cost:
            at, cost, damping = at + step, tried, damping / 5
        else:
            damping *= 6
            if damping > 1e6:
                break
    return at, cost


def _errors(quads: Points, lens: Lens, at: Points) -> tuple[Points, Points]:
    misses = _misses(quads, lens, at)
    errors = np.append(misses.ravel() / TYPICAL, at[2] / FOCAL_SPREAD)
    each = (misses**2).sum(axis=(1, 2)) / 8 / TYPICAL**2
    weights = np.append(np.repeat(1 / (1 + each) ** 2, 8), 1.0)
    return errors, weights


def _cost(quads: Points, lens: Lens, at: Points) -> float:
    each = (_misses(quads, lens, at) ** 2).sum(axis=(1, 2)) / 8 / TYPICAL**2
    return float((8 * each / (1 + each)).sum() + (at[2] / FOCAL_SPREAD) ** 2)


def _misses(quads: Points, lens: Lens, at: Points) -> Points:
    """How far in mm each corner, seen from above, is from that of a card; (n, 4, 2)."""
    flat, scale = _above(quads, lens, at)
    flat = flat * scale
    centred = flat - flat.mean(axis=1, keepdims=True)
    # The turn that fits best, in closed form (Kabsch in the plane).
    cross = CARD[:, 0] * centred[..., 1] - CARD[:, 1] * centred[..., 0]
    along = (CARD * centred).sum(axis=2)
    angle = np.arctan2(cross.sum(axis=1), along.sum(axis=1))
    cos, sin = np.cos(angle)[:, None], np.sin(angle)[:, None]
    laid = np.stack([cos * CARD[:, 0] - sin * CARD[:, 1], sin * CARD[:, 0] + cos * CARD[:, 1]], axis=2)
    return np.asarray(np.clip(centred - laid, -60, 60))


def _above(quads: Points, lens: Lens, at: Points) -> tuple[Points, float]:
    """Corners on the plane as seen from above, and the scale that makes most of them cards."""
    plane, down = _plane(at)
    directions = lens.directions(quads) * np.exp(-np.clip(at[2], -1, 1))
    rays = np.concatenate([directions, np.ones_like(directions[..., :1])], axis=-1)
    depth = rays @ down
    places = rays / np.where(depth > 0.05, depth, 0.05)[..., None]
    flat = places @ plane.T
    sides = np.linalg.norm(flat - np.roll(flat, 1, axis=1), axis=2).sum(axis=1)
    return flat, float(2 * (63.0 + 88.0) / max(float(np.median(sides)), 1e-9))


def _plane(at: Points) -> tuple[Points, Points]:
    """Two axes of the plane, rows, and the direction from the camera down onto it."""
    down = np.array([at[0], at[1], 1.0])
    down /= np.linalg.norm(down)
    across = np.cross([0.0, 1.0, 0.0], down)
    across /= np.linalg.norm(across)
    return np.stack([across, np.cross(down, across)]), down


def _profile(quads: Points, lens: Lens, at: Points) -> TableProfile:
    plane, down = _plane(at)
    _, height = _above(quads, lens, at)
    grown = float(np.exp(np.clip(at[2], -1, 1)))
    fitted = Lens(lens.width, lens.height, (lens.focal[0] * grown, lens.focal[1] * grown), lens.centre, lens.distortion)
    # The table's frame: x as in the picture, y away, z up; its origin is the camera's foot.
    turn = np.stack([plane[0], -plane[1], -down])
    return TableProfile.of(fitted, turn.T, height * down)
