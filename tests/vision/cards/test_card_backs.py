"""Cards lying face down are found and never read."""

from collections.abc import Callable

import numpy as np

from vision.cards.backs import find_backs
from vision.cards.read import read_cards
from vision.pictures import Picture
from vision.readings import middle


def laid_back(table: Picture, x: int, y: int) -> None:
    """Paints a back of 120 x 168 pixels: a lattice in dark red within a white border."""
    ys, xs = np.mgrid[:168, :120]
    card = np.where((((xs + ys) % 8 < 3) | ((xs - ys) % 8 < 3))[..., None], (40, 30, 150), (235, 235, 235))
    card[:6], card[-6:], card[:, :6], card[:, -6:] = 240, 240, 240, 240
    table[y : y + 168, x : x + 120] = card


def test_a_back_is_found_and_not_read(table: Callable[..., Picture]) -> None:
    """One card face up, one face down: the one is read, the other told by its place."""
    picture = table(("KH", 300, 300, 10, 168))
    laid_back(picture, 600, 200)
    readings = read_cards(picture)
    assert {r.card for r in readings if r.sure} == {"KH"}
    (back,) = find_backs(picture, readings)
    x, y = middle(back.quad)
    assert abs(x - 660) < 12 and abs(y - 284) < 12


def test_two_backs_side_by_side_are_two(table: Callable[..., Picture]) -> None:
    """Touching cards are told apart by the size of those that lie face up."""
    picture = table(("KH", 300, 300, 0, 168))
    laid_back(picture, 600, 200)
    laid_back(picture, 722, 204)
    assert len(find_backs(picture, read_cards(picture))) == 2


def test_faces_and_cloth_are_no_backs(table: Callable[..., Picture]) -> None:
    """Bare cloth, and cards that lie face up, hold nothing that lies face down."""
    picture = table(("KH", 300, 300, 0, 168), ("9C", 600, 300, 0, 168))
    assert find_backs(picture, read_cards(picture)) == ()
    assert find_backs(table(), []) == ()
    assert find_backs(np.full((3, 5, 3), 90, np.uint8), []) == ()
