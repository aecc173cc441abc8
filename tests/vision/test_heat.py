"""What a network says of a picture."""

import numpy as np
import pytest

from vision.heat import peaks


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
