"""A camera of this machine, by whichever way this system gives pictures."""

from vision.camera.android import AndroidCamera, on_android
from vision.camera.frames import Camera
from vision.camera.webcam import Webcam


def local_camera(index: int = 0) -> Camera:
    """The camera with this number. Raises `CameraError` where it cannot be had."""
    return AndroidCamera(index) if on_android() else Webcam(index)
