"""Composed scenes of one die each, close up: many more sets than whole scenes could show in the same time.

    python -m training.dice.closeups ART OUT --sets 2400 --seed 1 [--figures 0.52] [--clear 0] [--views 1]

Of every set all six faces are seen, each time by another camera and in another light: once for the namer, some times
for the matcher. Court figures are learned from pictures that show them: --clear says how many are taken by a good
camera in good light. Writes files as `training.dice.scenes` does, rows of COLUMNS.
"""

from collections.abc import Iterator

import cv2
import numpy as np

from training.cards.art import load_art
from training.cards.backgrounds import SIDE as TABLE_SIDE
from training.cards.backgrounds import background
from training.cards.scenes import spoil
from training.dice.painting import SCENE, Light, View, draw, square, towards
from training.dice.prints import FIGURES, PIPS, Courts, DiceLook, random_look
from training.dice.scenes import LABELS, ROUNDS, SHARD, throw
from training.shards import begin_scenes, scenes_parser, write_shards

Tables = list[tuple[np.ndarray, np.ndarray]]
"""Table tops and their mean colours (BGR)."""


def well_taken(scene: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Even light, nearly in focus, little noise: what `training.cards.scenes.spoil` does, where little is spoilt."""
    out = scene * np.float32(rng.uniform(0.75, 1.15)) * rng.uniform(0.93, 1.07, 3)
    if rng.random() < 0.5:
        out = cv2.GaussianBlur(out, (0, 0), rng.uniform(0.3, 0.8))
    if rng.random() < 0.4:  # the phone's sharpening
        out += rng.uniform(0.2, 1.0) * (out - cv2.GaussianBlur(out, (0, 0), rng.uniform(0.8, 1.6)))
    out += rng.normal(size=out.shape) * rng.uniform(0.5, 6)
    return np.clip(out, 0, 255).astype(np.uint8)


def closeup(
    rng: np.random.Generator, look: DiceLook, face: int, tables: Tables, clear: float = 0.0
) -> tuple[np.ndarray, np.ndarray]:
    """A picture (BGR, square) of one die of the set with `face` up, and its row of COLUMNS; clear: how many are."""
    table, colour = tables[rng.integers(len(tables))]
    edge, distance = (float(np.exp(rng.uniform(*np.log(span)))) for span in ((15, 62), (14, 60)))
    view = View(np.radians(rng.uniform(35, 90)), distance, edge * distance, rng.normal() * 0.04)
    azimuth, height = rng.uniform(0, 2 * np.pi), np.radians(rng.uniform(30, 88))
    light = Light(towards(azimuth, height), rng.uniform(0.35, 0.95), colour, 0.0)
    die = throw(rng, np.zeros(2), 0.0, face, 0.0)
    quad = view.project(square(die, 0))
    # The die is painted in the middle of a scene, of which only what lies around its top face is kept.
    half = round(edge + 6)
    low = np.clip(np.round(quad.mean(axis=0)).astype(int) - half, 0, SCENE - 2 * half)
    window = (slice(low[1], low[1] + 2 * half), slice(low[0], low[0] + 2 * half))
    x, y = rng.integers(0, TABLE_SIDE - 2 * half, 2)
    scene, tops = np.zeros((SCENE, SCENE, 3), np.float32), np.zeros((SCENE, SCENE), np.uint8)
    scene[window] = table[y : y + 2 * half, x : x + 2 * half] * np.float32(rng.uniform(0.45, 1.25))
    draw(scene, tops, 1, look, die, view, light, rng)
    taken = well_taken if rng.random() < clear else spoil
    picture = taken(np.clip(scene[window], 0, 255).astype(np.uint8), rng)
    row = [*(quad - low).ravel(), face, 1.0, die.tilt, look.alphabet == PIPS, look.figure(face)]
    return picture, np.float32([row])


def closeups(
    rng: np.random.Generator, courts: Courts, tables: Tables, sets: int, views: int, figures: float, clear: float
) -> Iterator[tuple]:
    """All six faces of so many sets, so many times each."""
    for _ in range(sets):
        look = random_look(rng, courts, figures)
        yield from (closeup(rng, look, face, tables, clear) for face in [*range(6)] * views)


def main() -> None:
    """The command line."""
    parser = scenes_parser(__doc__)
    parser.add_argument("--sets", type=int, default=2400)
    parser.add_argument("--figures", type=float, default=FIGURES, help="share of sets with court figures")
    parser.add_argument("--clear", type=float, default=0.0, help="share of pictures that are well taken")
    parser.add_argument("--views", type=int, default=1, help="pictures of every face")
    args = parser.parse_args()
    rng = begin_scenes(args)
    courts = load_art(args.art)[1]
    tables = [(table, table.mean((0, 1)).astype(np.float32)) for table in (background(rng) for _ in range(120))]
    sets = SHARD * ROUNDS // 6

    def more() -> Iterator[tuple]:
        return closeups(rng, courts, tables, sets, args.views, args.figures, args.clear)

    write_shards(args, args.sets // sets, more, LABELS, 55, rng)


if __name__ == "__main__":
    main()
