"""A coup from the table to its points, and everything that is refused on the way (D1 to D26)."""

from dataclasses import replace
from typing import Any

import pytest

from companion.games import detective as d
from companion.games.cards import Card, parse_cards
from companion.games.commentary import LANGUAGES, tell
from companion.referee.desk import Desk
from companion.referee.detective import events as e
from companion.referee.detective.effects import ReadBoard, ReadHands
from companion.referee.detective.game import DETECTIVE
from companion.referee.detective.reduce import reduce
from companion.referee.detective.state import DetectiveState, Phase
from companion.referee.effects import Append, AppendVerdict, CloseGate, LightSeat, OpenGate, Refuse, StopReading
from companion.referee.events import After, BoxChanged, CameraChanged, CupLifted, Link, MatchAbandoned, Resumed, Undone
from companion.referee.felt import BoxHeard, BoxTold
from firmware_bridge.events import Input, Level
from tests.companion.referee.detective.table import (
    HANDS_21,
    NAMES,
    action_cards_21,
    begun,
    bets,
    board,
    card,
    coup_21,
    hands,
    play,
    row,
)
from tests.companion.referee.random_match import Memory


def refused(state: DetectiveState, event: Any) -> tuple[str, str]:
    """The rule and the key of a refusal; the table is as before."""
    after, effects = reduce(state, event)
    assert replace(after, refused="", refused_rule="", refused_what=None) == state
    assert isinstance(effects[0], Refuse)
    assert after.refused_what is not None
    assert all(tell(after.refused_what, language, NAMES) for language in LANGUAGES)
    return after.refused_rule, after.refused_what.key


def test_DE21_a_whole_coup_gives_its_points() -> None:
    """From the deal to the points, by taps alone."""
    state, effects = play([*begun(), *coup_21()])
    assert state.phase is Phase.SHOWDOWN
    assert not state.all_shown
    state, _ = play([hands(*HANDS_21), action_cards_21()], state)
    assert state.all_shown
    state, effects = play([e.CoupScored()], state)
    assert state.phase is Phase.SCORED
    assert state.coup is not None
    assert state.coup.gains == (7, 6, 2)
    assert state.coup.action_cards == (2, 2, 3)
    (told,) = [effect for effect in effects if isinstance(effect, AppendVerdict)]
    assert told.body["gains"] == [7, 6, 2]
    state, _ = play([e.NextCoupBegun()], state)
    assert state.phase is Phase.DEAL
    assert state.turn == 1


def test_D2_the_lot_names_the_first_dealer() -> None:
    """Who then deals, and whose left neighbour bets first (D7)."""
    state, _ = play(begun(dealer=2))
    assert (state.phase, state.turn) == (Phase.DEAL, 2)
    state, _ = play([e.CoupDealt()], state)
    assert (state.phase, state.turn) == (Phase.BETS, 0)


@pytest.mark.parametrize(
    ("bet", "rule", "key"),
    [
        (e.BetPlaced(2, 0, 1), "D25", "refused.out_of_turn"),
        (e.BetPlaced(1, 0, 4), "D9", "refused.chips"),
        (e.BetPlaced(1, 0, 0), "D9", "refused.chips"),
        (e.BetPlaced(1, 7, 1), "D8", "refused.not_at_table"),
    ],
)
def test_D8_a_bet_that_cannot_be_is_refused(bet: e.BetPlaced, rule: str, key: str) -> None:
    """With the rule, and nothing changes."""
    state, _ = play([*begun(), e.CoupDealt()])
    assert refused(state, bet) == (rule, key)


def test_D25_the_bet_just_made_may_be_moved_until_something_happens() -> None:
    """Its chips, its board and its action card; then it lies."""
    state, _ = play([*begun(), e.CoupDealt(), e.BetPlaced(1, 0, 3, covered=True)])
    moved, _ = play([e.BetMoved(1, 2, 1)], state)
    assert moved.game is not None
    assert [(bet.owner, bet.chips, bet.covered) for bet in moved.game.bets] == [(2, 1, False)]
    assert refused(state, e.BetMoved(1, 2, 4)) == ("D9", "refused.chips")
    assert refused(state, e.BetMoved(2, 2, 1)) == ("D25", "refused.bet_lies")
    later, _ = play([e.BetPlaced(2, 0, 1)], state)
    assert refused(later, e.BetMoved(1, 2, 1)) == ("D25", "refused.bet_lies")


