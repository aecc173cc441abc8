"""Where pictures of the table come from: a webcam, a video file, a folder of numbered pictures, a phone in the
network, or the drawn table.
"""

from vision.camera.clips import FolderClip, VideoClip, open_clip
from vision.camera.frames import Camera, CameraError, Frame
from vision.camera.latest import CameraState, LatestFrame
from vision.camera.local import local_camera
from vision.camera.stream import StreamCamera, open_stream
from vision.camera.webcam import Webcam

__all__ = [
    "Camera",
    "CameraError",
    "CameraState",
    "FolderClip",
    "Frame",
    "LatestFrame",
    "StreamCamera",
    "VideoClip",
    "Webcam",
    "local_camera",
    "open_clip",
    "open_stream",
]
