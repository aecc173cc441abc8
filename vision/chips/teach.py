"""Teaching the colours of a chip set: its stacks side by side, shown once."""

from datetime import UTC, datetime
from pathlib import Path

import cv2
import numpy as np

from calibration.profiles.pieces_file import PieceSet
from vision.chips.colours import PALE, REACH, ChipColour, hue_of, lab_of, off_the_table
from vision.chips.read import ChipSet
from vision.pictures import Picture

#: A stack covers at least this share of the picture, and the smallest this share of the largest.
STACK, ALIKE = 0.001, 0.25


class ChipSetError(ValueError):
    """A chip set cannot be learnt, read or written; the message says what was expected, what was found, what to do."""


def teach_chips(picture: Picture, names: tuple[str, ...]) -> ChipSet:
    """The colours of stacks that stand apart from each other, named from left to right.

    Raises `ChipSetError` where another number of coloured things stands out, or two colours are too alike.
    """
    lab = lab_of(picture)
    coloured = np.hypot(lab[..., 1], lab[..., 2]) > PALE
    mask = (off_the_table(lab) & coloured).astype(np.uint8)
    mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8)), np.uint8)
    count, labels, boxes, middles = cv2.connectedComponentsWithStats(mask, connectivity=8)
    areas = boxes[1:, cv2.CC_STAT_AREA].astype(float)
    least = max(STACK * mask.size, ALIKE * areas.max(initial=0.0))
    stacks = [number for number in range(1, count) if boxes[number, cv2.CC_STAT_AREA] >= least]
    if len(stacks) != len(names):
        raise ChipSetError(
            f"expected {len(names)} coloured stacks apart from each other on a plain table, found {len(stacks)}; "
            "white, grey and black chips cannot be told"
        )
    stacks.sort(key=lambda number: float(middles[number][0]))
    colours = tuple(
        ChipColour(name, round(hue_of(np.median(lab[labels == number], axis=0)), 1))
        for name, number in zip(names, stacks, strict=True)
    )
    for i, one in enumerate(colours):
        for other in colours[i + 1 :]:
            if abs((one.hue - other.hue + 180) % 360 - 180) < REACH:
                raise ChipSetError(f"{one.name} and {other.name} are too alike to be told apart; choose another colour")
    return ChipSet(colours)


def pieces_of_chips(chips: ChipSet, name: str, created: str) -> PieceSet:
    """A chip set as pieces of a profile; created: ISO 8601 with time zone."""
    order = {f"colour{i}": colour.name for i, colour in enumerate(chips.colours)}
    hues = {f"hue{i}": colour.hue for i, colour in enumerate(chips.colours)}
    return PieceSet("chips", name, created, texts=order, numbers={"thickness": chips.thickness, **hues})


def chips_of_pieces(pieces: PieceSet) -> ChipSet:
    """Back again. Raises `ChipSetError` where something is missing."""
    try:
        colours = tuple(
            ChipColour(pieces.texts[f"colour{i}"], pieces.numbers[f"hue{i}"] % 360) for i in range(len(pieces.texts))
        )
        chips = ChipSet(colours, pieces.numbers["thickness"])
    except KeyError as error:
        raise ChipSetError(f"{pieces.name}: expected {error.args[0]}, found nothing; teach the chips again") from error
    if not colours or not 0.5 < chips.thickness < 20:
        raise ChipSetError(
            f"{pieces.name}: expected colours, and a thickness between 0.5 and 20 mm; teach the chips again"
        )
    return chips


def save_chips(chips: ChipSet, path: Path) -> None:
    """Writes a chip set as a profile. Raises `ChipSetError` for a name that does not end in .toml."""
    if path.suffix != ".toml":
        raise ChipSetError(f"{path}: expected a name that ends in .toml")
    pieces_of_chips(chips, path.stem, datetime.now(UTC).isoformat(timespec="seconds")).save(path)


def load_chips(path: Path) -> ChipSet:
    """The chip set in a file. Raises `ChipSetError` or `ProfileError` for a file that holds none."""
    return chips_of_pieces(PieceSet.load(path, "chips"))
