"""Run the chip reader over labelled tables and score it, development and unseen parts apart.

    python -m training.chips.measure DATA [--part development|unseen|all] [--draw OUT]

DATA is the folder of labelled pictures (cards/rendered). A picture is unseen when the first byte of the SHA-256 of its
name is a multiple of three, as with the cards. A pile is right where exactly one reading of its colour lies there and
tells its number; wrong and sure is the worst. Piles whose middle the picture does not show are not asked for.
"""

import argparse
import json
import math
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2

from training.cards.measure import is_unseen
from vision.cards.read import read_cards
from vision.chips.read import ChipReading, read_chips
from vision.pictures import Picture, read_picture

#: A reading belongs to a pile within so many widths of the picture.
THERE = 0.055


@dataclass(frozen=True, slots=True)
class Told:
    """One pile of the table and what was told of it: None where it was not found."""

    colour: str
    count: int
    asked: bool
    reading: ChipReading | None

    @property
    def right(self) -> bool:
        """Colour and number."""
        return self.reading is not None and self.reading.count == self.count


def told_of(
    piles: list[dict[str, Any]], readings: tuple[ChipReading, ...], width: int
) -> tuple[list[Told], list[ChipReading]]:
    """Each labelled pile with its reading, and the readings that belong to none."""
    free = list(readings)
    told = []
    for pile in piles:
        near = [r for r in free if r.colour == pile["colour"] and math.dist(r.centre, pile["at"]) < THERE * width]
        reading = min(near, key=lambda r: math.dist(r.centre, pile["at"]), default=None)
        if reading is not None:
            free.remove(reading)
        told.append(Told(pile["colour"], pile["count"], pile["inside"], reading))
    return told, free


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--part", choices=["development", "unseen", "all"], default="development")
    parser.add_argument("--draw", type=Path, help="folder for the pictures with what was told")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    folder = args.data / "cards" / "rendered"
    every: list[Told] = []
    invented: list[ChipReading] = []
    times = []
    for row in _rows(folder, args.part):
        picture = read_picture(folder / row["file"])
        cards = read_cards(picture)
        begun = time.process_time()
        readings = read_chips(picture, cards)
        times.append(time.process_time() - begun)
        told, extra = told_of(row["chips"], readings, picture.shape[1])
        every += told
        invented += extra
        for one in told:
            said = "not found" if one.reading is None else f"{one.reading.count} {'sure' if one.reading.sure else '?'}"
            where = "" if one.asked else " (outside)"
            print(f"{row['file']} {one.count} {one.colour}{where}: {said} {'' if one.right else 'WRONG'}")  # noqa: T201
        for reading in extra:
            print(f"{row['file']} invented: {reading.count} {reading.colour} {reading.sure}")  # noqa: T201
        if args.draw:
            args.draw.mkdir(parents=True, exist_ok=True)
            cv2.imwrite(str(args.draw / row["file"]), _drawn(picture, readings))
    asked = [one for one in every if one.asked]
    sure = [one for one in every if one.reading is not None and one.reading.sure]
    figures = {
        "piles": len(asked),
        "right": sum(one.right for one in asked),
        "found": sum(one.reading is not None for one in asked),
        "sure": len(sure),
        "surely_wrong": sum(not one.right for one in sure) + sum(reading.sure for reading in invented),
        "invented": len(invented),
        "seconds": round(sorted(times)[len(times) // 2], 2) if times else None,
    }
    print(json.dumps(figures))  # noqa: T201


def _rows(folder: Path, part: str) -> Iterator[dict[str, Any]]:
    for line in (folder / "truth.jsonl").read_text().splitlines():
        row = json.loads(line)
        if part == "all" or is_unseen(row["file"]) == (part == "unseen"):
            yield row


def _drawn(picture: Picture, readings: tuple[ChipReading, ...]) -> Picture:
    drawn = picture.copy()
    for reading in readings:
        x, y = (round(v) for v in reading.centre)
        text = f"{reading.count} {reading.colour}{'' if reading.sure else '?'}"
        for colour, thick in (((0, 0, 0), 4), ((255, 255, 255), 1)):
            cv2.putText(drawn, text, (x - 40, y), cv2.FONT_HERSHEY_SIMPLEX, 0.8, colour, thick, cv2.LINE_AA)
    return drawn


if __name__ == "__main__":
    main()
