"""Lens, table and check, walked through before drawn pictures of the printed kit."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from calibration.profiles.in_use import load_in_use
from calibration.table_session import Way
from companion.setup.known import known_of
from companion.setup.scenes import LensScene, TableScene
from companion.setup.step import Act, Tone
from companion.setup.tasks.check import CheckTask
from companion.setup.tasks.lens import LensTask
from companion.setup.tasks.table import TableTask
from tests.calibration.scenes import playing_card
from tests.companion.setup.walks import Walk, bench, says
from tests.slow import slow
from vision.cards.reading import CardReading
from vision.drawn.held_board import LENS
from vision.drawn.kit_table import photograph
from vision.drawn.lens_view import LensView
from vision.readings import Alternative, as_quad


@pytest.fixture(autouse=True)
def _plain_ground(monkeypatch: pytest.MonkeyPatch) -> None:
    """Grain takes most of the drawing, and nothing here looks at it."""
    monkeypatch.setattr("companion.setup.scenes.WOOD", False)


def test_nothing_can_be_checked_before_it_is_found(tmp_path: Path) -> None:
    """The page says what to do first."""
    step = Walk(CheckTask(bench(tmp_path))).step
    assert (says(step.now), step.tone) == ("table_none", Tone.TROUBLE)


def test_the_table_is_found_by_the_mat_kept_and_checked(tmp_path: Path) -> None:
    """Zones lie over the picture; kept, it is played on at once; a bumped camera is noticed and found again."""
    shop = bench(tmp_path)
    walk = Walk(TableTask(shop), TableScene())
    step = walk.until(lambda step: Act.KEEP in step.keys, 8)
    assert says(step.now) == "mat_good"
    assert {mark.label for mark in step.marks} >= {"1", "2", "3", "4"}
    assert says(walk.tap(Act.KEEP).now) == "table_kept"
    assert shop.fittings.kept is not None
    assert load_in_use(shop.store).table == "table"
    found = shop.store.table("table").profile
    truth = LensView(lens=LENS, elevation_deg=62, distance_mm=720, target_mm=(0.0, 0.0, 0.0), azimuth_deg=4.0)
    assert np.abs(found.project(np.array([100.0, 50.0])) - truth.project(np.array([100.0, 50.0, 0.0]))).max() < 2
    task = CheckTask(shop)
    check = Walk(task, TableScene(bumped=True))
    assert task.looked is None
    step = check.until(lambda step: says(step.now) == "all_still", 4)
    assert [says(word) for word in step.more] == ["light_good"]
    assert step.tone is Tone.GOOD
    assert task.looked is not None
    known = known_of(shop.store, shop.camera, task.looked)
    assert known.well
    check.hand()
    check.until(lambda step: says(step.now) == "found_again", 6)
    # What was looked at is this camera's table as it was set up then.
    assert known_of(shop.store, "another camera", task.looked).well is None
    kept = shop.store.table("table")
    shop.store.save_table(replace(kept, created="2026-12-01T08:00:00+00:00"))
    assert known_of(shop.store, shop.camera, task.looked).well is None


def test_without_a_mat_four_taps_on_a_sheet_of_paper_do(tmp_path: Path) -> None:
    """Each tap is marked; taps that cross are told, and taken anew."""
    scene = TableScene()
    walk = Walk(TableTask(bench(tmp_path)), scene)
    walk.see(scene.picture())
    walk.tap(Act.PICK, "way=taps")
    walk.tap(Act.PICK, "thing=A4")
    walk.tap(Act.PICK, "players=6")
    step = walk.see(scene.picture())
    assert step.taps
    assert {pick.group: pick.value for pick in step.picks} == {"way": "taps", "thing": "A4", "players": "6"}
    view = LensView(lens=LENS, elevation_deg=62, distance_mm=720, target_mm=(0.0, 0.0, 0.0), azimuth_deg=4.0)
    corners = [f"{x + 2:.1f},{y - 1:.1f}" for x, y in view.project(scene._paper().corners)]
    for number in (0, 2, 1, 3):
        step = walk.tap(Act.TAP, corners[number])
    assert says(step.now) == "taps_crossed"
    for number in range(4):
        step = walk.tap(Act.TAP, corners[number])
    assert step.tone is Tone.GOOD
    assert Act.KEEP in step.keys
    assert walk.tap(Act.KEEP).progress == 1.0


def test_a_table_by_taps_is_watched_by_what_the_camera_saw(tmp_path: Path) -> None:
    """Bumped, the page shows how it must be turned; put back, it asks; then all is as it was."""
    shop = bench(tmp_path)
    views = [LensView(lens=LENS, elevation_deg=62, distance_mm=720, target_mm=(0, 0, 0), azimuth_deg=a) for a in (4, 5)]
    before, bumped = (photograph(view, [playing_card(10)]) for view in views)
    walk = Walk(TableTask(shop))
    walk.see(before)
    walk.tap(Act.PICK, "way=taps")
    walk.tap(Act.PICK, "thing=poker card")
    walk.see(before)
    for x, y in views[0].project(playing_card(10).corners):
        step = walk.tap(Act.TAP, f"{x:.1f},{y:.1f}")
    assert [says(word) for word in step.more] == ["table_card"]
    assert [len(mark.outline) for mark in step.marks][-5:] == [4, 1, 1, 1, 1]
    walk.tap(Act.KEEP)
    kept = shop.fittings.kept
    assert kept is not None and kept.profile is None
    check = Walk(CheckTask(shop))
    assert says(check.see(before).now) == "all_still"
    check.see(bumped)
    step = check.see(bumped)
    assert (says(step.now), [says(word) for word in step.more]) == ("scene_moved", ["check_frames"])
    assert [mark.tone for mark in step.marks] == [Tone.GOOD, Tone.ASK]
    for _ in range(5):
        check.see(bumped)
    step = check.see(before)
    assert (says(step.now), step.keys) == ("check_back", (Act.PUT_BACK,))
    check.tap(Act.PUT_BACK)
    step = check.see(before)
    assert (says(step.now), step.tone) == ("all_still", Tone.GOOD)


def test_a_figure_on_a_card_is_not_taken_for_the_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The card that is read there is twice as large as what was found; once they agree, it can be kept."""
    view = LensView(lens=LENS, elevation_deg=60, distance_mm=500, target_mm=(0.0, 0.0, 0.0))
    picture = photograph(view, [playing_card(10)], wood=False)
    scale = 2.0

    def read(_: object) -> tuple[CardReading, ...]:
        corners = playing_card(10).corners
        quad = as_quad(view.project(corners.mean(axis=0) + scale * (corners - corners.mean(axis=0))))
        return (CardReading("AS", quad, 0.99, True, (Alternative("AS", 0.99),), ""),)

    monkeypatch.setattr("companion.setup.tasks.table.read_cards", read)
    shop = bench(tmp_path)
    shop.store.keep_lens("webcam", LENS, 0.2, shop.now())
    walk = Walk(TableTask(shop))
    walk.see(picture)
    walk.tap(Act.PICK, "way=card")
    for _ in range(3):
        step = walk.see(picture)
    assert [says(word) for word in step.more][:1] == ["table_not_card"]
    assert Act.KEEP not in step.keys
    assert walk.tap(Act.KEEP).progress != 1.0
    scale = 1.0
    for _ in range(3):
        step = walk.see(picture)
    assert (step.tone, step.keys) == (Tone.GOOD, (Act.KEEP, Act.AGAIN))
    assert walk.tap(Act.KEEP).progress == 1.0


