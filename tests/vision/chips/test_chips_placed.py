"""What a hand left on a player's board: chips, and a card under them."""

from dataclasses import replace

import numpy as np
import pytest

from calibration.lens import Lens
from calibration.markers import ActionCard, ActionKind
from calibration.zones import ZoneKind
from vision.chips.above import Above
from vision.chips.placed import Placed, placed
from vision.chips.read import ChipSet
from vision.drawn.card_table import CardTable, Scene
from vision.drawn.lens_view import LensView

VIEW = LensView(elevation_deg=58.0, distance_mm=700.0, target_mm=(0.0, 0.0, 0.0), lens=Lens.typical(1600, 900, 0.8))
CARD = ActionCard(0, ActionKind.CW)


class Board:
    """One player's board before and after somebody did something."""

    def __init__(self, owner: int) -> None:
        self.table = CardTable(3, VIEW)
        (zone,) = (z for z in self.table.profile.zones_of(ZoneKind.PLAYER_BOARD) if z.seat == owner)
        (left, low), (right, top) = zone.points.min(axis=0) - 22, zone.points.max(axis=0) + 22
        self.above = Above.of(self.table.profile, left, low, right, top)

    def change(self, before: Scene, after: Scene, light: float = 1.0) -> Placed | None:
        """What is told of two looks; `light`: the lamp is turned up or down in between."""
        looks = []
        for scene, lit in ((before, 1.0), (after, light)):
            self.table.scene = scene
            picture = np.clip(self.table.frame() * lit, 0, 255).astype(np.uint8)
            looks.append(self.above.look(picture))
        return placed(self.above, *looks, ChipSet())


@pytest.mark.parametrize(("owner", "phase", "chips", "colour"), [(0, 0, 1, "red"), (1, 3, 2, "blue"), (2, 1, 3, "red")])
@pytest.mark.parametrize("card", [None, CARD])
def test_D8_a_bet_is_told_by_its_chips_and_the_card_under_them(
    owner: int, phase: int, chips: int, colour: str, card: ActionCard | None
) -> None:
    """One to three chips, on each board."""
    board, empty = Board(owner), Scene(3)
    seen = board.change(empty, empty.with_bet(owner, phase, chips, colour, card))
    assert seen is not None
    assert (seen.chips, seen.colour, seen.covered) == (chips, colour, card is not None)


def test_a_second_bet_in_the_same_place_is_told_from_the_first() -> None:
    """Earlier chips lie there already; only what is new counts."""
    board, first = Board(1), Scene(3).with_bet(1, 0, 3, "red")
    seen = board.change(first, first.with_bet(1, 0, 1, "blue"))
    assert seen is not None
    assert (seen.chips, seen.colour) == (1, "blue")


@pytest.mark.parametrize(("owner", "chips", "card"), [(2, 2, None), (0, 1, CARD), (1, 3, None)])
def test_a_third_bet_in_the_same_place_is_told_from_those_it_lies_on(
    owner: int, chips: int, card: ActionCard | None
) -> None:
    """The place has room for two beside each other; no card hides between chips."""
    board, first = Board(owner), Scene(3).with_bet(owner, 1, 2, "red").with_bet(owner, 1, 1, "yellow")
    seen = board.change(first, first.with_bet(owner, 1, chips, "green", card))
    assert seen is not None
    assert (seen.chips, seen.colour, seen.covered) == (chips, "green", card is not None)
    assert "card" not in seen.why


@pytest.mark.parametrize(("owner", "phase"), [(0, 0), (1, 2), (2, 3)])
def test_a_card_of_the_chips_own_colour_is_never_surely_none(owner: int, phase: int) -> None:
    """Also where it lies on other chips: it may look like more of them."""
    board, first = Board(owner), Scene(3).with_bet(owner, phase, 2, "red")
    for chips in (1, 2, 3):
        seen = board.change(first, first.with_bet(owner, phase, chips, "blue", CARD))
        assert seen is not None
        assert seen.covered or not seen.sure


@pytest.mark.parametrize("chips", [1, 3])
def test_a_card_that_hardly_shows_is_never_surely_none(chips: int) -> None:
    """It was laid under the chips of another bet, and those of its own hide the rest (D8)."""
    board, first = Board(0), Scene(3).with_bet(0, 1, 3, "yellow")
    seen = board.change(first, first.with_bet(0, 1, chips, "red", CARD))
    assert seen is not None
    assert seen.covered or not seen.sure


def test_chips_that_touch_others_of_their_colour_are_not_counted_surely() -> None:
    """Nobody sees where the ones end and the others begin."""
    board, (chip,) = Board(0), Scene(3).with_bet(0, 1, 1, "red").chips
    first = Scene(3, chips=(replace(chip, y=-126.0),))
    seen = board.change(
        first, replace(first, chips=(*first.chips, *(replace(chip, level=k, y=-165.0) for k in range(3))))
    )
    assert seen is not None
    assert not seen.sure


@pytest.mark.parametrize(("owner", "askew"), [(2, -1.6), (0, 1.6)])
def test_chips_that_lie_askew_are_never_surely_another_number(owner: int, askew: float) -> None:
    """Towards the camera the upper one hides the lower one's height, away from it it adds as much (D9)."""
    board, empty = Board(owner), Scene(3)
    low, high = empty.with_bet(owner, 1, 2, "blue").chips
    seen = board.change(empty, replace(empty, chips=(low, replace(high, y=high.y + askew))))
    assert seen is not None
    assert seen.chips == 2 or not seen.sure


def test_nothing_new_is_nothing() -> None:
    """The lamp is turned up a little, and the bet lies on somebody else's board."""
    board, first = Board(1), Scene(3).with_bet(1, 0, 3, "red")
    assert board.change(first, first, light=1.08) is None
    assert board.change(first, first.with_bet(0, 0, 1, "blue")) is None


def test_a_hand_that_is_still_there_is_no_bet() -> None:
    """It reaches over the border of the board."""
    board, empty = Board(0), Scene(3)
    seen = board.change(empty, replace(empty, reaching=0))
    assert seen is not None
    assert seen.hand
