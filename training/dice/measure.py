"""Read the drawn throws of labelled dice sets, each set taught from its two rows or not at all, and score the readings.

    python -m training.dice.measure DATA SCORE.py OUT [--mode taught|untaught|found] [--profile]

DATA is the folder of labelled pictures (dice/rendered, dice/pips), SCORE.py the scorer. How many dice lie there is not
given, and there is no slow second look. The sets in UNSEEN were neither looked at nor tuned on: they are scored apart.
`found` asks only where dice lie, on the photographs. --profile: the camera stands where its set's teaching row says.
"""

import argparse
import json
import logging
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration.dice_set import DiceSet
from calibration.dice_view import DiceView
from calibration.lens import Lens
from calibration.table import TableProfile
from vision.dice.read import read_dice
from vision.dice.teach import TeachError, teach_dice_set
from vision.pictures import Picture, read_picture
from vision.readings import dice_line

UNSEEN = frozenset({102, 105, 108, 110})
Row = dict[str, Any]
log = logging.getLogger(__name__)


def taught(photos: Sequence[tuple[Picture, Sequence[str]]], name: str) -> DiceSet | None:
    """The set of these rows as `companion teach dice-set` learns it; where it refuses, of the first row it accepts.

    What is refused is logged. None where every row is.
    """
    refused: list[TeachError] = []
    try:
        learned = teach_dice_set(photos, name, refuse=refused.append)
    except TeachError as bad:
        log.warning("%s, %d rows: refused (%s)", name, len(photos), bad)
        if len(photos) == 1:
            return None
        return next((found for photo in photos if (found := taught([photo], name))), None)
    rows = len(photos) - len(refused)
    log.info("%s: taught by %d %s: %s", name, rows, "row" if rows == 1 else "rows", " ".join(learned.faces))
    return learned


def profile_of(view: DiceView, edge_mm: float) -> TableProfile:
    """The table as a camera sees it that stands as `view` says over dice of this edge."""
    sin, cos = np.sin(view.elevation), np.cos(view.elevation)
    lens = Lens(view.width, view.height, (view.focal, view.focal), (view.width / 2, view.height / 2))
    axes = np.array([[1.0, 0.0, 0.0], [0.0, -sin, -cos], [0.0, cos, -sin]])
    return TableProfile.of(lens, axes, -axes @ np.array([0.0, 0.0, (view.distance + 1) * edge_mm]))


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("score", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--mode", choices=["taught", "untaught", "found"], default="taught")
    parser.add_argument("--profile", action="store_true", help="with the camera's place as the teaching row tells it")
    args = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    cv2.setNumThreads(1)
    args.out.mkdir(parents=True, exist_ok=True)
    folder = args.data / "dice" / ("pips" if args.mode == "found" else "rendered")
    labels = [json.loads(line) for line in (folder / labels_in(args.mode)).open()]
    if args.mode == "found":
        said = [_told(folder, row) for row in labels]
        _score(args.score, "found", args.out / "pips", labels, said)
        return
    throws = [row for row in labels if not row["enrol"]]
    said = []
    for number in sorted({row["set"] for row in labels}):
        rows = [row for row in labels if row["set"] == number and row["enrol"]]
        learned = None
        if args.mode == "taught" or args.profile:
            learned = taught([(read_picture(folder / row["file"]), row["enrol"]) for row in rows], f"set {number}")
        profile = profile_of(learned.view, rows[0]["size_mm"]) if args.profile and learned is not None else None
        if args.mode == "taught" and learned is None:
            continue
        dice_set = learned if args.mode == "taught" else None
        said += [_told(folder, row, dice_set, profile) for row in throws if row["set"] == number]
    parts = {
        "unseen": lambda row: row["set"] in UNSEEN,
        "looked-at": lambda row: row["set"] not in UNSEEN,
        "all": lambda _: True,
    }
    mode = args.mode + ("-profile" if args.profile else "")
    for part, belongs in parts.items():
        _score(args.score, "dice", args.out / f"{mode}-{part}", [row for row in throws if belongs(row)], said)


def labels_in(mode: str) -> str:
    """The name of the labels' file."""
    return "labels.jsonl" if mode == "found" else "truth.jsonl"


def _told(folder: Path, row: Row, dice_set: DiceSet | None = None, profile: TableProfile | None = None) -> Row:
    picture = read_picture(folder / row["file"])
    begun = time.perf_counter()
    readings = read_dice(picture, dice_set, profile=profile, thorough=False)
    return dice_line(row["file"], readings, 1000 * (time.perf_counter() - begun))


def _score(score: Path, kind: str, out: Path, labels: Sequence[Row], said: Sequence[Row]) -> None:
    """Writes both beside each other and lets the scorer print its figures."""
    kept, told = out.with_name(f"{out.name}-labels.jsonl"), out.with_name(f"{out.name}.jsonl")
    kept.write_text("".join(json.dumps(row) + "\n" for row in labels))
    told.write_text("".join(json.dumps(row) + "\n" for row in said))
    log.info("%s", out.name)
    subprocess.run([sys.executable, str(score), kind, str(kept), str(told), "--verbose"], check=True)


if __name__ == "__main__":
    main()
