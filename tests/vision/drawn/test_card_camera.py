"""The camera over the drawn cards: a hand comes, lays what is wanted, and goes."""

import pytest

from vision.camera.frames import CameraError
from vision.drawn.card_camera import CardCamera
from vision.drawn.card_table import Scene

FLOP = Scene(3).with_board(["AS", "7S", "KH"])


def test_what_is_wanted_is_laid_by_a_hand_after_a_rest() -> None:
    """Frames of the table as it was, of a hand over it, then of what it laid; what was there first needs no hand."""
    camera = CardCamera(3, fps=500.0, reach_s=0.05, rest_s=0.02)
    camera.lay(FLOP)
    before = camera.read()
    assert camera.scene == FLOP
    camera.rest()
    camera.want(FLOP.with_bet(0, 1, 2, "red"), 1)
    pictures = [before.picture]
    while camera.scene == FLOP:
        frame = camera.read()
        pictures.append(frame.picture)
    assert camera.scene.chips
    changes = [int((abs(picture.astype(int) - before.picture) > 60).sum()) for picture in pictures]
    assert max(changes) > 20 * max(1, changes[1])
    assert (frame.index, frame.picture.shape) == (len(pictures) - 1, (900, 1600, 3))
    camera.close()
    with pytest.raises(CameraError, match="closed"):
        camera.read()
