"""A camera over a table without a mat: bumps are noticed, light and hands are none, and nothing is trusted unseen."""

from dataclasses import replace

import numpy as np
import pytest

from calibration.advice import Say
from calibration.kept_table import KeptTable
from calibration.picture import Picture
from calibration.scene import MIDDLE, VIEW_WIDTH, SceneWatch, View, look_at_scene, put_back, scene_view
from tests.calibration.scenes import camera, covering, playing_card
from vision.drawn.kit_table import photograph

VIEW = camera(50, 700)
CARDS = [playing_card(20, (-120, 40)), playing_card(75, (90, -60))]
CHANCE = np.random.default_rng(0)
PERIOD_NS = 250_000_000


@pytest.fixture(scope="module")
def before() -> Picture:
    """The table as it was set up."""
    return photograph(VIEW, CARDS)


@pytest.fixture(scope="module")
def bumped() -> Picture:
    """After a bump that shifts places by some millimetres."""
    return photograph(camera(50, 700, azimuth=15.8), CARDS, seed=8)


@pytest.fixture(scope="module")
def view(before: Picture) -> View:
    """What is kept of it."""
    return scene_view(before)


def looks(watch: SceneWatch, picture: Picture, count: int, at: float = 0.0) -> SceneWatch:
    """So many looks, from `at` seconds on."""
    for k in range(count):
        watch = look_at_scene(watch, picture, round(at * 1e9) + k * PERIOD_NS)
    return watch


def test_hands_cards_and_light_are_no_bump(before: Picture, view: View) -> None:
    """Also those of another day: the view is from before."""
    ramp = before * np.linspace(0.5, 1.2, before.shape[1])[None, :, None]
    seen = [
        photograph(VIEW, [], seed=3),
        photograph(VIEW, [*CARDS, covering(CHANCE, -60, 20, 250, 160)], seed=4),
        np.clip(before * 0.4, 0, 255).astype(np.uint8),
        np.clip(255 * (before / 255.0) ** 0.6, 0, 255).astype(np.uint8),
        np.clip(ramp, 0, 255).astype(np.uint8),
    ]
    watch = SceneWatch.of(view)
    assert view.shape[1] == VIEW_WIDTH and not watch.trusted
    for k, picture in enumerate(seen):
        watch = look_at_scene(watch, picture, k * PERIOD_NS)
        assert watch.trusted and watch.certain
        assert watch.now is not None
        assert np.abs(watch.now - MIDDLE).max() < 0.002


def test_a_bump_is_noticed_and_where_to_is_shown(before: Picture, view: View, bumped: Picture) -> None:
    """One smeared look is nothing; two are a bump."""
    watch = looks(SceneWatch.of(view), before, 2)
    watch = looks(watch, bumped, 1, 1)
    assert watch.trusted and not watch.certain
    watch = looks(watch, bumped, 1, 2)
    assert (watch.trusted, watch.advice.say) == (False, Say.SCENE_MOVED)
    assert watch.now is not None
    assert 0.002 < np.abs(watch.now - MIDDLE).max() < 0.05


def test_a_camera_that_swings_back_is_trusted_again(before: Picture, view: View, bumped: Picture) -> None:
    """Within three seconds it was nobody's doing."""
    watch = looks(looks(SceneWatch.of(view), before, 2), bumped, 3, 1)
    assert looks(watch, before, 1, 3).trusted


def test_a_camera_that_is_put_back_is_believed_when_somebody_says_so(
    before: Picture, view: View, bumped: Picture
) -> None:
    """And only while the picture is as it was; a bump after that counts again."""
    watch = looks(looks(SceneWatch.of(view), before, 2), bumped, 3, 1)
    watch = looks(watch, before, 3, 20)
    assert (watch.trusted, watch.back, watch.advice.say) == (False, True, Say.SCENE_BACK)
    assert not put_back(watch).trusted
    assert looks(put_back(watch), before, 1, 30).trusted
    moved_again = looks(put_back(looks(watch, bumped, 2, 40)), bumped, 2, 41)
    assert (moved_again.trusted, moved_again.back) == (False, False)
    assert not looks(moved_again, before, 1, 60).trusted


def test_a_table_that_stands_elsewhere_today_is_not_trusted(view: View, bumped: Picture) -> None:
    """Moved a little, moved far, another table, darkness: none is taken for the one that was set up."""
    chance = np.random.default_rng(1)
    others = [
        (bumped, Say.SCENE_MOVED),
        (photograph(camera(50, 700, azimuth=60), CARDS), Say.SCENE_UNCLEAR),
        (chance.integers(0, 6, bumped.shape, dtype=np.uint8), Say.SCENE_UNCLEAR),
    ]
    for picture, told in others:
        watch = SceneWatch.of(view)
        for k in range(14):
            watch = look_at_scene(watch, picture, k * PERIOD_NS)
            assert not watch.trusted
        assert watch.advice.say is told


def test_a_covered_lens_asks_for_nothing_afterwards(before: Picture, view: View) -> None:
    """Somebody leans over the table for a while: when the table is seen again, it is as it was."""
    dark = np.full_like(before, 40)
    watch = looks(looks(SceneWatch.of(view), before, 2), dark, 30, 1)
    assert (watch.trusted, watch.advice.say) == (False, Say.SCENE_UNCLEAR)
    assert looks(watch, before, 1, 60).trusted


def test_what_cannot_be_watched_is_told_and_not_trusted(before: Picture) -> None:
    """A plain cloth and nothing else; a table of which nobody kept what the camera saw."""
    plain = np.full((540, 960, 3), 120, np.uint8)
    for kept, told in ((scene_view(plain), Say.SCENE_PLAIN), (None, Say.SCENE_UNKNOWN)):
        watch = looks(SceneWatch.of(kept), before, 3)
        assert (watch.trusted, watch.advice.say) == (False, told)


def test_a_kept_table_without_a_mat(before: Picture, view: View, bumped: Picture) -> None:
    """No profile before it was looked at, none after a bump; put back and said so, it holds again."""
    kept = KeptTable(replace(VIEW.profile, mat=""), view)
    assert kept.profile is None and kept.advice.say is Say.ALL_STILL
    kept.see(before, 0)
    assert kept.profile is not None
    for k in range(1, 4):
        kept.see(bumped, k * PERIOD_NS)
    assert kept.profile is None and kept.advice.say is Say.SCENE_MOVED
    kept.see(before, 60 * PERIOD_NS)
    assert kept.profile is None and kept.advice.say is Say.SCENE_BACK
    kept.put_back()
    assert kept.profile is None
    kept.see(before, 64 * PERIOD_NS)
    assert kept.profile is not None and kept.advice.say is Say.ALL_STILL
    kept.pause()
    assert kept.profile is None
