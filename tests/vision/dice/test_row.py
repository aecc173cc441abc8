"""Finding the row of dice in a teaching picture where the table itself has something to show."""

import pytest

from vision.dice.row import RowError, find_row
from vision.drawn.table import DrawnTable


@pytest.fixture(scope="module")
def mat() -> DrawnTable:
    """A mat with a stitched edge on a wooden table: most of what stands out is no die."""
    return DrawnTable(1, (960, 540))


def test_the_dice_are_found_on_a_mat_with_an_edge(mat: DrawnTable) -> None:
    """Each box lies around the middle of its die."""
    spots = find_row(mat.teaching_row("AKQJ8"), 5)
    for spot, die in zip(spots, mat.row_truth("AKQJ8"), strict=True):
        x, y = die.centre
        assert spot.x < x < spot.x + spot.width
        assert spot.y < y < spot.y + spot.height


@pytest.mark.parametrize("count", [3, 4, 6])
def test_another_number_of_dice_than_named_is_refused(mat: DrawnTable, count: int) -> None:
    """Five lie there."""
    with pytest.raises(RowError, match=f"expected {count} dice"):
        find_row(mat.teaching_row("AKQJ8"), count)