def test_D25_the_last_bet_of_a_phase_may_be_moved_too() -> None:
    """Before the first board card."""
    state, _ = play([*begun(), e.CoupDealt(), *bets("B->A 1, C->A 1, A->A 1")])
    assert state.phase is Phase.BOARD
    state, _ = play([e.BetMoved(0, 1, 2)], state)
    assert state.phase is Phase.BOARD
    assert state.game is not None
    assert state.game.bets[-1].owner == 1
    state, _ = play([board("As")], state)
    assert refused(state, e.BetMoved(0, 2, 2)) == ("D25", "refused.bet_lies")


def test_D25_an_action_card_is_added_before_the_next_bet_only() -> None:
    """And never a second one (D8)."""
    state, _ = play([*begun(), e.CoupDealt(), e.BetPlaced(1, 0, 1)])
    covered, _ = play([e.ActionCardLaid(1)], state)
    assert covered.game is not None
    assert covered.game.bets[0].covered
    assert refused(covered, e.ActionCardLaid(1)) == ("D8", "refused.second_card")
    later, _ = play([e.BetPlaced(2, 0, 1)], state)
    assert refused(later, e.ActionCardLaid(1)) == ("D25", "refused.card_too_late")


def test_D25_once_a_hand_is_shown_the_river_bet_lies() -> None:
    """What is seen at the showdown must not help."""
    state, _ = play([*begun(), *coup_21(), hands(*HANDS_21)])
    last = state.game.bets[-1].seat if state.game else 0
    assert refused(state, e.BetMoved(last, 1, 1)) == ("D25", "refused.bet_lies")


def test_D10_flop_cards_come_one_by_one_or_together() -> None:
    """Never a fourth, and never a card that lies there already (D1)."""
    state, _ = play([*begun(), e.CoupDealt(), *bets("B->A 1, C->A 1, A->A 1")])
    assert refused(state, board("As 7s Kh 2d")) == ("D6", "refused.no_board_card")
    assert refused(state, board("As As")) == ("D1", "refused.card_twice")
    one, _ = play([board("As"), board("7s")], state)
    assert one.phase is Phase.BOARD
    assert refused(one, board("7s")) == ("D1", "refused.card_twice")
    both, _ = play([board("Kh")], one)
    together, _ = play([board("As 7s Kh")], state)
    assert both == together
    assert both.phase is Phase.BETS
    assert refused(both, board("2d")) == ("D6", "refused.no_board_card")


def test_D22_for_experts_a_rank_that_is_there_is_taken_out_and_replaced() -> None:
    """The board says which card, and goes on only with another."""
    state, _ = play([*begun(expert=True), e.CoupDealt(), *bets("B->A 1, C->A 1, A->A 1"), board("Ks 7d Kd")])
    assert state.phase is Phase.BOARD
    assert state.notice is not None
    assert "K♦" in tell(state.notice)
    state, _ = play([board("9s")], state)
    assert state.phase is Phase.BETS
    assert state.notice is None
    assert state.game is not None
    assert state.game.taken_out == (Card.parse("Kd"),)


def test_D1_no_card_is_shown_that_lies_elsewhere() -> None:
    """On the board, or in another hand."""
    state, _ = play([*begun(), *coup_21()])
    assert refused(state, hands("As 7c", "Kd Ks", "9s 8s")) == ("D1", "refused.card_twice")
    assert refused(state, hands("Ah 7c", "Ah Ks", "9s 8s")) == ("D1", "refused.card_twice")
    state, _ = play([hands("Ah 7c")], state)
    assert refused(state, e.HandsShown((e.ShownHand(1, *parse_cards("7c Ks")),))) == ("D1", "refused.card_twice")
    # Named again: the later naming holds, also where it takes up the same card.
    state, _ = play([hands("7c Ad")], state)
    assert state.shown[0] == d.Hole(*parse_cards("7c Ad"))


