"""The real window, touched: what the camera proposes, corrections, undo, trouble, languages, scores."""

import pytest

from companion.games.cards import parse_cards
from companion.games.detective import ActionCard
from companion.referee.detective import events as e
from companion.referee.detective.state import Phase
from companion.referee.events import CameraChanged, Link, Undone
from tests.companion.referee.detective.table import bets, card, row
from tests.companion.ui.conftest import Opened
from tests.companion.ui.detective.scenes import (
    BEFORE_FLOP,
    DEALT,
    FLOP_BETS,
    HANDS,
    LONG,
    READY,
    SCENES,
    SCORED,
    SHOWDOWN,
    Table,
)


def test_a_board_that_the_camera_is_sure_of_is_accepted_by_one_tap(table_opened: Opened) -> None:
    """Three cards at once; the journal says that the camera read them."""
    table = Table(*SCENES["board seen"])
    hands = table_opened(table)
    assert hands.reads("The camera sees A♠  10♥  K♥")
    hands.tap("✔ Right")
    assert table.state.phase is Phase.BETS
    (event,) = table.posted
    assert isinstance(event, e.BoardTurned)
    assert (event.cards, event.by) == (parse_cards("As Th Kh"), "camera")


def test_a_board_that_is_not_sure_is_never_taken_but_offers_what_it_may_be(table_opened: Opened) -> None:
    """The likely cards one tap away, those that lie there already left out; nothing happens by itself."""
    doubt = (card("As", x=0), card("Th", sure=False, x=40, others="9h As 8h"), card("Kh", x=80))
    table = Table(READY, *BEFORE_FLOP, e.CardsRead(doubt, sure=True))
    hands = table_opened(table)
    assert hands.reads("the camera is not sure of one card")
    assert "✔ Right" not in [press.text for press in hands.presses()]
    hands.tap("A♠")
    table.happen(e.CardsRead(doubt, sure=True))
    hands.stage.crank(2)
    offered = [press.text for press in hands.presses() if "♥" in press.text and len(press.text) > 1]
    assert offered == ["10♥", "9♥", "8♥"]
    hands.tap("9♥")
    assert table.state.game is not None
    assert table.state.game.board == parse_cards("As 9h")
    assert [event.by for event in table.posted if isinstance(event, e.BoardTurned)] == ["players", "players"]


def test_an_impossible_board_says_why_and_offers_nothing(table_opened: Opened) -> None:
    """Four cards on the flop."""
    hands = table_opened(Table(*SCENES["board impossible"]))
    assert hands.reads("Camera and game disagree: 4 cards lie on the board, 3 at most belong there now")
    assert "✔ Right" not in [press.text for press in hands.presses()]


def test_only_cards_that_can_still_come_are_offered(table_opened: Opened) -> None:
    """The ace of spades lies there: no second one; a suit needs its rank first."""
    table = Table(*SCENES["board half"])
    hands = table_opened(table)
    assert all(hands.press(suit).disabled for suit in "♠♥♦♣")
    hands.tap("A")
    assert [hands.press(suit).disabled for suit in "♠♥♦♣"] == [True, False, False, False]
    hands.tap("♠")
    assert table.posted == []


def test_a_bet_that_the_camera_has_seen_takes_one_tap(table_opened: Opened) -> None:
    """Board, chips and action card stand there already; another tap changes them first."""
    table = Table(*SCENES["bet seen"])
    hands = table_opened(table)
    assert hands.reads("The camera sees: 2 chips on Wilhelmina W., over an action card")
    hands.tap("Bet")
    (event,) = table.posted
    assert isinstance(event, e.BetPlaced)
    assert (event.owner, event.chips, event.covered) == (1, 2, True)


def test_D9_chips_that_must_be_kept_are_not_offered(table_opened: Opened) -> None:
    """After three chips before the flop there are four left: two at most now."""
    table = Table(*DEALT, *bets("B->A 3, C->B 3, D->A 3, A->C 3"), e.BoardTurned(parse_cards("As Th Kh")))
    hands = table_opened(table)
    assert hands.reads("Flop: 4 chips left, 2 at most now")
    assert [hands.press("●" * chips).disabled for chips in (1, 2, 3)] == [False, False, True]


