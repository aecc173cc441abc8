"""What the aligner learns is no top face, though the reader took it for one."""

import numpy as np

from tests.training.test_closeups import _look
from training.cards.backgrounds import background
from training.cards.scenes import INDEX_COLUMNS
from training.dice.closeups import closeup
from training.dice.lookalikes import LARGEST, MISTAKEN, MOST, NEAR, lookalikes, on_cards
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


def _square(x: float, y: float, side: float) -> np.ndarray:
    return np.float32([x, y, x + side, y, x + side, y + side, x, y + side])


def test_only_what_is_as_large_as_dice_beside_cards_is_kept() -> None:
    """A whole card from afar is too like a die; what lies away from all cards is not asked for here."""
    high = 20.0
    index = dict.fromkeys(INDEX_COLUMNS, 0.0) | {"x": 100.0, "y": 100.0, "up_y": -high}
    indices = np.float32([list(index.values())])
    die, card = _square(95, 95, 0.9 * LARGEST * high), _square(95, 95, 1.2 * LARGEST * high)
    away = _square(100 + 1.2 * NEAR * high, 100, high)
    assert np.array_equal(on_cards(np.stack([die, card, away]), indices), [die])
    assert on_cards(die[None], indices[:0]).shape == (0, 8)