def test_D3_each_action_card_lies_under_one_bet_only() -> None:
    """And only where one was laid (D8)."""
    state, _ = play([*begun(), *coup_21()])
    assert state.game is not None
    (first, *_) = [i for i, bet in enumerate(state.game.bets) if bet.seat == 2 and bet.covered]
    second = [i for i, bet in enumerate(state.game.bets) if bet.seat == 2 and bet.covered][1]
    bare = next(i for i, bet in enumerate(state.game.bets) if not bet.covered)

    def turn(bet: int) -> e.ActionCardsTurned:
        return e.ActionCardsTurned((e.TurnedCard(bet, d.ActionCard.CW),))

    assert refused(state, turn(bare)) == ("D8", "refused.no_card_there")
    assert refused(state, turn(99)) == ("D8", "refused.no_card_there")
    state, _ = play([turn(first)], state)
    assert refused(state, turn(second)) == ("D3", "refused.card_used")


def test_D15_nothing_is_scored_while_something_lies_face_down() -> None:
    """A hand, then an action card; the reason names whose."""
    state, _ = play([*begun(), *coup_21()])
    assert refused(state, e.CoupScored()) == ("D5", "refused.hand_unseen")
    state, _ = play([hands(*HANDS_21)], state)
    assert refused(state, e.CoupScored()) == ("D8", "refused.card_unseen")


def test_D24_a_coup_is_void_with_a_reason_and_from_the_flop_bets_on_by_agreement() -> None:
    """The same dealer deals again."""
    state, _ = play([*begun(), e.CoupDealt(), *bets("B->A 1")])
    assert refused(state, e.CoupVoided(" ")) == ("D24", "refused.no_reason")
    state, _ = play([*bets("C->A 1, A->A 1"), board("As 7s Kh")], state)
    assert refused(state, e.CoupVoided("a card was seen")) == ("D24", "refused.not_agreed")
    state, _ = play([e.CoupVoided("a card was seen", agreed=True)], state)
    assert (state.phase, state.turn) == (Phase.DEAL, 0)
    assert state.game is not None
    assert state.game.bets == ()


def test_D26_who_leaves_ends_the_game_with_the_coups_that_are_finished() -> None:
    """The points stand."""
    state, _ = play([*begun(), *coup_21(), hands(*HANDS_21), action_cards_21(), e.CoupScored(), e.PlayerLeft(1)])
    assert state.phase is Phase.OVER
    assert state.game is not None
    assert d.ranking(state.game) == ((0,), (1,), (2,))


@pytest.mark.parametrize("players", [2, 5])
def test_D1_three_or_four_play(players: int) -> None:
    """Others are refused before anything begins."""
    names = tuple("ABCDE"[:players])
    assert refused(DetectiveState(), e.MatchBegun(names)) == ("D1", "refused.detective_players")


def test_nothing_happens_before_a_match() -> None:
    """Every act is refused, none is a traceback."""
    acts = (e.DealerDrawn(0), e.CoupDealt(), e.BetPlaced(0, 0, 1), e.BetMoved(0, 0, 1), e.ActionCardLaid(0))
    acts += (board("As"), hands("As Ks"), e.CoupScored(), e.CoupVoided("x"), e.PlayerLeft(0), action_cards_21())
    for act in acts:
        assert refused(DetectiveState(), act) == ("D1", "refused.no_set_up")
    assert reduce(DetectiveState(), e.NextCoupBegun()) == (DetectiveState(), ())


def test_a_second_match_begins_after_the_end_only() -> None:
    """Tapped twice, the second tap does not throw the game away."""
    state, _ = play(begun())
    assert refused(state, e.MatchBegun(NAMES[:3])) == ("D1", "refused.set_up_already")


def test_D5_the_gate_is_closed_from_the_deal_to_the_showdown() -> None:
    """Players hold their cards up: no picture is shown or kept before all may see them."""
    state, effects = play([*begun(), *coup_21()[:-1]])
    assert not any(isinstance(effect, OpenGate) for effect in effects)
    assert not state.gate_open
    state, effects = play(coup_21()[-1:], state)
    assert OpenGate() in effects
    assert state.game is not None
    assert ReadHands(3, state.game.board) in effects
    state, effects = play([hands(*HANDS_21), action_cards_21(), e.CoupScored(), e.NextCoupBegun()], state)
    assert CloseGate() in effects
    assert not state.gate_open


