"""A picture made smaller for a network."""

import numpy as np
import pytest

from vision.heat import resized


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
