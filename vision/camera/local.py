"""A camera of this machine, by whichever way this system gives pictures."""

from vision.camera.android import AndroidCamera, on_android
from vision.camera.frames import Camera
from vision.camera.webcam import Webcam


def local_camera(index: int = 0, *, hold_light: bool = False) -> Camera:
    """The camera with this number. Raises `CameraError` where it cannot be had.

    hold_light: exposure and white balance stay as they are once they have settled, where the camera allows it.
    """
    return AndroidCamera(index) if on_android() else Webcam(index, hold_light=hold_light)
