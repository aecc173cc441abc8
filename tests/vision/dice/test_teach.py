"""Teaching a set from a row of dice, and refusing what cannot be learned."""

import math

import numpy as np
import pytest

from calibration.dice_set import DiceSet
from tests.vision.dice.drawn_dice import draw, row, view
from vision.dice.teach import TeachError, teach_dice_set


def test_the_row_tells_faces_size_and_camera(taught: DiceSet) -> None:
    """32 pixels wide from 60 degrees: both are found again, and every face with its printed label."""
    middle = taught.view.on_plane(np.array([320.0, 180.0]))
    assert taught.view.size_at(middle) == pytest.approx(32, rel=0.12)
    assert math.degrees(taught.view.elevation_at(middle)) == pytest.approx(60, abs=9)
    assert {f: t.label for f, t in taught.faces.items()} == dict(
        zip("AKQJ87", ["A", "K", "Q", "J", "10", "9"], strict=True)
    )
    assert taught.complete


def test_an_unknown_face_is_refused_by_name() -> None:
    """The label is repeated, so that a typing error is seen."""
    with pytest.raises(TeachError, match="'X' is no face"):
        teach_dice_set([(row(view(), ["A", "K"]), ["A", "X"])], "set")


@pytest.mark.parametrize("named", [["A", "K", "Q"], ["A", "K", "Q", "J", "10"]])
def test_more_or_fewer_dice_than_names_are_refused(named: list[str]) -> None:
    """Four dice lie there; the message says how many were expected and found."""
    with pytest.raises(TeachError, match=f"expected {len(named)} dice, found 4"):
        teach_dice_set([(row(view(), ["A", "K", "Q", "J"]), named)], "set")


def test_an_empty_table_is_refused() -> None:
    """Nothing to learn from."""
    with pytest.raises(TeachError, match="expected 2 dice"):
        teach_dice_set([(draw(view(), []), ["A", "K"])], "set")


def test_single_dice_one_a_picture_teach_a_set_too() -> None:
    """Six pictures of one die each, as a robot's camera or a patient person takes them."""
    middle = view().on_plane(np.array([320.0, 180.0]))
    labels = ["A", "K", "Q", "J", "10", "9"]
    photos = [(draw(view(), [(0.0, float(middle[1]), 0.4 * k, label)]), [label]) for k, label in enumerate(labels)]
    assert teach_dice_set(photos, "single").complete


def test_a_bad_picture_is_left_out_where_others_show_the_same_faces() -> None:
    """Of two rows one shows five dice and not six: the other teaches the set, and the bad one is told."""
    labels = ["A", "K", "Q", "J", "10", "9"]
    photos = [(row(view(), labels), labels), (row(view(), labels[:5]), labels)]
    told: list[TeachError] = []
    assert teach_dice_set(photos, "two rows", refuse=told.append).complete
    assert [str(error)[:35] for error in told] == ["picture 2: expected 6 dice, found 5"]
    with pytest.raises(TeachError, match="picture 2: expected 6 dice, found 5"):
        teach_dice_set(photos, "two rows")


def test_a_bad_picture_refuses_the_set_where_no_other_shows_its_faces() -> None:
    """A face that was named is not silently missing."""
    photos = [(row(view(), ["A", "K", "Q"]), ["A", "K", "Q"]), (row(view(), ["J", "10"]), ["J", "10", "9"])]
    told: list[TeachError] = []
    with pytest.raises(TeachError, match="picture 2: expected 3 dice, found 2"):
        teach_dice_set(photos, "two rows", refuse=told.append)
    assert told == []


def test_pictures_of_one_face_must_show_the_same() -> None:
    """A row named from the wrong end: its ace and its nine have changed places since the first picture."""
    labels = ["A", "K", "Q", "J", "10", "9"]
    with pytest.raises(TeachError, match="different things"):
        teach_dice_set([(row(view(), labels), labels), (row(view(), labels), labels[::-1])], "mixed up")


def test_no_pictures_are_refused() -> None:
    """An empty list is a mistake of the caller's user."""
    with pytest.raises(TeachError, match="at least one"):
        teach_dice_set([], "set")


def test_a_set_printed_both_10_and_8_is_refused() -> None:
    """10 and 8 are one rank; a set has one of them (pieces: Spanish and western sets)."""
    picture = row(view(), ["10", "K"])
    with pytest.raises(TeachError, match="both 10 and 8"):
        teach_dice_set([(picture, ["10", "8"])], "set")


def test_two_faces_that_look_alike_are_refused() -> None:
    """Two kings, one of them named queen: nobody could tell these faces apart."""
    with pytest.raises(TeachError, match="look alike"):
        teach_dice_set([(row(view(), ["K", "K"]), ["K", "Q"])], "set")
