"""A folder of numbered pictures as a clip."""

from pathlib import Path

import numpy as np
import pytest

from vision.camera import CameraError, FolderClip, open_clip
from vision.pictures import encode_jpeg


def fill(folder: Path, *names: str, size: tuple[int, int] = (32, 24)) -> Path:
    folder.mkdir(exist_ok=True)
    for name in names:
        level = 10 * int("".join(c for c in name if c.isdigit()) or 0) % 250
        (folder / name).write_bytes(encode_jpeg(np.full((size[1], size[0], 3), level, np.uint8)))
    return folder


def test_frames_come_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    """2 comes before 10, the index is the number in the name, time follows from the fps, other files are left."""
    folder = fill(tmp_path, *(f"{n}.jpg" for n in range(12)), "teach0.jpg", "cover.png")
    (folder / "box.jsonl").write_text("", encoding="utf-8")
    clip = open_clip(folder, 20)
    frames = list(iter(clip.read, None))
    assert [frame.index for frame in frames] == list(range(12)) == list(range(len(clip)))
    assert [round(frame.picture.mean()) for frame in frames] == [10 * n for n in range(12)]
    assert [frame.at_ns for frame in frames] == [n * 50_000_000 for n in range(12)]
    assert clip.read() is None


def test_numbers_may_begin_at_one(tmp_path: Path) -> None:
    """Many tools number from 1; the index stays the number in the name."""
    frame = FolderClip(fill(tmp_path, "001.jpg", "002.jpg")).read()
    assert frame is not None
    assert frame.index == 1


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (["teach0.jpg"], "expected numbered pictures such as 000.jpg, found none among 1 files"),
        (["000.jpg", "001.jpg", "004.jpg"], r"expected picture 2 after 001.jpg, found 004.jpg; 2 pictures are missing"),
        (["005.jpg", "006.jpg"], "number 0 or 1, found 5; the start of the clip is missing"),
        (["000.jpg", "001.jpg", "1.jpg"], "picture 1 is there twice"),
    ],
)
def test_a_broken_numbering_is_refused(names: list[str], message: str, tmp_path: Path) -> None:
    """No frames, a gap, a missing start, a number twice."""
    with pytest.raises(CameraError, match=message):
        FolderClip(fill(tmp_path, *names))


def test_a_truncated_picture_is_named_before_anything_is_read(tmp_path: Path) -> None:
    """Opening alone finds the cut file in the middle of the clip."""
    path = fill(tmp_path, "000.jpg", "001.jpg", "002.jpg") / "001.jpg"
    path.write_bytes(path.read_bytes()[:-40])
    with pytest.raises(CameraError, match=r"001\.jpg.*cut off"):
        FolderClip(tmp_path)


def test_another_size_is_refused(tmp_path: Path) -> None:
    """Pictures of two cameras are no clip."""
    fill(tmp_path, "000.jpg", "001.jpg")
    fill(tmp_path, "002.jpg", size=(64, 24))
    with pytest.raises(CameraError, match=r"002\.jpg: expected 32 x 24.*found 64 x 24"):
        FolderClip(tmp_path)


def test_a_picture_that_goes_bad_after_opening_is_a_camera_error(tmp_path: Path) -> None:
    """A card pulled while the clip plays ends in the same clear error."""
    clip = FolderClip(fill(tmp_path, "000.jpg", "001.jpg"))
    clip.read()
    (tmp_path / "001.jpg").unlink()
    with pytest.raises(CameraError, match=r"001\.jpg.*no file"):
        clip.read()


@pytest.mark.parametrize("fps", [0, -1, float("nan"), float("inf"), 1e6])
def test_an_impossible_fps_is_refused(fps: float, tmp_path: Path) -> None:
    """Times would be nonsense."""
    with pytest.raises(CameraError, match="frames a second"):
        FolderClip(fill(tmp_path, "000.jpg"), fps)


def test_nothing_there_and_a_closed_clip_are_told(tmp_path: Path) -> None:
    """A wrong name, and reading after closing."""
    with pytest.raises(CameraError, match="found nothing"):
        open_clip(tmp_path / "no such clip")
    clip = FolderClip(fill(tmp_path, "000.jpg"))
    clip.close()
    clip.close()
    with pytest.raises(CameraError, match="closed"):
        clip.read()


def test_the_recorded_lifts_open(data: Path) -> None:
    """The real clips hold 60 frames of 960 x 540."""
    clip = open_clip(data / "lifts" / "lift_00150")
    frame = clip.read()
    assert len(clip) == 60
    assert frame is not None
    assert frame.picture.shape == (540, 960, 3)
