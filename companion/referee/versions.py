"""The versions behind the readings of a table, as the journal keeps them."""

from collections.abc import Callable
from importlib.metadata import version

from calibration.dice_set import DiceSet
from companion.referee.events import Parts, Profile
from vision.version import reader_version


def table_parts(dice_set: DiceSet | None, keep: Callable[[bytes], str], firmware: str = "") -> Parts:
    """This companion, its readers, and the taught set, whose file is kept as evidence.

    `keep` stores bytes and gives their SHA-256: without the set, nobody could read the pictures again.
    """
    profile = None if dice_set is None else Profile(dice_set.name, keep(dice_set.text().encode()))
    return Parts(version("cubilete"), reader_version("dice"), profile, firmware, reader_version("cards"))
