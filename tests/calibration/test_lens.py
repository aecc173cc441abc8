"""The lens model: there and back, other sizes, and what is no lens."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.lens import Lens
from tests.calibration.scenes import LENS

PIXELS = st.tuples(st.floats(0, 959), st.floats(0, 539))


@given(PIXELS, st.floats(-0.3, 0.3), st.floats(-0.1, 0.1))
def test_directions_and_pixels_are_inverse(pixel: tuple[float, float], k1: float, k2: float) -> None:
    """To a thousandth of a pixel, over the whole picture, for all but absurd lenses."""
    lens = replace(LENS, distortion=(k1, k2, 0.001, -0.001, 0.0))
    there = np.array(pixel)
    if lens.sane:
        assert lens.pixels(lens.directions(there)) == pytest.approx(there, abs=1e-3)


def test_the_model_is_that_of_opencv() -> None:
    """The five numbers mean the same in both."""
    directions = np.random.default_rng(0).uniform(-0.5, 0.5, (20, 2))
    flat = np.column_stack([directions, np.ones(20)])
    theirs, _ = cv2.projectPoints(flat, np.zeros(3), np.zeros(3), LENS.matrix, np.array(LENS.distortion))
    assert LENS.pixels(directions) == pytest.approx(theirs.reshape(-1, 2), abs=1e-6)


def test_another_size_is_the_same_camera() -> None:
    """The same direction, in a picture of half the size, and in one cropped from 16:9 to 4:3."""
    half = LENS.resized(480, 270)
    ahead = np.array([0.1, 0.05])
    assert half.pixels(ahead) == pytest.approx((LENS.pixels(ahead) + 0.5) / 2 - 0.5)
    square = LENS.resized(720, 540)
    assert square.pixels(ahead) == pytest.approx(LENS.pixels(ahead) - (120, 0))
    assert LENS.resized(960, 540) is LENS


@pytest.mark.parametrize(
    "wrong",
    [
        {"focal": (10.0, 10.0)},
        {"focal": (864.0, 500.0)},
        {"centre": (-50.0, 264.0)},
        {"distortion": (-3.0, 0.0, 0.0, 0.0, 0.0)},
        {"focal": (float("nan"), 864.0)},
    ],
)
def test_numbers_that_are_no_lens_are_told(wrong: dict[str, tuple[float, ...]]) -> None:
    """A slip of the hand in a profile must not become geometry."""
    assert LENS.sane
    assert not replace(LENS, **wrong).sane  # type: ignore[arg-type]


def test_an_unknown_lens_sees_what_most_do() -> None:
    """58 degrees across."""
    lens = Lens.typical(1280, 720)
    half = float(lens.directions(np.array([1279.5, 359.5]))[0])
    assert np.degrees(2 * np.arctan(half)) == pytest.approx(58.1, abs=0.2)
