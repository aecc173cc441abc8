"""Poses put right: what the network must say is what puts them right, and what it says does."""

from collections.abc import Callable

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from vision.cards.patches import Pyramid
from vision.cards.pose import corrected, correction, put_right
from vision.pictures import Picture

#: The index of a drawn card 352 pixels high, centred on (300, 300), upright: see conftest.
INDEX = np.array([196.0, 174.0, 0.0, -72.0, 72.0, 0.0])

small = st.floats(-0.3, 0.3)


@given(st.lists(small, min_size=6, max_size=6), st.floats(0, 6.3), st.booleans())
def test_what_is_to_be_said_puts_a_pose_right(off: list[float], turn: float, upside_down: bool) -> None:
    """Any pose not too far off, either way up: the correction leads to the true one, and tells which way up it was."""
    c, s = np.cos(turn), np.sin(turn)
    true = np.array([[100, 80, 20 * s, -20 * c, 20 * c, 20 * s]])
    rough = true + 20 * np.array([off])
    rough[:, 2:] *= -1 if upside_down else 1
    change, flipped = correction(rough, true)
    assert flipped[0] == upside_down
    if np.abs(change).max() < 0.55:
        logits = np.array([[0, 1.0 if upside_down else -1.0]])
        np.testing.assert_allclose(corrected(rough, np.concatenate([change, logits], axis=1)), true, atol=1e-9)


def test_the_pose_of_an_index_is_put_right(table: Callable[..., Picture]) -> None:
    """Bad poses of one index come out much nearer to it, and upright; it is told for an index each time."""
    pyramid = Pyramid(table(("7D", 300, 300, 0, 352)))
    rng = np.random.default_rng(5)
    rough = np.array([INDEX] * 12) + rng.normal(0, 9, (12, 6))
    rough[9:, 2:] *= -1
    placed = put_right(pyramid, rough)
    before, after = (np.abs(poses - INDEX).mean() for poses in (rough[:9], placed.poses))
    assert after < 0.6 * before
    assert (placed.poses[:, 3] < -50).all()
    assert placed.index.min() > 0.5


def test_cloth_is_no_index(table: Callable[..., Picture]) -> None:
    """Bare cloth is told for what it is; no places are no work."""
    poses = np.array([[200.0, 200, 0, -40, 40, 0], [500, 300, 30, 0, 0, 30]])
    assert put_right(Pyramid(table()), poses).index.max() < 0.05
    none = put_right(Pyramid(table()), np.zeros((0, 6)))
    assert none.poses.shape == (0, 6) and none.index.shape == (0,)
