"""Teaching the colours of a chip set, and how large a chip is: its stacks side by side, shown once."""

import math
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.advice import Advice, Say, advise
from calibration.profiles.pieces_file import PieceSet
from calibration.table import TableProfile
from vision.chips.colours import PALE, REACH, ChipColour, hue_of, lab_of, off_the_table
from vision.chips.read import ChipSet, radius_seen
from vision.chips.tops import RADII
from vision.pictures import Picture
from vision.readings import Quad

#: A stack covers at least this share of the picture, and the smallest this share of the largest.
STACK, ALIKE = 0.001, 0.25
#: A circle that fits into a stack covers at least this share of it; of the lines printed on a mat 0.1 at most.
ROUND = 0.3
#: Diameters in mm of chips that can be read.
DIAMETERS = (2 * RADII[0], 2 * RADII[1])


class ChipSetError(ValueError):
    """A chip set cannot be learnt, read or written; the message says what was expected, what was found, what to do.

    advice: the same for whoever put the stacks down, where that is what went wrong.
    """

    def __init__(self, text: str, advice: Advice | None = None) -> None:
        super().__init__(text)
        self.advice = advice


@dataclass(frozen=True, slots=True)
class Stack:
    """Something coloured that stands out from the table: its corners in pixels, and its hue (see `ChipColour`)."""

    quad: Quad
    hue: float


def teach_chips(
    picture: Picture, names: tuple[str, ...], profile: TableProfile | None = None, diameter: float | None = None
) -> ChipSet:
    """The colours of stacks that stand apart from each other, named from left to right, and how large a chip is.

    profile: of the table on which they stand, by which they are measured; diameter: in mm, where it is known. Raises
    `ChipSetError` where another number of coloured things stands out, or two colours are too alike.
    """
    stacks = find_stacks(picture)
    if len(stacks) != len(names):
        raise ChipSetError(
            f"expected {len(names)} coloured stacks apart from each other on a plain table, found {len(stacks)}; "
            "white, grey and black chips cannot be told",
            advise(Say.TEACH_STACKS, seen=len(stacks), wanted=len(names)),
        )
    colours = tuple(ChipColour(name, stack.hue) for name, stack in zip(names, stacks, strict=True))
    for i, one in enumerate(colours):
        for other in colours[i + 1 :]:
            if abs((one.hue - other.hue + 180) % 360 - 180) < REACH:
                raise ChipSetError(
                    f"{one.name} and {other.name} are too alike to be told apart; choose another colour",
                    advise(Say.TEACH_COLOURS, one=one.name, other=other.name),
                )
    chips = ChipSet(colours)
    if diameter is not None:
        return replace(chips, radius=diameter / 2)
    radius = radius_seen(picture, chips, profile) if profile is not None else None
    return replace(chips, radius=None if radius is None else round(radius, 1))


def find_stacks(picture: Picture) -> tuple[Stack, ...]:
    """The coloured stacks that stand apart from each other on a plain table or a mat (BGR), left to right."""
    lab = lab_of(picture)
    coloured = np.hypot(lab[..., 1], lab[..., 2]) > PALE
    mask = (off_the_table(lab) & coloured).astype(np.uint8)
    mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8)), np.uint8)
    count, labels, boxes, middles = cv2.connectedComponentsWithStats(mask, connectivity=8)
    areas = boxes[:, cv2.CC_STAT_AREA].astype(float)
    large = [number for number in range(1, count) if areas[number] >= STACK * mask.size]
    inner = cv2.distanceTransform(mask, cv2.DIST_L2, cv2.DIST_MASK_5)
    wide = [number for number in large if math.pi * inner[labels == number].max() ** 2 > ROUND * areas[number]]
    least = ALIKE * max((areas[number] for number in wide), default=0.0)
    numbers = [number for number in wide if areas[number] >= least]
    numbers.sort(key=lambda number: float(middles[number][0]))
    return tuple(
        Stack(_box(boxes[number]), round(hue_of(np.median(lab[labels == number], axis=0)), 1)) for number in numbers
    )


def _box(stats: NDArray[np.int32]) -> Quad:
    x, y, width, height = (float(v) for v in stats[:4])
    return (x, y), (x + width, y), (x + width, y + height), (x, y + height)


def pieces_of_chips(chips: ChipSet, name: str, created: str) -> PieceSet:
    """A chip set as pieces of a profile; created: ISO 8601 with time zone."""
    order = {f"colour{i}": colour.name for i, colour in enumerate(chips.colours)}
    hues = {f"hue{i}": colour.hue for i, colour in enumerate(chips.colours)}
    size = {} if chips.radius is None else {"diameter": 2 * chips.radius}
    return PieceSet("chips", name, created, texts=order, numbers={"thickness": chips.thickness, **size, **hues})


def chips_of_pieces(pieces: PieceSet) -> ChipSet:
    """Back again. Raises `ChipSetError` where something is missing, or nobody knows what is there."""
    left = dict(pieces.numbers)
    try:
        colours = tuple(
            ChipColour(pieces.texts[f"colour{i}"], left.pop(f"hue{i}") % 360) for i in range(len(pieces.texts))
        )
        # Sets that were taught before chips were measured have no diameter.
        diameter = left.pop("diameter", None)
        chips = ChipSet(colours, left.pop("thickness"), None if diameter is None else diameter / 2)
    except KeyError as error:
        raise ChipSetError(f"{pieces.name}: expected {error.args[0]}, found nothing; teach the chips again") from error
    if left:
        raise ChipSetError(f"{pieces.name}: nobody knows {next(iter(left))}; is it misspelt?")
    if not colours or not 0.5 < chips.thickness < 20:
        raise ChipSetError(
            f"{pieces.name}: expected colours, and a thickness between 0.5 and 20 mm; teach the chips again"
        )
    if diameter is not None and not DIAMETERS[0] <= diameter <= DIAMETERS[1]:
        raise ChipSetError(
            f"{pieces.name}: expected a diameter of {DIAMETERS[0]:g} to {DIAMETERS[1]:g} mm, found {diameter:g}; "
            "teach the chips again"
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
