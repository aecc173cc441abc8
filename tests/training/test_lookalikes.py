"""What the aligner learns is no top face, though the reader took it for one."""

import numpy as np

from tests.training.test_closeups import _look
from training.cards.backgrounds import background
from training.dice.closeups import closeup
from training.dice.lookalikes import MISTAKEN, MOST, lookalikes
from vision.dice.patch import size_of


def test_nothing_is_mistaken_on_a_bare_table() -> None:
    """No quads, in the shape that the scene files want."""
    assert lookalikes(np.full((200, 200, 3), 128, np.uint8)).shape == (0, 8)


def test_what_is_taken_for_a_top_face_is_told_where_it_lies() -> None:
    """Asked of pictures of dice, which are surely taken for dice: the likeliest is the very face, most of the time."""
    rng = np.random.default_rng(6)
    table = background(rng)
    tables = [(table, table.mean((0, 1)).astype(np.float32))]
    near = 0
    for number in range(12):
        picture, rows = closeup(rng, _look(), number % 6, tables, clear=1.0)
        quads = lookalikes(picture)
        assert quads.dtype == np.float32 and quads.shape[1] == 8 and len(quads) <= MOST and 0 < MISTAKEN < 0.2
        true = rows[0, :8].reshape(4, 2).astype(np.float64)
        off = [np.hypot(*(quad.reshape(4, 2).mean(axis=0) - true.mean(axis=0))) for quad in quads[:1]]
        near += bool(off and off[0] < 0.25 * size_of(true))
    assert near >= 8
