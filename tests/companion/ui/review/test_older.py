"""Older matches on the review page, and coups of Detective Poker: found, looked at, named anew, ruled, published."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from companion.games.cards import parse_cards
from companion.games.detective.state import ActionCard
from companion.referee import events as e
from companion.referee.detective import events as coups
from companion.referee.events import Disputed, Outcome, RulingPublished
from companion.ui.review.cards_sheet import CardsSheet
from companion.ui.review.port import Evidence, KeptPicture, Listed, Trouble, called
from companion.ui.texts import Faces
from tests.companion.printed import TEN_NINE
from tests.companion.review.coup_matches import all_of, shown
from tests.companion.ui.conftest import Opened
from tests.companion.ui.detective.scenes import LONG, SCORED
from tests.companion.ui.detective.scenes import Table as CoupTable
from tests.companion.ui.layout import SIZES, page_faults
from tests.companion.ui.review.test_review import LIE, Drawer, pictures
from tests.companion.ui.tables import Table, reading

CALLS = Listed("2026-11-29-kqzm", "mentiroso", "2026-11-29T20:15:00.000Z", ("Ana", "Bruno", "Chloé"))
COUPS = Listed("2026-11-28-abcd", "detective", "2026-11-28T19:00:00.000Z", ("Ana", "Bruno", "Chloé"))
HANDS = ("Ah 7c", "Kd Ks", "9s 8s")


def showdown(*texts: str, match: str = "", now: tuple[str, ...] | None = None) -> Evidence:
    """Two pictures of a showdown, of the first of which only the board was read."""
    row, held = shown(*texts)
    grey = np.full((90, 160, 4), 90, np.uint8)
    kept = (KeptPicture(grey, 160, None, row), KeptPicture(grey, 160, None, all_of(row, held)))
    again = all_of(*shown(*now)) if now is not None else None
    return Evidence(0, kept, all_of(row, held), again, match=match, read=1 if now is not None else -1)


def name(hands: Any, cards: str) -> None:
    """Each by its rank and its suit, on the pad that lies over the page."""
    for card in parse_cards(cards):
        hands.tap(card.rank.letter.replace("T", "10"), card.suit.symbol)


def test_from_the_first_page_to_an_older_match(opened: Opened) -> None:
    """Nothing was played since the start: the list of matches comes first, the newest call is opened at once."""
    drawer = Drawer(Evidence(0, pictures(), reading("KKQ87"), match=CALLS.match), older={CALLS: Table(*LIE)})
    hands = opened(Table(), reviewer=drawer, first="home")
    hands.touch(hands.tile("Review"))
    assert hands.reads("Which match?")
    (key,) = [press for press in hands.presses() if "2026-11-29 20:15" in press.text]
    assert "Mentiroso:  Ana, Bruno, Chloé" in key.text
    hands.touch(key)
    hands.stage.crank(2)
    assert hands.reads("Hand 1: ✘ A LIE")
    assert drawer.wanted == [(CALLS.match, -1)]
    assert len(hands.app.page.ids.picture.then) == 5


def test_an_older_verdict_is_disputed_ruled_and_published(opened: Opened) -> None:
    """Days later, without a clock; the match on the table is not touched."""
    older, here = Table(*LIE, e.NextHandBegun()), Table()
    drawer = Drawer(Evidence(0, trouble=Trouble.GONE, match=CALLS.match), older={CALLS: older})
    hands = opened(here, reviewer=drawer, first="review")
    hands.touch(next(press for press in hands.presses() if "2026-11-29" in press.text))
    hands.stage.crank(2)
    hands.tap("⚑ Dispute", "Ana (2 left)")
    hands.stage.crank(2)
    assert older.posted == [e.Disputed(0, 0, "disputed at the table", None)]
    assert hands.reads("⚑ in dispute")
    hands.tap("Nobody can tell")
    hands.stage.crank(2)
    hands.tap("Publish")
    hands.stage.crank(2)
    assert older.state.hands[0].outcome is Outcome.INCONCLUSIVE
    assert here.posted == []


def test_an_older_match_is_told_as_its_own_dice_are_printed(opened: Opened) -> None:
    """It was played with 10 and 9; the set in use now has 8 and 7, and its table says so again."""
    older = Table(*LIE)
    drawer = Drawer(Evidence(0, trouble=Trouble.GONE, match=CALLS.match), older={CALLS: older})
    drawer.printing = TEN_NINE
    hands = opened(Table(), reviewer=drawer, first="review")
    hands.touch(next(press for press in hands.presses() if "2026-11-29" in press.text))
    hands.stage.crank(3)
    assert "10" in hands.app.say(Faces.of("8")) and "9" in hands.app.say(Faces.of("7"))
    hands.app.open("home")
    hands.stage.crank(2)
    assert "8" in hands.app.say(Faces.of("8")) and "7" in hands.app.say(Faces.of("7"))


def test_what_the_referee_does_not_take_is_said(opened: Opened) -> None:
    """In the language of the page."""
    older = Table(*LIE)
    drawer = Drawer(Evidence(0, trouble=Trouble.GONE, match=CALLS.match), older={CALLS: older})
    hands = opened(Table(), reviewer=drawer, first="review", language="es")
    hands.touch(next(press for press in hands.presses() if "2026-11-29" in press.text))
    hands.stage.crank(2)
    hands.app.page._post(RulingPublished(0))
    hands.stage.crank(2)
    assert hands.reads("no está en discusión")


def test_without_any_match_the_list_says_so(opened: Opened) -> None:
    """And closes."""
    hands = opened(Table(), reviewer=Drawer(), first="review")
    assert hands.reads("No match has been played yet")
    hands.tap("Close")
    assert hands.reads("No call to review yet")


def test_a_coup_is_shown_with_its_pictures_and_cards(opened: Opened) -> None:
    """Each picture with what was read of it; the points by player; today's reading beside."""
    drawer = Drawer(showdown(*HANDS), showdown(*HANDS, now=("Ah 7c", "Qd Qs", "9s 8s")))
    hands = opened(CoupTable(*SCORED), reviewer=drawer, first="review")
    assert hands.reads("Coup 1")
    assert hands.reads("Ana +7   Bruno +6   Chloé +2")
    picture = hands.app.page.ids.picture
    assert len(picture.then) == 11
    hands.tap("◀")
    assert len(picture.then) == 5
    hands.tap("▶", "Read again")
    hands.stage.crank(2)
    assert drawer.wanted[-1] == ("", 1)
    assert {called(card) for card in picture.now} >= {"Q♦", "Q♠"}


