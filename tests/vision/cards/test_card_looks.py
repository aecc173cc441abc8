"""Looking closer at an index: better poses, the same card."""

from collections.abc import Callable

import numpy as np

from vision.cards.classify import code_of
from vision.cards.looks import look_closely, see
from vision.cards.patches import Pyramid
from vision.pictures import Picture

#: The index of a drawn card 352 pixels high, centred on (300, 300), upright: see conftest.
INDEX = (196.0, 174.0, 0.0, -72.0, 72.0, 0.0)


def test_an_askew_pose_is_put_right(table: Callable[..., Picture]) -> None:
    """Half a dozen bad poses of one index: after looking closer each shows the card more clearly than before."""
    pyramid = Pyramid(table(("7D", 300, 300, 0, 352)))
    rng = np.random.default_rng(5)
    poses = np.array([INDEX] * 6) + rng.normal(0, 11, (6, 6))
    before = see(pyramid, poses)
    _, after = look_closely(pyramid, poses)
    seven = [code_of(n) for n in range(52)].index("7D")
    assert (after[:, seven] > before[:, seven] - 0.05).all()
    assert after[:, seven].mean() > before[:, seven].mean() + 0.05
    assert (after.argmax(axis=1) == seven).sum() >= 5


def test_nothing_becomes_something_of_nothing(table: Callable[..., Picture]) -> None:
    """Bare cloth stays no index, and no poses give no cards."""
    pyramid = Pyramid(table())
    poses = np.array([[200.0, 200, 0, -40, 40, 0], [500, 300, 30, 0, 0, 30]])
    _, cards = look_closely(pyramid, poses)
    assert cards.sum(axis=1).max() < 0.1
    better, shown = look_closely(pyramid, np.zeros((0, 6)))
    assert better.shape == (0, 6) and shown.shape == (0, 52)