def test_the_board_of_a_player_can_be_tapped_itself(table_opened: Opened) -> None:
    """The place at the table instead of the key."""
    from companion.ui.detective.pieces import SeatPlace

    table = Table(*DEALT)
    hands = table_opened(table)
    (place,) = [place for place in hands.widgets(SeatPlace) if place.place.name == "Ana"]
    hands.touch(place)
    assert hands.reads("1 chip on Ana")
    hands.tap("Bet")
    assert table.state.game is not None
    assert table.state.game.bets[0].owner == 2


def test_a_players_place_that_was_tapped_by_mistake_is_left_by_a_second_tap(table_opened: Opened) -> None:
    """At the showdown it asks for the cards anew; they stay as they are."""
    from companion.ui.detective.pieces import SeatPlace

    table = Table(*HANDS)
    hands = table_opened(table)
    before = table.state.shown
    (place,) = [place for place in hands.widgets(SeatPlace) if place.place.name == "Ana"]
    for stands in (True, False, True, False):
        hands.touch(place)
        assert hands.reads("Name Ana's cards anew, or tap Ana again: they stay") is stands
    assert (table.state.shown, table.posted) == (before, [])


def test_D25_the_bet_just_made_can_be_changed_and_covered(table_opened: Opened) -> None:
    """Until the next one is made; the draft of the next player is not mixed with it."""
    table = Table(*DEALT)
    hands = table_opened(table)
    hands.tap("■ Ana", "Bet")
    hands.tap("change", "●●●", "Change the bet")
    assert table.state.game is not None
    assert table.state.game.bets[0].chips == 3
    hands.tap("+ card")
    assert table.state.game.bets[0].covered
    assert hands.reads("Wilhelmina W.: 3 chips on Ana, over an action card")
    assert table.state.turn == 2


def test_an_action_card_may_follow_the_last_bet_of_a_phase(table_opened: Opened) -> None:
    """As long as no board card has come (D25)."""
    table = Table(*BEFORE_FLOP)
    hands = table_opened(table)
    hands.tap("+ card")
    assert table.state.game is not None
    assert table.state.game.bets[-1].covered
    assert table.state.phase is Phase.BOARD


def test_undo_says_what_and_takes_a_second_tap(table_opened: Opened) -> None:
    """Across the phase: the last bet before the flop is made anew."""
    table = Table(*BEFORE_FLOP)
    hands = table_opened(table)
    hands.tap("↶ Undo")
    assert hands.reads("Tap again to take back: Maximiliano Q. bet 1 chip on Ana.")
    assert table.state.phase is Phase.BOARD
    hands.tap("↶ Tap again")
    assert isinstance(table.posted[-1], Undone)
    assert table.state.phase is Phase.BETS
    assert table.state.turn == 0
    assert hands.reads("Maximiliano Q.: your bet")


def test_undo_reaches_over_the_points_of_a_coup(table_opened: Opened) -> None:
    """The points are taken back, the action cards lie as they were named."""
    table = Table(*SCORED)
    hands = table_opened(table)
    hands.tap("↶ Undo", "↶ Tap again")
    assert table.state.phase is Phase.SHOWDOWN
    assert table.state.board.points == (0, 0, 0)
    assert not hands.press("Show the points").disabled


def test_a_hand_named_wrongly_is_named_again_by_a_tap_on_its_player(table_opened: Opened) -> None:
    """Also when the action cards are already being turned up; then it goes on there."""
    from companion.ui.detective.pieces import SeatPlace

    table = Table(*HANDS)
    hands = table_opened(table)
    assert hands.reads("Turn up the action cards")
    (place,) = [place for place in hands.widgets(SeatPlace) if place.place.name == "Bruno"]
    hands.touch(place)
    assert hands.reads("Name Bruno's cards anew, or tap Bruno again: they stay")
    hands.tap("K", "♦")
    assert hands.reads("Bruno: card on the forehead")
    hands.tap("K", "♣")
    assert table.state.shown[1] == parse_cards("Kd Kc")
    assert hands.reads("Action card 1 of 7")


