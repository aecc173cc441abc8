"""What the camera reads is proposed where it is sure and possible, and never acted on (D1, D5, D6, D22)."""

from dataclasses import replace

import pytest

from companion.games.cards import parse_cards
from companion.games.commentary import LANGUAGES, tell
from companion.games.detective import ActionCard, Hole
from companion.referee.detective import events as e
from companion.referee.detective.reduce import reduce
from companion.referee.detective.state import BoardSeen, DetectiveState, Phase
from companion.referee.effects import Append
from companion.referee.events import CameraChanged, Link
from companion.ui.detective.naming import NamingDraft, board_view
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
from vision.cards.reading import CardReading

BEFORE_FLOP, _ = play([*begun(), e.CoupDealt(), *bets("B->A 1, C->A 1, A->A 1")])
FLOP_BETS, _ = play([board("As 7s Kh")], BEFORE_FLOP)
BEFORE_TURN, _ = play(bets("C->A 1, A->A 1, B->A 1"), FLOP_BETS)
SHOWDOWN, _ = play([*begun(), *coup_21()])


def seen(state: DetectiveState, text: str, sure: bool = True) -> BoardSeen:
    """What the table makes of a board; the game itself never moves."""
    after, _ = reduce(state, e.CardsRead(row(text), sure=sure))
    assert (after.phase, after.game) == (state.phase, state.game)
    assert after.board_seen is not None
    return after.board_seen


@pytest.mark.parametrize("text", ["As", "As 7s", "As 7s Kh"])
def test_D10_what_lies_there_is_proposed_in_order(text: str) -> None:
    """One card, two, or the whole flop; one tap accepts them."""
    proposed = seen(BEFORE_FLOP, text)
    assert proposed.new == parse_cards(text)
    assert proposed.why is None
    after, _ = play([e.BoardTurned(proposed.new, by=e.CAMERA)], BEFORE_FLOP)
    assert after.game is not None
    assert after.game.board == parse_cards(text)


def test_D6_only_what_is_new_is_proposed() -> None:
    """The flop lies there; the turn comes."""
    assert seen(BEFORE_TURN, "As 7s Kh 2d").new == parse_cards("2d")
    assert seen(BEFORE_TURN, "As 7s Kh").new == ()


@pytest.mark.parametrize(
    ("state", "text", "key"),
    [
        (BEFORE_FLOP, "As 7s Kh 2d", "seen.too_many"),
        (BEFORE_FLOP, "As 7s As", "seen.twice"),
        (BEFORE_TURN, "As 7s Kh 2d 3d", "seen.too_many"),
        (BEFORE_TURN, "7s As Kh 2d", "seen.moved"),
        (BEFORE_TURN, "2d As 7s Kh", "seen.moved"),
        (BEFORE_TURN, "As 7s 2d", "seen.moved"),
        (FLOP_BETS, "As 7s Kh 2d", "seen.early"),
    ],
)
def test_an_impossible_board_is_proposed_to_nobody_and_says_why(state: DetectiveState, text: str, key: str) -> None:
    """However sure the reader is."""
    proposed = seen(state, text)
    assert proposed.new == ()
    assert proposed.why is not None
    assert proposed.why.key == key
    assert all(tell(proposed.why, language, NAMES) for language in LANGUAGES)


def test_four_cards_on_the_flop_say_how_many_belong_there() -> None:
    """In words for people."""
    why = seen(BEFORE_FLOP, "As 7s Kh 2d").why
    assert why is not None
    assert tell(why) == "4 cards lie on the board, 3 at most belong there now"


def test_one_card_in_doubt_or_no_vote_proposes_nothing() -> None:
    """A guess is shown as a guess."""
    doubtful = seen(BEFORE_FLOP, "As 7s? Kh")
    assert (doubtful.new, doubtful.doubtful) == ((), True)
    assert doubtful.why is not None
    assert tell(doubtful.why) == "the camera is not sure of one card"
    unsteady = seen(BEFORE_FLOP, "As 7s Kh", sure=False)
    assert (unsteady.new, unsteady.doubtful) == ((), True)


