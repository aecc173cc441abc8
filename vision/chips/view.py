"""How the table lies to the camera, from the cards on it: they are all of one size, and lie flat.

The outlines that can be found at once tell it roughly, then cards and camera are fitted together (`vision.chips.laid`).
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from calibration.edges import refine_quad
from calibration.lens import Lens
from calibration.table import TableProfile
from vision.cards.reading import LIKELY, CardReading
from vision.chips.laid import CARD, FOCAL_SPREAD, Edges, Laid, axes_of, fitted, placed_best
from vision.pictures import Picture

Points = NDArray[np.float64]

#: An outline is sought this far from where the reader puts it, in card widths; so many pixels round that are looked at.
REACH, ROUND = 0.3, 24
#: Corners further off than this (mm) count less and less.
TYPICAL = 1.5
#: Least cards that must agree before heights may be measured by them.
WITNESSES = 3
#: The focal length of an unknown camera in widths of its picture (phones 0.72, webcams 0.9).
FOCAL = 0.8
_ROUNDS = 8


def view_of_cards(picture: Picture, cards: Sequence[CardReading]) -> tuple[TableProfile, int] | None:
    """The camera over a table on which these cards lie, and how many of them say so; None where none does.

    The frame's origin is the foot of the camera, its axes are arbitrary; zones it has none.
    """
    lens = Lens.typical(picture.shape[1], picture.shape[0], FOCAL)
    quads = [np.array(card.quad, np.float64) for card in cards if card.confidence >= LIKELY]
    sought = [_outline(picture, quad, lens) for quad in quads]
    sharp = np.array([outline for outline in sought if outline is not None])
    if not len(sharp):
        return None
    at = min((_fitted(sharp, lens, start) for start in _starts(sharp, lens)), key=lambda fit: fit[1])[0]
    best = np.array([quad if outline is None else outline for quad, outline in zip(quads, sought, strict=True)])
    edges = Edges.of(picture)
    laid, good = fitted(edges, placed_best(edges, _laid(best, lens, at)))
    if good.any() and not good.all():
        # Cards that did not fit are sought once more, now that the others tell how the table lies.
        again = placed_best(edges, laid).cards
        laid, good = fitted(edges, laid.with_cards(np.where(good[:, None], laid.cards, again)))
    return (_profile(laid), int(good.sum())) if good.any() else None


def _laid(quads: Points, lens: Lens, at: Points) -> Laid:
    """Cards where their quads are seen from above."""
    flat, height = _above(quads, lens, at)
    flat = flat * height
    along = flat[:, 1] - flat[:, 0] + flat[:, 2] - flat[:, 3]
    turns = np.arctan2(along[:, 1], along[:, 0])
    return Laid(lens, np.array([*at, np.log(height)]), np.column_stack([flat.mean(axis=1), turns]))


def _outline(picture: Picture, quad: Points, lens: Lens) -> Points | None:
    width = min(float(np.linalg.norm(quad[1] - quad[0])), float(np.linalg.norm(quad[2] - quad[1])))
    if width <= 10:
        return None
    reach = REACH * width
    # Only what is near is smoothed for it.
    left, top = np.maximum(np.floor(quad.min(axis=0) - reach - ROUND), 0).astype(int)
    right, bottom = np.ceil(quad.max(axis=0) + reach + ROUND).astype(int)
    part = picture[top:bottom, left:right]
    if not part.size:
        return None
    # A typical lens bends no edge: where its middle is does not matter.
    found = refine_quad(part, quad - np.array([left, top]), lens, reach)
    return None if found is None else found + np.array([left, top])


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
    plane, down = axes_of(at)
    directions = lens.directions(quads) * np.exp(-np.clip(at[2], -1, 1))
    rays = np.concatenate([directions, np.ones_like(directions[..., :1])], axis=-1)
    depth = rays @ down
    places = rays / np.where(depth > 0.05, depth, 0.05)[..., None]
    flat = places @ plane.T
    sides = np.linalg.norm(flat - np.roll(flat, 1, axis=1), axis=2).sum(axis=1)
    return flat, float(2 * (63.0 + 88.0) / max(float(np.median(sides)), 1e-9))


def _profile(laid: Laid) -> TableProfile:
    plane, down = axes_of(laid.at)
    lens, grown = laid.lens, float(np.exp(np.clip(laid.at[2], -1, 1)))
    fitting = Lens(lens.width, lens.height, (lens.focal[0] * grown, lens.focal[1] * grown), lens.centre)
    # The table's frame: x as in the picture, y away, z up; its origin is the camera's foot.
    turn = np.stack([plane[0], -plane[1], -down])
    return TableProfile.of(fitting, turn.T, float(np.exp(laid.at[3])) * down)
