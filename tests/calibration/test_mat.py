"""The geometry of the mats, before it is printed."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.mat import MARKER_MM, PATCH_MM, Mat, mat
from calibration.zones import ZoneKind, seats_around

ALL = [("mentiroso", n) for n in range(2, 11)] + [("detective", 3), ("detective", 4)]
#: A marker with the white rim that the finder needs.
QUIET = MARKER_MM * (1 + 2 / 7)


@pytest.mark.parametrize(("name", "players"), ALL)
def test_markers_lie_whole_on_one_sheet_and_apart(name: str, players: int) -> None:
    """A seam through a marker would bend it; markers closer than their rims would not be found."""
    table = mat(name, players)
    for marker in table.markers:
        assert sum(s.holds(marker.x, marker.y, margin=MARKER_MM / 2 + 1) for s in table.sheets) == 1
    for one, other in combinations(table.markers, 2):
        assert max(abs(one.x - other.x), abs(one.y - other.y)) >= QUIET - 1


@pytest.mark.parametrize(("name", "players"), ALL)
def test_nothing_is_printed_over_a_marker(name: str, players: int) -> None:
    """Cup ring, places and patches keep off the markers and their rims."""
    table = mat(name, players)
    printed = [z for z in table.zones if z.kind is not ZoneKind.SEAT]
    for marker in table.markers:
        reach = QUIET / 2
        for zone in printed:
            xs, ys = zip(*zone.polygon, strict=True)
            apart = (
                min(xs) >= marker.x + reach
                or max(xs) <= marker.x - reach
                or min(ys) >= marker.y + reach
                or max(ys) <= marker.y - reach
            )
            assert apart, (marker, zone)


@pytest.mark.parametrize("name", ["mentiroso", "detective"])
def test_both_patches_are_there_twice(name: str) -> None:
    """An arm over one side leaves one of each kind on the other."""
    zones = mat(name, 4).zones
    for kind in (ZoneKind.WHITE, ZoneKind.GREY):
        patches = [z.middle for z in zones if z.kind is kind]
        assert len(patches) == 2
        assert patches[0][0] * patches[1][0] < 0
    assert PATCH_MM >= 25


def test_D1_seats_of_the_detective_mat_go_clockwise() -> None:
    """From the near side to the left, and so on, seen from above."""
    for players in (3, 4):
        boards = [z.middle for z in mat("detective", players).zones if z.kind is ZoneKind.PLAYER_BOARD]
        turning = [
            boards[k][0] * boards[(k + 1) % players][1] - boards[k][1] * boards[(k + 1) % players][0]
            for k in range(players)
        ]
        assert len(boards) == players
        assert all(turn <= 0 for turn in turning)


def test_M6_seats_of_the_mentiroso_mat_go_to_the_right() -> None:
    """The right-hand neighbour of the near seat sits at the right edge."""
    seats = [z for z in mat("mentiroso", 4).zones if z.kind is ZoneKind.SEAT]
    assert seats[0].middle[1] < -100
    assert seats[1].middle[0] > 100


@given(st.integers(2, 10), st.floats(-400, 400), st.floats(-190, 190))
def test_every_place_beside_the_middle_belongs_to_one_seat(players: int, x: float, y: float) -> None:
    """Seats share the table out: no gap, no overlap (edges aside)."""
    table = mat("mentiroso", players)
    out = max(abs(x) / (table.width / 2), abs(y) / (table.height / 2))
    holding = [z.seat for z in table.zones if z.kind is ZoneKind.SEAT and z.holds(x, y)]
    if 0.51 < out < 1.49:
        assert len(holding) == 1 or _near_border(table, x, y)
    if out < 0.49 or out > 1.51:
        assert holding == []


def _near_border(table: Mat, x: float, y: float) -> bool:
    nudged = [(x + dx, y + dy) for dx in (-0.5, 0.5) for dy in (-0.5, 0.5)]
    found = {tuple(z.seat for z in table.zones if z.kind is ZoneKind.SEAT and z.holds(*p)) for p in nudged}
    return len(found) > 1


def test_seats_follow_the_way_of_play() -> None:
    """The same seats, once anticlockwise and once clockwise."""
    right, left = seats_around(400, 300, 5), seats_around(400, 300, 5, to_the_right=False)
    assert right[1].middle[0] == pytest.approx(-left[1].middle[0])


@pytest.mark.parametrize(("name", "players"), [("mentiroso", 1), ("mentiroso", 11), ("detective", 2), ("chess", 2)])
def test_other_mats_are_refused(name: str, players: int) -> None:
    """Told with what there is."""
    with pytest.raises(ValueError, match="expected the mentiroso mat for 2 to 10"):
        mat(name, players)