def beside(known: CardReading, text: str = "As Kh 2d") -> tuple[CardReading, ...]:
    """A row whose second card is read like this."""
    first, *others = row(text)
    return (first, known, *others)


def test_a_doubt_about_a_card_that_is_known_to_lie_there_speaks_against_nothing_new() -> None:
    """Whichever card comes first, as long as it may be the one that people named (D6)."""
    for known in (card("7s", sure=False, others="7c"), card("7c", sure=False, others="7s")):
        proposed, _ = reduce(BEFORE_TURN, e.CardsRead(beside(known), sure=True))
        assert proposed.board_seen is not None
        assert proposed.board_seen.new == parse_cards("2d")
        assert proposed.board_seen.readings == beside(known), "it stays on record as it was read"


def test_a_known_card_that_may_not_be_itself_or_surely_is_another_is_told() -> None:
    """A doubt that leaves it out is a doubt; a sure other card is out of step."""
    after, _ = reduce(BEFORE_TURN, e.CardsRead(beside(card("7c", sure=False, others="7d")), sure=True))
    assert after.board_seen is not None
    assert (after.board_seen.new, after.board_seen.doubtful) == ((), True)
    after, _ = reduce(BEFORE_TURN, e.CardsRead(beside(card("7c", others="7s")), sure=True))
    assert after.board_seen is not None
    assert (after.board_seen.new, after.board_seen.doubtful) == ((), False)
    assert after.board_seen.why is not None
    assert after.board_seen.why.key == "seen.moved"


def test_a_new_card_in_doubt_is_not_covered_by_what_lies_there() -> None:
    """Nor one that seems to be a card that was taken out (D22)."""
    after, _ = reduce(BEFORE_TURN, e.CardsRead((*row("As 7s Kh"), card("2d", sure=False, others="7s")), sure=True))
    assert after.board_seen is not None
    assert (after.board_seen.new, after.board_seen.doubtful) == ((), True)
    state, _ = play([*begun(expert=True), e.CoupDealt(), *bets("B->A 1, C->A 1, A->A 1"), board("Ks 7d Kd")])
    assert seen(state, "Ks 7d Kd? 9s").doubtful


FIRST_LIES, _ = play([board("As")], BEFORE_FLOP)


@pytest.mark.parametrize(
    ("readings", "places"),
    [
        ((card("7s", sure=False, others="As"), card("Kh")), (1, 2)),
        ((card("As"), card("7s", sure=False), card("Kh")), (0, 1, 2)),
        ((card("As"), card("Kh")), (0, 2)),
    ],
)
def test_D10_a_card_after_one_that_is_not_known_is_proposed_in_nobodys_place(
    readings: tuple[CardReading, ...], places: tuple[int, ...]
) -> None:
    """Nor offered: where the known first card is not read, and where the second is in doubt or not read at all."""
    after, _ = reduce(FIRST_LIES, e.CardsRead(readings, sure=True, places=places))
    assert after.board_seen is not None
    assert after.board_seen.new == ()
    assert after.board_seen.why is not None
    assert all(tell(after.board_seen.why, language, NAMES) for language in LANGUAGES)
    assert parse_cards("Kh")[0] not in board_view(after, NamingDraft()).suggestions


def test_D10_a_known_card_in_doubt_in_its_own_place_hinders_nothing() -> None:
    """The next one is proposed; and a complete flop wherever people begin their row."""
    doubtful = card("Ks", sure=False, others="As")
    after, _ = reduce(FIRST_LIES, e.CardsRead((doubtful, card("7s")), sure=True, places=(0, 1)))
    assert after.board_seen is not None
    assert after.board_seen.new == parse_cards("7s")
    after, _ = reduce(BEFORE_FLOP, e.CardsRead(row("As 7s Kh"), sure=True, places=(1, 2, 3)))
    assert after.board_seen is not None
    assert after.board_seen.new == parse_cards("As 7s Kh")


