"""The suit marks and letters that training draws itself."""

import numpy as np

from training.cards.strokes import drawn_letters
from training.cards.suits import drawn_suits
from vision.cards.classify import GLYPHS, SUITS


def test_each_deck_has_four_suits_of_its_own() -> None:
    """Tight masks, none empty, no two decks alike; a spade is no club."""
    rng = np.random.default_rng(1)
    decks = [drawn_suits(rng) for _ in range(40)]
    for deck in decks:
        assert set(deck) == set(SUITS)
        for mask in deck.values():
            assert mask.dtype == np.uint8
            assert mask[0].any() and mask[-1].any() and mask[:, 0].any() and mask[:, -1].any()
            assert 0.25 < (mask > 127).mean() < 0.9
        assert deck["S"].shape != deck["C"].shape or (deck["S"] != deck["C"]).any()
    assert len({deck["C"].tobytes() for deck in decks}) == len(decks)


def test_a_pen_can_draw_whatever_stands_on_a_card() -> None:
    """Every glyph that the classifier knows, English, German and French."""
    letters = drawn_letters(np.random.default_rng(2), set(GLYPHS))
    assert set(letters) == set(GLYPHS)
    assert all(mask.max() == 255 and min(mask.shape) > 10 for mask in letters.values())
