"""Marks that are drawn for the reader of pips."""

import numpy as np

from training.cards.outlines import cut_out
from training.cards.suits import drawn_suits
from vision.cards.classify import SUITS
from vision.cards.marks import SIDE


def test_marks_are_cut_out_as_the_reader_does() -> None:
    """Each alone in the middle of its picture; a blurred or pale one now and then is no mark to the reader."""
    rng = np.random.default_rng(2)
    drawn = [cut_out(drawn_suits(rng)[SUITS[number % 4]], rng) for number in range(60)]
    seen = [outline for outline in drawn if outline is not None]
    assert len(seen) > 45
    for outline in seen:
        assert outline.shape == (SIDE, SIDE)
        rim = np.concatenate([outline[0], outline[-1], outline[:, 0], outline[:, -1]])
        assert outline[9:15, 9:15].mean() > 4 * rim.mean()
