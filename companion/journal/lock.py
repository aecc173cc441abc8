"""One writer at a time: a lock the system takes back by itself when the process ends, however it ends."""

import os
import sys
from pathlib import Path

from companion.journal.errors import JournalBusy, system_errors

# Windows locks byte ranges and keeps others from reading them: a byte far behind the process number is locked.
_WINDOWS_BYTE = 1 << 20


class WriterLock:
    """Holds `path` (a file beside the journal) until `release`; raises `JournalBusy` where another holds it."""

    def __init__(self, path: Path) -> None:
        with system_errors(path):
            self._descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
            try:
                if not _taken(self._descriptor):
                    owner = os.pread(self._descriptor, 20, 0).decode("ascii", "replace") if hasattr(os, "pread") else ""
                    raise JournalBusy(
                        f"{path.name.removesuffix('-lock')} is being written by another companion"
                        f" (process {owner.strip() or 'unknown'}); close it, or choose another journal"
                    )
                os.ftruncate(self._descriptor, 0)
                os.write(self._descriptor, f"{os.getpid()}\n".encode())
            except BaseException:
                os.close(self._descriptor)
                raise

    def release(self) -> None:
        """Lets the next writer in. The file stays: removing it could take it from under one who waits."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1


if sys.platform == "win32":
    import msvcrt

    def _taken(descriptor: int) -> bool:
        os.lseek(descriptor, _WINDOWS_BYTE, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        os.lseek(descriptor, 0, os.SEEK_SET)
        return True

else:
    import fcntl

    def _taken(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
