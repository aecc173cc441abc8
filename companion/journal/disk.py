"""Making sure that what was written stays written when the power goes."""

import os
import sys
from pathlib import Path


def sync_file(descriptor: int) -> None:
    """Returns when the system says that the open file is on the disk."""
    if sys.platform == "darwin":
        import fcntl  # noqa: PLC0415 - not there on Windows

        fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)  # fsync alone stops at the drive's own cache there
    else:
        os.fsync(descriptor)


def sync_folder(folder: Path) -> None:
    """Returns when the names in `folder` are on the disk. Windows has no such call and does it by itself."""
    if sys.platform != "win32":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def make_folder(folder: Path) -> None:
    """Makes `folder` and its parents, each name on the disk when this returns."""
    if folder.is_dir():
        return
    make_folder(folder.parent)
    folder.mkdir(exist_ok=True)
    sync_folder(folder.parent)


def write_file(path: Path, data: bytes) -> None:
    """The file as a whole or not at all: what stood there before stays until the new one is complete.

    Raises OSError, with the file's name in it.
    """
    unfinished = path.with_name(path.name + ".writing")
    try:
        unfinished.write_bytes(data)
        unfinished.replace(path)
    except OSError as error:
        unfinished.unlink(missing_ok=True)
        # A full disk does not say of itself which file it was.
        raise OSError(error.errno, error.strerror, str(path)) from error
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise
