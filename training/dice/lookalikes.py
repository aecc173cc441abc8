"""Scenes without a die, and where the reader's own networks take something in them for a top face all the same.

    python -m training.dice.lookalikes ART OUT --count 4000 --seed 1

Tables with playing cards: an index, a mark or a court figure looks much like a die's face. Of what is as large as dice
are beside cards: a whole card from afar is too like a die, and nobody sees the two so.
Writes files as `training.cards.scenes` does, rows of eight numbers: corners of what the aligner is to learn is none.
Scenes in which nothing is mistaken are left out. Run it again after a training: what it mistakes then is other things.
"""

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from training.cards.scenes import Stock, compose, make_stock
from training.shards import Shards, begin_scenes, scenes_parser, write_shards
from vision.dice.align import align
from vision.dice.detect import of_large_size, of_usual_size, without_doubles
from vision.dice.patch import size_of
from vision.pictures import Picture

SHARD, LABELS = 250, "quads"
#: What is a top face with less than this likelihood is no mistake, and of more so many are kept.
MISTAKEN, MOST = 0.08, 12
#: Pixels of the longer side of what is kept: what is on cards comes out as large as dice do.
SIDES = (90, 384)
#: A die is some one and a half times as large as a card's index is high; a card lies within so many heights of it.
LARGEST, NEAR = 1.7, 5.0


def lookalikes(picture: Picture) -> np.ndarray:
    """(N, 8) corners of what is taken for top faces, as the aligner moved them, likeliest first."""
    rough = without_doubles(of_usual_size(picture) + of_large_size(picture))
    tops = sorted(without_doubles(align(picture, rough)), key=lambda top: -top.score)
    return np.float32([top.quad.ravel() for top in tops if top.score > MISTAKEN][:MOST]).reshape(-1, 8)


def mistaken(rng: np.random.Generator, stock: Stock, count: int) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """So many scenes (BGR, square) in which something is mistaken, and what."""
    while count:
        scene, indices = compose(rng, stock)
        side = round(float(np.exp(rng.uniform(*np.log(SIDES)))))
        share = side / len(scene)
        scene = cv2.resize(scene, (side, side), interpolation=cv2.INTER_AREA)
        quads = on_cards(lookalikes(scene), indices * share)
        if len(quads):
            count -= 1
            yield scene, quads


def on_cards(quads: np.ndarray, indices: np.ndarray) -> np.ndarray:
    """Those of quads (N, 8) that lie on cards and are as large as dice beside them; indices: rows of INDEX_COLUMNS."""
    if not len(indices):
        return quads[:0]
    at = indices[:, :2]  # training.cards.scenes.INDEX_COLUMNS
    high = float(np.median(np.hypot(*indices[:, 2:4].T)))
    kept = [
        size_of(quad) < LARGEST * high and np.hypot(*(at - quad.mean(axis=0)).T).min() < NEAR * high
        for quad in quads.reshape(-1, 4, 2).astype(np.float64)
    ]
    return quads[np.array(kept, bool)]


def lookalikes_of(folder: Path) -> Shards:
    """The scenes that this program wrote."""
    return Shards(folder, SHARD, LABELS)


def main() -> None:
    """The command line."""
    parser = scenes_parser(__doc__)
    parser.add_argument("--count", type=int, default=4000)
    args = parser.parse_args()
    rng = begin_scenes(args)
    stock = make_stock(args.art, rng)
    write_shards(args, -(-args.count // SHARD), lambda: mistaken(rng, stock, SHARD), LABELS, 60, rng)


if __name__ == "__main__":
    main()
