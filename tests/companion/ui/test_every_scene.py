"""Every screen that `make screenshots` draws, measured: controls of 12 mm, nothing cut off, nothing lies on another."""

from typing import Any

import pytest

from benchmarks.scenes import SCENES, Scene, Still
from companion.ui.theme import SMALLEST_DIAGONAL_MM, TOUCH_MM, Sizes
from tests.companion.ui.conftest import Opened
from tests.companion.ui.hands import Hands
from tests.companion.ui.layout import ancestors, page_faults
from tests.slow import slow

SIZE = (800, 480)


class Shown:
    """The table of one scene after another."""

    def __init__(self) -> None:
        self.still = Still(SCENES[0])
        self.version = 0

    def be(self, scene: Scene) -> None:
        """Another one."""
        self.still = Still(scene)
        self.version += 1

    def __getattr__(self, name: str) -> Any:
        return getattr(self.still, name)


class Uppermost(Hands):
    """Sees what can be touched: where a sheet lies over the page, only what is on it."""

    def widgets(self, kind: type) -> list[Any]:
        """See `Hands`."""
        from companion.ui.widgets import Overlay

        found = super().widgets(kind)
        sheets = super().widgets(Overlay)
        return [each for each in found if sheets[-1] in ancestors(each)] if sheets else found


def show(hands: Hands, table: Shown, scene: Scene) -> None:
    """Draw it, and touch what it wants touched; nothing is left of the one before."""
    app = hands.app
    app.guided = False
    app.open("settings")
    table.be(scene)
    app.keep(scene.settings)
    app.open(scene.page)
    for overlay in Hands(hands.stage).widgets(_overlay()):
        overlay.close()
    app.page.draw(table.state)
    hands.lay_out()
    scene.touch(app)
    hands.lay_out()


def _overlay() -> type:
    from companion.ui.widgets import Overlay

    return Overlay


def test_twelve_millimetres_are_twelve_on_a_screen_of_seven_inches() -> None:
    """And never fewer pixels on a larger one."""
    for width, height in ((800, 480), (1280, 800), (1920, 1200)):
        diagonal = (width**2 + height**2) ** 0.5
        assert Sizes.of(width, height).touch >= TOUCH_MM * diagonal / SMALLEST_DIAGONAL_MM
        assert Sizes.of(width, height, scale=0.5).touch == Sizes.of(width, height).touch


@pytest.mark.parametrize("simulated", [False, True], ids=["real", "simulated"])
@pytest.mark.parametrize("language", ["fr", pytest.param("es", marks=slow), pytest.param("en", marks=slow)])
def test_every_scene_holds_in_the_smallest_window(opened: Opened, language: str, simulated: bool) -> None:
    """Whatever is drawn can be touched, and read."""
    table = Shown()
    hands = opened(table, table, table if simulated else None, size=SIZE, reviewer=table, first="home")
    seen = Uppermost(hands.stage)
    wrong = []
    for scene in SCENES:
        if scene.simulated is simulated:
            show(hands, table, scene)
            hands.app.speak(language)
            hands.lay_out()
            wrong += [f"{scene.name}: {fault}" for fault in page_faults(seen, SIZE)]
    assert not wrong, "\n".join(wrong)