def test_D22_a_card_that_was_taken_out_counts_for_nothing_though_it_lies_there() -> None:
    """Its replacement is proposed."""
    state, _ = play([*begun(expert=True), e.CoupDealt(), *bets("B->A 1, C->A 1, A->A 1"), board("Ks 7d Kd")])
    assert seen(state, "Ks 7d Kd 9s").new == parse_cards("9s")
    assert seen(state, "Ks 7d 9s").new == parse_cards("9s")


def test_at_the_showdown_hands_are_proposed_seat_by_seat() -> None:
    """The sure ones; others say why."""
    read = e.CardsRead((), hands=(row("Ah 7c"), row("Kd Ks?"), row("9s 8s 2c")), sure=True)
    after, _ = reduce(SHOWDOWN, read)
    assert [each.hole for each in after.hands_seen] == [Hole(*parse_cards("Ah 7c")), None, None]
    whys = [each.why and tell(each.why, "en", NAMES) for each in after.hands_seen]
    assert whys == [None, "the camera is not sure of one card", "Chloé shows 3 cards, two are expected"]
    assert after.shown == (None, None, None)


def test_D1_a_hand_with_a_card_of_the_board_or_of_another_hand_is_proposed_to_nobody() -> None:
    """Both hands that show it, for nobody knows which is right."""
    read = e.CardsRead((), hands=(row("Ah 7c"), row("Ah Ks"), row("7d 8s")), sure=True)
    after, _ = reduce(SHOWDOWN, read)
    assert [each.hole for each in after.hands_seen] == [None, None, None]
    assert {each.why.key for each in after.hands_seen if each.why} == {"seen.twice"}


def test_a_bet_that_is_seen_is_proposed_to_whoever_bets() -> None:
    """Sure and allowed: one tap. Not sure, or more chips than can be spared (D9): with the reason."""
    dealt, _ = play([*begun(), e.CoupDealt()])
    after, _ = reduce(dealt, e.BetSeen(2, 3, covered=True, sure=True))
    assert after.bet_seen is not None
    assert (after.bet_seen.owner, after.bet_seen.chips, after.bet_seen.covered) == (2, 3, True)
    assert after.bet_seen.sure
    assert after.game == dealt.game
    for event in (e.BetSeen(2, 3), e.BetSeen(2, 5, sure=True)):
        after, _ = reduce(dealt, event)
        assert after.bet_seen is not None
        assert not after.bet_seen.sure
        assert after.bet_seen.why is not None
    after, _ = reduce(dealt, e.BetSeen(2, 3, whose=0))
    assert after.bet_seen is not None
    assert after.bet_seen.why is not None
    assert tell(after.bet_seen.why, "en", NAMES) == "the chips have the colour of Ana"
    assert all(tell(after.bet_seen.why, language, NAMES) for language in LANGUAGES)
    after, _ = play([e.BetPlaced(1, 2, 1)], after)
    assert after.bet_seen is None
    assert reduce(dealt, e.BetSeen(9, 1, sure=True)) == (dealt, ())
    assert reduce(BEFORE_FLOP, e.BetSeen(2, 1, sure=True)) == (BEFORE_FLOP, ())


def lying(number: int, **other: object) -> e.ActionCardSeen:
    """The action card of this bet of DE21 where it was laid, face up; or somewhere else."""
    assert SHOWDOWN.game is not None
    bet = SHOWDOWN.game.bets[number]
    (card,) = (each.card for each in action_cards_21().cards if each.bet == number)
    return replace(e.ActionCardSeen(bet.seat, card, bet.owner, bet.street), **other)  # type: ignore[arg-type]


COVERED = tuple(each.bet for each in action_cards_21().cards)


