"""Composed scenes: dice thrown on a table under a fixed camera, then spoilt as cameras spoil pictures.

    python -m training.dice.scenes ART OUT --sittings 2000 --seed 1
    python -m training.dice.scenes ART OUT2 --sittings 2000 --seed 1 --lineups

A sitting is one set of dice, one camera, one table and one light, seen in ROUNDS scenes; with --lineups ROUNDS times
another, each seen once with all six faces up. Writes OUT/<seed>-<n>.npz, SHARD sittings each: `pictures` (JPEG bytes,
cut by `sizes`), `dice` (rows of COLUMNS), `first` (row where each scene's dice begin).
"""

from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np

from training.cards.art import load_art
from training.cards.backgrounds import SIDE as TABLE_SIDE
from training.cards.backgrounds import background
from training.cards.scenes import spoil
from training.dice.painting import SCENE, Die, Light, View, draw, shadow, square, towards
from training.dice.prints import PIPS, Courts, DiceLook, random_look
from training.shards import begin_scenes, scenes_parser, write_shards

ROUNDS = 6
SHARD = 40
#: Corners of the top face (as printed: top left, top right, bottom right, bottom left), the face's place in FACES, the
#: share of the top face in sight, its tilt in degrees, 1 for a set of ordinary pipped dice, and which court figure the
#: face shows (`DiceLook.figure`).
COLUMNS = ("x0", "y0", "x1", "y1", "x2", "y2", "x3", "y3", "face", "visible", "tilt", "pips", "figure")
LABELS = "dice"
#: Share of the sittings on a checked or striped cloth.
CHECKED = 0.25
#: The face across, by places in `calibration.dice_set.FACES`.
_OPPOSITE = {0: 5, 1: 4, 2: 3, 3: 2, 4: 1, 5: 0}


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
    return square(die, 0)[:, :2].astype(np.float32)


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


def _checks(scene: np.ndarray, view: View, body: np.ndarray, rng: np.random.Generator) -> None:
    """A checked or striped cloth, squares from half to three times a die, in the table's own colour and another."""
    step, turn = rng.uniform(0.5, 3.0), rng.uniform(0, np.pi)
    base = scene.mean((0, 1))
    other = np.clip(base + rng.uniform(-70, 110) + rng.uniform(-20, 20, 3), 0, 255)
    if rng.random() < 0.25:  # squares of nearly the dice's colour
        base = np.clip(body * rng.uniform(0.6, 1.0) + rng.uniform(-10, 10, 3), 0, 255)
        other = np.clip(body * rng.uniform(0.85, 1.05) + rng.uniform(-10, 10, 3), 0, 255)
        scene[:] = base + (scene - scene.mean((0, 1))) * 0.3
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
        quad = view.project(square(die, 0))
        mask = np.zeros_like(tops)
        cv2.fillConvexPoly(mask, np.round(quad).astype(np.int32), 1)
        area = max(1.0, float(cv2.contourArea(quad.astype(np.float32))))
        visible = np.count_nonzero((tops == number) & (mask > 0)) / max(area, np.count_nonzero(mask), 1)
        out.append(
            [*quad.ravel(), die.faces[0], min(1.0, visible), die.tilt, look.alphabet == PIPS, look.figure(die.faces[0])]
        )
    return np.float32(out).reshape(-1, len(COLUMNS))


def sitting(
    rng: np.random.Generator, courts: Courts, tables: list[np.ndarray], rounds: int = ROUNDS, checks: float = CHECKED
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
    light = Light(
        towards(azimuth, height), rng.uniform(0.35, 0.95), table.mean((0, 1)).astype(np.float32), rng.uniform(0.03, 0.6)
    )
    level, dark = rng.uniform(0.45, 1.25), rng.uniform(0.1, 0.75) * (1 - light.ambient * 0.5)
    checked, stained, alike = rng.random() < checks, rng.random() < 0.3, rng.random() < 0.12
    like = look.body * rng.uniform(0.85, 1.08) * rng.uniform(0.97, 1.03, 3)
    cloth = int(rng.integers(1 << 30))
    out = []
    for number in range(rounds):
        x, y = rng.integers(0, TABLE_SIDE - SCENE, 2)
        scene = table[y : y + SCENE, x : x + SCENE].astype(np.float32) * level
        if checked:
            _checks(scene, view, look.body, np.random.default_rng(cloth))
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
            shadow(scene, view, die, light, dark, edge)
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
    parser = scenes_parser(__doc__)
    parser.add_argument("--sittings", type=int, default=2000)
    parser.add_argument("--lineups", action="store_true", help="every scene with another set")
    parser.add_argument("--checked", type=float, default=CHECKED, help="share of tables with checks or stripes")
    args = parser.parse_args()
    rng = begin_scenes(args)
    courts = load_art(args.art)[1]
    tables = [background(rng) for _ in range(200)]
    rounds = 1 if args.lineups else ROUNDS

    def scenes() -> Iterator[tuple[np.ndarray, np.ndarray]]:
        for _ in range(SHARD * ROUNDS // rounds):
            yield from sitting(rng, courts, tables, rounds, args.checked)

    write_shards(args, args.sittings // SHARD, scenes, LABELS, 55, rng)


if __name__ == "__main__":
    main()
