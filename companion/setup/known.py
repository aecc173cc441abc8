"""What was set up already, for the list of pages."""

from dataclasses import dataclass

from calibration.profiles import ProfileError, ProfileStore, StoredTable
from calibration.profiles.in_use import InUse, load_in_use, table_in_use


@dataclass(frozen=True, slots=True)
class Looked:
    """A look at whether the table is still where it was. table: its name and when it was set up; well: all was."""

    camera: str
    table: tuple[str, str]
    well: bool


@dataclass(frozen=True, slots=True)
class Known:
    """lens, table: whether they were measured with this camera; well: whether all was where it was at the last look at
    this table, None before any; the others: names of what is in use, empty: none.
    """

    lens: bool = False
    table: bool = False
    dice_set: str = ""
    deck: str = ""
    chips: str = ""
    well: bool | None = None


def known_of(store: ProfileStore, camera: str, looked: Looked | None = None) -> Known:
    """Looks at the profiles; one that cannot be read counts as none, its own page says why. looked: the last look."""
    try:
        in_use = load_in_use(store)
    except ProfileError:
        in_use = InUse()
    try:
        lens = bool(camera) and store.knows_lens(camera)
        table = table_in_use(store, camera) if camera else None
    except ProfileError:
        lens, table = False, None
    same = looked is not None and table is not None and (looked.camera, looked.table) == (camera, key_of(table))
    well = looked.well if looked is not None and same else None
    return Known(lens, table is not None, in_use.dice_set, in_use.deck, in_use.chips, well)


def key_of(table: StoredTable) -> tuple[str, str]:
    """One that is set up anew is another one, though it bears the same name."""
    return table.name, table.created