def test_a_hand_named_anew_changes_what_may_be_ruled(opened: Opened) -> None:
    """Disputed, the kings were queens: overturned with them, published, and only then told."""
    table = CoupTable(*SCORED)
    hands = opened(table, reviewer=Drawer(showdown(*HANDS)), first="review", size=(1280, 800))
    hands.tap("⚑ Dispute", "Bruno (2 left)")
    assert hands.reads("Coup 1 is in dispute")
    assert hands.press("Overturned").disabled
    hands.tap("Bruno  K♦  K♠")
    name(hands, "Qd Qs")
    hands.tap("Close")
    assert hands.reads("With these cards:")
    assert hands.press("Confirmed").disabled
    hands.tap("Overturned")
    ruled = table.posted[-1]
    assert isinstance(ruled, coups.DisputeRuled)
    assert ruled.found == coups.CardsFound(hands=(coups.ShownHand(1, *parse_cards("Qd Qs")),))
    assert table.state.board.points == (7, 6, 2)
    hands.tap("Publish")
    assert table.state.board.points != (7, 6, 2)
    assert table.state.reviews[0].outcome is Outcome.OVERTURNED
    assert hands.reads("Bruno  Q♦  Q♠")


def test_a_coup_is_corrected_with_an_action_card(opened: Opened) -> None:
    """Its next kind by one tap; what the points would be stands there before anything is written."""
    table = CoupTable(*SCORED)
    hands = opened(table, reviewer=Drawer(showdown(*HANDS)), first="review", size=(1280, 800))
    assert hands.press("Correct").disabled
    hands.tap("Chloé  9♠  8♠")
    (sheet,) = hands.widgets(CardsSheet)
    before = [key.said for key in sheet.actions]
    flop = next(press for press in hands.presses() if "BLUFF" in press.text)
    hands.touch(flop)
    assert [key.said for key in sheet.actions] != before
    hands.tap("Close")
    assert hands.reads("With these cards:") or hands.reads("in this coup")
    while hands.press("Correct").disabled:
        hands.tap("Chloé  9♠  8♠")
        hands.touch(next(press for press in hands.presses() if press.text.startswith(("flop", "Flop"))))
        hands.tap("Close")
    hands.tap("Correct")
    event = table.posted[-1]
    assert isinstance(event, coups.CoupCorrected)
    assert event.found.cards[0].card is not ActionCard.BLUFF
    assert table.state.game is not None
    assert table.state.game.coups[0].bets[event.found.cards[0].bet].bet.card is event.found.cards[0].card


