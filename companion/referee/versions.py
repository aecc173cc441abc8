"""The versions behind the readings of a table, as the journal keeps them."""

from collections.abc import Callable

from calibration.dice_set import DiceSet
from companion import __version__
from companion.referee.events import Parts, Profile
from vision.version import reader_version


def table_parts(dice_set: DiceSet | None, keep: Callable[[bytes], str], firmware: str = "") -> Parts:
    """This companion, its readers, and the taught set, whose file is kept as evidence.

    `keep` stores bytes and gives their SHA-256: without the set, nobody could read the pictures again.
    """
    profile = None if dice_set is None else Profile(dice_set.name, keep(dice_set.text().encode()))
    return Parts(__version__, reader_version("dice"), profile, firmware, reader_version("cards"))