def test_a_mat_that_is_gone_is_asked_for(tmp_path: Path) -> None:
    """Nothing is kept of a bare table."""
    walk = Walk(TableTask(bench(tmp_path)))
    step = walk.see(np.full((540, 960, 3), 90, np.uint8))
    assert says(step.now) == "show_mat"
    assert Act.KEEP not in walk.tap(Act.KEEP).keys
    assert Way(step.picks[0].value) is Way.MAT


def test_a_board_is_followed_and_the_picture_fills(tmp_path: Path) -> None:
    """The places that were seen are marked, and where it should go next."""
    walk = Walk(LensTask(bench(tmp_path)), LensScene())
    assert says(walk.step.now) == "show_board"
    step = walk.until(lambda step: sum(mark.filled for mark in step.marks) > 4, 30)
    assert 0 < (step.progress or 0) < 1
    assert walk.tap(Act.AGAIN).progress == 0


@slow
def test_a_lens_is_measured_as_advised_and_kept(tmp_path: Path) -> None:
    """By drawn hands that do as they are told; within one percent."""
    shop = bench(tmp_path)
    walk = Walk(LensTask(shop), LensScene())
    step = walk.until(lambda step: Act.KEEP in step.keys, 300)
    assert says(step.now) == "lens_done"
    assert says(walk.tap(Act.KEEP).now) == "lens_kept"
    kept = shop.store.camera("webcam").lens
    assert kept is not None
    assert kept.focal[0] == pytest.approx(LENS.focal[0], rel=0.01)
