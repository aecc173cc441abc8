"""Bumped cameras and shifted mats are noticed; still tables raise no alarm."""

from dataclasses import replace

import numpy as np
import pytest

from calibration.drift import Drift, MatWatch, judge_markers, look_at_mat
from calibration.from_mat import table_from_mat
from tests.calibration.scenes import LENS, MAT, MAT_PRINT, camera, covering, grid, misses, shot
from tests.slow import slow
from vision.drawn.lens_view import LensView

PERIOD_NS = 250_000_000  # four looks a second
VIEW = camera(55, 700)
TABLE = replace(VIEW.profile, zones=MAT.zones, mat="mentiroso", players=4)
CHANCE = np.random.default_rng(0)


def seen(view: LensView, noise: float = 0.2, hidden: int = 0) -> dict[int, np.ndarray]:
    """The mat's markers as a finder with some noise sees them, the first few covered."""
    found = {m.number: view.project(np.column_stack([m.corners, np.zeros(4)])) for m in MAT.markers[hidden:]}
    return {n: c + CHANCE.normal(0, noise, (4, 2)) for n, c in found.items()}


def watched(watch: MatWatch, view: LensView, looks: int, start: int = 0, **how: object) -> MatWatch:
    for k in range(looks):
        watch = judge_markers(watch, seen(view, **how), (start + k) * PERIOD_NS)  # type: ignore[arg-type]
    return watch


def test_a_still_table_stays_still() -> None:
    """A thousand noisy looks, with more and fewer markers covered."""
    watch = MatWatch(TABLE)
    for k in range(1000):
        watch = judge_markers(watch, seen(VIEW, 0.3, hidden=k % 14), k * PERIOD_NS)
        assert watch.state is Drift.STILL and watch.trusted
    assert watch.table is TABLE


@pytest.mark.parametrize(
    "bumped", [camera(55.6, 700), camera(56.5, 700), camera(55, 706), camera(55, 700, azimuth=15.6), camera(58, 690)]
)
def test_a_bumped_camera_is_found_again_within_a_second(bumped: LensView) -> None:
    """Four looks after the bump the table holds again, and is right to two millimetres."""
    watch = watched(MatWatch(TABLE), VIEW, 5)
    states = []
    for k in range(4):
        watch = judge_markers(watch, seen(bumped), (5 + k) * PERIOD_NS)
        states.append(watch.state)
    off = misses(TABLE, bumped, grid(MAT.width, MAT.height)).max()
    assert Drift.FOUND_AGAIN in states or off < 2.0  # what goes unnoticed is of no account
    assert watch.trusted
    assert misses(watch.table, bumped, grid(MAT.width, MAT.height)).max() < 2.0
    assert watch.table.zones == TABLE.zones


def test_while_it_moves_nothing_is_sure() -> None:
    """A camera that is being turned: moved, until it rests."""
    watch = watched(MatWatch(TABLE), VIEW, 3)
    for k in range(6):
        watch = judge_markers(watch, seen(camera(55, 700, azimuth=15 + 3 * k)), (3 + k) * PERIOD_NS)
    assert watch.state is Drift.MOVED and not watch.trusted
    watch = watched(watch, camera(55, 700, azimuth=31), 2, 10)
    assert watch.trusted and watch.state is Drift.FOUND_AGAIN


def test_one_smeared_frame_is_no_alarm() -> None:
    """A frame with everything off, between good ones."""
    watch = watched(MatWatch(TABLE), VIEW, 3)
    watch = watched(watch, camera(60, 700), 1, 3)
    assert watch.trusted
    assert watched(watch, VIEW, 1, 4).state is Drift.STILL


def test_too_few_markers_after_a_bump_are_not_believed() -> None:
    """Three left in view: the board says that the camera moved."""
    watch = watched(MatWatch(TABLE), VIEW, 3)
    watch = watched(watch, camera(65, 720), 5, 3, hidden=15)
    assert watch.state is Drift.MOVED and "camera moved" in watch.advice.text


def test_nothing_in_view_is_told_after_a_second() -> None:
    """A hand before the lens for a moment is nothing; a camera turned away is."""
    watch = watched(MatWatch(TABLE), VIEW, 3)
    watch = judge_markers(watch, {}, 4 * PERIOD_NS)
    assert watch.state is Drift.STILL
    for k in range(5, 9):
        watch = judge_markers(watch, {}, k * PERIOD_NS)
    assert watch.state is Drift.UNSEEN and not watch.trusted
    assert watched(watch, VIEW, 1, 9).state is Drift.STILL


def test_a_creeping_mat_is_noticed() -> None:
    """A tenth of a pixel at a time: it adds up."""
    watch = MatWatch(TABLE)
    for k in range(60):
        watch = judge_markers(watch, seen(camera(55, 700, azimuth=15 + 0.02 * k), 0.05), k * PERIOD_NS)
    assert watch.table is not TABLE


def test_drawn_pictures_of_a_bump() -> None:
    """The same with markers found in pictures, part of the mat covered after the bump."""
    watch = MatWatch(table_from_mat(shot(VIEW, [MAT_PRINT]), LENS).profile)
    lid = covering(CHANCE, 180, 0, 140, 220)
    bumped = camera(57, 705, azimuth=16)
    after = [shot(bumped, [MAT_PRINT, lid], seed=k) for k in range(2)]
    watch = look_at_mat(watch, shot(VIEW, [MAT_PRINT, lid], seed=9), 0)
    assert watch.state is Drift.STILL
    for k in range(3):
        watch = look_at_mat(watch, after[k % 2], (1 + k) * PERIOD_NS)
    assert watch.state in (Drift.FOUND_AGAIN, Drift.STILL)
    assert misses(watch.table, bumped, grid(MAT.width, MAT.height)).max() < 2.0


@slow
def test_ten_thousand_still_frames_raise_no_alarm() -> None:
    """Pictures with noise, each looked at as in a game; counted, none allowed."""
    near = camera(55, 560, lens=LENS.resized(640, 360))
    clean = shot(near, [MAT_PRINT], noise=0).astype(np.int16)
    watch = MatWatch(replace(near.profile, zones=MAT.zones, mat="mentiroso", players=4))
    fields = [CHANCE.normal(0, 3, clean.shape).round().astype(np.int16) for _ in range(12)]
    for k in range(10_000):
        one, two = CHANCE.integers(0, len(fields), 2)
        shift = CHANCE.integers(0, 50, 2)
        noise = np.roll(fields[one], tuple(shift), (0, 1)) + fields[two] // 2
        watch = look_at_mat(watch, np.clip(clean + noise, 0, 255).astype(np.uint8), k * PERIOD_NS)
        assert watch.state is Drift.STILL
