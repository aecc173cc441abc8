"""Which of the profiles lie on the table now: one small file beside them."""

from dataclasses import dataclass, replace
from pathlib import Path

from calibration.profiles.checked import MOST_NAME, ProfileError, read_fields, write_text
from calibration.profiles.store import ProfileStore, slug
from calibration.profiles.table_file import StoredTable
from calibration.profiles.toml_text import Value, toml_text

KIND, VERSION = "table in use", 1
_COMMENT = "What lies on the table now, by name (the set-up writes this). Empty: nothing was set up."


@dataclass(frozen=True, slots=True)
class InUse:
    """camera: as the system names it, or a phone's address; the others: names of profiles. Empty: none."""

    camera: str = ""
    table: str = ""
    dice_set: str = ""
    deck: str = ""
    chips: str = ""


def load_in_use(store: ProfileStore) -> InUse:
    """What was kept last; nothing where nothing was. Raises ProfileError for a file that cannot be used."""
    path = _path(store)
    if not path.exists():
        return InUse()
    try:
        fields = read_fields(path, KIND, VERSION)
        found = InUse(
            camera=fields.text("camera", 200, empty=True),
            table=fields.text("table", MOST_NAME, empty=True),
            dice_set=fields.text("dice_set", MOST_NAME, empty=True),
            deck=fields.text("deck", MOST_NAME, empty=True),
            chips=fields.text("chips", MOST_NAME, empty=True),
        )
        fields.done()
    except ProfileError as error:
        raise ProfileError(f"{path}: {error}; set the table up again, or delete the file") from error
    return found


def save_in_use(store: ProfileStore, in_use: InUse) -> Path:
    """Keeps it, in place of what was in use before. Raises ProfileError."""
    document: dict[str, Value] = {
        "kind": KIND,
        "version": VERSION,
        "camera": in_use.camera,
        "table": in_use.table,
        "dice_set": in_use.dice_set,
        "deck": in_use.deck,
        "chips": in_use.chips,
    }
    path = _path(store)
    write_text(path, toml_text(document, _COMMENT))
    return path


def put_in_use(store: ProfileStore, **names: str) -> None:
    """From now on these profiles lie on the table, also after a restart. Raises ProfileError."""
    try:
        before = load_in_use(store)
    except ProfileError:
        # What cannot be read is written anew.
        before = InUse()
    save_in_use(store, replace(before, **names))


def table_in_use(store: ProfileStore, camera: str) -> StoredTable | None:
    """The table that was chosen last, where it was set up with this camera; else the last one that was; None: none was.

    Raises ProfileError.
    """
    name = load_in_use(store).table
    if name and slug(name) in store.names("table"):
        chosen = store.table(name)
        if chosen.camera == camera:
            return chosen
    return store.table_of(camera)


def name_again(store: ProfileStore, camera: str) -> str:
    """Under which name this camera's table is set up again: its own, else one that no table has.

    A table in use that cannot be read is written anew.
    """
    try:
        before = table_in_use(store, camera)
    except ProfileError:
        broken = _broken(store)
        return broken or store.free_name("table", "table")
    return before.name if before is not None else store.free_name("table", "table")


def _broken(store: ProfileStore) -> str:
    """The name of the table in use, where its file is what cannot be read."""
    try:
        name = load_in_use(store).table
    except ProfileError:
        return ""
    try:
        if name and store.has("table", name):
            store.table(name)
    except ProfileError:
        return name
    return ""


def _path(store: ProfileStore) -> Path:
    return store.root / "in-use.toml"
