"""The geometry of the drawn table: what is projected where, and where dice come to rest."""

from math import hypot, radians

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.drawn import FACES, View
from vision.drawn.cup import RIM_RADIUS
from vision.drawn.dice import HALF_MM, Die, DrawnError, checked_faces, die_truth, in_a_row, thrown
from vision.drawn.faces import OPPOSITE

faces = st.text(FACES, min_size=1, max_size=5)
views = st.builds(
    View, st.just((800, 600)), st.floats(25, 85), st.floats(350, 900), st.floats(0.7, 1.6), st.just((3.0, 5.0, 8.0))
)


@settings(max_examples=60, deadline=None)
@given(view=views)
def test_projection_is_opencvs_pinhole(view: View) -> None:
    """The same camera, built from elevation and distance by hand and projected by `cv2.projectPoints`."""
    points = np.array([[0, 0, 0], [40, -30, 16], [-70, 55, 96], [8, 8, 16]], float)
    tilt = radians(90 + view.elevation_deg)
    about_x = np.array([tilt, 0.0, 0.0])
    target = np.array(view.target_mm)
    shift = np.array([0, 0, view.distance_mm]) - cv2.Rodrigues(about_x)[0] @ target
    matrix = np.array([[view.focal_px, 0, 399.5], [0, view.focal_px, 299.5], [0, 0, 1]])
    expected = cv2.projectPoints(points, about_x, shift, matrix, None)[0].reshape(-1, 2)
    assert np.allclose(view.project(points), expected, atol=1e-6)


@settings(max_examples=60, deadline=None)
@given(view=views, x=st.floats(-80, 80), y=st.floats(-80, 80))
def test_the_table_under_a_pixel_is_what_projects_there(view: View, x: float, y: float) -> None:
    """`on_table` undoes `project` for points on the table."""
    pixel = view.project(np.array([x, y, 0.0]))
    assert np.allclose(view.on_table(pixel), [x, y], atol=1e-6)


def test_a_known_die_shows_where_it_must() -> None:
    """Straight from above, 480 mm from a top face of 16 mm, with 1472 pixels of focal length: 49.07 pixels a side."""
    view = View((1280, 720), 90, 480, 1.15, (0, 0, 2 * HALF_MM))
    quad = die_truth(Die("K", 0, 0, 0), view).quad
    half = 1472 * 8 / 480
    expected = np.array([[-half, -half], [half, -half], [half, half], [-half, half]]) + np.array([639.5, 359.5])
    assert np.allclose(quad, expected, atol=1e-6)


@given(face=st.sampled_from(FACES), turn=st.floats(0, 6.3))
def test_a_die_is_turned_and_never_mirrored(face: str, turn: float) -> None:
    """Its rotation is a proper one, its top face is the named one, and the opposite face (A-9, K-10, Q-J) is below."""
    die, below = Die(face, 0, 0, turn), Die(OPPOSITE[face], 0, 0, 0)
    assert np.allclose(die.rotation @ die.rotation.T, np.eye(3))
    assert np.linalg.det(die.rotation) == pytest.approx(1)
    own_up, own_down = die.rotation.T @ [0, 0, 1], below.rotation.T @ [0, 0, 1]
    assert np.allclose(own_up, -own_down)


@settings(max_examples=40, deadline=None)
@given(named=faces, seed=st.integers(0, 2**32))
def test_thrown_dice_fit_under_the_cup_and_do_not_touch(named: str, seed: int) -> None:
    """All corners inside the rim; all pairs farther apart than their diagonal; faces as named, in order."""
    dice = thrown(checked_faces(named), np.random.default_rng(seed))
    assert "".join(die.face for die in dice) == named
    for n, die in enumerate(dice):
        assert np.hypot(*die.corners[:, :2].T).max() < RIM_RADIUS - 2
        assert all(hypot(die.x - other.x, die.y - other.y) > 16 * 2**0.5 for other in dice[:n])


@given(named=faces)
def test_a_row_runs_from_left_to_right(named: str) -> None:
    """As the teaching photographs are named."""
    row = in_a_row(named, np.random.default_rng(0))
    places = [die_truth(die, View()).centre[0] for die in row]
    assert [die.face for die in row] == list(named)
    assert places == sorted(places)


@pytest.mark.parametrize(
    ("named", "message"),
    [("AKX", "found 'X'"), ("", "found 0"), ("AAAAAA", "found 6"), (["10"], "found '10'"), ("akq", "found 'a'")],
)
def test_what_cannot_be_drawn_is_told(named: str, message: str) -> None:
    """An unknown face, no dice, six dice."""
    with pytest.raises(DrawnError, match=message):
        checked_faces(named)
