"""Learned models run alike on both engines, and a missing or broken one is told plainly."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from vision.cards import classify, detect, marks, pips, pose
from vision.dice import align, match, name, patch
from vision.dice import detect as dice_detect
from vision.onnx import ModelError, as_input, run, with_onnxruntime, with_opencv


@pytest.mark.parametrize("shape", [(1, 3, 96, 160), (1, 3, 288, 512), (1, 3, 64, 64)])
def test_the_detector_gives_equal_numbers_on_both_engines(shape: tuple[int, ...]) -> None:
    """Any size that is a multiple of the grain, one engine after another; four cells of eight numbers a place."""
    inputs = np.random.default_rng(1).random(shape, np.float32)
    ours = with_onnxruntime(detect.MODEL)(inputs)
    assert ours.shape == (1, 4 * 8, shape[2] // (2 * detect.STRIDE), shape[3] // (2 * detect.STRIDE))
    np.testing.assert_allclose(with_opencv(detect.MODEL)(inputs), ours, atol=1e-4)


def test_the_classifier_gives_equal_numbers_on_both_engines() -> None:
    """Any number of patches, more and fewer in turn; each call's numbers stay what they were."""
    one, other = with_onnxruntime(classify.MODEL), with_opencv(classify.MODEL)
    rng = np.random.default_rng(2)
    kept = []
    for count in (5, 1, 17):
        inputs = rng.random((count, 3, 44, 32), np.float32)
        kept.append((one(inputs), other(inputs)))
        assert kept[-1][0].shape == (count, len(classify.GLYPHS) + 1 + len(classify.SUITS))
    for ours, theirs in kept:
        np.testing.assert_allclose(theirs, ours, atol=1e-4)


def test_the_poser_gives_equal_numbers_on_both_engines() -> None:
    """Any number of patches, more and fewer in turn."""
    one, other = with_onnxruntime(pose.MODEL), with_opencv(pose.MODEL)
    rng = np.random.default_rng(4)
    for count in (5, 1, 17):
        inputs = rng.random((count, 3, pose.WIDE.height, pose.WIDE.width), np.float32)
        ours = one(inputs)
        assert ours.shape == (count, pose.OUTPUTS)
        np.testing.assert_allclose(other(inputs), ours, atol=1e-4)


def test_the_reader_of_pips_gives_equal_numbers_on_both_engines() -> None:
    """Any number of outlines, more and fewer in turn."""
    one, other = with_onnxruntime(pips.MODEL), with_opencv(pips.MODEL)
    rng = np.random.default_rng(5)
    for count in (5, 1, 17):
        inputs = rng.random((count, 1, marks.SIDE, marks.SIDE), np.float32)
        ours = one(inputs)
        assert ours.shape == (count, len(classify.SUITS) + 1)
        np.testing.assert_allclose(other(inputs), ours, atol=1e-4)


def test_the_dice_networks_give_equal_numbers_on_both_engines() -> None:
    """Pictures of any size, and any number of patches."""
    rng = np.random.default_rng(3)
    pictures = [rng.random((1, 3, *size), np.float32) for size in ((96, 160), (368, 640), (64, 64))]
    patches = [rng.random((count, 3, patch.PATCH, patch.PATCH), np.float32) for count in (5, 1, 17)]
    small = [(model, patches) for model in (align.MODEL, match.MODEL, name.MODEL)]
    for model, inputs in ((dice_detect.MODEL, pictures), *small):
        one, other = with_onnxruntime(model), with_opencv(model)
        for given in inputs:
            np.testing.assert_allclose(other(given), one(given), atol=2e-4)


@pytest.mark.parametrize("shape", [(1, 368, 640, 3), (7, 40, 40, 3), (3, 5, 1, 3)])
def test_pictures_become_planes_of_each_colour(shape: tuple[int, ...]) -> None:
    """Many small ones or a large one: from 0 to 1, in one block."""
    pictures = np.random.default_rng(5).integers(0, 256, shape, np.uint8)
    inputs = as_input(pictures)
    assert inputs.dtype == np.float32 and inputs.flags.c_contiguous
    np.testing.assert_allclose(inputs, pictures.transpose(0, 3, 1, 2) / 255, atol=1e-7)


def test_a_model_may_be_loaded_for_one_size() -> None:
    """It says the same there, and is loaded again for another one."""
    for shape in ((1, 3, 368, 640), (1, 3, 96, 160)):
        inputs = np.random.default_rng(6).random(shape, np.float32)
        assert np.array_equal(run(dice_detect.MODEL, inputs, again=True), run(dice_detect.MODEL, inputs))


def test_models_are_small() -> None:
    """Each learned model in the repository stays under 4 MB."""
    models = list(detect.MODEL.parent.glob("*.onnx"))
    assert models
    assert all(model.stat().st_size < 4_000_000 for model in models)


def test_a_missing_model_says_which(tmp_path: Path) -> None:
    """The message names the file."""
    with pytest.raises(ModelError, match=r"lost\.onnx"):
        run(tmp_path / "lost.onnx", np.zeros((1, 3, 16, 16), np.float32))


@pytest.mark.parametrize("engine", [with_onnxruntime, with_opencv])
def test_a_broken_model_says_which(tmp_path: Path, engine: object) -> None:
    """A file cut off by a full disk is no traceback of somebody else's."""
    broken = tmp_path / "broken.onnx"
    broken.write_bytes(detect.MODEL.read_bytes()[:3000])
    assert callable(engine)
    with pytest.raises(ModelError, match=r"broken\.onnx"):
        engine(broken)


def test_nothing_is_reported_to_anyone(tmp_path: Path) -> None:
    """onnxruntime makes a name for this machine and reports to its maker, unless it is told not to as it is loaded."""
    code = f"""
import os
import subprocess
import sys
from pathlib import Path
import numpy as np
from vision.onnx import run
run(Path({str(detect.MODEL)!r}), np.zeros((1, 3, 64, 64), np.float32))
"""
    home = {"HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache"), "LOCALAPPDATA": str(tmp_path / "local")}
    done = subprocess.run([sys.executable, "-c", code], env=os.environ | home, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]
