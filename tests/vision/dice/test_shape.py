"""A top face's shape in numbers that a quarter turn does not change."""

import math

import cv2
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from vision.dice.shape import UNIT_SQUARE, corners, from_square, half_edges, half_edges_of, pose_of, seen_through

QUARTER = np.array([[0.0, -1.0], [1.0, 0.0]])


def seen(size: float, elevation: float, turn: float, roll: float) -> np.ndarray:
    """Half edges (2, 2) of a face turned on the table, squeezed by a camera's elevation, its picture rolled."""

    def rotation(a: float) -> np.ndarray:
        return np.array([[math.cos(a), -math.sin(a)], [math.sin(a), math.cos(a)]])

    return rotation(roll) @ np.diag([size / 2, size / 2 * math.sin(elevation)]) @ rotation(turn)


CAMERAS = st.builds(seen, st.floats(8, 200), st.floats(0.5, math.pi / 2), st.floats(-4, 4), st.floats(-0.5, 0.5))


@given(CAMERAS)
def test_half_edges_come_back_but_for_quarter_turns(half: np.ndarray) -> None:
    """The pose says everything but which of four equal squares it is."""
    back = half_edges_of(pose_of(half[None]))[0]
    turns = [back @ np.linalg.matrix_power(QUARTER, k) for k in range(4)]
    assert min(np.abs(t - half).max() for t in turns) < 1e-6 * np.abs(half).max()


@given(CAMERAS)
def test_a_quarter_turn_changes_nothing(half: np.ndarray) -> None:
    """What a square shows after a quarter turn is told in the same numbers."""
    assert np.allclose(pose_of(half[None]), pose_of((half @ QUARTER)[None]), atol=1e-6, rtol=1e-6)


@given(CAMERAS)
def test_the_size_is_the_root_of_the_area(half: np.ndarray) -> None:
    """Edges are twice the half edges; their parallelogram's area is size squared."""
    assert math.isclose(pose_of(half[None])[0, 0] ** 2, 4 * abs(np.linalg.det(half)), rel_tol=1e-6)


@given(CAMERAS)
def test_corners_and_half_edges_say_the_same(half: np.ndarray) -> None:
    """There and back, wherever the middle lies."""
    assert np.allclose(half_edges(corners(np.array([[7.0, -3.0]]), half[None])), half[None])


@given(CAMERAS, st.lists(st.floats(-2, 2), min_size=8, max_size=8))
def test_a_square_is_taken_to_any_quad(half: np.ndarray, shifts: list[float]) -> None:
    """Corner to corner, and what lies beyond them as OpenCV takes it."""
    quad = corners(np.array([[70.0, -30.0]]), half[None])[0] + np.reshape(shifts, (4, 2)) / 2
    frame = from_square(np.stack([quad, quad + 5]))
    assert np.allclose(seen_through(frame, UNIT_SQUARE), [quad, quad + 5])
    theirs = cv2.getPerspectiveTransform(UNIT_SQUARE.astype(np.float32), quad.astype(np.float32))
    assert np.allclose(frame[0], theirs, rtol=1e-3, atol=1e-2)


def test_what_spans_nothing_is_taken_somewhere() -> None:
    """Four corners in one place, or in a line: finite numbers, no warning."""
    flat = np.array([[[3.0, 4.0]] * 4, [[0.0, 0.0], [1.0, 1.0], [2.0, 2.0], [3.0, 3.0]]])
    assert np.isfinite(from_square(flat)).all()
