"""What was set up already, for the list of pages."""

from dataclasses import dataclass

from calibration.profiles import ProfileError, ProfileStore
from calibration.profiles.in_use import InUse, load_in_use, table_in_use


@dataclass(frozen=True, slots=True)
class Known:
    """lens, table: whether they were measured with this camera; the others: names of what is in use, empty: none."""

    lens: bool = False
    table: bool = False
    dice_set: str = ""
    deck: str = ""
    chips: str = ""


def known_of(store: ProfileStore, camera: str) -> Known:
    """Looks at the profiles; one that cannot be read counts as none, its own page says why."""
    try:
        in_use = load_in_use(store)
    except ProfileError:
        in_use = InUse()
    try:
        lens = bool(camera) and store.knows_lens(camera)
        table = bool(camera) and table_in_use(store, camera) is not None
    except ProfileError:
        lens = table = False
    return Known(lens, table, in_use.dice_set, in_use.deck, in_use.chips)
