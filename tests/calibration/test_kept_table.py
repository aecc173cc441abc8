"""A table under watch, as a running game has it."""

from dataclasses import replace

from calibration.advice import Say
from calibration.kept_table import KeptTable
from tests.calibration.scenes import LENS, MAT, MAT_PRINT, camera, grid, misses, shot

VIEW = camera(55, 700)
TABLE = replace(VIEW.profile, zones=MAT.zones, mat="mentiroso", players=4)
FRAME_NS = 33_000_000


def test_a_bump_is_noticed_and_mended_within_a_second() -> None:
    """Thirty frames a second are given, four are looked at; meanwhile there is no profile rather than a wrong one."""
    kept = KeptTable(TABLE)
    before, bumped = shot(VIEW, [MAT_PRINT]), camera(59, 715)
    after = shot(bumped, [MAT_PRINT])
    for k in range(12):
        kept.see(before, k * FRAME_NS)
    assert kept.profile is TABLE and kept.advice.say is Say.ALL_STILL
    for k in range(12, 42):
        kept.see(after, k * FRAME_NS)
    assert kept.profile is not None
    assert misses(kept.profile, bumped, grid(MAT.width, MAT.height)).max() < 2.0


def test_another_size_of_picture_is_the_same_table() -> None:
    """A profile made at 960 wide, a game at 720 x 405."""
    small = camera(55, 700, lens=LENS.resized(720, 405))
    kept = KeptTable(TABLE)
    picture = shot(small, [MAT_PRINT])
    for k in range(3):
        kept.see(picture, k * 250_000_000)
    assert kept.profile is not None and kept.profile.camera.width == 720
    assert misses(kept.profile, small, grid(MAT.width, MAT.height)).max() < 2.0
