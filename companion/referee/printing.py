"""What is printed on the dice of a table: 10 and 9 on many sets, where the rules write 8 and 7 (M1)."""

from collections.abc import Callable
from functools import cache
from typing import Final, TypeAlias

from calibration.dice_set import DiceSet, DiceSetError
from companion.games.dice import LETTERS, Face, Printing
from companion.journal.errors import JournalError
from companion.referee.events import Parts

Prints: TypeAlias = Callable[[Parts | None], Printing]
"""What stands on the dice that these parts were read with: within a match the set may change."""

_PAIRS: Final = {"10": "9", "8": "7"}
"""What goes with what on the two lowest faces, the red one's print and the black one's."""


def printing_of(dice_set: DiceSet | None) -> Printing:
    """Of this taught set; as the rules write them where none was taught.

    Where one of the two lowest faces was taught and the other not, they are printed alike: 10 and 9, or 8 and 7.
    """
    if dice_set is None:
        return LETTERS
    printed = {Face.parse(taught.face): taught.label for taught in dice_set.faces.values()}
    for red, black in _PAIRS.items():
        if printed.get(Face.RED) == red:
            printed.setdefault(Face.BLACK, black)
        elif printed.get(Face.BLACK) == black:
            printed.setdefault(Face.RED, red)
    return LETTERS | printed


def printing_of_match(parts: Parts | None, read: Callable[[str], bytes]) -> Printing:
    """Of the dice with which a match is played; as the rules write them where its set is not to be had.

    read: the evidence of this SHA-256.
    """
    if parts is None or parts.profile is None:
        return LETTERS
    try:
        return printing_of(DiceSet.from_bytes(read(parts.profile.evidence), parts.profile.name))
    except (DiceSetError, JournalError):
        return LETTERS


def prints_by(read: Callable[[str], bytes]) -> Prints:
    """As `printing_of_match`; each set is read once."""
    return cache(lambda parts: printing_of_match(parts, read))


def as_the_rules_write(_: Parts | None) -> Printing:
    """Where nobody can tell what stands on the dice."""
    return LETTERS
