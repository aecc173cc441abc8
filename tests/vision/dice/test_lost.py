"""Tops that the aligner lost, told by what is printed there."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.dice_set import DiceSet
from tests.vision.dice.drawn_dice import Placed, draw, view
from vision.dice import lost, read
from vision.dice.align import find_tops
from vision.dice.detect import TopFace
from vision.dice.doubt import SIDE, TOP, Squeeze, place_doubt
from vision.dice.lost import Chances, with_lost_tops
from vision.dice.standing import Standing
from vision.pictures import Picture

CAMERA = view(elevation=0.8)
MIDDLE = float(CAMERA.on_plane(np.array([320.0, 180.0]))[1])
DICE: list[Placed] = [(-3.0, MIDDLE, 0.05, "K"), (0.0, MIDDLE + 1.5, 0.9, "9"), (3.0, MIDDLE - 1, 0.6, "10")]


def _losing(likely: float) -> tuple[Picture, list[TopFace], TopFace]:
    """A picture, what was found in it (a side instead of the king's top), and that top."""
    picture = draw(CAMERA, DICE)
    middles = [CAMERA.project(np.array([x, y])) for x, y, *_ in DICE]
    found = find_tops(picture)
    tops = [min(found, key=lambda t: float(np.hypot(*(t.middle - middle)))) for middle in middles]
    here = Standing.of(tops, 640, 360)
    assert here is not None
    king = tops[0]
    below = max(here.sides(king), key=lambda quad: float(quad[:, 1].mean()))
    side = replace(king.elsewhere(below), above=likely, over=replace(king, score=0.1, patch=None))
    return picture, [*tops[1:], side], king


def _shows(probability: float) -> Chances:
    def chances(patches: NDArray[np.uint8]) -> NDArray[np.float64]:
        return np.tile([0.0, probability, 0.0, 0.0, 0.0, 0.0, 1 - probability], (len(patches), 1))

    return chances


@pytest.mark.parametrize("likely", [0.1, 0.5])
def test_a_lost_top_is_told_by_its_print(monkeypatch: pytest.MonkeyPatch, likely: float) -> None:
    """Then what was found below it is its side; where hardly a top seemed to lie there, that is all that it tells."""
    monkeypatch.setattr(lost, "looked_above", lambda _, tops: tops)
    picture, tops, king = _losing(likely)
    found = with_lost_tops(picture, tops, _shows(0.99))
    there = [t for t in found if t.apart(king) < 0.2 * king.size]
    assert [t.score > TOP for t in there] == ([True] if likely > 0.2 else [])
    (side,) = [t for t in found if t.apart(tops[-1]) < 0.2 * king.size]
    assert place_doubt(side, found, Squeeze.of(found)) == SIDE
    assert len(found) == len(tops) + len(there)


def test_where_no_face_shows_nothing_was_lost() -> None:
    """The cloth above a die is no face of the set."""
    picture, tops, _ = _losing(0.5)
    assert with_lost_tops(picture, tops, _shows(0.5)) == tops
    nowhere = [replace(t, over=None) for t in tops]
    assert with_lost_tops(picture, nowhere, _shows(0.99)) == nowhere


def test_the_reader_takes_up_what_was_lost(taught: DiceSet) -> None:
    """A king whose side was found in its place is read, and its side is asked for."""
    picture, tops, king = _losing(0.5)
    readings = read.read_dice(picture, taught, thorough=False, find=lambda *_: tops)
    (told,) = [r for r in readings if np.hypot(*(king.middle - r.centre)) < 0.2 * king.size]
    assert told.face == "K" and told.sure
    assert sorted(r.face for r in readings if r.sure) == ["7", "8", "K"]
