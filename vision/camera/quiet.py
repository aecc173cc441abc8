"""OpenCV's and FFmpeg's own complaints kept off the terminal where our one clear message follows."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

# FFmpeg's threshold, read by OpenCV at its first use; below 0 is silence.
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")

import cv2


@contextmanager
def quiet_opencv() -> Iterator[None]:
    """Silences OpenCV's log for as long as it lasts."""
    before = cv2.getLogLevel()
    cv2.setLogLevel(0)
    try:
        yield
    finally:
        cv2.setLogLevel(before)
