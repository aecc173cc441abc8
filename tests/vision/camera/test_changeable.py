"""A camera exchanged for another while somebody looks through it."""

import numpy as np

from vision.camera import CameraState
from vision.camera.changeable import ChangeableCamera
from vision.drawn.camera import DrawnCamera
from vision.drawn.table import DrawnTable


def drawn(seed: int) -> DrawnCamera:
    """A small and quick one."""
    return DrawnCamera(DrawnTable(seed, (160, 90)), fps=200.0)


def test_without_a_camera_nothing_is_waited_for() -> None:
    """It is as absent as one that was never plugged in."""
    with ChangeableCamera() as camera:
        assert camera.latest() is None
        assert camera.wait_newer(-1, timeout_s=0.01) is None
        assert camera.state() is CameraState.STOPPED
        assert camera.camera_name == ""


def test_frames_of_the_next_camera_are_newer() -> None:
    """Whoever waits for a newer frame gets one of the other camera, and the first is let go."""
    first, second = drawn(1), drawn(2)
    with ChangeableCamera(first) as camera:
        before = camera.wait_newer(3)
        assert before is not None
        assert before.index > 3
        camera.change(second)
        after = camera.wait_newer(before.index, timeout_s=5)
        assert after is not None
        assert after.index > before.index
        assert not np.array_equal(before.picture, after.picture)
        assert first._closed.is_set()
        latest = camera.latest()
        assert latest is not None
        assert latest.index >= after.index
        camera.change(None)
        assert camera.latest() is None
    assert second._closed.is_set()


def test_a_camera_given_after_the_end_is_let_go() -> None:
    """Nothing is left open behind."""
    late = drawn(3)
    camera = ChangeableCamera()
    camera.stop()
    camera.change(late)
    assert late._closed.is_set()
