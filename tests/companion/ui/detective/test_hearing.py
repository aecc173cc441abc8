"""What a change sounds like: the turn, the points, a refusal; nothing secret, and nothing twice."""

import pytest

from companion.referee.detective import events as e
from companion.referee.detective.reduce import reduce
from companion.referee.detective.state import DetectiveState
from companion.referee.events import CameraChanged, Link
from companion.ui.detective.hearing import heard
from companion.ui.languages import LANGUAGES, Catalogue
from companion.ui.sound.cues import Cue
from tests.companion.referee.detective.table import action_cards_21, begun, bets, board, coup_21, hands, play, row
from tests.companion.ui.detective.scenes import BEFORE_FLOP, DEALT, HANDS, SCORED, SHOWDOWN


def sound(history: tuple[object, ...], event: object) -> tuple[Cue | None, str]:
    """The cue of an event after a history, and what is said in English; sayable in every language."""
    before, _ = play(history)
    after, _ = reduce(before, event)
    told = heard(before, after)
    if told is None:
        return None, ""
    assert all(Catalogue(language).say(told.said) != "spoken.gains" for language in LANGUAGES)
    return told.cue, Catalogue("en").say(told.said)


@pytest.mark.parametrize(
    ("history", "event", "cue", "words"),
    [
        ((), e.MatchBegun(("A", "B", "C")), Cue.BEGIN, ""),
        (begun(), e.CoupDealt(), Cue.PASS, "Bruno: your bet"),
        ((*begun(), e.CoupDealt()), e.BetPlaced(1, 0, 1), Cue.PASS, "Chloé: your bet"),
        ((*begun(), e.CoupDealt()), e.BetPlaced(2, 0, 1), Cue.REFUSED, ""),
        (
            (*begun(), e.CoupDealt(), *bets("B->A 1, C->A 1")),
            e.BetPlaced(0, 0, 1),
            Cue.PASS,
            "Flop: Ana turns up the board",
        ),
        ((*HANDS, action_cards_21()), e.CoupScored(), Cue.POINT, "Points: Ana +7, Bruno +6, Chloé +2"),
        (SCORED, e.PlayerLeft(1), Cue.WIN, "Ana wins with 7 points."),
        (BEFORE_FLOP, e.CardsRead(row("As Kd"), sure=True), Cue.NEWS, "The camera sees A♠  K♦"),
        (
            BEFORE_FLOP,
            e.CardsRead(row("As Kd Td 2c"), sure=True),
            Cue.NOT_SURE,
            "4 cards lie on the board, 3 at most belong there now",
        ),
        (DEALT, e.BetSeen(0, 2, sure=True), Cue.NEWS, "The camera sees: 2 chips on Maximiliano Q."),
        (DEALT, e.BetSeen(0, 2), Cue.NOT_SURE, ""),
        (SHOWDOWN, e.CardsRead((), (row("Ah 7c"), row("Kd Ks"), row("9s 8s")), sure=True), Cue.NEWS, ""),
        (BEFORE_FLOP, e.CardsRead(row("As Kd?"), sure=True), Cue.NOT_SURE, ""),
        ((*DEALT, CameraChanged(Link.READY)), CameraChanged(Link.LOST), Cue.LOST, ""),
        ((*DEALT, CameraChanged(Link.LOST)), CameraChanged(Link.READY), Cue.FOUND, ""),
        ((*coup_21(),), CameraChanged(Link.READY), None, ""),
    ],
)
def test_a_change_is_heard(history: tuple[object, ...], event: object, cue: Cue | None, words: str) -> None:
    """Its tone, and what is said after it."""
    assert sound(history, event) == (cue, words)


def test_D22_a_card_to_be_replaced_is_said_aloud() -> None:
    """The dealer need not look at the screen."""
    history = (*begun(expert=True), e.CoupDealt(), *bets("B->A 1, C->A 1, A->A 1"), board("Ks 7d"))
    cue, words = sound(history, board("Kd"))
    assert cue is Cue.NEWS
    assert words.startswith("K♦ is taken out")


def test_a_hand_that_is_named_is_not_heard() -> None:
    """Nor a card that comes to the board while more are to come."""
    assert sound(tuple(HANDS[:-1]), hands("Ah 7c")) == (None, "")
    assert sound(BEFORE_FLOP, board("As")) == (None, "")
    assert heard(DetectiveState(), DetectiveState()) is None
