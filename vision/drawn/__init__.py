"""The simulated table: pictures drawn by our own code, with the truth known, for the demo and for tests."""

from vision.drawn.camera import DrawnCamera
from vision.drawn.clip import TEACHING_ROWS, ClipTruth, write_clip
from vision.drawn.cup import AWAY_S, CLEAR_S, SEAT_S, CupState
from vision.drawn.dice import DieTruth, DrawnError
from vision.drawn.faces import FACES
from vision.drawn.table import DrawnTable
from vision.drawn.view import View

__all__ = [
    "AWAY_S",
    "CLEAR_S",
    "FACES",
    "SEAT_S",
    "TEACHING_ROWS",
    "ClipTruth",
    "CupState",
    "DieTruth",
    "DrawnCamera",
    "DrawnError",
    "DrawnTable",
    "View",
    "write_clip",
]
