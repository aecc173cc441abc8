"""Points disputed at the table: by whom, and what is told until it is settled."""

from companion.referee.detective import events as e
from companion.referee.events import Disputed, Outcome, RulingPublished
from companion.ui.detective.points_view import places, scores_view
from companion.ui.detective.view import view_of
from companion.ui.texts import Told
from tests.companion.referee.detective.test_disputes import QUEENS
from tests.companion.ui.conftest import Opened
from tests.companion.ui.detective.scenes import SCORED, Table, whole


def test_the_newest_coup_is_disputed_by_two_taps_and_then_reviewed(table_opened: Opened) -> None:
    """The banner says that the score stands still; the key leads to the evidence."""
    table = Table(*SCORED)
    hands = table_opened(table, first="detective", size=(1280, 800))
    hands.tap("⚑ Dispute", "Chloé (2 left)")
    (event,) = table.posted
    assert isinstance(event, Disputed)
    assert (event.hand, event.by) == (0, 2)
    assert hands.reads("Chloé disputes coup 1")
    hands.tap("⚑ Review")
    assert hands.app.page_name == "review"


def test_who_has_won_is_not_told_while_a_coup_is_in_dispute() -> None:
    """Points, places and chart are those from before; after the ruling all follow."""
    table = Table(*whole(3))
    last = len(table.state.game.coups) - 1  # type: ignore[union-attr]
    before = (table.state.board.points, [line.name for line in places(table.state)])
    assert isinstance(view_of(table.state).headline, Told)
    table.happen(Disputed(last, 0, "no"))
    assert not isinstance(view_of(table.state).headline, Told)
    assert len(scores_view(table.state).curves[0].totals) == last + 2
    table.happen(e.DisputeRuled(last, Outcome.STANDS, "Dan", "seen"))
    table.happen(RulingPublished(last))
    assert isinstance(view_of(table.state).headline, Told)
    assert (table.state.board.points, [line.name for line in places(table.state)]) == before


def test_points_given_while_a_coup_is_in_dispute_are_not_on_the_sheet() -> None:
    """Only the coups up to the dispute are."""
    table = Table(*SCORED, Disputed(0, 1, "queens"), e.DisputeRuled(0, Outcome.OVERTURNED, "Dan", "seen", QUEENS))
    assert scores_view(table.state).totals == ("7", "6", "2")
    table.happen(RulingPublished(0))
    assert scores_view(table.state).totals != ("7", "6", "2")
