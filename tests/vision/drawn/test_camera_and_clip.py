"""The drawn table as a camera in both kinds of time, and as a clip on disk."""

import json
import time
from math import ceil
from pathlib import Path

import numpy as np
import pytest

from vision.camera import Camera, CameraError, CameraState, LatestFrame, open_clip
from vision.drawn import CLEAR_S, TEACHING_ROWS, CupState, DrawnCamera, DrawnError, DrawnTable, write_clip
from vision.pictures import read_picture

SIZE = (480, 270)


def test_virtual_time_is_the_frames_own() -> None:
    """Frame n is at n / fps; the same acts at the same frames give the same pictures as often as they are played."""

    def play() -> list[np.ndarray]:
        camera: Camera = DrawnCamera(drawn := DrawnTable(7, SIZE), 10, real_time=False)
        assert isinstance(camera, DrawnCamera)
        drawn.seat_cup()
        camera.throw("AKQJ8")
        pictures = []
        for number in range(20):
            frame = camera.read()
            assert (frame.index, frame.at_ns) == (number, number * 100_000_000)
            pictures.append(frame.picture)
            if number == 4:
                assert camera.cup is CupState.SEATED
                assert camera.lift_cup() == 400_000_000
        assert camera.cup is CupState.AWAY
        return pictures

    first, second = play(), play()
    assert all(np.array_equal(a, b) for a, b in zip(first, second, strict=True))
    assert [die.face for die in DrawnCamera(DrawnTable(7, SIZE)).truth()] == []


def test_a_whole_turn_seen_through_the_latest_frame() -> None:
    """In real time: cup down, throw, lift; what the thread keeps ends as the open table, and closing ends it."""
    table = DrawnTable(7, SIZE, noise=0)
    camera = DrawnCamera(table, 50)
    with LatestFrame(camera) as latest:
        empty = latest.wait_newer(-1, 5)
        camera.seat_cup()
        camera.throw("AKQJ8")
        time.sleep(0.7)
        assert camera.cup is CupState.SEATED
        lifted_ns = camera.lift_cup()
        end = time.monotonic() + 5
        while (last := latest.latest()) is None or last.at_ns < lifted_ns + 1e9:
            assert time.monotonic() < end
            time.sleep(0.02)
        assert empty is not None
        assert latest.state() is CameraState.LIVE
        changed = np.abs(last.picture.astype(int) - empty.picture).max(axis=2) > 40
        for die in camera.truth():
            x, y = (round(v) for v in die.centre)
            assert changed[y - 4 : y + 4, x - 4 : x + 4].mean() > 0.5
    with pytest.raises(CameraError, match="closed"):
        camera.read()


def test_real_time_keeps_its_pace() -> None:
    """At 40 frames a second ten frames take a quarter of a second; two may be caught up after the slow first one."""
    camera = DrawnCamera(DrawnTable(7, SIZE), 40)
    camera.read()
    began = time.monotonic()
    for _ in range(10):
        camera.read()
    assert time.monotonic() - began > 0.19


def test_a_written_clip_has_the_form_of_a_recorded_one(tmp_path: Path) -> None:
    """Numbered frames, two teaching rows, the box's record, and a truth that fits the pictures."""
    folder = tmp_path / "clip"
    truth = write_clip(folder, "KKKJ7", frames=40, seed=4, size=SIZE)
    clip = open_clip(folder)
    frames = [frame.picture.astype(int) for frame in iter(clip.read, None)]
    record = [json.loads(line) for line in (folder / "box.jsonl").read_text(encoding="utf-8").splitlines()]
    assert record == [
        {"frame": 0, "input": "cup", "level": "seated"},
        {"frame": 15, "input": "cup", "level": "lifted"},
    ]
    assert len(frames) == 40
    assert all(read_picture(folder / f"teach{n}.jpg").shape == (270, 480, 3) for n in range(len(TEACHING_ROWS)))
    assert {face for row in TEACHING_ROWS for face in row} == set("AKQJ87")
    assert "".join(die.face for die in truth.dice) == "KKKJ7"
    assert (truth.lift_starts, truth.clear) == (15, 15 + ceil(CLEAR_S * 30))
    still = [np.abs(frames[n] - frames[0]).mean() for n in (5, truth.lift_starts)]
    assert max(still) < 4
    for die in truth.dice:
        x, y = (round(v) for v in die.centre)
        patch = (slice(y - 3, y + 4), slice(x - 3, x + 4))
        assert np.abs(frames[truth.clear][patch] - frames[-1][patch]).mean() < 12
        assert np.abs(frames[truth.lift_starts][patch] - frames[-1][patch]).mean() > 25


@pytest.mark.parametrize("numbers", [{"frames": 0}, {"lift_frame": -1}, {"fps": 0.0}, {"seed": -1}])
def test_numbers_that_make_no_clip_are_refused(numbers: dict[str, int], tmp_path: Path) -> None:
    """Before anything is written."""
    with pytest.raises(DrawnError, match="expected"):
        write_clip(tmp_path / "clip", "AKQJ8", size=SIZE, **numbers)
    assert not (tmp_path / "clip").exists()


def test_a_longer_clip_is_not_written_over(tmp_path: Path) -> None:
    """Its last frames would be taken for the new clip's end."""
    write_clip(tmp_path, "AK", frames=2, size=SIZE)
    write_clip(tmp_path, "AK", frames=2, size=SIZE)
    with pytest.raises(DrawnError, match="longer clip"):
        write_clip(tmp_path, "AK", frames=1, size=SIZE)
