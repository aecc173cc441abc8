"""A picture made smaller for a network, and what the network says of it."""

import numpy as np
import pytest

from vision.heat import peaks, resized


@pytest.mark.parametrize("size", [(640, 360), (320, 180), (160, 90), (512, 288), (427, 240)])
def test_no_pixel_is_skipped(size: tuple[int, int]) -> None:
    """Lines a pixel wide become an even grey, whatever the share."""
    stripes = np.zeros((720, 1280, 3), np.uint8)
    stripes[:, ::2] = 200
    small = resized(stripes, *size)
    assert small.shape == (size[1], size[0], 3)
    assert np.abs(small.astype(int) - 100).max() <= 1


def test_a_half_is_the_mean_of_four() -> None:
    """As nothing else would be."""
    picture = np.random.default_rng(1).integers(0, 256, (72, 128, 3), np.uint8)
    means = picture.reshape(36, 2, 64, 2, 3).mean(axis=(1, 3))
    assert np.abs(resized(picture, 64, 36) - means).max() <= 0.5


@pytest.mark.parametrize(("shape", "size"), [((1, 1), (16, 16)), ((3, 900), (640, 16)), ((719, 1279), (320, 180))])
def test_any_shape_becomes_any_size(shape: tuple[int, int], size: tuple[int, int]) -> None:
    """A pixel, a sliver, odd sides: grey stays grey."""
    assert (resized(np.full((*shape, 3), 128, np.uint8), *size) == 128).all()


def test_peaks_are_cells_that_stand_out() -> None:
    """A faint one and the slope of a plain one are none."""
    output = np.full((3, 6, 8), -9.0, np.float32)
    output[0, 2, 3], output[0, 2, 4], output[0, 5, 7], output[0, 0, 0] = 4, 3, 1, -1
    output[1:] = np.arange(2 * 48).reshape(2, 6, 8)
    heat, rows, columns, told = peaks(output, 3, 0.5)
    assert (rows.tolist(), columns.tolist()) == ([2, 5], [3, 7])
    assert heat == pytest.approx([1 / (1 + np.exp(-4)), 1 / (1 + np.exp(-1))])
    assert told.tolist() == [[19, 47], [67, 95]]


def test_four_cells_of_a_place_are_taken_apart() -> None:
    """Whether the network did it or leaves it to the reader, the peaks are the same."""
    whole = np.random.default_rng(2).normal(0, 2, (5, 12, 16)).astype(np.float32)
    folded = whole.reshape(5, 6, 2, 8, 2).transpose(0, 2, 4, 1, 3).reshape(20, 6, 8)
    for one, other in zip(peaks(whole, 5, 0.3), peaks(folded, 5, 0.3), strict=True):
        assert np.array_equal(one, other)
