"""The camera over the table, measured in dice."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.dice_view import DiceView, square

VIEWS = st.builds(
    DiceView.from_die,
    st.just(1280),
    st.just(720),
    st.tuples(st.floats(300, 900), st.floats(200, 600)),
    st.floats(15, 120),
    st.floats(0.75, math.pi / 2),
)


@given(VIEWS, st.floats(300, 900), st.floats(250, 700))
def test_projecting_undoes_looking_down(view: DiceView, x: float, y: float) -> None:
    """A pixel's place on the table is seen at that pixel, by formula and by homography."""
    pixel = np.array([x, y])
    ground = view.on_plane(pixel)
    assert view.project(ground) == pytest.approx(pixel, abs=1e-3)
    u, v, w = view.homography() @ np.array([ground[0], ground[1], 1.0])
    assert (u / w, v / w) == pytest.approx((x, y), abs=1e-3)


@given(st.tuples(st.floats(300, 900), st.floats(200, 600)), st.floats(15, 120), st.floats(0.75, math.pi / 2))
def test_the_die_that_makes_the_view_is_seen_as_it_was(at: tuple[float, float], size: float, elevation: float) -> None:
    """Size and elevation at the die's place are those that the view was made from."""
    view = DiceView.from_die(1280, 720, at, size, elevation)
    ground = view.on_plane(np.array(at))
    assert view.size_at(ground) == pytest.approx(size, rel=1e-6)
    if abs(at[0] - 640) < 1:
        assert view.elevation_at(ground) == pytest.approx(elevation, abs=1e-3)


def test_lower_points_are_seen_nearer_to_the_viewer() -> None:
    """The foot of a die lies below its top face in the picture."""
    view = DiceView.from_die(1280, 720, (640, 360), 40, 1.0)
    ground = view.on_plane(np.array([640.0, 360.0]))
    assert view.project(ground, 1.0)[1] == pytest.approx(360 + 40 * math.cos(1.0), rel=0.06)


def test_a_square_has_the_asked_size_and_middle() -> None:
    """Whatever its turn."""
    corners = square((2.0, 3.0), 0.7, 1.5)
    assert corners.mean(0) == pytest.approx([2.0, 3.0])
    assert np.linalg.norm(corners - np.roll(corners, -1, 0), axis=1) == pytest.approx([1.5] * 4)
