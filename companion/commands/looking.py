"""Pictures for the commands that look: from files, from a camera on this machine, or from a phone."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

from calibration.profiles import StoredTable, default_store
from calibration.table import TableProfile
from vision.camera import Camera, CameraError, Frame, LatestFrame, local_camera, open_stream
from vision.camera.listing import device_name
from vision.pictures import read_picture

UNNAMED = "unnamed camera"
F = TypeVar("F", bound=Callable[..., Any])
#: How many pictures a second are looked at.
_LOOKS_A_SECOND = 5.0


@dataclass(frozen=True, slots=True)
class Eye:
    """Where pictures come from. files: instead of a camera; name: under which the camera's lens and tables are kept."""

    files: tuple[Path, ...]
    name: str
    open: Callable[[], Camera]

    def looks(self, seconds: float) -> Iterator[Frame]:
        """The pictures of the files, each once; or some a second from the camera, for so long. Raises CameraError."""
        if self.files:
            for number, file in enumerate(self.files):
                yield Frame(read_picture(file), number, round(number * 1e9 / _LOOKS_A_SECOND))
            return
        with LatestFrame(self.open()) as latest:
            first_ns, index = None, -1
            while True:
                frame = latest.wait_newer(index, timeout_s=3.0)
                if frame is None:
                    raise latest.lost or CameraError(f"{latest.camera_name}: expected pictures, but none come")
                index = frame.index
                first_ns = frame.at_ns if first_ns is None else first_ns
                if frame.at_ns - first_ns > seconds * 1e9:
                    return
                yield frame
                time.sleep(max(0.0, 1 / _LOOKS_A_SECOND - (time.monotonic_ns() - frame.at_ns) / 1e9))


def looking(command: F) -> F:
    """The options by which a command is told where to look."""
    for option in (
        click.argument("files", nargs=-1, type=click.Path(path_type=Path)),
        click.option(
            "--camera", "number", type=int, help="Which camera, by its number in: companion cameras; else the first."
        ),
        click.option("--phone", "url", help="A phone's address: http://192.168.1.20:8080/video or rtsp://..."),
        click.option("--camera-name", help="Under which name the camera is kept; else as the system names it."),
    ):
        command = option(command)
    return command


def table_profile(named: str | None) -> TableProfile | None:
    """The table that is kept under this name, or in this file; None for none. Raises ProfileError."""
    if named is None:
        return None
    file = Path(named)
    stored = StoredTable.load(file) if file.suffix == ".toml" or file.exists() else default_store().table(named)
    return stored.profile


def eye(files: Sequence[Path], number: int | None, url: str | None, camera_name: str | None) -> Eye:
    """What the options of `looking` name. Raises click.UsageError for two places at once."""
    if sum((bool(files), number is not None, url is not None)) > 1:
        raise click.UsageError("give pictures, or --camera, or --phone: one of them")
    if files:
        return Eye(tuple(files), camera_name or UNNAMED, lambda: local_camera(0))
    if url is not None:
        stream = open_stream(url)
        return Eye((), camera_name or stream.name, lambda: stream)
    index = number or 0
    return Eye((), camera_name or device_name(index), lambda: local_camera(index))
