"""Tops by their rims, counts by trying columns, and what the measuring calls right."""

from dataclasses import replace

import numpy as np
import pytest

from calibration.lens import Lens
from training.chips.measure import told_of
from vision.chips.above import GRAIN, Above
from vision.chips.colours import USUAL, hue_masks, lab_of
from vision.chips.laid import Laid, axes_of
from vision.chips.read import ChipReading, read_chips
from vision.chips.tops import Rims, Top, radius_of, tops_of
from vision.drawn.card_table import CardTable, Chip
from vision.drawn.lens_view import LensView

VIEW = LensView(elevation_deg=55.0, distance_mm=650.0, target_mm=(0.0, -90.0, 0.0), lens=Lens.typical(1280, 720, 0.8))


def table_of(*chips: Chip) -> CardTable:
    """A drawn table with these chips."""
    table = CardTable(3, VIEW)
    table.scene = replace(table.scene, chips=chips)
    return table


def test_the_radius_of_a_set_and_its_tops_are_found_by_their_rims() -> None:
    """Two red chips of 39 mm whose rims touch: two tops, right to a millimetre."""
    table = table_of(Chip(-60.0, -100.0, 0, "red"), Chip(-21.0, -100.0, 0, "red"))
    above = Above.of(table.profile, -110.0, -150.0, 30.0, -50.0)
    lab = lab_of(above.look(table.frame()))
    mask = hue_masks(lab, USUAL)["red"]
    rims = Rims.of(lab, mask, above.inside())
    radius = radius_of([rims]) or 0.0
    assert radius == pytest.approx(19.6, abs=0.5)
    found = sorted(tops_of(rims, mask, radius * GRAIN), key=lambda top: -top.votes)[:2]
    # A top lies 3.3 mm high, and seems moved away from the camera by so much.
    places = sorted(above.place(top.x, top.y) for top in found)
    for place, x in zip(places, (-60.0, -21.0), strict=True):
        at = table.profile.on_table(table.profile.project(np.array([x, -100.0, 3.3])))
        assert np.hypot(*(np.array(place) - at)) < 1.2


def test_a_part_without_rims_has_no_radius() -> None:
    """No chips: no size of them."""
    assert radius_of([]) is None


def test_circles_on_the_cameras_side_belong_to_the_column_above_them() -> None:
    """A foot with half the votes is one of the column's; a whole top two radii off is not, nor one behind it."""
    down, top = np.array([0.0, 60.0], np.float32), Top(100.0, 100.0, 90.0)
    assert top.covers(Top(102.0, 170.0, 40.0), 40.0, down)
    assert not top.covers(Top(102.0, 185.0, 85.0), 40.0, down)
    assert not top.covers(Top(100.0, 20.0, 40.0), 40.0, down)


def test_a_single_chip_is_sure_where_the_cameras_place_is_known() -> None:
    """What a profile makes sure is the count of one; without cards and profile nothing is read."""
    table = table_of(Chip(0.0, -100.0, 0, "blue"))
    (pile,) = read_chips(table.frame(), (), profile=table.profile)
    assert (pile.colour, pile.count, pile.sure) == ("blue", 1, True)
    assert read_chips(table.frame(), ()) == ()


def test_cards_in_the_plane_are_seen_where_the_camera_puts_them() -> None:
    """Straight above a card's corners are 63 and 88 mm apart at the camera's scale."""
    laid = Laid(Lens.typical(1000, 800, 1.0), np.array([0.0, 0.0, 0.0, np.log(500.0)]), np.zeros((1, 3)))
    corners = laid.corners()[0]
    assert np.linalg.norm(corners[1] - corners[0]) == pytest.approx(126, abs=0.1)
    assert np.linalg.norm(corners[2] - corners[1]) == pytest.approx(176, abs=0.1)
    assert laid.scale() == pytest.approx(2.0, abs=0.01)
    assert axes_of(laid.at)[1] == pytest.approx([0, 0, 1])


def test_measuring_gives_each_pile_one_reading_and_names_the_rest() -> None:
    """The nearest of its colour; what is far from all piles is invented."""
    readings = tuple(
        ChipReading("red", count, (x, 100.0), False, "") for count, x in ((2, 110.0), (3, 150.0), (1, 900.0))
    )
    piles = [{"colour": "red", "count": 2, "at": [105.0, 100.0], "inside": True}]
    (told,), rest = told_of(piles, readings, 1920)
    assert told.right
    assert [reading.count for reading in rest] == [3, 1]