def test_an_action_card_named_wrongly_is_named_again(table_opened: Opened) -> None:
    """One step back; a card that the player has laid elsewhere is not offered (D3)."""
    table = Table(*HANDS)
    hands = table_opened(table)
    hands.tap("∅ BLANK")
    hands.tap("‹")
    assert hands.reads("Action card 1 of 7")
    hands.tap("+1")
    assert table.state.turned[1] is ActionCard.PLUS_ONE


def test_hands_that_the_camera_is_sure_of_are_accepted_by_one_tap(table_opened: Opened) -> None:
    """The one in doubt is named by hand, its likely cards one tap away."""
    table = Table(READY, *SHOWDOWN, e.CardsRead((), (row("Ah 7c"), row("Kd Ks?"), row("9s 8s")), sure=True))
    hands = table_opened(table)
    named = table.state.names
    assert hands.reads(f"The camera reads {named[0]} A♥\u00a07♣, {named[2]} 9♠\u00a08♠")
    hands.tap("✔ Right")
    assert [hole is not None for hole in table.state.shown] == [True, False, True]
    hands.tap("K♦", "K♠")
    assert table.state.shown[1] == parse_cards("Kd Ks")


def test_D5_nothing_of_the_table_is_shown_before_the_showdown(table_opened: Opened) -> None:
    """No hand and no kind of an action card stands anywhere."""
    hands = table_opened(Table(*FLOP_BETS))
    assert not [text for text in hands.texts() if text in ("+1", "↻", "↓", "∅")]


def test_D24_a_coup_is_voided_by_two_taps(table_opened: Opened) -> None:
    """From the flop bets on the second tap says that all agree."""
    table = Table(*FLOP_BETS)
    hands = table_opened(table)
    hands.tap("☰", "Void the coup")
    assert table.posted == []
    hands.tap("All agree: void it")
    assert table.state.phase is Phase.DEAL
    assert table.state.turn == 0


def test_D26_a_player_leaves_by_two_taps(table_opened: Opened) -> None:
    """Who it is is asked; the finished coups count."""
    table = Table(*SCORED)
    hands = table_opened(table)
    hands.tap("☰", "A player leaves", "Bruno")
    assert table.state.phase is Phase.OVER
    assert hands.reads("Ana wins with 7 points.")
    assert hands.reads("Bruno left; the coups that were finished count")


@pytest.mark.parametrize(("language", "words"), [("es", "tu apuesta"), ("fr", "votre mise")])
def test_the_language_changes_at_once(table_opened: Opened, language: str, words: str) -> None:
    """In the middle of a bet; what was tapped in stays."""
    table = Table(*DEALT)
    hands = table_opened(table)
    hands.tap("■ Ana", "●●")
    hands.app.speak(language)
    hands.lay_out()
    assert hands.reads(words)
    assert hands.press("●●").chosen


def test_a_lost_camera_is_a_banner_and_the_pad_is_there(table_opened: Opened) -> None:
    """Nothing blocks; its proposal is gone."""
    table = Table(*SCENES["board seen"])
    hands = table_opened(table)
    table.happen(CameraChanged(Link.LOST))
    hands.stage.crank(2)
    assert not hands.reads("The camera sees")
    hands.tap("Q", "♣")
    assert table.state.game is not None
    assert table.state.game.board == parse_cards("Qc")


def test_the_points_stand_on_a_sheet_by_coup_and_phase(table_opened: Opened) -> None:
    """Open while the game goes on; closed by one tap."""
    from companion.ui.detective.scores import Chart

    hands = table_opened(Table(*SCORED))
    hands.tap("▦")
    assert hands.reads("Coup 1, by phase")
    assert {"+7", "+6", "+2"} <= set(hands.texts())
    (chart,) = hands.widgets(Chart)
    assert [curve.totals for curve in chart.curves] == [(0, 7), (0, 6), (0, 2)]
    hands.tap("✕")
    assert not hands.reads("Coup 1, by phase")


def test_a_new_game_begins_from_the_page_of_new_games(table_opened: Opened) -> None:
    """Detective Poker is offered there again, by the same rules."""
    table = Table(e.MatchBegun(LONG[:3], expert=True), e.DealerDrawn(0), e.PlayerLeft(1))
    hands = table_opened(table)
    hands.tap("New match")
    assert hands.app.page_name == "newgame"
    assert hands.app.page.draft.game == "detective"
    assert hands.app.page.draft.expert
