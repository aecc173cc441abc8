"""Measuring the dice reader: what a set is taught by, and where a teaching row says that the camera stands."""

import math

import numpy as np

from calibration.dice_view import DiceView
from tests.vision.dice.drawn_dice import row, view
from training.dice.measure import profile_of, taught

LABELS = ["A", "K", "Q", "J", "10", "9"]


def test_a_set_of_which_a_row_is_refused_is_taught_by_the_other() -> None:
    """Whichever that is; where none can be learned from, there is no set."""
    good, bare = row(view(), LABELS[:5]), np.full((360, 640, 3), 90, np.uint8)
    for photos in ([(good, LABELS[:5]), (bare, LABELS[1:])], [(bare, LABELS[1:]), (good, LABELS[:5])]):
        learned = taught(photos, "drawn")
        assert learned is not None and learned.missing == ("7",)
    assert taught([(bare, LABELS)], "drawn") is None


def test_the_profile_sees_as_the_view_that_it_is_made_of() -> None:
    """Places on the level of the top faces, told in edges by one and in millimetres by the other."""
    seen_by = DiceView(1280, 720, 1100.0, math.radians(52), 24.0)
    places, edge = np.array([[0.0, 18.0], [-4.0, 15.0], [5.5, 22.0]]), 16.0
    raised = np.concatenate([places * edge, np.full((3, 1), edge)], axis=1)
    profile = profile_of(seen_by, edge)
    assert np.allclose(profile.project(raised), seen_by.project(places))
    assert np.allclose(profile.on_table(seen_by.project(places), edge), places * edge)
