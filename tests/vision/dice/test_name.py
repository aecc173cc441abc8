"""Naming faces of a set that nobody taught."""

import numpy as np
import pytest

from calibration.dice_set import FACES
from tests.vision.dice.drawn_dice import FACE, face_picture, square_on_cloth
from vision.dice.name import NO_TOP, ORDINARY, name_faces
from vision.dice.patch import all_turns


@pytest.mark.parametrize("label", ["A", "K", "Q", "10", "9"])
def test_plain_letters_and_pips_are_named_whichever_way_up(label: str) -> None:
    """As shops sell them; the four turns of one picture get the very same names."""
    patch = square_on_cloth(face_picture(label))
    names = name_faces(all_turns(patch[None]))
    assert names.shape == (4, len(FACES) + 2)
    np.testing.assert_allclose(names.sum(axis=1), 1)
    np.testing.assert_allclose(names, names[:1].repeat(4, axis=0), atol=1e-4)
    assert FACES[int(names[0].argmax())] == {"10": "8", "9": "7"}.get(label, label)


def test_spots_and_cloth_are_no_poker_face() -> None:
    """An ordinary die is called ordinary; a bare cloth is no top face."""
    cloth = square_on_cloth(np.full((FACE, FACE, 3), (70, 110, 60), np.uint8))
    spots, bare = name_faces(np.stack([square_on_cloth(face_picture("four")), cloth]))
    assert spots.argmax() == ORDINARY
    assert bare.argmax() == NO_TOP
