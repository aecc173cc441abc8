"""A small recorded clip made of drawn pictures: the cup is lifted off five dice, with the box's record of it."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil
from pathlib import Path

from vision.drawn.cup import CLEAR_S
from vision.drawn.dice import DieTruth, DrawnError
from vision.drawn.table import DrawnTable
from vision.pictures import encode_jpeg

#: The two rows that show every face of the drawn set; the second repeats some, as a set has only five dice.
TEACHING_ROWS = ("AKQJ8", "7AKQJ")


@dataclass(frozen=True, slots=True, eq=False)
class ClipTruth:
    """What is true about a written clip.

    lift_starts: the last frame with the cup still seated, which the box's record names. clear: the first frame on which
    every die is clear of the cup and its shadow. dice: as `DrawnTable.truth`.
    """

    lift_starts: int
    clear: int
    dice: tuple[DieTruth, ...]


def write_clip(
    folder: Path,
    faces: Iterable[str],
    *,
    fps: float = 30.0,
    frames: int = 60,
    lift_frame: int = 15,
    seed: int = 0,
    size: tuple[int, int] = (960, 540),
) -> ClipTruth:
    """Writes 000.jpg, 001.jpg, ..., teach0.jpg and teach1.jpg (`TEACHING_ROWS`) and box.jsonl into `folder`.

    `folder` is made if need be. Raises `DrawnError` for faces that there are not, numbers that make no clip, and a
    folder that holds a longer clip, whose end would follow ours; `OSError` where nothing can be written.
    """
    if not (frames >= 1 and lift_frame >= 0 and 0 < fps <= 1000):
        raise DrawnError(
            "expected at least one frame, a lift at frame 0 or later and 0 to 1000 frames a second, "
            f"found {frames}, {lift_frame} and {fps}"
        )
    if (folder / f"{frames:03d}.jpg").exists():
        raise DrawnError(f"{folder}: expected an empty folder, found a longer clip in it; choose another or empty it")
    table = DrawnTable(seed, size)
    table.seat_cup()
    table.throw(faces)
    table.lift_cup(lift_frame / fps)
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(frames):
        (folder / f"{number:03d}.jpg").write_bytes(encode_jpeg(table.frame(number / fps)))
    for number, row in enumerate(TEACHING_ROWS):
        (folder / f"teach{number}.jpg").write_bytes(encode_jpeg(table.teaching_row(row)))
    levels = [(0, "seated")] + ([(lift_frame, "lifted")] if lift_frame < frames else [])
    record = "".join(json.dumps({"frame": at, "input": "cup", "level": level}) + "\n" for at, level in levels)
    (folder / "box.jsonl").write_text(record, encoding="utf-8")
    return ClipTruth(lift_frame, lift_frame + ceil(CLEAR_S * fps), table.truth())
