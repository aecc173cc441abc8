"""Sitting down, by touch."""

from typing import Any

import pytest

from companion.referee import events as e
from companion.ui.newgame.ring import nearest, place
from companion.ui.players import KINDS, Player
from companion.ui.settings.store import Settings
from tests.companion.ui.conftest import Opened
from tests.companion.ui.tables import NAMES, Demo, Table, begun, hand

THREE = Settings(players=tuple(Player(name, kind) for kind, name in enumerate((*NAMES, "Dora"))), seated=3)


def test_those_who_sat_here_last_are_offered_with_their_signs(opened: Opened) -> None:
    """In the order of the table, and others who have played here by one tap."""
    hands = opened(Table(), settings=THREE)
    from companion.ui.newgame.page import NameInput

    assert [field.text for field in hands.widgets(NameInput)] == list(NAMES)
    hands.tap("+ Dora")
    assert [field.text for field in hands.widgets(NameInput)] == [*NAMES, "Dora"]
    assert [KINDS[player.kind].sign for player in hands.app.page.draft.players] == ["●", "▲", "■", "◆"]


def test_a_sign_is_changed_to_one_that_nobody_has(opened: Opened) -> None:
    """Colour and shape go together."""
    from companion.ui.newgame.page import SignKey

    hands = opened(Table(), settings=THREE)
    hands.touch(hands.widgets(SignKey)[0])
    assert [player.kind for player in hands.app.page.draft.players] == [3, 1, 2]


@pytest.mark.parametrize("seats", range(2, 11))
def test_M6_the_next_seat_is_anticlockwise_and_each_seat_is_nearest_to_itself(seats: int) -> None:
    """Seen from above, the first one in front of whoever holds the tablet."""
    assert place(0, seats) == pytest.approx((0, -1))
    x, _ = place(1, seats)
    assert x > 0 or seats == 2
    assert [nearest(*place(seat, seats), seats) for seat in range(seats)] == list(range(seats))


def test_a_player_is_dragged_to_another_seat(opened: Opened) -> None:
    """The others move up; let go beside every seat, he sits where he was nearest."""
    from companion.ui.newgame.seats import SeatRing

    hands = opened(Table(), settings=THREE, lot=lambda _: 0)
    hands.tap("Seats")
    (ring,) = hands.widgets(SeatRing)
    touch = hands.down(ring.tokens[2])
    assert ring.tokens[2].held
    touch.touch_move(*ring.to_window(ring.center_x, ring.y + 5))
    touch.touch_up()
    hands.lay_out()
    hands.tap("Begin")
    assert hands.app.referee.state.names == ("Chloé", "Ana", "Bruno")


def test_the_rules_are_chosen_with_a_line_that_explains_each(opened: Opened) -> None:
    """And are remembered for the next match."""
    table = Table()
    hands = opened(table, settings=THREE)
    hands.tap("Rules")
    assert hands.reads("Points are penalties. Whoever has 5 is out")
    hands.touch(hands.presses_saying("−")[0])  # the limit; the players' stands below
    assert hands.press("✔ to the right of the loser")
    hands.tap("the loser", "begin at nothing", "Begin")
    (event,) = table.posted
    assert isinstance(event, e.MatchBegun)
    assert (event.limit, event.next_starter, event.duel_reset) == (4, "loser", True)
    assert (hands.app.settings.limit, hands.app.settings.next_starter) == (4, "loser")


def test_names_are_typed(opened: Opened) -> None:
    """And a name that two players share keeps the match from beginning, with the reason."""
    from companion.ui.newgame.page import NameInput

    table = Table()
    hands = opened(table)
    names = hands.widgets(NameInput)
    names[0].text = "B"
    hands.stage.crank(2)
    assert hands.reads("Two players have the same name")
    assert hands.press("Begin").disabled
    names[0].text = ""
    names[0].insert_text("María de los Ángeles y Todos")
    hands.stage.crank(2)
    hands.tap("Begin")
    assert table.state.names == ("María de los Á", "B", "C", "D")


def test_what_is_typed_replaces_the_letter_that_stood_there(opened: Opened) -> None:
    """A newcomer taps "A" and types his name; tapped once more, the field is only gone on with."""
    from companion.ui.newgame.page import NameInput

    hands = opened(Table())
    field = hands.widgets(NameInput)[0]
    for typed, then in (("Ana", "Ana"), ("bel", "Anabel")):
        hands.touch(field)
        hands.stage.crank(2)
        field.keyboard_on_textinput(None, typed)
        assert field.text == then


def test_after_the_match_the_same_players_may_play_again(opened: Opened) -> None:
    """The winner stands there, and the names are kept."""
    two = begun(limit=1, names=("Ana", "Bruno"))
    table = Table(*two, e.ClaimConfirmed(0, hand("AAAAA")), e.Believed(1))
    hands = opened(table)
    assert hands.reads("Ana wins")
    hands.tap("New match", "Begin")
    (event,) = table.posted
    assert isinstance(event, e.MatchBegun)
    assert (event.names, event.limit) == (("Ana", "Bruno"), 1)
    assert hands.reads("Who starts?")


def test_the_lot_is_seen_to_fall(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    """M8: the light runs over the names and stays on the one whom chance chose."""
    monkeypatch.setattr("companion.ui.mentiroso.panels.lot.LOT_S", 0.3)
    monkeypatch.setattr("companion.ui.mentiroso.panels.lot.STEP_S", 0.01)
    table = Table(e.MatchBegun(NAMES))
    hands: Any = opened(table, lot=lambda _: 2)
    hands.tap("Draw the lot")
    lit = set()

    def fallen() -> bool:
        lit.add(hands.app.page.panel.lit if hasattr(hands.app.page.panel, "lit") else 2)
        return bool(table.posted)

    assert hands.stage.until(fallen, 20)
    assert lit >= {0, 1, 2}
    assert table.posted == [e.StarterDrawn(2, table.posted[0].at_ns)]


def test_the_simulated_table_says_so_before_anyone_sits(opened: Opened) -> None:
    """The app knows it, no match does yet."""
    assert opened(Table(), None, Demo()).reads("SIMULATED TABLE")
