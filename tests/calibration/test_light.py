"""Light and colour by the patches."""

from dataclasses import replace

import numpy as np
import pytest

from calibration.advice import Say
from calibration.light import Light, measure_light
from tests.calibration.scenes import MAT, MAT_PRINT, camera, covering, shot

VIEW = camera(60, 650)
TABLE = replace(VIEW.profile, zones=MAT.zones, mat="mentiroso")


@pytest.mark.parametrize(
    ("light", "tint", "said"),
    [
        (0.8, (1.0, 1.0, 1.0), Say.LIGHT_GOOD),
        (0.2, (1.0, 1.0, 1.0), Say.TOO_DARK),
        (1.9, (1.0, 1.0, 1.0), Say.TOO_BRIGHT),
        (0.7, (0.7, 0.9, 1.1), Say.TINTED),
    ],
)
def test_the_light_is_told(light: float, tint: tuple[float, float, float], said: Say) -> None:
    """Good, too dark, blinding, coloured."""
    found = measure_light(shot(VIEW, [MAT_PRINT], light=light, tint=tint), TABLE)
    assert found is not None
    assert found.advice.say is said
    assert found.good == (said in (Say.LIGHT_GOOD, Say.TINTED))


def test_colours_are_put_right() -> None:
    """Under a warm, dim lamp white paper comes out white and grey comes out grey."""
    picture = shot(VIEW, [MAT_PRINT], light=0.6, tint=(0.6, 0.85, 1.1))
    light = measure_light(picture, TABLE)
    assert light is not None
    mended = light.correct(picture)
    again = measure_light(mended, TABLE)
    assert again is not None
    assert max(again.white) / min(again.white) < 1.04
    assert again.level == pytest.approx(225, abs=6)


def test_covered_patches_are_not_measured() -> None:
    """A card over one white patch leaves the other; over both, the light is not known."""
    chance = np.random.default_rng(0)
    places = [z.middle for z in MAT.zones if z.kind.value == "white"]
    lids = [covering(chance, x, y, 22, 40) for x, y in places]
    assert measure_light(shot(VIEW, [MAT_PRINT, lids[0]]), TABLE) is not None
    dark = (
        replace(lids[0], picture=np.full_like(lids[0].picture, 60)),
        replace(lids[1], picture=np.full_like(lids[1].picture, 60)),
    )
    assert measure_light(shot(VIEW, [MAT_PRINT, *dark]), TABLE) is None
    assert measure_light(shot(VIEW, [MAT_PRINT]), replace(TABLE, zones=())) is None


def test_a_picture_is_stretched_at_most_fourfold() -> None:
    """In the dark, noise must not become colour."""
    mended = Light((10.0, 10.0, 10.0), 0.0).correct(np.full((2, 2, 3), 10, np.uint8))
    assert int(mended.max()) == 40
