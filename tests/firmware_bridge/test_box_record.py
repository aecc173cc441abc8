"""Box records are read exactly, and a damaged one is refused with file, line, expected and found."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.events import BoxEvent, Input, Level, levels_of
from firmware_bridge.recorded import MAX_BYTES, BoxRecordError, RecordedEvent, read_record

LIFT = '{"frame": 15, "input": "cup", "level": "lifted"}'


def _write(folder: Path, content: str | bytes) -> Path:
    path = folder / "box.jsonl"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def test_a_lift_is_read_with_its_frame_and_time(tmp_path: Path) -> None:
    """Frame 15 at 30 fps happened half a second after frame 0."""
    record = read_record(_write(tmp_path, LIFT + "\n\n"), 30)
    assert record == (RecordedEvent(15, BoxEvent(Input.CUP, Level.LIFTED, at_ns=500_000_000)),)


def test_every_input_and_level_is_understood(tmp_path: Path) -> None:
    """What the vocabulary holds can be recorded, several events in one frame too."""
    rows = [(which, level) for which in Input for level in levels_of(which)]
    lines = [json.dumps({"frame": 7, "input": which, "level": level}) for which, level in rows]
    record = read_record(_write(tmp_path, "\r\n".join(lines)), 29.97)
    assert [(r.event.input, r.event.level) for r in record] == rows


def test_an_empty_record_holds_nothing(tmp_path: Path) -> None:
    """A clip in which the box kept silent is legal."""
    assert read_record(_write(tmp_path, ""), 30) == ()


def test_the_recorded_lifts_are_read(data: Path) -> None:
    """The records beside the clips of lifts: the cup is seated first, then lifted."""
    records = sorted((data / "lifts").glob("*/box.jsonl"))
    assert records
    for path in records:
        levels = [r.event.level for r in read_record(path, 30)]
        assert levels == [Level.SEATED, Level.LIFTED]


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ('{"frame": 15, "input": "cup", "lev', "one JSON object"),
        ("[15]", "one JSON object"),
        ("[" * 900, "one JSON object"),
        ('{"frame": 1, "frame": 2, "input": "cup", "level": "lifted"}', "twice"),
        ('{"input": "cup", "level": "lifted"}', "'frame'"),
        ('{"frame": -1, "input": "cup", "level": "lifted"}', "'frame'"),
        ('{"frame": 15.0, "input": "cup", "level": "lifted"}', "'frame'"),
        ('{"frame": true, "input": "cup", "level": "lifted"}', "'frame'"),
        ('{"frame": NaN, "input": "cup", "level": "lifted"}', "'frame'"),
        ('{"frame": 99999999999999999999, "input": "cup", "level": "lifted"}', "'frame'"),
        ('{"frame": 14, "input": "cup", "level": "seated"}', "at least frame 15"),
        ('{"frame": 15, "input": "lid", "level": "lifted"}', "'input'"),
        ('{"frame": 15, "input": ["cup"], "level": "lifted"}', "'input'"),
        ('{"frame": 15, "input": "cup", "level": "pressed"}', "seated, lifted, stuck"),
        ('{"frame": 15, "input": "call", "level": {}}', "released, pressed, stuck"),
        (b'{"frame": 15, "input": "cup", "level": "lift\xe9"}', "byte 0xe9 at column 45"),
        ('{"frame": 15' + " " * 1000 + "}", "at most 1000 bytes"),
    ],
)
def test_a_malformed_line_is_named(tmp_path: Path, line: str | bytes, named: str) -> None:
    """The message names the file, line 2, and what was expected."""
    bad = line.encode() if isinstance(line, str) else line
    path = _write(tmp_path, LIFT.encode() + b"\n" + bad)
    with pytest.raises(BoxRecordError) as caught:
        read_record(path, 30)
    assert f"{path}, line 2: expected" in str(caught.value)
    assert named in str(caught.value)


@pytest.mark.parametrize("fps", [0, -30, float("nan"), float("inf")])
def test_a_useless_frame_rate_is_refused(tmp_path: Path, fps: float) -> None:
    """A clip that tells no frame rate cannot time a record."""
    with pytest.raises(BoxRecordError, match="frame rate"):
        read_record(_write(tmp_path, LIFT), fps)


def test_files_that_are_no_record_are_refused(tmp_path: Path) -> None:
    """Absent, a folder, or far too large."""
    for path in (tmp_path / "absent.jsonl", tmp_path):
        with pytest.raises(BoxRecordError, match="cannot be read"):
            read_record(path, 30)
    with pytest.raises(BoxRecordError, match="larger file"):
        read_record(_write(tmp_path, b" " * (MAX_BYTES + 1)), 30)


@given(st.binary(max_size=300))
def test_no_content_ends_in_another_error(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    """Whatever the bytes, the answer is a record or a BoxRecordError."""
    path = tmp_path_factory.getbasetemp() / "any.jsonl"
    path.write_bytes(content)
    try:
        read_record(path, 30)
    except BoxRecordError as error:
        assert str(path) in str(error)


def test_an_event_refuses_a_level_of_another_input() -> None:
    """A cup cannot be pressed."""
    with pytest.raises(ValueError, match="seated, lifted, stuck"):
        BoxEvent(Input.CUP, Level.PRESSED, at_ns=0)
