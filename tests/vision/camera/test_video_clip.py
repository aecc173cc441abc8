"""A video file as a clip, with real files written by OpenCV."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.camera import CameraError, VideoClip, open_clip
from vision.camera.container import promised_length
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


@pytest.mark.parametrize("suffix", [".avi", ".mp4"])
@pytest.mark.parametrize("share", [0.3, 0.9, 0.999])
def test_a_video_cut_off_anywhere_is_told_before_it_is_played(suffix: str, share: float, tmp_path: Path) -> None:
    """Nothing may be decided on the first half of a clip."""
    path = film(tmp_path / f"a{suffix}", 40)
    path.write_bytes(path.read_bytes()[: int(path.stat().st_size * share)])
    with pytest.raises(CameraError, match=r"expected \d+ bytes, found \d+ of \d+; the video is cut off"):
        VideoClip(path)


def test_a_video_with_fewer_frames_than_it_promises_ends_in_an_error(tmp_path: Path) -> None:
    """Where the container's length was left open: what was decoded comes first, then how many of how many came."""
    path = film(tmp_path / "a.avi", 40)
    data = bytearray(path.read_bytes()[: path.stat().st_size // 2])
    data[4:8] = bytes(4)
    path.write_bytes(data)
    clip = VideoClip(path)
    frames = 0
    with pytest.raises(CameraError, match=r"found \d+ of 40; the video is cut off"):
        while clip.read() is not None:
            frames += 1
    assert 0 < frames < 40


def test_an_mp4_without_its_index_cannot_be_opened(tmp_path: Path) -> None:
    """A camera that lost its power leaves whole parts, but no list of frames."""
    path = film(tmp_path / "a.mp4", 40)
    data = path.read_bytes()
    path.write_bytes(data[: data.rindex(b"moov") - 4])
    with pytest.raises(CameraError, match="cannot be opened"):
        VideoClip(path)


@pytest.mark.parametrize(
    ("size", "promised"),
    [
        (b"\x85", 4 + 1 + 2 + 4 + 1 + 5),
        (b"\x40\x05", 4 + 1 + 2 + 4 + 2 + 5),
        (b"\xff", None),
        (b"\x01" + b"\xff" * 7, None),
    ],
)
def test_matroska_says_its_length_or_leaves_it_open(size: bytes, promised: int | None, tmp_path: Path) -> None:
    """RFC 8794: sizes of one and two bytes; all ones mean unknown."""
    path = tmp_path / "a.mkv"
    path.write_bytes(b"\x1a\x45\xdf\xa3\x82ab" + b"\x18\x53\x80\x67" + size + b"12345")
    assert promised_length(path) == promised


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
