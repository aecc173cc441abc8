"""From the page of new games to the table: the same desk plays either game."""

from typing import Any

from companion.referee import events as mentiroso
from companion.referee.desk import Desk
from companion.referee.detective.state import DetectiveState, Phase
from companion.referee.events import MatchAbandoned
from companion.referee.state import TableState
from tests.companion.referee.random_match import Memory
from tests.companion.ui.conftest import Opened


class AnyTable:
    """A referee without threads whose desk plays whatever is begun."""

    def __init__(self) -> None:
        self.desk: Desk[Any] = Desk(Memory())
        self.version = 0

    @property
    def state(self) -> Any:
        """The newest one."""
        return self.desk.state

    def post(self, event: Any) -> None:
        """Someone touched the screen."""
        self.desk.take(event)
        self.version += 1


def test_detective_poker_is_chosen_on_the_page_of_new_games(table_opened: Opened) -> None:
    """Four sit there already; begun, its table is shown, and the lot is drawn there."""
    table = AnyTable()
    hands = table_opened(table, first="newgame", lot=lambda n: n - 1)
    hands.tap("Detective")
    hands.tap("Begin")
    assert isinstance(table.state, DetectiveState)
    assert table.state.phase is Phase.LOT
    assert len(table.state.names) == 4
    assert hands.app.page_name == "detective"
    hands.tap("Draw the lot")
    assert table.state.turn == 3
    assert hands.reads(f"{table.state.names[3]} deals")


def test_D1_two_cannot_begin_it(table_opened: Opened) -> None:
    """The key is off, with the reason."""
    table = AnyTable()
    hands = table_opened(table, first="newgame", game="detective")
    assert hands.app.page.draft.game == "detective"
    hands.app.page.step_players(-1)
    hands.app.page.step_players(-1)
    hands.lay_out()
    assert hands.press("Begin").disabled
    assert isinstance(table.state, TableState)


def test_a_game_that_is_given_up_leads_to_the_page_of_new_games(table_opened: Opened) -> None:
    """And the other game may be begun there."""
    table = AnyTable()
    hands = table_opened(table, first="newgame", game="detective")
    hands.tap("Begin")
    assert hands.app.page_name == "detective"
    table.post(MatchAbandoned("Ana", "it is late"))
    hands.stage.crank(2)
    assert hands.app.page_name == "newgame"
    table.post(mentiroso.MatchBegun(("A", "B")))
    hands.stage.crank(2)
    assert hands.app.page_name == "table"
