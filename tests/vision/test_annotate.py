"""Readings drawn on a picture: seen on it, beside the pieces, whatever the size."""

import numpy as np
import pytest

from vision.annotate import SURE, UNSURE, annotated
from vision.readings import DieReading, Quad


def die(x: float, y: float, face: str = "K", sure: bool = True) -> DieReading:
    """A die of 40 pixels with its top left corner there."""
    quad: Quad = ((x, y), (x + 40, y), (x + 40, y + 40), (x, y + 40))
    return DieReading(face, quad, 0.987, sure, (), "")


def shown(*dice: DieReading, shape: tuple[int, int] = (540, 960)) -> np.ndarray:
    """What is drawn on a black picture."""
    return annotated(np.zeros((*shape, 3), np.uint8), [(reading.face, reading) for reading in dice])


def count(picture: np.ndarray, colour: tuple[int, int, int]) -> int:
    """How many pixels have this colour, or nearly."""
    low, high = (np.clip(np.array(colour) + by, 0, 255).astype(np.uint8) for by in (-40, 40))
    return int(np.all((picture >= low) & (picture <= high), 2).sum())


def test_the_picture_itself_stays_as_it_was() -> None:
    """Evidence is never drawn on: a copy is."""
    picture = np.zeros((540, 960, 3), np.uint8)
    assert annotated(picture, [("K", die(100, 100))]).any()
    assert not picture.any()
    assert not annotated(picture, []).any()


def test_sure_and_not_sure_differ_by_colour_and_by_sign() -> None:
    """Colour is never the only signal: what is not sure has a longer label."""
    sure, unsure = shown(die(400, 200)), shown(die(400, 200, sure=False))
    assert count(sure, SURE) > 200
    assert count(sure, UNSURE) == 0
    assert count(unsure, UNSURE) > count(sure, SURE)


def test_labels_stand_off_the_pieces() -> None:
    """The inside of every die of a tight group can still be seen."""
    dice = [die(400 + 44 * (i % 3), 250 + 44 * (i // 3), "KQJ87A"[i]) for i in range(6)]
    picture = shown(*dice)
    for reading in dice:
        x, y = (round(v) for v in reading.quad[0])
        assert not picture[y + 4 : y + 36, x + 4 : x + 36].any()


@pytest.mark.parametrize("corner", [(0, 0), (920, 0), (0, 500), (920, 500)])
def test_a_piece_in_a_corner_has_its_label_inside(corner: tuple[int, int]) -> None:
    """As much is drawn as in the middle."""
    assert count(shown(die(*corner)), SURE) > 0.7 * count(shown(die(400, 250)), SURE)


def test_small_and_large_pictures_are_drawn_on() -> None:
    """No room for a label is no error; lines grow with the picture."""
    assert shown(die(2, 2), shape=(50, 50)).any()
    assert count(shown(die(400, 250), shape=(1080, 1920)), SURE) > 1.5 * count(shown(die(400, 250)), SURE)