def test_D15_action_cards_are_proposed_for_the_bets_in_whose_place_they_lie() -> None:
    """All at once; not where the frames do not agree."""
    cards = tuple(lying(number) for number in COVERED)
    assert SHOWDOWN.game is not None
    for sure in (True, False):
        after, effects = reduce(SHOWDOWN, e.CardsRead((), sure=sure, actions=cards))
        assert len(after.actions_seen) == len(SHOWDOWN.game.bets)
        read = {number: card for number, card in enumerate(after.actions_seen) if card is not None}
        assert read == ({each.bet: each.card for each in action_cards_21().cards} if sure else {})
        assert after.actions_why is None
        assert after.turned == SHOWDOWN.turned
        assert reduce(after, e.CardsRead((), sure=sure, actions=cards)) == (after, ())
    assert any(isinstance(each, Append) for each in effects)


def test_D8_an_action_card_that_no_bet_has_is_told() -> None:
    """In another phase's place, or of a player who covered nothing there."""
    odd = lying(COVERED[0], owner=(lying(COVERED[0]).owner or 0) + 1)
    after, _ = reduce(SHOWDOWN, e.CardsRead((), sure=True, actions=(odd,)))
    assert set(after.actions_seen) == {None}
    assert after.actions_why is not None
    for language in LANGUAGES:
        assert tell(after.actions_why, language, NAMES)


def test_D3_two_action_cards_under_one_bet_are_none() -> None:
    """Nobody knows which is right."""
    first = lying(COVERED[0])
    other = next(card for card in ActionCard if card is not first.card)
    after, _ = reduce(SHOWDOWN, e.CardsRead((), sure=True, actions=(first, replace(first, card=other))))
    assert set(after.actions_seen) == {None}
    assert after.actions_why is not None
    assert after.actions_why.key == "seen.action_twice"


def test_D5_before_the_showdown_no_action_card_is_looked_at() -> None:
    """Whatever a reader sends."""
    after, effects = reduce(
        BEFORE_FLOP, e.CardsRead(row("As"), sure=True, actions=(e.ActionCardSeen(0, ActionCard.CW),))
    )
    assert after.actions_seen == ()
    (written,) = (each.event for each in effects if isinstance(each, Append))
    assert written.actions == ()


def test_the_same_reading_is_written_down_once() -> None:
    """Many a second would fill the journal; one that says something new is written."""
    first, effects = reduce(BEFORE_FLOP, e.CardsRead(row("As 7s"), sure=True))
    assert len([each for each in effects if isinstance(each, Append)]) == 1
    again = tuple(card(text, x=1.0 + 40 * place) for place, text in enumerate(("As", "7s")))
    assert again != row("As 7s"), "they lie a pixel aside"
    assert reduce(first, e.CardsRead(again, sure=True, why="later")) == (first, ())
    _, effects = reduce(first, e.CardsRead(row("As 7s Kh"), sure=True))
    assert effects


def test_readings_of_another_moment_mean_nothing() -> None:
    """Before the deal, after the points, and once the camera is gone."""
    for state in (DetectiveState(), play(begun())[0]):
        assert reduce(state, e.CardsRead(row("As"), sure=True)) == (state, ())
    proposed, _ = reduce(BEFORE_FLOP, e.CardsRead(row("As"), sure=True))
    gone, _ = reduce(proposed, CameraChanged(Link.LOST))
    assert gone.board_seen is None
    accepted, _ = play([e.BoardTurned(parse_cards("As"), e.CAMERA)], proposed)
    assert accepted.board_seen is None


def test_the_showdown_can_be_accepted_from_the_camera_in_one_event() -> None:
    """All hands that are sure, at once."""
    read = e.CardsRead((), hands=tuple(row(text) for text in HANDS_21), sure=True)
    state, _ = play([read], SHOWDOWN)
    assert all(each.hole for each in state.hands_seen)
    state, _ = play([hands(*HANDS_21, by=e.CAMERA)], state)
    assert state.phase is Phase.SHOWDOWN
    assert None not in state.shown
