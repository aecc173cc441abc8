"""Two readings of one picture made into one."""

import numpy as np
import pytest

from calibration.dice_set import FACES
from vision.dice.agree import ONLY_ONCE, looked_at_twice, together
from vision.dice.doubt import SIDE
from vision.readings import Alternative, DieReading


def die(face: str, x: float, sure: bool, why: str = "") -> DieReading:
    """A die of 30 pixels at (x, 50)."""
    quad = ((x - 15, 35.0), (x + 15, 35.0), (x + 15, 65.0), (x - 15, 65.0))
    return DieReading(face, quad, 0.99 if sure else 0.6, sure, (Alternative(face, 0.6),), why)


def test_what_both_hold_for_likeliest_is_sure_when_one_is() -> None:
    """K and J fit almost equally, and a closer look surely says K."""
    (reading,) = together([die("K", 50, False, "K and J fit almost equally")], [die("K", 53, True)])
    assert reading.sure and reading.face == "K"


def test_a_doubt_about_the_place_stays() -> None:
    """A side shows a face as clearly as a top does."""
    (reading,) = together([die("K", 50, False, SIDE)], [die("K", 50, True)])
    assert not reading.sure and reading.why == SIDE


def test_what_they_see_differently_is_in_doubt() -> None:
    """Both were sure: nobody knows who is wrong."""
    (reading,) = together([die("K", 50, True)], [die("Q", 50, True)])
    assert not reading.sure and "Q when looked at closer" in reading.why


def test_what_only_the_second_sees_is_a_guess() -> None:
    """Twice in one place it is still only the second's word."""
    readings = together([die("K", 50, True)], [die("A", 120, False, "faint"), die("A", 122, True)])
    assert [r.sure for r in readings] == [True, False, False]
    assert {r.why for r in readings[1:]} == {"faint", ONLY_ONCE}


def test_a_sure_reading_stays_where_the_second_says_nothing() -> None:
    """A slow look that misses a die takes nothing away."""
    first = [die("K", 50, True), die("Q", 120, True)]
    assert together(first, [die("Q", 120, False, "faint")]) == tuple(first)


def chances(face: str, sure: float) -> list[float]:
    """Of one place: `sure` for this face, the rest for none of them."""
    return [sure * (face == one) for one in FACES] + [1 - sure]


@pytest.mark.parametrize("first, then", [(0.997, 0.98), (0.98, 0.997)])
def test_a_place_put_straight_is_as_sure_as_the_surer_look_at_it(first: float, then: float) -> None:
    """Both looks think of one face, and a pixel's shift made one of them hesitate; others stay as they are."""
    rows = np.array([chances("K", 0.6), chances("8", then), chances("8", first)])
    out, there, doubts = looked_at_twice(rows, np.array([0.5, 0.9, 0.8]), [1], 0.995)
    assert out[:, :-1].max(axis=1).tolist() == [0.6, 0.997]
    assert there.tolist() == [0.5, 0.9]
    assert doubts == {}


def test_two_looks_that_see_different_faces_are_in_doubt_where_the_first_was_sure() -> None:
    """Else the place as it lies has the say: as it was found it may have been half beside the face."""
    straight = chances("Q", 0.999)
    for first, doubt in ((0.999, {0: "K at first sight, Q when looked at closer"}), (0.7, {})):
        out, _, doubts = looked_at_twice(np.array([straight, chances("K", first)]), np.ones(2), [0], 0.995)
        assert out.tolist() == [straight]
        assert doubts == doubt
