"""Picture files: whole ones come in as OpenCV reads them, all others are refused with a reason."""

import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.pictures import (
    PictureError,
    decode_picture,
    encode_jpeg,
    encode_png,
    for_screen,
    is_blank,
    picture_size,
    read_picture,
    resized,
    to_rgba,
)

PHOTO = cv2.GaussianBlur(np.random.default_rng(1).integers(0, 256, (60, 90, 3)).astype(np.uint8), (5, 5), 2)
KINDS = ["jpg", "png", "bmp", "webp"]


def encoded(kind: str) -> bytes:
    return bytes(cv2.imencode(f".{kind}", PHOTO)[1].tobytes())


@pytest.mark.parametrize("kind", KINDS)
def test_a_whole_picture_comes_in_as_opencv_reads_it(kind: str, tmp_path: Path) -> None:
    """Every kind gives the very pixels of `cv2.imread`, and its size from the header alone."""
    path = tmp_path / f"a.{kind}"
    path.write_bytes(encoded(kind))
    assert np.array_equal(read_picture(path), cv2.imread(str(path)))
    assert picture_size(path) == (90, 60)


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=40, deadline=None)
@given(share=st.floats(0, 0.995))
def test_a_picture_cut_off_anywhere_is_refused(kind: str, share: float) -> None:
    """Some decoders fill up what is missing with grey; a reader must never see that."""
    whole = encoded(kind)
    with pytest.raises(PictureError):
        decode_picture(whole[: int(len(whole) * share)], "cut")


@pytest.mark.parametrize("kind", KINDS)
def test_the_header_alone_tells_that_a_picture_is_cut_off(kind: str, tmp_path: Path) -> None:
    """A whole folder can be checked without decoding it."""
    path = tmp_path / f"a.{kind}"
    for share in (0.05, 0.5, 0.9, 0.995):
        path.write_bytes(encoded(kind)[: int(len(encoded(kind)) * share)])
        with pytest.raises(PictureError, match="ends early"):
            picture_size(path)


@settings(max_examples=200, deadline=None)
@given(data=st.binary(max_size=80), start=st.sampled_from([b"", b"\xff\xd8", b"\x89PNG\r\n\x1a\n", b"BM", b"RIFF"]))
def test_noise_is_refused_with_a_reason(data: bytes, start: bytes) -> None:
    """Whatever bytes a file holds, the outcome is a `PictureError`, never another exception."""
    with pytest.raises(PictureError, match="noise"):
        decode_picture(start + data, "noise")


def test_an_enormous_picture_is_refused_before_it_is_decoded(tmp_path: Path) -> None:
    """A small file that claims 60000 x 60000 pixels costs nothing and says its size."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = struct.pack(">IIBBBBB", 60000, 60000, 8, 2, 0, 0, 0)
    body = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")
    path = tmp_path / "huge.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + body)
    with pytest.raises(PictureError, match=r"60000 x 60000.*megapixels"):
        read_picture(path)


def test_a_jpeg_of_endless_scans_is_refused_before_it_is_decoded() -> None:
    """Each scan is a pass over all pixels, and an empty one takes a hundred bytes: hours in a small file."""
    done, data = cv2.imencode(".jpg", PHOTO, [cv2.IMWRITE_JPEG_PROGRESSIVE, 1])
    assert done
    whole = data.tobytes()
    decode_picture(whole, "as it was written")
    last = whole[whole.rindex(b"\xff\xda") : -2]
    with pytest.raises(PictureError, match="at most 40 scans, found 1"):
        decode_picture(whole[:-2] + 100 * last + b"\xff\xd9", "endless")


def test_whoever_wants_small_pictures_says_so() -> None:
    """A phone streams no more than sixteen megapixels."""
    with pytest.raises(PictureError, match="over 0 megapixels"):
        decode_picture(encode_jpeg(PHOTO), "large", most_pixels=PHOTO.shape[0] * PHOTO.shape[1] - 1)


def test_a_picture_turned_by_its_exif_note_comes_in_upright(tmp_path: Path) -> None:
    """EXIF orientation 6: the stored rows are the upright picture's columns."""
    exif = b"Exif\0\0II*\0\x08\0\0\0\x01\0" + struct.pack("<HHIHH", 0x0112, 3, 1, 6, 0) + bytes(4)
    jpeg = encode_jpeg(PHOTO)
    path = tmp_path / "turned.jpg"
    path.write_bytes(jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + jpeg[2:])
    assert read_picture(path).shape == (90, 60, 3)
    assert np.array_equal(read_picture(path), cv2.imread(str(path)))


