"""Composed scenes: dice thrown on a table under a fixed camera, then spoilt as cameras spoil pictures.

    python -m training.dice.scenes ART OUT --sittings 2000 --seed 1
    python -m training.dice.scenes ART OUT2 --sittings 2000 --seed 1 --lineups

A sitting is one set of dice, one camera, one table and one light, seen in ROUNDS scenes; with --lineups ROUNDS times
another, each seen once with all six faces up. Writes OUT/<seed>-<n>.npz, SHARD sittings each: `pictures` (JPEG bytes,
cut by `sizes`), `dice` (rows of COLUMNS), `first` (row where each scene's dice begin).
"""

import argparse
import logging
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from training.cards.art import load_art
from training.cards.backgrounds import SIDE as TABLE_SIDE
from training.cards.backgrounds import background
from training.cards.scenes import spoil
from training.dice.prints import PIPS, PRINT, Courts, DiceLook, random_look
from training.shards import write_shard

SCENE = 320
ROUNDS = 6
SHARD = 40
#: Corners of the top face (as printed: top left, top right, bottom right, bottom left), the face's place in FACES, the
#: share of the top face in sight, its tilt in degrees, 1 for a set of ordinary pipped dice.
COLUMNS = ("x0", "y0", "x1", "y1", "x2", "y2", "x3", "y3", "face", "visible", "tilt", "pips")
LABELS = "dice"
#: The face across, by places in `calibration.dice_set.FACES`.
_OPPOSITE = {0: 5, 1: 4, 2: 3, 3: 2, 4: 1, 5: 0}

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class View:
    """A camera: elevation and turn around its axis in radians, distance in edges, focal length in pixels."""

    elevation: float
    distance: float
    focal: float
    roll: float

    def project(self, points: np.ndarray) -> np.ndarray:
        """Pixels (..., 2) of points (..., 3); the camera looks at the origin, which lies in the scene's middle."""
        se, ce = np.sin(self.elevation), np.cos(self.elevation)
        x = points[..., 0]
        y = -points[..., 1] * se - points[..., 2] * ce
        depth = self.distance + points[..., 1] * ce - points[..., 2] * se
        u, v = self.focal * x / depth, self.focal * y / depth
        c, s = np.cos(self.roll), np.sin(self.roll)
        return np.stack([c * u - s * v + SCENE / 2, s * u + c * v + SCENE / 2], axis=-1)

    @property
    def eye(self) -> np.ndarray:
        """Where the camera is, in edges."""
        return np.array([0, -np.cos(self.elevation), np.sin(self.elevation)]) * self.distance


@dataclass(frozen=True)
class Die:
    """One die: place of its middle, orientation (columns are its axes), the faces at +z, +x, +y, -z, -x, -y."""

    middle: np.ndarray
    axes: np.ndarray
    faces: tuple[int, ...]
    tilt: float
    turn: float


@dataclass(frozen=True)
class Light:
    """Direction to the light, how much comes from everywhere, the table's colour thrown back, how soft shadows are."""

    to: np.ndarray
    ambient: float
    bounce: np.ndarray
    soft: float


def _normals(die: Die) -> list[np.ndarray]:
    x, y, z = die.axes.T
    return [z, x, y, -z, -x, -y]


def _square(die: Die, face: int, half: float = 0.5) -> np.ndarray:
    """Corners (4, 3) of a face, going round."""
    x, y, z = die.axes.T
    a, b, n = [(x, y, z), (y, z, x), (z, x, y), (y, x, -z), (z, y, -x), (x, z, -y)][face]
    return die.middle + 0.5 * n + half * np.array([-a + b, a + b, a - b, -a - b])


def throw(rng: np.random.Generator, place: np.ndarray, z: float, up: int, tilt: float) -> Die:
    """A die at a place (2,) of the table, `up` on top."""
    yaw = rng.uniform(0, 2 * np.pi)
    c, s = np.cos(yaw), np.sin(yaw)
    around = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    if tilt:
        ct, st = np.cos(tilt), np.sin(tilt)
        around = around @ np.array([[1, 0, 0], [0, ct, -st], [0, st, ct]])
    others = [f for f in range(6) if f not in (up, _OPPOSITE[up])]
    first = int(rng.choice(others))
    second = int(rng.choice([f for f in others if f not in (first, _OPPOSITE[first])]))
    faces = (up, first, second, _OPPOSITE[up], _OPPOSITE[first], _OPPOSITE[second])
    height = z + 0.5 * (abs(np.sin(tilt)) + abs(np.cos(tilt)))
    return Die(np.array([*place, height]), around, faces, np.degrees(tilt), yaw)