def test_the_board_is_named_anew_and_impossible_cards_are_not_offered(opened: Opened) -> None:
    """Five cards; those that lie with the players are not on the pad."""
    hands = opened(CoupTable(*SCORED), reviewer=Drawer(showdown(*HANDS)), first="review", size=(1280, 800))
    hands.tap("Board  A♠  7♠  K♥  2♠  7♦")
    hands.tap("A")
    assert hands.press("♥").disabled
    hands.tap("♦")
    name(hands, "7s Kh 2s 7d")
    hands.tap("Close")
    assert hands.reads("With these cards:")
    assert hands.reads("Board  A♦  7♠  K♥  2♠  7♦")


def test_an_older_match_of_the_other_game_changes_the_page(opened: Opened) -> None:
    """From dice to cards and back."""
    coups_of = CoupTable(*SCORED)
    drawer = Drawer(
        Evidence(0, pictures(), reading("KKQ87")), showdown(*HANDS, match=COUPS.match), older={COUPS: coups_of}
    )
    hands = opened(Table(*LIE), reviewer=drawer, first="review", size=(1280, 800))
    assert hands.reads("Hand 1")
    hands.tap("Matches")
    hands.touch(next(press for press in hands.presses() if "Detective Poker" in press.text))
    hands.stage.crank(2)
    assert hands.reads("Coup 1")
    assert hands.press("Bruno  K♦  K♠")
    hands.tap("Matches", "The match on the table")
    assert hands.reads("Hand 1")


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_page_of_coups_holds(opened: Opened, size: tuple[int, int]) -> None:
    """Four players with long names, a dispute, the sheets over the page; in every language."""
    from tests.companion.ui.detective.scenes import whole

    history = [replace(event, names=LONG) if isinstance(event, coups.MatchBegun) else event for event in whole()]
    table = CoupTable(*history, Disputed(0, 0, "x"))
    drawer = Drawer(replace(showdown(*HANDS, "3s 4s"), hand=0), older={CALLS: Table(*LIE), COUPS: table})
    hands = opened(table, reviewer=drawer, first="review", size=size)
    wrong = []
    for language in ("en", "es", "fr"):
        hands.app.speak(language)
        hands.lay_out()
        wrong += [f"{language}: {fault}" for fault in page_faults(hands, size)]
        for lay_over in (hands.app.page.list_matches, lambda: hands.app.page.tap_held(0)):
            lay_over()
            hands.stage.crank(2)
            hands.lay_out()
            # It lies over the page, and hides what is behind it.
            faults = [fault for fault in page_faults(hands, size) if not fault.startswith("overlap")]
            wrong += [f"{language}, over it: {fault}" for fault in faults]
            hands.app.page.children[0].close()
    assert not wrong, "\n".join(wrong)
