"""A table's profile: pixels to millimetres and back."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.table import TableProfile
from calibration.zones import Zone, ZoneKind, box
from tests.calibration.scenes import LENS, camera

VIEW = camera(50, 700)
HERE = VIEW.profile


@given(st.floats(-250, 250), st.floats(-150, 150), st.floats(0, 60))
def test_there_and_back(x: float, y: float, height: float) -> None:
    """A place on any level above the table is found where it is seen."""
    pixel = HERE.project(np.array([x, y, height]))
    assert HERE.on_table(pixel, height) == pytest.approx([x, y], abs=1e-3)


def test_it_agrees_with_the_renderer() -> None:
    """Both put a point at the same pixel."""
    points = np.random.default_rng(1).uniform(-200, 200, (10, 3))
    assert HERE.project(points) == pytest.approx(VIEW.project(points))
    assert pytest.approx(VIEW.eye) == HERE.eye


def test_above_the_horizon_there_is_no_table() -> None:
    """Neither a place nor a zone, instead of one behind the camera."""
    low = camera(12, 700).profile
    sky = np.array([480.0, 0.0])
    assert np.isnan(low.on_table(sky)).all()
    assert low.zone_at(sky) is None
    assert np.isnan(low.project(np.array([0.0, -5000.0, 0.0]))).all()


def test_scale_elevation_and_up_direction() -> None:
    """At the middle of the table, from 700 mm away and 50 degrees up."""
    middle = HERE.project(np.zeros(3))
    assert np.degrees(HERE.elevation_at(middle)) == pytest.approx(50, abs=0.1)
    across = 700 / LENS.focal[0]
    assert HERE.mm_per_px(middle) == pytest.approx(across / np.sqrt(np.sin(np.radians(50))), rel=0.02)
    up = HERE.up_at(middle)
    assert up[1] < 0
    assert np.linalg.norm(up) == pytest.approx(np.cos(np.radians(50)) / across, rel=0.03)


def test_zones_are_found_by_pixel() -> None:
    """By kind, and at the height of what lies there."""
    zones = (Zone(ZoneKind.DICE, box(0, 0, 300, 200)), Zone(ZoneKind.SEAT, box(0, -200, 300, 150), seat=2))
    table = TableProfile(HERE.camera, HERE.rotation, HERE.translation, zones)
    at_dice, at_seat = table.project(np.array([[10.0, 20.0], [0.0, -190.0]]))
    assert table.zone_at(at_dice) == zones[0]
    assert table.zone_at(at_dice, ZoneKind.SEAT) is None
    assert table.zone_at(at_seat) == zones[1]
    top_of_die = table.project(np.array([149.0, 0.0, 16.0]))
    assert table.zone_at(top_of_die, height_mm=16.0) == zones[0]
    assert table.zones_of(ZoneKind.SEAT) == (zones[1],)


def test_another_size_keeps_places() -> None:
    """The same spot in a picture of half the size."""
    pixel = HERE.project(np.array([50.0, 60.0]))
    assert HERE.resized(480, 270).on_table((pixel + 0.5) / 2 - 0.5) == pytest.approx([50, 60], abs=1e-6)


def test_the_dice_readers_view_is_the_same_camera() -> None:
    """A die's top seen through `DiceView` lies where the profile sees it, for a level camera with a straight lens."""
    from calibration.lens import Lens

    level = camera(50, 700, azimuth=0, roll=0, lens=Lens.typical(960, 540)).profile
    view = level.dice_view(16.0)
    assert view is not None
    x, y = 32.0, 48.0
    eye = level.eye
    seen = view.project(np.array([(x - eye[0]) / 16, (y - eye[1]) / 16]))
    assert seen == pytest.approx(level.project(np.array([x, y, 16.0])), abs=0.6)
    assert camera(50, 700, roll=10).profile.dice_view(16.0) is None
