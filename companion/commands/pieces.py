"""Taught pieces as a command names them: by the name under which they are kept, or by their file."""

from pathlib import Path

from calibration.dice_set import DiceSet
from calibration.profiles import default_store
from calibration.profiles.pieces_file import PieceSet, dice_set_of_pieces
from vision.cards.deck import Deck, deck_of_pieces
from vision.chips.read import ChipSet
from vision.chips.teach import chips_of_pieces

_FILES = (".toml", ".json")
#: What every profile has near its beginning.
_PROFILE = b"\nkind = "


def dice_set_named(named: str) -> DiceSet:
    """A kept set, or the one in a file, whether a profile or written by `teach --out`.

    Raises DiceSetError or ProfileError.
    """
    file = Path(named)
    if _is_file(file) and not _is_profile(file):
        return DiceSet.load(file)
    return dice_set_of_pieces(_pieces("dice set", named))


def deck_named(named: str) -> Deck:
    """A kept deck, or the one in a file. Raises DeckError or ProfileError."""
    return deck_of_pieces(_pieces("deck", named))


def chips_named(named: str) -> ChipSet:
    """Kept chips, or those in a file. Raises ChipSetError or ProfileError."""
    return chips_of_pieces(_pieces("chips", named))


def _pieces(kind: str, named: str) -> PieceSet:
    file = Path(named)
    return PieceSet.load(file, kind) if _is_file(file) else default_store().pieces(kind, named)


def _is_file(file: Path) -> bool:
    return file.suffix in _FILES or file.exists() or file.parent != Path()


def _is_profile(file: Path) -> bool:
    try:
        with file.open("rb") as opened:
            return _PROFILE in b"\n" + opened.read(2000)
    except OSError:
        return False
