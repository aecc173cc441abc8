"""What is kept, put in order: named anew, thrown away. What lies on the table follows."""

import shutil
from dataclasses import replace

from calibration.foreign import readable
from calibration.profiles.checked import MOST_NAME, ProfileError, read_fields
from calibration.profiles.in_use import load_in_use, put_in_use
from calibration.profiles.pieces_file import KINDS
from calibration.profiles.store import ProfileStore, slug

_VERSION = 1
#: Where `InUse` names what lies on the table.
_FIELDS = {"table": "table", "dice set": "dice_set", "deck": "deck", "chips": "chips"}


def title(store: ProfileStore, kind: str, name: str) -> str:
    """What people call it: a camera's label or name, the others' name as it was typed; where damaged, the file's."""
    try:
        fields = read_fields(store.path(kind, name), kind, _VERSION)
        label = fields.text("label", empty=True) if fields.has("label") else ""
        return label or fields.text("name", 200)
    except ProfileError:
        return name


def rename(store: ProfileStore, kind: str, name: str, to: str) -> str:
    """Calls it otherwise from now on, a camera by a label beside the name that the system gives it.

    Returns the name under which it is found from now on. Raises ProfileError where the new name is none or taken.
    """
    to = to.strip()
    if not 0 < len(to) <= MOST_NAME or not readable(to):
        raise ProfileError(f"expected a name of 1 to {MOST_NAME} characters, found {to[:MOST_NAME]!r}")
    if kind == "camera":
        camera = store.camera(name)
        store.save_camera(replace(camera, label=to))
        return name
    if slug(to) != slug(name) and store.has(kind, to):
        raise ProfileError(f"there is a {kind} called {to!r} already; take another name")
    if kind in KINDS:
        store.save_pieces(replace(store.pieces(kind, name), name=to))
    else:
        store.save_table(replace(store.table(name), name=to))
    if slug(to) != slug(name):
        _throw_away(store, kind, name)
    _in_use_instead(store, kind, name, to)
    return to


def delete(store: ProfileStore, kind: str, name: str) -> None:
    """Throws it away, with its pictures; then it lies on the table no more. Raises ProfileError where it cannot be."""
    _throw_away(store, kind, name)
    _in_use_instead(store, kind, name, "")


def _in_use_instead(store: ProfileStore, kind: str, name: str, to: str) -> None:
    field = _FIELDS.get(kind)
    try:
        in_use = load_in_use(store)
    except ProfileError:
        return  # what cannot be read names nothing
    before = str(getattr(in_use, field)) if field else ""
    if field and before and slug(before) == slug(name):
        put_in_use(store, **{field: to})


def _throw_away(store: ProfileStore, kind: str, name: str) -> None:
    path = store.path(kind, name)
    try:
        # The file first: pictures without it are nothing, it without pictures would be damaged.
        path.unlink()
        if path.with_suffix("").is_dir():
            shutil.rmtree(path.with_suffix(""))
    except OSError as error:
        raise ProfileError(f"{path}: it cannot be deleted ({error.strerror or error})") from error
