"""The guided coup of Detective Poker, and the hands of the simulated table that deal, bet and show."""

import pytest

from companion.games.cards import parse_cards
from companion.referee.detective import events as e
from companion.referee.detective.state import DetectiveState, Phase
from companion.ui.guide.coup import act_said, coup_guide, look_said
from companion.ui.guide.pack import next_acts, pack_of
from companion.ui.texts import NOTHING, text
from tests.companion.ui.conftest import Opened
from tests.companion.ui.detective.scenes import Table
from tests.companion.ui.tables import Demo
from tests.companion.ui.tables import Table as AnyTable

NAMES = ("Ana", "Bo", "Cleo", "Dan")


def play_coup(table: Table, seed: int) -> list[Phase]:
    """Every act by the simulated hands, up to the points; the phases passed."""
    passed = []
    while acts := next_acts(table.state, seed):
        assert act_said(table.state) != NOTHING
        assert coup_guide(table.state, looked=False) != NOTHING
        passed.append(table.state.phase)
        for act in acts:
            table.happen(act)
            assert table.state.refused == ""
    return passed


@pytest.mark.parametrize("expert", [False, True])
def test_the_simulated_hands_play_any_coup_by_the_rules(expert: bool) -> None:
    """D1 to D26: whatever the shuffle, three and four players, no act is ever refused, and the points follow."""
    for seed in range(40):
        table = Table(e.MatchBegun(NAMES[: 3 + seed % 2], expert), e.DealerDrawn(seed % 3))
        passed = play_coup(table, seed)
        assert passed.count(Phase.BETS) == 4 * len(table.state.names)
        table.happen(e.CoupScored())
        assert table.state.phase is Phase.SCORED
        assert coup_guide(table.state, looked=True) == text("guide.coup_points")


def test_D5_a_look_shows_ones_own_hand_and_the_foreheads_of_the_others() -> None:
    """Never the card on one's own forehead, and nothing where nobody bets."""
    table = Table(e.MatchBegun(NAMES[:3]), e.DealerDrawn(0), e.CoupDealt())
    assert table.state.game is not None
    holes = pack_of(table.state.game, 7).holes
    said = str(look_said(table.state, 7))
    for seat, hole in enumerate(holes):
        seen, hidden = (hole.own, hole.forehead) if seat == table.state.turn else (hole.forehead, hole.own)
        assert f"{seen.rank.letter.replace('T', '10')}{seen.suit.symbol}" in said
        assert f"{hidden.rank.letter.replace('T', '10')}{hidden.suit.symbol}" not in said
    assert look_said(DetectiveState(), 7) == NOTHING


def test_cards_that_people_named_themselves_are_in_nobodys_hand() -> None:
    """The coup goes on with them, and the hands are shown without a refusal."""
    for seed in range(20):
        table = Table(e.MatchBegun(NAMES[:3]), e.DealerDrawn(0), e.CoupDealt())
        while table.state.phase is Phase.BETS:
            table.happen(*next_acts(table.state, seed))
        table.happen(e.BoardTurned(parse_cards("As 10h Kh")))
        play_coup(table, seed)
        assert None not in table.state.shown


def test_a_coup_is_guided_from_the_first_page_to_its_points(opened: Opened) -> None:
    """Each tap that the guide asks for leads to its next word."""
    hands = opened(AnyTable(), None, Demo(), lot=lambda _: 0, first="home")
    hands.touch(hands.tile("Guided coup"))
    assert hands.reads("This guide plays a coup with you")
    hands.tap("Draw the lot")
    assert hands.reads("Ana deals two cards each")
    hands.tap("Deal the cards")
    assert hands.reads("Bo bets first")
    touch = hands.down(hands.press("Look (hold)"))
    assert hands.reads("Bo sees: in the hand")
    touch.touch_up()
    hands.lay_out()
    assert not hands.reads("Bo sees")
    assert hands.reads("Whose cards are best?")
    hands.tap("Bet for Bo")
    assert hands.reads("Cleo bets next")
    hands.tap("Bet for Cleo", "Bet for Ana")
    assert hands.reads("One card is burned")
    hands.tap("Turn up the board")
    assert hands.reads("this phase counts with the board as it lies")
    state = hands.app.referee.state
    while hands.app.referee.state.phase is not Phase.SHOWDOWN:
        hands.touch(hands.app.page.ids.demo.children[1])
    assert hands.reads("All show together")
    hands.tap("Show all hands")
    assert hands.reads("Everything is known")
    hands.tap("Show the points")
    assert hands.reads("Each point and why")
    assert hands.app.referee.state.game.coups != state.game.coups
    hands.tap("☰", "End the guide")
    assert not hands.reads("☞")


def test_a_real_table_has_no_hands_of_software(opened: Opened) -> None:
    """Nothing deals there but people."""
    hands = opened(Table(e.MatchBegun(NAMES[:3]), e.DealerDrawn(0)))
    assert not hands.presses_saying("Deal the cards")
    assert hands.app.page.ids.demo.height == 0
