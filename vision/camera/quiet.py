"""OpenCV's and FFmpeg's own complaints kept off the terminal where our one clear message follows."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

# FFmpeg's threshold, read by OpenCV at its first use; below 0 is silence.
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")

import cv2


@contextmanager
def quiet_opencv() -> Iterator[None]:
    """Silences OpenCV's log for as long as it lasts."""
    # OpenCV 5 moved the two functions here; 4 has them at the top.
    log: Any = cv2 if hasattr(cv2, "setLogLevel") else cv2.utils.logging
    before = log.getLogLevel()
    log.setLogLevel(0)
    try:
        yield
    finally:
        log.setLogLevel(before)