def test_D5_hands_that_the_camera_sends_too_early_are_neither_shown_nor_written_down() -> None:
    """Whatever the reader does: not in the state, not in the journal."""
    state, _ = play([*begun(), e.CoupDealt(), *bets("B->A 1, C->A 1, A->A 1")])
    state, effects = reduce(state, e.CardsRead(row("As 7s Kh"), hands=(row("Ah 7c"), row("Kd Ks"), ()), sure=True))
    assert state.hands_seen == ()
    (written,) = [effect.event for effect in effects if isinstance(effect, Append)]
    assert written.hands == ()


def test_the_board_is_read_while_it_may_change() -> None:
    """What lies there, and how many cards belong there at the end of the phase; the bettor's lamp is lit."""
    state, effects = play([*begun(), e.CoupDealt(), *bets("B->A 1, C->A 1, A->A 1")])
    assert ReadBoard((), 3) in effects
    assert LightSeat(1) in effects
    _, effects = play([board("As")], state)
    assert ReadBoard(parse_cards("As"), 3) in effects


def test_links_are_news_once() -> None:
    """Before a match they are only known; in a match they are written down; cups and dice mean nothing here."""
    state, effects = play([CameraChanged(Link.READY)])
    assert (state.camera, effects) == (Link.READY, [])
    state, effects = play([*begun(), BoxChanged(Link.READY), BoxChanged(Link.READY), CupLifted()], state)
    written = [effect.event for effect in effects if isinstance(effect, Append)]
    assert written.count(BoxChanged(Link.READY)) == 1
    assert CameraChanged(Link.READY) in written
    assert CupLifted() not in written


def test_a_refusal_stands_until_somebody_does_something_that_is_taken() -> None:
    """The camera's news do not wipe it away."""
    state, _ = play([*begun(), e.CoupDealt(), e.BetPlaced(2, 0, 1)])
    assert state.refused
    state, _ = play([CameraChanged(Link.LOST), e.CardsRead((card("As"),), sure=True)], state)
    assert state.refused
    state, _ = play([e.BetPlaced(1, 0, 1)], state)
    assert not state.refused


def test_a_game_that_is_given_up_leaves_an_empty_table_and_can_be_taken_back() -> None:
    """The parts of the table stay known; nothing is there to be given up twice."""
    desk = Desk(Memory(), game=DETECTIVE)
    for event in (CameraChanged(Link.READY), *begun(), e.CoupDealt(), e.BetPlaced(1, 0, 2)):
        desk.take(event)
    before = desk.state
    desk.take(MatchAbandoned("Ana", "it is late"))
    assert (desk.state.phase, desk.state.names, desk.state.camera) == (Phase.SEATING, (), Link.READY)
    desk.take(MatchAbandoned("Ana", "it is late"))
    assert desk.state.refused_what is not None
    assert desk.state.refused_what.key == "cannot.no_match"
    desk.take(Undone("Ana", "we go on"))
    assert desk.state.game == before.game
    assert desk.state.turn == 2


def test_what_the_box_tells_is_written_down_and_changes_nothing() -> None:
    """So that the box may forget it, also in a game that has no cup."""
    state, _ = play([*begun(), e.CoupDealt()])
    told = BoxTold(BoxHeard(Input.CUP, Level.LIFTED, boot_id=7, seq=3), at_ns=5)
    after, effects = reduce(state, told)
    assert (after.phase, after.game) == (state.phase, state.game)
    assert [effect.event for effect in effects if isinstance(effect, Append)] == [told.heard]
    assert after.felt != state.felt


def test_after_a_restart_the_camera_begins_anew() -> None:
    """What it proposed is gone; what people have shown stands; the gate is as the phase wants it."""
    state, _ = play([*begun(), e.CoupDealt(), e.BetSeen(0, 1, sure=True)])
    after, effects = reduce(state, Resumed(After.START, camera=Link.READY))
    assert after.bet_seen is None
    assert effects[1:3] == (StopReading(), CloseGate())
    assert ReadBoard((), 0) in effects
    state, _ = play([*begun(), *coup_21(), hands("Ah 7c")])
    after, effects = reduce(state, Resumed(After.START))
    assert after.shown == state.shown
    assert OpenGate() in effects