def _footprint(die: Die) -> np.ndarray:
    return _square(die, 0)[:, :2].astype(np.float32)


def _overlap(a: Die, b: Die) -> float:
    return float(cv2.intersectConvexConvex(_footprint(a), _footprint(b))[0])


def layout(rng: np.random.Generator, reach: float, row: bool) -> list[Die]:
    """Dice as they come to rest; `row`: side by side, as for teaching."""
    if row:
        count = int(rng.integers(3, 7))
        gap, y = rng.uniform(1.15, 2.2), rng.uniform(-0.3, 0.3) * reach
        faces = rng.permutation(6)[:count] if rng.random() < 0.9 else rng.integers(0, 6, count)
        return [
            throw(rng, np.array([(i - (count - 1) / 2) * gap, y + rng.normal() * 0.05]), 0, int(f), 0.0)
            for i, f in enumerate(faces)
        ]
    dice: list[Die] = []
    wanted = int(rng.integers(1, 8))
    inside = rng.random() < 0.16  # pieces of drawn clips stand inside one another
    for _ in range(60):
        if len(dice) >= wanted:
            break
        if dice and rng.random() < 0.5:
            near = dice[rng.integers(len(dice))]
            a = rng.uniform(0, 2 * np.pi)
            place = near.middle[:2] + rng.uniform(0.95, 1.5) * np.array([np.cos(a), np.sin(a)])
        else:
            place = rng.uniform(-reach, reach, 2) * 0.9
        tilt = rng.uniform(0.2, 0.75) if rng.random() < 0.05 else 0.0
        die = throw(rng, place, 0.0, int(rng.integers(6)), tilt)
        if rng.random() < 0.12 and dice:  # squared up against its neighbour
            near = dice[-1]
            die = replace(die, middle=near.middle + near.axes[:, 0] * rng.uniform(1.0, 1.06), axes=near.axes)
        most = max((_overlap(die, other) for other in dice), default=0.0)
        if most > (0.55 if inside else 0.003):
            if not (rng.random() < 0.04 and most > 0.5 and not tilt):
                continue
            die = replace(die, middle=die.middle + np.array([0, 0, 1.0]))  # stacked
            if max((_overlap(die, o) for o in dice if o.middle[2] > 1), default=0) > 0:
                continue
        dice.append(die)
    return dice


def lineup(rng: np.random.Generator, reach: float) -> list[Die]:
    """Six dice, each with another face up, strewn without touching."""
    apart = max(1.5, reach * 0.6)
    places = [(x * apart, y * apart) for y in (-0.5, 0.5) for x in (-1, 0, 1)]
    return [
        throw(rng, np.array(places[i]) + rng.uniform(-0.5, 0.5, 2) * (apart - 1.42), 0.0, int(face), 0.0)
        for i, face in enumerate(rng.permutation(6))
    ]


def _lit(die: Die, face: int, look: DiceLook, light: Light) -> np.ndarray:
    n = _normals(die)[face]
    direct = max(0.0, float(n @ light.to))
    shade = light.ambient * (0.75 + 0.25 * n[2]) + (1 - light.ambient) * direct
    return look.body * shade + light.bounce * max(0.0, 1 - n[2]) * 0.35 * (look.body / 255)


def _shadow(scene: np.ndarray, view: View, die: Die, light: Light, depth: float, size: float) -> None:
    corners = np.concatenate([_square(die, 0), _square(die, 3)])
    ground = corners - light.to * (corners[:, 2:] / max(light.to[2], 0.3))
    hull = cv2.convexHull(view.project(ground).astype(np.float32))[:, 0]
    foot = view.project(np.concatenate([_square(die, 3) * [1, 1, 0]])).astype(np.float32)
    x0, y0 = np.floor(np.minimum(hull.min(0), foot.min(0)) - size).astype(int).clip(0, SCENE)
    x1, y1 = np.ceil(np.maximum(hull.max(0), foot.max(0)) + size).astype(int).clip(0, SCENE)
    if x1 - x0 < 2 or y1 - y0 < 2:
        return
    mask = np.zeros((y1 - y0, x1 - x0), np.float32)
    cv2.fillConvexPoly(mask, np.round(hull - [x0, y0]).astype(np.int32), depth)
    mask = cv2.GaussianBlur(mask, (0, 0), max(0.5, light.soft * size))
    contact = np.zeros_like(mask)
    cv2.fillConvexPoly(contact, np.round(foot - [x0, y0]).astype(np.int32), 0.6)
    mask = np.maximum(mask, cv2.GaussianBlur(contact, (0, 0), max(0.5, 0.08 * size)))
    scene[y0:y1, x0:x1] *= (1 - mask)[..., None]


