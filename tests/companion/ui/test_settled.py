"""The screen does not stutter: what is there stays, and nothing looks through all of it in the middle of a call."""

import gc
from typing import Any

from companion.ui.dice import DieView
from tests.companion.ui.conftest import Opened
from tests.companion.ui.tables import Table


def test_the_app_says_once_when_it_has_settled(opened: Opened) -> None:
    """After the rules of the last page were read, and never again."""
    from companion.ui.app import RULES

    told: list[int] = []
    hands = opened(Table(), settled=lambda: told.append(1))
    hands.stage.crank(len(RULES) + 5)
    assert told == [1]


def test_a_window_that_closes_leaves_nothing_out_of_the_search_for_garbage(kivy: None) -> None:
    """Another app in the same process begins as the first did."""
    from companion.ui.app import RULES
    from companion.ui.launch import offscreen

    before = gc.get_freeze_count()
    with offscreen(Table(), language="en", size=(800, 480)) as stage:
        stage.crank(len(RULES) + 5)
        assert gc.get_freeze_count() > before
    assert gc.get_freeze_count() == 0


def test_dice_that_come_and_go_are_the_same_tiles(opened: Opened) -> None:
    """Five, none, three, five: nothing is made anew, and each tile still tells its own number."""
    opened(Table())
    from companion.ui.widgets import DiceRow

    row: Any = DiceRow()
    tapped: list[int] = []
    row.bind(on_die=lambda _, number: tapped.append(number))
    row.dice = [DieView(letter) for letter in "AKQJ8"]
    first = list(reversed(row.children))
    for letters in ("", "K77", "J8QKA"):
        row.dice = [DieView(letter) for letter in letters]
        tiles = list(reversed(row.children))
        assert [tile.letter for tile in tiles] == list(letters)
        assert all(tile is other for tile, other in zip(tiles, first, strict=False))
    for tile in tiles:
        tile.dispatch("on_release")
    assert tapped == [0, 1, 2, 3, 4]
