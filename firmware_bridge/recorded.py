"""Box records: what a box said during a recorded clip, one JSON object a line, timed by the clip's frames.

{"frame": 0, "input": "cup", "level": "seated"}
{"frame": 15, "input": "cup", "level": "lifted"}
"""

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NoReturn

from firmware_bridge.events import BoxEvent, Input, levels_of

MAX_BYTES: Final = 8 * 1024 * 1024
"""A long evening is some hundred kilobytes; more than this is not a box record."""
MAX_LINE_BYTES: Final = 1000
MAX_FRAME: Final = 2**31 - 1


class BoxRecordError(ValueError):
    """A box record that cannot be used; the message names file and line, what was expected and what was found."""


@dataclass(frozen=True, slots=True)
class RecordedEvent:
    """An event and the frame of the clip, counted from 0, with which it happened."""

    frame: int
    event: BoxEvent
    """Its `at_ns` counts from frame 0."""


@dataclass(frozen=True, slots=True)
class _Place:
    path: Path
    line: int

    def fail(self, expected: str, found: object) -> NoReturn:
        raise BoxRecordError(f"{self.path}, line {self.line}: expected {expected}; found {_shown(found)}") from None


def _shown(found: object) -> str:
    text = found if isinstance(found, str) else repr(found)
    return text if len(text) <= 80 else text[:77] + "..."


def read_record(path: Path, fps: float) -> tuple[RecordedEvent, ...]:
    """Read a whole box record against a clip of `fps` frames a second; an empty file is a record of nothing.

    Keys beyond frame, input and level are ignored, and so are empty lines.

    Raises:
        BoxRecordError: the file cannot be read or is too large; `fps` is no positive number; a line is not UTF-8, is
            no JSON object, lacks a key or has one twice, names an unknown input or a level this input does not have, or
            its frame is no whole number from 0 or lies before the frame of the line above.
    """
    if not (math.isfinite(fps) and fps > 0):
        raise BoxRecordError(f"{path}: expected a frame rate above 0 to time this record; found {fps}")
    events: list[RecordedEvent] = []
    for number, line in enumerate(_content(path).split(b"\n"), start=1):
        if line.strip():
            earliest = events[-1].frame if events else 0
            events.append(_event(line, _Place(path, number), earliest, fps))
    return tuple(events)


def _content(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise BoxRecordError(f"{path}: expected a box record; it cannot be read ({error})") from error
    if len(content) > MAX_BYTES:
        raise BoxRecordError(f"{path}: expected a box record of at most {MAX_BYTES} bytes; found a larger file")
    return content


def _event(line: bytes, place: _Place, earliest: int, fps: float) -> RecordedEvent:
    row = _row(line, place)
    frame = row.get("frame")
    if not isinstance(frame, int) or isinstance(frame, bool) or not 0 <= frame <= MAX_FRAME:
        place.fail(f"a whole 'frame' from 0 to {MAX_FRAME}", row.get("frame", "none"))
    if frame < earliest:
        place.fail(f"frames in order, so at least frame {earliest}", frame)
    try:
        which = Input(str(row.get("input")))
    except ValueError:
        place.fail("'input' to be one of " + ", ".join(Input), row.get("input", "none"))
    level = next((known for known in levels_of(which) if known == row.get("level")), None)
    if level is None:
        place.fail(f"'level' of '{which}' to be one of " + ", ".join(levels_of(which)), row.get("level", "none"))
    return RecordedEvent(frame, BoxEvent(which, level, at_ns=round(frame * 1_000_000_000 / fps)))


def _row(line: bytes, place: _Place) -> dict[str, object]:
    if len(line) > MAX_LINE_BYTES:
        place.fail(f"a line of at most {MAX_LINE_BYTES} bytes", f"{len(line)} bytes")
    try:
        text = line.decode("utf-8-sig" if place.line == 1 else "utf-8")
    except UnicodeDecodeError as error:
        place.fail("UTF-8 text", f"byte 0x{line[error.start]:02x} at column {error.start + 1}")
    try:
        row = json.loads(text, object_pairs_hook=_once)
    except (ValueError, RecursionError) as error:
        place.fail("one JSON object", f"{_shown(text.strip())} ({error})")
    if not isinstance(row, dict):
        place.fail("one JSON object", text.strip())
    return row


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    row = dict(pairs)
    if len(row) != len(pairs):
        raise ValueError("a key stands twice")
    return row