def _print(window, look: DiceLook, die: Die, face: int, to_window, view: View, light: Light) -> np.ndarray:
    """The face's print in the window: BGRA float, lit."""
    art = look.prints[die.faces[face]]
    quad = to_window(view.project(_square(die, face))).astype(np.float32)
    size = max(6, round(float(np.abs(np.diff(quad, axis=0)).max()) * 1.1))
    if size < PRINT:
        art = cv2.resize(art, (size, size), interpolation=cv2.INTER_AREA)
    n = art.shape[0] - 0.5
    source = np.float32([[-0.5, -0.5], [n, -0.5], [n, n], [-0.5, n]])
    out = cv2.warpPerspective(art, cv2.getPerspectiveTransform(source, quad), window).astype(np.float32)
    lit = _lit(die, face, look, light) / np.maximum(look.body, 1)
    out[..., :3] *= np.minimum(lit, 1.6)
    out[..., 3] /= 255
    return out


def _painted_body(window, look: DiceLook, die: Die, seen: list[int], to_window, view: View, light: Light, size, rng):
    """Colour (BGR float) and coverage (uint8) of the unprinted die in a window twice as fine as the scene."""
    corners = np.concatenate([_square(die, 0), _square(die, 3)])
    r = look.radius
    hull = to_window(view.project(die.middle + (corners - die.middle) * (1 - 2 * r)))
    round_px = max(1, round(2 * r * size * 2))
    points = np.round(cv2.convexHull(hull.astype(np.float32))[:, 0] * 8).astype(np.int32)
    alpha = np.zeros((window[1], window[0]), np.uint8)
    cv2.fillConvexPoly(alpha, points, 255, cv2.LINE_AA, 3)
    cv2.polylines(alpha, [points], True, 255, round_px, cv2.LINE_AA, 3)
    colour = np.zeros((window[1], window[0], 3), np.float32) + _lit(die, seen[0], look, light)
    for f in seen:
        quad = np.round(to_window(view.project(_square(die, f, 0.5))) * 8).astype(np.int32)
        cv2.fillConvexPoly(colour, quad, [float(v) for v in _lit(die, f, look, light)], cv2.LINE_AA, 3)
    colour = cv2.GaussianBlur(colour, (0, 0), max(0.7, 0.55 * round_px))
    if look.gloss > 0.1:  # bright lines where the rounded edges mirror the light
        for f in seen:
            quad = np.round(to_window(view.project(_square(die, f, 0.5 - 0.7 * r))) * 8).astype(np.int32)
            side = int(rng.integers(4))
            ends = [tuple(int(v) for v in quad[k]) for k in (side, (side + 1) % 4)]
            shine = np.zeros_like(colour)
            cv2.line(shine, ends[0], ends[1], (255,) * 3, max(1, round_px // 2), cv2.LINE_AA, 3)
            colour += cv2.GaussianBlur(shine, (0, 0), max(0.6, 0.4 * round_px)) * look.gloss * rng.uniform(0, 0.7)
    return colour, alpha


def _swirls(window, look: DiceLook, rng: np.random.Generator) -> np.ndarray:
    """What the body's colour is multiplied by, here and there, for another to swirl in it."""
    coarse = rng.normal(size=(int(rng.integers(3, 8)), int(rng.integers(3, 8)))).astype(np.float32)
    field = cv2.resize(coarse, window, interpolation=cv2.INTER_CUBIC)
    share = 1 / (1 + np.exp(-field * rng.uniform(1, 5)))[..., None]
    return 1 - share + share * look.marble / np.maximum(look.body, 5)


def draw(
    scene: np.ndarray, tops: np.ndarray, number: int, look: DiceLook, die: Die, view: View, light: Light, rng
) -> None:
    """Paint one die; `tops` keeps whose top face each pixel shows (0: none, 255: something else)."""
    corners = np.concatenate([_square(die, 0), _square(die, 3)])
    outline = view.project(corners)
    size = float(np.linalg.norm(view.project(_square(die, 0))[0] - view.project(_square(die, 0))[2]) / 1.414)
    x0, y0 = (np.floor(outline.min(0)) - 3).astype(int).clip(0, SCENE)
    x1, y1 = (np.ceil(outline.max(0)) + 4).astype(int).clip(0, SCENE)
    if x1 - x0 < 3 or y1 - y0 < 3:
        return
    window = (int(x1 - x0) * 2, int(y1 - y0) * 2)

    def to_window(p: np.ndarray) -> np.ndarray:
        return (p - [x0, y0] + 0.5) * 2 - 0.5

    normals = _normals(die)
    seen = [f for f in range(6) if normals[f] @ (view.eye - die.middle - normals[f] * 0.5) > 0]
    seen.sort(key=lambda f: f == 0)
    colour, alpha = _painted_body(window, look, die, seen, to_window, view, light, size, rng)
    if look.marble is not None:
        colour *= _swirls(window, look, rng)
    top_alpha = None
    for f in seen:
        inked = _print(window, look, die, f, to_window, view, light)
        a = inked[..., 3:]
        colour = colour * (1 - a) + inked[..., :3] * a
        if f == 0:
            top_alpha = np.zeros((window[1], window[0]), np.uint8)
            quad = np.round(to_window(view.project(_square(die, f))) * 8).astype(np.int32)
            cv2.fillConvexPoly(top_alpha, quad, 255, cv2.LINE_8, 3)
    if rng.random() < 0.25 * (0.3 + look.gloss) and top_alpha is not None:  # a lamp mirrored in the top face
        at = to_window(view.project(_square(die, 0).mean(0)[None])[0] + rng.normal(size=2) * size * 0.35)
        glow = np.zeros(window[::-1], np.float32)
        cv2.circle(glow, (int(at[0]), int(at[1])), max(1, int(size * rng.uniform(0.05, 0.6))), 1.0, -1)
        glow = cv2.GaussianBlur(glow, (0, 0), max(0.6, size * rng.uniform(0.05, 0.5)))
        colour += glow[..., None] * rng.uniform(30, 200)
    small = (window[0] // 2, window[1] // 2)
    a = cv2.resize(alpha, small, interpolation=cv2.INTER_AREA).astype(np.float32)[..., None] / 255
    part, owner = scene[y0:y1, x0:x1], tops[y0:y1, x0:x1]
    mine = cv2.resize(top_alpha, small, interpolation=cv2.INTER_AREA) > 127 if top_alpha is not None else a[..., 0] > 2
    twice = mine & (owner > 0) & (owner < 255)
    if twice.any() and die.middle[2] < 1:  # two tops in one plane: pixels of both
        share = rng.uniform(0.3, 0.7)
        which = (rng.random(twice.shape) < share).astype(np.float32)
        a[..., 0] = np.where(twice, a[..., 0] * cv2.GaussianBlur(which, (0, 0), 0.5), a[..., 0])
    part[:] = part * (1 - a) + cv2.resize(colour, small, interpolation=cv2.INTER_AREA) * a
    owner[(a[..., 0] > 0.5) & ~twice] = 255
    owner[mine & ~twice] = number


def _checks(scene: np.ndarray, view: View, rng: np.random.Generator) -> None:
    """A checked or striped cloth, squares from half to three times a die, in the table's own colour and another."""
    step, turn = rng.uniform(0.5, 3.0), rng.uniform(0, np.pi)
    base = scene.mean((0, 1))
    other = np.clip(base + rng.uniform(-70, 110) + rng.uniform(-20, 20, 3), 0, 255)
    if rng.random() < 0.35:
        base, other = (
            np.array([250.0] * 3) * rng.uniform(0.8, 1.02),
            np.array([rng.uniform(190, 250) for _ in range(3)]),
        )
        scene[:] = base
    c, s = np.cos(turn) * step, np.sin(turn) * step
    reach = int(min(16, SCENE / (step * view.focal / view.distance) + 3))
    stripes, alpha = rng.random() < 0.2, np.zeros((SCENE, SCENE), np.uint8)
    for i in range(-reach, reach):
        for j in range(-reach, reach):
            if (i if stripes else i + j) % 2 == 0:
                corners = np.array([[i, j], [i + 1, j], [i + 1, j + 1], [i, j + 1]], float) @ np.array(
                    [[c, s], [-s, c]]
                )
                points = view.project(np.column_stack([corners, np.zeros(4)]))
                if np.abs(points).max() < 3000:
                    cv2.fillConvexPoly(alpha, np.round(points * 8).astype(np.int32), 255, cv2.LINE_AA, 3)
    a = alpha[..., None].astype(np.float32) / 255 * rng.uniform(0.4, 1.0)
    scene[:] = scene * (1 - a) + other * a


def _clutter(scene: np.ndarray, tops: np.ndarray, view: View, rng: np.random.Generator) -> None:
    """Coins, cups' rims, glasses, cards, boxes, hands: things that are no dice."""
    for _ in range(int(rng.choice([0, 1, 2, 4], p=[0.45, 0.25, 0.2, 0.1]))):
        where = rng.uniform(-0.2, 1.2, 2) * SCENE
        size = rng.uniform(0.4, 5) * view.focal / view.distance
        squash = max(0.25, np.sin(view.elevation))
        colour = rng.uniform(0, 255, 3) if rng.random() < 0.6 else np.float64([225, 240, 245]) * rng.uniform(0.7, 1.05)
        layer = np.zeros((SCENE, SCENE), np.uint8)
        kind = rng.integers(5)
        at = (int(where[0]), int(where[1]))
        if kind == 0:
            cv2.ellipse(layer, at, (int(size / 2), int(size * squash / 2)), 0, 0, 360, 255, -1, cv2.LINE_AA)
        elif kind == 1:
            ring = int(rng.integers(1, 6))
            cv2.ellipse(layer, at, (int(size / 2), int(size * squash / 2)), 0, 0, 360, 255, ring, cv2.LINE_AA)
        elif kind == 2:
            a = rng.uniform(0, np.pi)
            box = cv2.boxPoints((where.tolist(), (size, size * rng.uniform(0.3, 1.4)), float(np.degrees(a))))
            cv2.fillPoly(layer, [((box - where) * [1, squash] + where).astype(np.int32)], 255, cv2.LINE_AA)
        elif kind == 3:
            to = where + rng.normal(size=2) * 150
            cv2.line(layer, at, (int(to[0]), int(to[1])), 255, max(1, int(size * 0.6)), cv2.LINE_AA)
            colour = np.array([rng.uniform(60, 160), rng.uniform(90, 190), rng.uniform(140, 240)])
        else:
            points = (where + rng.normal(size=(int(rng.integers(3, 7)), 2)) * size * 0.6).astype(np.int32)
            cv2.fillPoly(layer, [points], 255, cv2.LINE_AA)
        a = layer[..., None].astype(np.float32) / 255 * (1 if rng.random() < 0.85 else rng.uniform(0.3, 0.9))
        ramp = 1 + rng.uniform(-0.3, 0.3) * np.linspace(-1, 1, SCENE)[None, :, None]
        scene[:] = scene * (1 - a) + colour * ramp * a
        tops[layer > 127] = 255


def stain(scene: np.ndarray, middle: np.ndarray, edge: float, squash: float, rng: np.random.Generator) -> None:
    """Specks, a hole or a screw's head in the table at `middle` (2,): what may be taken for pips, or for a face."""
    layer = np.zeros(scene.shape[:2], np.uint8)
    ink = scene.mean((0, 1)) * rng.uniform(0.1, 0.9) if rng.random() < 0.75 else rng.uniform(0, 255, 3)
    x, y = (int(v) for v in middle)
    if rng.random() < 0.5:
        for dx, dy in (rng.normal(size=(int(rng.integers(1, 6)), 2)) * edge * 0.3).astype(int):
            r = max(1, round(edge * rng.uniform(0.03, 0.14)))
            cv2.ellipse(layer, (x + int(dx), y + int(dy)), (r, max(1, round(r * squash))), 0, 0, 360, 255, -1)
    else:
        r = max(2, round(edge * rng.uniform(0.25, 0.8)))
        width = -1 if rng.random() < 0.7 else int(rng.integers(1, 4))
        cv2.ellipse(layer, (x, y), (r, max(2, round(r * squash))), 0, 0, 360, 255, width, cv2.LINE_AA)
        if rng.random() < 0.4:  # a screw's slot
            a = rng.uniform(0, np.pi)
            step = 0.7 * r * np.array([np.cos(a), np.sin(a) * squash])
            ends = [tuple(int(v) for v in middle + k * step) for k in (-1, 1)]
            cv2.line(layer, ends[0], ends[1], 60, max(1, r // 5), cv2.LINE_AA)
    soft = cv2.GaussianBlur(layer, (0, 0), rng.uniform(0.4, 1 + 0.08 * edge)).astype(np.float32)
    a = soft[..., None] / 255 * rng.uniform(0.2, 1.0)
    scene[:] = scene * (1 - a) + ink * a


def _rows(dice: list[Die], tops: np.ndarray, view: View, look: DiceLook) -> np.ndarray:
    out = []
    for number, die in enumerate(dice, 1):
        quad = view.project(_square(die, 0))
        mask = np.zeros_like(tops)
        cv2.fillConvexPoly(mask, np.round(quad).astype(np.int32), 1)
        area = max(1.0, float(cv2.contourArea(quad.astype(np.float32))))
        visible = np.count_nonzero((tops == number) & (mask > 0)) / max(area, np.count_nonzero(mask), 1)
        out.append([*quad.ravel(), die.faces[0], min(1.0, visible), die.tilt, look.alphabet == PIPS])
    return np.float32(out).reshape(-1, len(COLUMNS))


def sitting(
    rng: np.random.Generator, courts: Courts, tables: list[np.ndarray], rounds: int = ROUNDS
) -> list[tuple[np.ndarray, np.ndarray]]:
    """Scenes of one set under one camera and light: pictures (BGR) and rows of COLUMNS; a single one is a lineup."""
    look = random_look(rng, courts)
    elevation = np.radians(rng.uniform(35, 90))
    edge, distance = (
        float(np.exp(rng.uniform(np.log(13), np.log(58)))),
        float(np.exp(rng.uniform(np.log(14), np.log(60)))),
    )
    view = View(elevation, distance, edge * distance, rng.normal() * 0.04)
    azimuth, height = rng.uniform(0, 2 * np.pi), np.radians(rng.uniform(30, 88))
    table = tables[rng.integers(len(tables))]
    to = np.array([np.cos(azimuth) * np.cos(height), np.sin(azimuth) * np.cos(height), np.sin(height)])
    light = Light(to, rng.uniform(0.35, 0.95), table.mean((0, 1)).astype(np.float32), rng.uniform(0.03, 0.6))
    level, dark = rng.uniform(0.45, 1.25), rng.uniform(0.1, 0.75) * (1 - light.ambient * 0.5)
    checked, stained, alike = rng.random() < 0.25, rng.random() < 0.3, rng.random() < 0.12
    like = look.body * rng.uniform(0.85, 1.08) * rng.uniform(0.97, 1.03, 3)
    cloth = int(rng.integers(1 << 30))
    out = []
    for number in range(rounds):
        x, y = rng.integers(0, TABLE_SIDE - SCENE, 2)
        scene = table[y : y + SCENE, x : x + SCENE].astype(np.float32) * level
        if checked:
            _checks(scene, view, np.random.default_rng(cloth))
        if alike:  # dice on a table of their own colour
            scene[:] = like + (scene - scene.mean((0, 1))) * 0.3
        if stained:
            for middle in rng.uniform(0, SCENE, (int(rng.integers(1, 5)), 2)):
                stain(scene, middle, edge, max(0.4, np.sin(elevation)), rng)
        tops = np.zeros((SCENE, SCENE), np.uint8)
        _clutter(scene, tops, view, rng)
        tops[:] = 0
        reach = SCENE / edge / 2
        dice = lineup(rng, reach) if rounds == 1 else layout(rng, reach, row=number < 2)
        dice = [d for d in dice if not d.tilt or d.middle[2] > 0]
        for die in dice:
            _shadow(scene, view, die, light, dark, edge)
        order = sorted(range(len(dice)), key=lambda i: (round(dice[i].middle[2], 1), dice[i].middle[1] * -1))
        for i in order:
            draw(scene, tops, i + 1, look, dice[i], view, light, rng)
        if rng.random() < 0.12:
            _clutter(scene, tops, view, rng)
        rows = _rows(dice, tops, view, look)
        out.append((spoil(np.clip(scene, 0, 255).astype(np.uint8), rng), rows))
    return out


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("art", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--sittings", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--lineups", action="store_true", help="every scene with another set")
    args = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    cv2.setNumThreads(1)
    args.out.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(args.seed)
    courts = load_art(args.art)[1]
    tables = [background(rng) for _ in range(200)]
    for shard in range(args.sittings // SHARD):
        target = args.out / f"{args.seed}-{shard:04d}.npz"
        rounds = 1 if args.lineups else ROUNDS
        scenes = (s for _ in range(SHARD * ROUNDS // rounds) for s in sitting(rng, courts, tables, rounds))
        write_shard(target, scenes, LABELS, 55, rng)
        log.info("%s", target)


if __name__ == "__main__":
    main()
