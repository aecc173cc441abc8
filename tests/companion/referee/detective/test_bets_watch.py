"""Bets are proposed when a hand has left, told from what lay there before, and once (D8)."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from calibration.lens import Lens
from calibration.table import TableProfile
from calibration.zones import Zone, ZoneKind, box
from companion.referee.detective.bets_watch import PERIOD_NS, BetsWatch
from companion.referee.detective.effects import ReadBoard, WatchBets
from companion.referee.detective.events import BetSeen
from companion.referee.effects import StopReading
from companion.referee.fittings import Fittings
from vision.camera.frames import Frame
from vision.chips.placed import Placed
from vision.drawn.card_camera import VIEW
from vision.drawn.card_table import CardTable, Scene

SIZE = (360, 480)


class Table:
    """Two boards of one colour each; what is told of them is how their colour changed."""

    def __init__(self) -> None:
        lens = Lens(SIZE[1], SIZE[0], (500.0, 500.0), (240.0, 180.0))
        boards = tuple(Zone(ZoneKind.PLAYER_BOARD, box(x, 0.0, 120, 80), seat=k) for k, x in enumerate((-120, 120)))
        profile = TableProfile.of(lens, np.diag([1.0, -1.0, -1.0]), np.array([0.0, 0.0, 500.0]), zones=boards)
        self.fittings = Fittings(table=replace(profile, mat="detective"))
        self.watch = BetsWatch(self.fittings, self.tell)
        self.light = [90, 90]
        self.hand = False
        self.colour = "red"
        self.index = self.at_ns = 0

    def tell(self, above: Any, before: np.ndarray, now: np.ndarray, chips: Any) -> Placed | None:
        """Twenty levels a chip."""
        count = round((float(np.median(now)) - float(np.median(before))) / 20)
        return Placed(count, self.colour, False, True, "", hand=self.hand) if count else None

    def see(self, looks: int = 5) -> list[BetSeen]:
        """So many looks."""
        answers = []
        for _ in range(looks):
            self.index += 1
            self.at_ns += PERIOD_NS
            picture = np.zeros((*SIZE, 3), np.uint8)
            picture[:, :240], picture[:, 240:] = self.light
            answers.append(self.watch.see(Frame(picture, self.index, self.at_ns)))
        return [answer for answer in answers if answer is not None]

    def ask(self, made: int = 0, last: tuple[int, int] | None = None, bettor: int = 0) -> None:
        """A bet is to be made; the referee says so after it says which board to read."""
        self.watch.follow(ReadBoard((), 0), self.at_ns)
        self.watch.follow(WatchBets(3, made, last, bettor), self.at_ns)


@pytest.fixture
def table() -> Table:
    """Its boards lie still, and a bet is waited for."""
    table = Table()
    table.ask()
    assert table.see(8) == []
    return table


def told(answers: list[BetSeen]) -> list[tuple[int, int, bool]]:
    """Whose board, how many chips, sure."""
    return [(bet.owner, bet.chips, bet.sure) for bet in answers]


def test_a_bet_is_told_once_it_lies_still(table: Table) -> None:
    """Not in the look in which it comes, and only once."""
    table.light[1] += 40
    assert table.see(1) == []
    assert told(table.see(10)) == [(1, 2, True)]
    assert table.see(10) == []


def test_nothing_is_told_while_a_hand_is_there_or_nobody_asks(table: Table) -> None:
    """It lies still over the board; later the bets are over."""
    table.hand, table.light[1] = True, 130
    assert table.see(10) == []
    table.watch.follow(StopReading(), table.at_ns)
    table.hand, table.light[1] = False, 150
    assert table.see(10) == []


def test_the_next_bet_is_told_from_the_one_before(table: Table) -> None:
    """Also where it came before the first one was confirmed."""
    table.light[0] += 20
    assert told(table.see(10)) == [(0, 1, True)]
    table.ask(1, (0, 1))
    table.light[0] += 60
    assert told(table.see(10)) == [(0, 3, True)]


def test_a_bet_that_is_taken_back_is_no_bet(table: Table) -> None:
    """The proposal goes with it."""
    table.light[0] += 20
    table.see(10)
    table.light[0] -= 20
    assert told(table.see(10)) == [(0, 0, False)]


def test_changes_on_two_boards_are_not_sure(table: Table) -> None:
    """Somebody moved the chips of another bet, too."""
    table.light[0] += 20
    table.light[1] += 40
    assert told(table.see(10)) == [(1, 2, False)]


def test_a_bet_told_before_it_was_laid_is_not_taken_for_the_next(table: Table) -> None:
    """People tapped first, then the chips came."""
    table.ask(1, (1, 2))
    table.see(8)
    table.light[1] += 40
    assert table.see(10) == []
    table.light[0] += 20
    assert told(table.see(10)) == [(0, 1, True)]


def test_D8_chips_of_another_players_colour_are_not_surely_a_bet(table: Table) -> None:
    """Once two bets were taken by which it is known whose they are; who bets them all the same has them, too."""
    seen = []
    for made, (bettor, colour) in enumerate([(0, "red"), (1, "blue"), (0, "red"), (1, "red"), (1, "red"), (0, "red")]):
        if made:
            table.ask(made, (0, 1), bettor)
        table.colour = colour
        table.light[0] += 20
        (bet,) = table.see(10)
        seen.append((bet.sure, bet.whose))
    known = (True, None)
    assert seen == [known, known, known, (False, 0), known, known]


def test_a_bet_that_was_taken_otherwise_says_nothing_about_colours(table: Table) -> None:
    """People tapped another one: what the camera made of it counts for nothing."""
    for made in range(4):
        if made:
            table.ask(made, (1, 3), made % 2)
        table.light[0] += 20
        (bet,) = table.see(10)
        assert bet.whose is None


def test_without_a_table_profile_nothing_is_told() -> None:
    """Nobody knows where the boards are."""
    table = Table()
    table.fittings.kept = None
    table.ask()
    table.see(8)
    table.light[0] += 20
    assert table.see(10) == []


def test_a_card_of_the_board_beside_a_player_board_is_no_hand_over_it() -> None:
    """The flop lies there since the last bet, within the rim of the side boards that is looked at too."""
    drawn = CardTable(3, VIEW)
    watch = BetsWatch(Fittings(table=drawn.profile))
    looks = [Scene(3)] * 6 + [scene := Scene(3).with_bet(2, 0, 1, "red")] * 6
    for number, each in enumerate(looks):
        if number == 0:
            watch.follow(WatchBets(3, 0), 0)
        drawn.scene = each
        watch.see(Frame(drawn.frame(), number, (number + 1) * PERIOD_NS))
    watch.follow(ReadBoard((), 3), 12 * PERIOD_NS)
    watch.follow(WatchBets(3, 1, (2, 1)), 12 * PERIOD_NS)
    told = []
    flop = scene.with_board(["AS", "7S", "KH", "2D", "9C"])
    for number, each in enumerate([flop] * 6 + [flop.with_bet(1, 1, 2, "blue")] * 6, 13):
        drawn.scene = each
        told.append(watch.see(Frame(drawn.frame(), number, number * PERIOD_NS)))
    (bet,) = [seen for seen in told if seen is not None]
    assert (bet.owner, bet.chips) == (1, 2)
