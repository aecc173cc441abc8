"""Looking closer at an index: better poses, the same card."""

from collections.abc import Callable

import numpy as np
import pytest

from vision.cards import looks
from vision.cards.classify import code_of
from vision.cards.looks import look_closely, see
from vision.cards.patches import Pyramid
from vision.cards.pose import Placed, Rows
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


@pytest.mark.parametrize(("other", "more"), [("clear, opposite", 0), ("clear, elsewhere", 4), ("as doubtful", 8)])
def test_a_clear_corner_spares_the_other_its_further_looks(
    monkeypatch: pytest.MonkeyPatch, table: Callable[..., Picture], other: str, more: int
) -> None:
    """Where one of a card's indices leaves no doubt the other is looked at once; a card elsewhere spares nothing."""
    looked: list[int] = []

    def stand_in(pyramid: Pyramid, poses: Rows, deck: object = None) -> Rows:
        looked.append(len(poses))
        cards = np.full((len(poses), 52), 1e-4)
        cards[:, 7] = 0.9
        if "clear" in other:
            cards[1:2, 7] = 0.99
        return cards

    monkeypatch.setattr(looks, "see", stand_in)
    monkeypatch.setattr(looks, "put_right", lambda _, rough: Placed(rough, np.ones(len(rough))))
    there = (1500.0, 600.0) if "elsewhere" in other else (404.0, 426.0)
    look_closely(Pyramid(table()), np.array([INDEX, (*there, 0.0, 72.0, -72.0, 0.0)]))
    assert looked == [2, more]
