"""How many processor cores pictures may take."""

import cv2

from vision.onnx import THREADS


def leave_the_screen_a_core() -> None:
    """From now on, in this process, OpenCV works on `THREADS` threads, as the learned models do.

    Its own are many, and those that wait for one another spin: beside a screen that is drawn and a camera that is read
    they take more of a small machine than they give.
    """
    cv2.setNumThreads(THREADS)
