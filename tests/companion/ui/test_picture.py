"""The picture of the table on the screen: what it leaves free is black."""

from typing import Any

import numpy as np
import pytest

from companion.ui.port import Shot
from tests.companion.ui.conftest import Opened
from tests.companion.ui.tables import MAGENTA, Table


@pytest.mark.parametrize("shape", [(200, 100), (100, 300), (180, 320)], ids=["tall", "wide", "as the place"])
def test_a_picture_of_another_shape_lies_between_black_bars(opened: Opened, shape: tuple[int, int]) -> None:
    """Whole, in the middle, and not drawn out of shape; nothing of what is behind its place shows."""
    hands = opened(Table())
    from kivy.core.window import Window
    from kivy.uix.floatlayout import FloatLayout

    from companion.ui.widgets import TablePicture

    picture: Any = TablePicture(size_hint=(None, None), size=(320, 180), pos=(40, 60))
    behind = FloatLayout(size=Window.size)
    behind.add_widget(picture)
    hands.app.root.add_widget(behind)
    picture.show(Shot(1, np.full((*shape, 4), MAGENTA, np.uint8)))
    hands.stage.crank(2)
    drawn = hands.stage.pixels()[::-1][60:240, 40:360].astype(int)
    shown = (abs(drawn - MAGENTA[:3]).max(axis=2) < 8).mean()
    black = (drawn.max(axis=2) < 8).mean()
    height, width = shape
    share = min(320 / width, 180 / height) ** 2 * width * height / (320 * 180)
    assert shown == pytest.approx(share, abs=0.02)
    assert black == pytest.approx(1 - share, abs=0.02)
    assert shown == pytest.approx((abs(drawn[::-1, ::-1] - MAGENTA[:3]).max(axis=2) < 8).mean())
