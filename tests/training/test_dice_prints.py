"""What the drawn sets of dice show, as far as training is told of it."""

import numpy as np

from calibration.dice_set import FACES
from training.dice.prints import NO_FIGURE, DiceLook, random_look


def _look(figures: tuple[int, ...]) -> DiceLook:
    blank = np.zeros((4, 4, 4), np.uint8)
    return DiceLook((blank,) * 6, np.zeros(3, np.float32), 0.1, 0.0, "international", figures=figures)


def test_each_court_figure_has_one_number_in_all_sets() -> None:
    """A king's number is no queen's, and the same king has the same number beside other queens; letters have none."""
    one, other = _look((4, 4, 5)), _look((4, 7, 4))
    told = {face: one.figure(i) for i, face in enumerate(FACES)}
    assert len({told["K"], told["Q"], told["J"]}) == 3 and {told["A"], told["8"], told["7"]} == {NO_FIGURE}
    assert other.figure(FACES.index("K")) == told["K"] and other.figure(FACES.index("Q")) != told["Q"]
    assert {_look(()).figure(i) for i in range(len(FACES))} == {NO_FIGURE}


def test_only_sets_with_court_figures_are_told_to_have_any() -> None:
    """With figures in every set of poker dice they all have three; with none, no set has."""
    rng = np.random.default_rng(3)
    art = [np.full((120, 80, 3), 200, np.uint8) for _ in range(3)]
    courts = dict.fromkeys("KQJ", art)
    all_, none = ([random_look(rng, courts, share) for _ in range(25)] for share in (1.0, 0.0))
    assert {len(look.figures) for look in all_ if look.alphabet != "pips"} == {3}
    assert {look.figures for look in none} == {()}
