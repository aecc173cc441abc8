"""A video file as a clip, with real files written by OpenCV."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.camera import CameraError, VideoClip, open_clip
from vision.pictures import encode_jpeg


def film(path: Path, frames: int = 12, fps: float = 25.0) -> Path:
    code = "MJPG" if path.suffix == ".avi" else "mp4v"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*code), fps, (64, 48))
    chance = np.random.default_rng(3)
    for number in range(frames):
        picture = np.full((48, 64, 3), 20 * (number % 12), np.uint8)
        picture[:24] = chance.integers(0, 256, (24, 64, 3))
        writer.write(picture)
    writer.release()
    return path


@pytest.mark.parametrize("suffix", [".avi", ".mp4"])
def test_a_whole_video_gives_all_its_frames(suffix: str, tmp_path: Path) -> None:
    """Frames in order, times from the file's own fps, None at the end."""
    clip = open_clip(film(tmp_path / f"a{suffix}"))
    frames = list(iter(clip.read, None))
    assert clip.fps == 25
    assert [frame.index for frame in frames] == list(range(12)) == list(range(len(clip)))
    assert frames[3].at_ns == 120_000_000
    assert [abs(frame.picture[30:].mean() - 20 * n) < 6 for n, frame in enumerate(frames)] == [True] * 12
    clip.close()


def test_a_given_fps_overrides_the_files(tmp_path: Path) -> None:
    """A slow-motion recording can be played at its true rate."""
    clip = open_clip(film(tmp_path / "a.avi"), 50)
    clip.read()
    frame = clip.read()
    assert frame is not None
    assert frame.at_ns == 20_000_000


def test_a_video_cut_off_in_the_middle_ends_in_an_error(tmp_path: Path) -> None:
    """What was decoded comes first, then how many of how many came."""
    path = film(tmp_path / "a.avi", 40)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    clip = VideoClip(path)
    frames = 0
    with pytest.raises(CameraError, match=r"found \d+ of 40; the video is cut off"):
        while clip.read() is not None:
            frames += 1
    assert 0 < frames < 40


def test_a_video_cut_off_before_its_index_cannot_be_opened(tmp_path: Path) -> None:
    """MP4 keeps its index at the end; without it there is nothing to play."""
    path = film(tmp_path / "a.mp4", 40)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    with pytest.raises(CameraError, match="cannot be opened"):
        VideoClip(path)


def test_a_single_picture_is_no_video(tmp_path: Path) -> None:
    """OpenCV would play the whole numbered sequence from it without a word."""
    path = tmp_path / "000.jpg"
    path.write_bytes(encode_jpeg(np.zeros((8, 8, 3), np.uint8)))
    with pytest.raises(CameraError, match="single picture; give the folder"):
        open_clip(path)


def test_a_text_file_is_no_video(tmp_path: Path) -> None:
    """The message says what to do."""
    path = tmp_path / "notes.txt"
    path.write_text("not a video", encoding="utf-8")
    with pytest.raises(CameraError, match=r"notes\.txt.*cannot be opened.*MP4"):
        open_clip(path)
