"""What is printed on the dice of a table: 10 and 9 on many sets, where the rules write 8 and 7 (M1)."""

from collections.abc import Callable

from calibration.dice_set import DiceSet, DiceSetError
from companion.games.dice import LETTERS, Face, Printing
from companion.journal.errors import JournalError
from companion.referee.events import Parts


def printing_of(dice_set: DiceSet | None) -> Printing:
    """Of this taught set; as the rules write them where none was taught."""
    if dice_set is None:
        return LETTERS
    return LETTERS | {Face.parse(taught.face): taught.label for taught in dice_set.faces.values()}


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
