"""A set that was learned while it was played, kept under a name as one that was taught."""

from dataclasses import dataclass, replace

from calibration.dice_set import DiceSet
from calibration.profiles import ProfileError, ProfileStore
from calibration.profiles.in_use import put_in_use
from companion.referee.fittings import Fittings
from companion.setup.tasks.dice import PRINTINGS as PRINTINGS  # noqa: PLC0414 - the screen takes it from here


def as_printed(dice_set: DiceSet, printed: str, name: str) -> DiceSet:
    """The same set under this name, its two lowest faces printed so: one of PRINTINGS."""
    labels = PRINTINGS[printed]
    faces = {face: replace(each, label=labels.get(face, each.label)) for face, each in dice_set.faces.items()}
    return replace(dice_set, name=name, faces=faces)


@dataclass(frozen=True, slots=True)
class Kept:
    """name: under which it was kept; why: why it could not be, empty where it was."""

    name: str
    why: str = ""


def keep_learned(store: ProfileStore, fittings: Fittings, printed: str) -> Kept:
    """Keeps what was learned at the table; it is the taught set that lies there from now on."""
    learned = fittings.learned
    if learned is None:
        return Kept("", "not all six faces are known")
    try:
        named = as_printed(learned, printed, store.free_name("dice set", "dice"))
        store.save_dice_set(named)
        put_in_use(store, dice_set=named.name)
    except ProfileError as error:
        return Kept("", str(error))
    fittings.use_dice_set(named)
    return Kept(named.name)
