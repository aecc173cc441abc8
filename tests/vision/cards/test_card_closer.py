"""Which parts of a picture are looked at from nearer, and that nothing small is lost by leaving out the rest."""

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.cards import detect as detecting
from vision.cards.closer import Box, worth_a_closer_look
from vision.cards.detect import detect
from vision.cards.patches import Pyramid

Picture = NDArray[np.uint8]
Table = Callable[..., Picture]
SIZE = (1080, 1920)


def index(x: float, y: float, height: float, score: float) -> list[float]:
    """A row of what the detector tells of an upright index."""
    return [x, y, 0, -height, height, 0, score]


def boxes(picture: Picture, *found: list[float], plain: tuple[bool, ...] = ()) -> list[Box]:
    """The parts worth a closer look."""
    rows = np.array(found, np.float64).reshape(-1, 7)
    return worth_a_closer_look(Pyramid(picture), rows, np.array(plain, bool).reshape(-1))


def inside(box: Box, x: float, y: float) -> bool:
    """Whether a pixel lies in a part, ten pixels from its edge at least."""
    return box[0] + 10 < x < box[2] - 10 and box[1] + 10 < y < box[3] - 10


def test_plain_cloth_is_not_looked_at_again(table: Table) -> None:
    """Its grain is no pattern."""
    assert boxes(table(size=SIZE)) == []


@pytest.mark.parametrize("light", [1.0, 0.2])
def test_a_small_card_is(table: Table, light: float) -> None:
    """One card of 60 pixels far off, in good light and in a fifth of it: a part of the picture, well around it."""
    picture = (table(("AS", 1500, 300, 20, 60), size=SIZE) * light).astype(np.uint8)
    (box,) = boxes(picture)
    assert all(inside(box, 1500 + x, 300 + y) for x in (-20, 20) for y in (-30, 30))
    assert (box[2] - box[0]) * (box[3] - box[1]) < 0.05 * picture.shape[0] * picture.shape[1]


def test_a_card_at_the_edge_is_seen_to_the_edge(table: Table) -> None:
    """What is cut by the picture's last pixels is looked at too, whatever the size is a multiple of."""
    size = (1075, 1917)
    (box,) = boxes(table(("AS", 1900, 1060, 0, 60), size=size))
    assert box[2:] == (1917, 1075)


def test_beside_a_plain_index_nothing_is_unless_it_was_told_weakly(table: Table) -> None:
    """Cards that lie together are about as large: only where an index seemed to be is it looked for again."""
    picture = table(("AS", 700, 500, 0, 300), ("7D", 950, 500, 0, 300), size=SIZE)
    told = index(600, 385, 60, 0.9)
    assert boxes(picture, told, plain=(True,)) == []
    (box,) = boxes(picture, told, index(1040, 615, 60, 0.2), plain=(True, False))
    assert inside(box, 1040, 615) and not inside(box, 600, 385)


def test_a_picture_busy_all_over_is_looked_at_as_a_whole() -> None:
    """Many parts cost more than one."""
    noise = np.random.default_rng(1).integers(0, 256, (*SIZE, 3), dtype=np.uint8)
    blocks = noise[::20, ::20].repeat(20, axis=0).repeat(20, axis=1)
    assert boxes(np.ascontiguousarray(blocks)) == [(0, 0, 1920, 1080)]


@pytest.mark.parametrize("height", [75, 120, 200])
def test_small_cards_are_found_beside_large_ones(table: Table, height: float) -> None:
    """Both indices of a card in the far corner, of a quarter of the near card's size: no worse than by looking nearer
    everywhere."""
    picture = table(("KH", 500, 650, 0, 300), ("9C", 1600, 200, 0, height), size=SIZE)
    found = detect(picture)
    whole = detecting.detect_at(picture, detecting.NEARER / 1920)
    for x, y in whole[whole[:, 6] > 0.4, :2]:
        assert np.hypot(found[:, 0] - x, found[:, 1] - y).min() < 0.1 * height
    assert np.count_nonzero(np.hypot(found[:, 0] - 1600, found[:, 1] - 200) < 0.6 * height) >= 2


def test_large_cards_are_found_from_farther(table: Table) -> None:
    """A card that fills the picture, whose index is larger than the network tells at the first look."""
    found = detect(table(("5H", 960, 540, 0, 1070), size=SIZE))
    assert np.hypot(found[:, 0] - 640, found[:, 1] - 155).min() < 60


@pytest.mark.parametrize("box", [(1421, 17, 1779, 385), (1130, 11, 1920, 401)])
def test_a_part_shows_what_the_whole_would(monkeypatch: pytest.MonkeyPatch, table: Table, box: Box) -> None:
    """A small index is told at the same place and as likely, wherever the part begins: at the limit of what the network
    sees, half a pixel decides."""
    picture = table(("9C", 1600, 200, 25, 75), size=SIZE)
    told = []
    for part in (box, (0, 0, 1920, 1080)):
        monkeypatch.setattr(detecting, "worth_a_closer_look", lambda *_, part=part: [part])
        told.append(detect(picture))
    here, whole = told
    assert len(here) == len(whole) >= 2
    assert np.abs(here[:, :6] - whole[:, :6]).max() < 1 and np.abs(here[:, 6] - whole[:, 6]).max() < 0.1
