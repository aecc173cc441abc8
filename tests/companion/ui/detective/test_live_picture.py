"""The live picture of the showdown, and the outlines on it; before it there is none (D5)."""

from companion.referee.detective import events as e
from companion.ui.detective.live_picture import CardsPicture, outlines_of
from tests.companion.referee.detective.table import row
from tests.companion.ui.conftest import Opened
from tests.companion.ui.detective.scenes import DEALT, READY, SHOWDOWN, Table
from tests.companion.ui.tables import MagentaPictures

SEEN = e.CardsRead((), (row("Ah 7c"), row("Kd Ks?"), row("9s 8s")), sure=True)


def test_D5_before_the_showdown_no_picture_can_be_asked_for(table_opened: Opened) -> None:
    """There is no key for it."""
    hands = table_opened(Table(READY, *DEALT), MagentaPictures())
    assert not hands.presses_saying("◉") or hands.press("◉").disabled
    assert outlines_of(hands.app.referee.state) == ()


def test_the_showdown_is_shown_with_what_is_read_on_it(table_opened: Opened) -> None:
    """In the plan's place, as long as it is wanted."""
    table = Table(READY, *SHOWDOWN, SEEN)
    hands = table_opened(table, MagentaPictures())
    assert [outline.sure for outline in outlines_of(table.state)] == [True, True, True, False, True, True]
    hands.tap("◉")
    hands.stage.crank(3)
    (picture,) = hands.widgets(CardsPicture)
    assert picture.showing
    assert len(picture.outlines) == 6
    hands.tap("◉")
    hands.stage.crank(3)
    assert not picture.showing
