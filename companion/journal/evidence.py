"""The pictures behind a call, each in a file named by its SHA-256: the name in the journal proves the picture."""

import hashlib
import os
import re
import tempfile
import time
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from companion.journal.chain import Event
from companion.journal.disk import make_folder, sync_file, sync_folder
from companion.journal.errors import EvidenceDamaged, EvidenceError, EvidenceMissing, system_errors

SHA = re.compile(r"[0-9a-f]{64}")
PROFILE = ".json"
"""Suffix of what is no picture: the taught set that the pictures were read with. Small, and never trimmed."""
_SUFFIX = re.compile(r"(\.[a-z0-9]{1,8})?")
_UNFINISHED = ".writing-"
_ABANDONED_AFTER_SECONDS = 3600.0


class EvidenceStore:
    """The evidence folder of one journal; made with the first picture. One process writes, any may read."""

    def __init__(self, folder: Path | str) -> None:
        self.folder = Path(folder)

    def put(self, data: bytes, suffix: str = ".jpg") -> str:
        """Stores `data` and returns its SHA-256 in hex; when this returns, the file and its name are on the disk.

        Only then may the event that names it be appended. The same bytes are stored once. Raises `JournalFull`,
        `JournalUnwritable`, with nothing left behind.
        """
        if not _SUFFIX.fullmatch(suffix):
            raise ValueError(f"a suffix is a point and up to 8 small letters or digits, not {suffix!r}")
        sha = hashlib.sha256(data).hexdigest()
        with system_errors(self.folder):
            make_folder(self.folder)
            known = self._find(sha)
            if known is not None and known.read_bytes() == data:
                os.utime(known)  # `plan_trim` counts from the last time it was evidence
            else:
                self._write(known or self.folder / (sha + suffix), data)
            sync_folder(self.folder)
        return sha

    def get(self, sha: str) -> bytes:
        """The bytes named `sha`, proved. Raises `EvidenceMissing`, `EvidenceDamaged`, `JournalUnwritable`."""
        path = self.path(sha)
        with system_errors(path):
            data = path.read_bytes()
        found = hashlib.sha256(data).hexdigest()
        if found != sha:
            raise EvidenceDamaged(f"{path} was changed: its bytes hash to {found}; they prove nothing", sha)
        return data

    def path(self, sha: str) -> Path:
        """Where the evidence lies, unproved. Raises `EvidenceMissing`."""
        with system_errors(self.folder):
            path = self._find(sha) if SHA.fullmatch(sha) else None
        if path is None:
            raise EvidenceMissing(f"{self.folder} holds no evidence {sha}: it was trimmed, moved or never stored", sha)
        return path

    def damage(self, shas: Iterable[str]) -> tuple[EvidenceError, ...]:
        """What of `shas` is missing or damaged; empty where all is sound. Raises `JournalUnwritable`."""
        found: list[EvidenceError] = []
        for sha in shas:
            try:
                self.get(sha)
            except EvidenceError as error:
                found.append(error)
        return tuple(found)

    def size(self) -> int:
        """The bytes that all evidence takes, profiles included."""
        return sum(size for _, size, _ in self._stored())

    def plan_trim(self, budget_bytes: int, keep: Collection[str]) -> tuple[str, ...]:
        """What `trim` would remove, the oldest first: journal this before `remove`, and no loss goes unexplained.

        Profiles neither count nor go.
        """
        stored = sorted(
            (modified, path.name, size) for path, size, modified in self._stored() if path.suffix != PROFILE
        )
        kept = frozenset(keep)
        total = sum(size for _, _, size in stored)
        going = []
        for _, name, size in stored:
            if total <= budget_bytes:
                break
            sha = name[:64]
            if sha not in kept:
                going.append(sha)
                total -= size
        return tuple(going)

    def remove(self, shas: Iterable[str]) -> None:
        """Removes evidence; what is not there is passed over. Raises `JournalUnwritable`."""
        with system_errors(self.folder):
            for sha in shas:
                path = self._find(sha) if SHA.fullmatch(sha) else None
                if path is not None:
                    path.unlink(missing_ok=True)
            if self.folder.is_dir():
                sync_folder(self.folder)

    def trim(self, budget_bytes: int, keep: Collection[str]) -> tuple[str, ...]:
        """Removes the oldest evidence not in `keep` until the rest fits in `budget_bytes`; returns what went.

        Where `keep` alone is larger, all else goes and the folder stays larger than the budget.
        """
        going = self.plan_trim(budget_bytes, keep)
        self.remove(going)
        self._remove_abandoned()
        return going

    def _find(self, sha: str) -> Path | None:
        # The usual name first: a folder of thousands of pictures is not searched for each.
        usual = self.folder / (sha + ".jpg")
        return usual if usual.is_file() else next(self.folder.glob(sha + "*"), None)

    def _write(self, path: Path, data: bytes) -> None:
        descriptor, name = tempfile.mkstemp(prefix=_UNFINISHED, dir=self.folder)
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(data)
                file.flush()
                sync_file(file.fileno())
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise

    def _stored(self) -> Iterator[tuple[Path, int, int]]:
        """(path, bytes, time of last use in ns) of each evidence file."""
        with system_errors(self.folder):
            if not self.folder.is_dir():
                return
            for path in self.folder.iterdir():
                if SHA.match(path.name):
                    found = path.stat()
                    yield path, found.st_size, found.st_mtime_ns

    def _remove_abandoned(self) -> None:
        """Removes what a killed process left half written; never what a living one is writing now."""
        with system_errors(self.folder):
            for path in self.folder.glob(_UNFINISHED + "*"):
                if time.time() - path.stat().st_mtime > _ABANDONED_AFTER_SECONDS:
                    path.unlink(missing_ok=True)


TRIMMED = "evidence_trimmed"
"""Kind of the event that says which pictures were given up for want of room, in its list `pictures`."""


def trimmed_of(events: Iterable[Event]) -> frozenset[str]:
    """The evidence that the events say was given up."""
    listed = (event.body.get("pictures") for event in events if event.kind == TRIMMED)
    return frozenset(str(sha) for pictures in listed if isinstance(pictures, list) for sha in pictures)


def evidence_of(events: Iterable[Event]) -> tuple[str, ...]:
    """The evidence that the events name, each once, in order: each SHA-256 under a key `evidence`, at any depth."""
    return tuple(dict.fromkeys(sha for event in events for sha in _named(event.body, False)))


def _named(value: object, under_evidence: bool) -> Iterator[str]:
    if isinstance(value, str):
        if under_evidence and SHA.fullmatch(value):
            yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _named(item, under_evidence or key == "evidence")
    elif isinstance(value, list):
        for item in value:
            yield from _named(item, under_evidence)