@pytest.mark.parametrize("what", ["missing", "folder", "empty", "text"])
def test_what_is_no_picture_is_named(what: str, tmp_path: Path) -> None:
    """The message names the file, and says what was found instead."""
    path = tmp_path / "a.jpg"
    found = {"missing": "no file", "folder": "a folder", "empty": "empty", "text": "something else"}[what]
    if what == "folder":
        path.mkdir()
    elif what != "missing":
        path.write_text("" if what == "empty" else "no picture at all", encoding="utf-8")
    with pytest.raises(PictureError, match=f"a.jpg.*{found}"):
        read_picture(path)


def test_pictures_go_out_and_come_back() -> None:
    """PNG keeps every pixel, JPEG nearly, and the screen gets red first with full cover."""
    assert np.array_equal(decode_picture(encode_png(PHOTO), "png"), PHOTO)
    assert np.abs(decode_picture(encode_jpeg(PHOTO), "jpg").astype(int) - PHOTO).mean() < 12
    rgba = to_rgba(PHOTO)
    assert np.array_equal(rgba[..., :3], PHOTO[..., ::-1])
    assert (rgba[..., 3] == 255).all()
    assert to_rgba(PHOTO, (45, 30)).shape == (30, 45, 4)


@pytest.mark.parametrize("size", [(640, 360), (320, 180), (160, 90), (512, 288), (427, 240)])
def test_no_pixel_is_skipped(size: tuple[int, int]) -> None:
    """Lines a pixel wide become an even grey, whatever the share."""
    stripes = np.zeros((720, 1280, 3), np.uint8)
    stripes[:, ::2] = 200
    small = resized(stripes, size)
    assert small.shape == (size[1], size[0], 3)
    assert np.abs(small.astype(int) - 100).max() <= 1


def test_a_half_is_the_mean_of_four() -> None:
    """As nothing else would be."""
    picture = np.random.default_rng(1).integers(0, 256, (72, 128, 3), np.uint8)
    means = picture.reshape(36, 2, 64, 2, 3).mean(axis=(1, 3))
    assert np.abs(resized(picture, (64, 36)) - means).max() <= 0.5


@pytest.mark.parametrize(("shape", "size"), [((1, 1), (16, 16)), ((3, 900), (640, 16)), ((719, 1279), (320, 180))])
def test_any_shape_becomes_any_size(shape: tuple[int, int], size: tuple[int, int]) -> None:
    """A pixel, a sliver, odd sides: grey stays grey."""
    assert (resized(np.full((*shape, 3), 128, np.uint8), size) == 128).all()


@pytest.mark.parametrize(("across", "wide"), [(431, 640), (640, 640), (860, 1280), (1900, 1280), (0, 160)])
def test_the_screens_picture_is_halved_to_about_the_place_it_has(across: int, wide: int) -> None:
    """At least two thirds of the place is filled pixel by pixel, in the camera's own shape, whatever the place."""
    camera = np.full((720, 1280, 3), (10, 20, 30), np.uint8)
    shown = for_screen(camera, across)
    assert shown.shape == (wide * 9 // 16, wide, 4)
    assert (shown == (30, 20, 10, 255)).all()


@pytest.mark.parametrize(("picture", "blank"), [(PHOTO, False), (PHOTO // 16, True), (np.full_like(PHOTO, 90), True)])
def test_a_dark_or_plain_picture_is_blank(picture: np.ndarray, blank: bool) -> None:
    """A covered lens and a driver's plain green are no view of a table."""
    assert is_blank(picture) is blank


def test_every_real_photograph_is_accepted(data: Path) -> None:
    """No photograph that OpenCV reads is refused as cut off by mistake (every fourth, for time)."""
    files = sorted(path for path in (data / "cards" / "real").iterdir() if path.suffix != ".jsonl")[::4]
    for path in files:
        width, height = picture_size(path)
        assert width > 0 < height, path
