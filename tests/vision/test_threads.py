"""Pictures leave the screen room on a small machine."""

import cv2

from vision.threads import leave_the_screen_a_core


def test_pictures_take_one_core() -> None:
    """OpenCV's waiting threads spin, which the screen pays for."""
    before = cv2.getNumThreads()
    try:
        leave_the_screen_a_core()
        assert cv2.getNumThreads() == 1
    finally:
        cv2.setNumThreads(before)
