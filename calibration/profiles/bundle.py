"""Profiles taken to another machine: all in one file, a ZIP of what lies in the folder, checked before it is let in."""

import re
import shutil
import struct
import tempfile
import zipfile
import zlib
from pathlib import Path

from calibration.profiles.camera_file import StoredCamera
from calibration.profiles.checked import ProfileError
from calibration.profiles.pieces_file import KINDS, PieceSet
from calibration.profiles.store import FOLDERS, ProfileStore
from calibration.profiles.table_file import StoredTable

_MOST_FILES, _MOST_BYTES = 3000, 100_000_000
_SAFE = re.compile(
    rf"(?:{'|'.join(FOLDERS.values())})/[a-z0-9-]{{1,64}}(?:\.toml|/[A-Za-z0-9+]{{1,20}}-\d{{1,3}}\.png)"
)


def export_profiles(store: ProfileStore, out: Path) -> int:
    """Writes all profiles to one file; returns how many. Raises ProfileError, also where one is damaged."""
    count = check_all(store)
    if not count:
        raise ProfileError(f"{store.root}: expected profiles to export, found none")
    try:
        unfinished = out.with_name(f".{out.name}.unfinished")
        with zipfile.ZipFile(unfinished, "w", zipfile.ZIP_DEFLATED) as bundle:
            for folder in FOLDERS.values():
                for file in sorted((store.root / folder).rglob("*")):
                    name = file.relative_to(store.root).as_posix()
                    if file.is_file() and _SAFE.fullmatch(name):
                        bundle.write(file, name)
        unfinished.replace(out)
    except OSError as error:
        raise ProfileError(f"{out}: the profiles cannot be written ({error.strerror or error})") from error
    return count


def import_profiles(store: ProfileStore, source: Path, *, replace: bool = False) -> tuple[str, ...]:
    """Takes in all profiles of a file; returns their names. All or none: every one is checked first.

    Raises ProfileError, also where a name is taken already (unless `replace`).
    """
    with tempfile.TemporaryDirectory() as place:
        fresh = ProfileStore(Path(place))
        _unpack(source, fresh.root)
        try:
            if not check_all(fresh):
                raise ProfileError("expected profiles, found none")
        except ProfileError as error:
            raise ProfileError(f"{source}: {str(error).replace(place, '')}") from error
        coming = [(kind, name) for kind in FOLDERS for name in fresh.names(kind)]
        taken = [name for kind, name in coming if store.path(kind, name).exists()]
        if taken and not replace:
            raise ProfileError(
                f"{source}: there are profiles called {', '.join(taken)} already; "
                "rename them, or say that they may be replaced"
            )
        for kind, name in coming:
            _bring(fresh.path(kind, name), store.path(kind, name))
    return tuple(f"{kind} {name}" for kind, name in coming)


def check_all(store: ProfileStore) -> int:
    """Loads every profile; returns how many there are. Raises ProfileError for the first that cannot be used."""
    for name in store.names("camera"):
        StoredCamera.load(store.path("camera", name))
    for name in store.names("table"):
        StoredTable.load(store.path("table", name))
    for kind in KINDS:
        for name in store.names(kind):
            PieceSet.load(store.path(kind, name), kind)
    return sum(len(store.names(kind)) for kind in FOLDERS)


def _unpack(source: Path, place: Path) -> None:
    try:
        # A ZIP is never much larger than what is in it, and its list of contents is read as a whole.
        if source.stat().st_size > _MOST_BYTES:
            raise ProfileError(f"{source}: expected at most {_MOST_BYTES // 1_000_000} MB")
        with zipfile.ZipFile(source) as bundle:
            entries = bundle.infolist()
            if len(entries) > _MOST_FILES or sum(e.file_size for e in entries) > _MOST_BYTES:
                raise ProfileError(f"{source}: expected at most {_MOST_FILES} files and {_MOST_BYTES // 1_000_000} MB")
            for entry in entries:
                if not _SAFE.fullmatch(entry.filename):
                    raise ProfileError(
                        f"{source}: expected only profiles and their pictures, found {entry.filename!r:.80}"
                    )
                if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                    raise ProfileError(f"{source}: {entry.filename} is packed in a way that the companion never uses")
                target = place / entry.filename
                target.parent.mkdir(parents=True, exist_ok=True)
                # What an entry claims of its size is not believed.
                with bundle.open(entry) as packed:
                    data = packed.read(entry.file_size + 1)
                if len(data) != entry.file_size:
                    raise ProfileError(f"{source}: {entry.filename} is damaged")
                target.write_bytes(data)
    except OSError as error:
        raise ProfileError(f"{source}: it cannot be read ({error.strerror or error})") from error
    except ProfileError:
        raise
    except (zipfile.BadZipFile, zlib.error, struct.error, EOFError, ValueError, RuntimeError) as error:
        raise ProfileError(f"{source}: expected exported profiles, found another file or a damaged one") from error


def _bring(source: Path, target: Path) -> None:
    """A profile and its pictures to their place: pictures first, so that the profile never lacks them."""
    try:
        pictures = source.with_suffix("")
        if pictures.is_dir():
            shutil.copytree(pictures, target.with_suffix(""), dirs_exist_ok=True)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
    except OSError as error:
        raise ProfileError(f"{target}: it cannot be written ({error.strerror or error})") from error
