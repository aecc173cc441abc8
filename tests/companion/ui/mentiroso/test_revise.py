"""Taking back, correcting, disputing, passing blind: by touch."""

from dataclasses import replace
from itertools import combinations
from time import monotonic_ns
from typing import Any

import pytest

from companion.referee import events as e
from companion.referee.state import Phase
from companion.ui.banners import Tone
from companion.ui.mentiroso.dispute_view import dispute_of, seconds_left
from companion.ui.mentiroso.view import view_of
from companion.ui.settings.store import Settings
from companion.ui.theme import Sizes
from tests.companion.ui.conftest import Opened
from tests.companion.ui.layout import ancestors, box, overlap
from tests.companion.ui.tables import CALLED, NAMES, NOT_SURE, READY, Table, begun, hand, reading

LIE = (*CALLED, e.CupLifted(), e.DiceRead(reading("KKQ87", {}), sure=True))


def test_undo_says_what_it_takes_back_and_takes_a_second_tap(opened: Opened) -> None:
    """Then only what changed is told, and what was tapped in is gone."""
    table = Table(*begun(), e.ClaimConfirmed(0, hand("KKJ87")), e.Believed(1))
    hands = opened(table)
    hands.tap("↶ Undo")
    assert hands.reads("Tap again to take back: Bruno believed it.")
    assert table.posted == []
    hands.tap("↶ Tap again")
    assert isinstance(table.posted[0], e.Undone)
    assert table.state.phase is Phase.ANSWER
    assert hands.reads("Taken back: Bruno believed it.")
    assert hands.reads("✔ BELIEVE")


def test_undo_goes_back_past_the_end_of_a_match(opened: Opened) -> None:
    """M7: who was out plays on; and a step that came meanwhile asks again."""
    table = Table(*begun(limit=1, names=NAMES[:2]), e.ClaimConfirmed(0, hand("AAAAA")), e.Believed(1))
    hands = opened(table)
    assert hands.reads("Ana wins")
    hands.tap("↶ Undo", "↶ Tap again")
    assert hands.reads("Bruno: believe or call?")
    assert table.state.match.points == (0, 0)
    assert hands.reads("Bruno plays on")


def test_nothing_is_taken_back_where_nothing_was_done(opened: Opened) -> None:
    """The key is there, and off."""
    assert opened(Table(e.MatchBegun(NAMES))).press("↶ Undo").disabled


def test_the_dice_of_a_verdict_are_corrected_by_one_tap_on_an_alternative(opened: Opened) -> None:
    """Sure and wrong all the same: the verdict turns, and only what changed is told."""
    alternatives = e.DiceRead(tuple(replace(d, sure=True) for d in reading("KKQ87", {2: "K"})), sure=True)
    table = Table(*CALLED, e.CupLifted(), alternatives)
    hands = opened(table)
    assert hands.reads("✘ A LIE")
    hands.tap("✎ Other dice", "or K", "These are the dice")
    assert hands.reads("✔ TRUE")
    assert table.state.match.points == (0, 1, 0)
    assert hands.reads("Corrected. Ana: now 0 points, before 1.")
    # Asked what to take back, one reads that alone.
    hands.tap("↶ Undo")
    assert [banner.tone for banner in hands.app.page.banners] == [Tone.NEWS]
    assert hands.reads("Tap again to take back: Hand 1 was corrected")


def test_a_correction_can_be_left(opened: Opened) -> None:
    """Nothing is posted, the verdict stands as it did."""
    table = Table(*LIE)
    hands = opened(table)
    hands.tap("✎ Other dice", "As they were")
    assert hands.reads("✘ A LIE")
    assert table.posted == []


def test_a_verdict_is_disputed_by_a_player_and_the_score_stands_still(opened: Opened) -> None:
    """Who has a dispute left is asked; play may go on, the board waits."""
    table = Table(*LIE)
    hands = opened(table)
    hands.tap("⚑ Dispute", "Ana (2 left)")
    (event,) = table.posted
    assert isinstance(event, e.Disputed)
    assert (event.hand, event.by) == (0, 0)
    assert hands.reads("Ana disputes hand 1")
    hands.tap("Next hand", "Pair", "ace", "Pass the dice", "✘ CALL", "Tap in the dice")
    hands.tap(*["black"] * 5, "These are the dice")
    assert [player.points for player in hands.app.page.view.players] == [1, 0, 0]
    assert hands.press("⚑ Review")


def test_nobody_disputes_after_the_window_or_without_one(opened: Opened) -> None:
    """The seconds that are left stand on the key; then it goes."""
    late = e.DiceRead(reading("KKQ87"), sure=True, at_ns=monotonic_ns() - 500 * 10**9)
    soon = replace(late, at_ns=monotonic_ns())
    hands = opened(Table(*CALLED, e.CupLifted(), soon))
    assert hands.reads("⚑ Dispute · 1")
    assert not opened(Table(*CALLED, e.CupLifted(), late)).reads("⚑ Dispute")
    none = (*READY, e.MatchBegun(NAMES, challenge_window_s=0), *CALLED[4:], e.CupLifted(), soon)
    assert not opened(Table(*none)).reads("⚑ Dispute")


def test_who_has_lost_all_his_disputes_is_not_asked() -> None:
    """And a hand that was disputed once is settled."""
    state = replace(Table(*LIE).state, challenges=(0, 1, 2))
    assert [challenger.name for challenger in dispute_of(state).challengers] == ["Bruno", "Chloé"]
    table = Table(*LIE, e.Disputed(0, 0, "x"))
    assert dispute_of(table.state).open
    table.happen(e.DisputeRuled(0, e.Outcome.STANDS, "players", "x"))
    table.happen(e.RulingPublished(0))
    assert dispute_of(table.state).challengers == ()
    assert [banner.tone for banner in view_of(table.state).banners] == [Tone.NEWS]


@pytest.mark.parametrize(("later_s", "left"), [(0, 120), (1.5, 119), (119.9, 1), (120, 0), (999, 0)])
def test_the_seconds_left_are_counted_from_the_verdict(later_s: float, left: int) -> None:
    """In whole seconds, none too few."""
    state: Any = Table(*CALLED, e.CupLifted(), e.DiceRead(reading("KKQ87"), sure=True, at_ns=10**9)).state
    assert seconds_left(state, 10**9 + round(later_s * 1e9)) == left


def test_M23_a_blind_pass_is_said(opened: Opened) -> None:
    """With the claim; the receiver reads that nobody looked."""
    table = Table(*begun())
    hands = opened(table)
    hands.tap("Pair", "king", "☐ blind", "Pass the dice")
    (event,) = table.posted
    assert isinstance(event, e.ClaimConfirmed)
    assert event.blind
    assert hands.reads("Ana claims, without having looked")
    hands.tap("✔ BELIEVE")
    assert hands.reads("☐ blind")


def test_M19_the_lowest_higher_claim_is_one_tap_away(opened: Opened) -> None:
    """And the next one above it; nothing is above five aces."""
    hands = opened(Table(*begun(), e.ClaimConfirmed(0, hand("KKJ87")), e.Believed(1)))
    hands.tap("▲ next")
    assert hands.letters() == "KKQ87"
    hands.tap("▲ next")
    assert hands.letters() == "KKQJ7"
    hands.tap("Repoker", "ace")
    assert hands.press("▲ next").disabled


def test_a_call_that_nobody_watched_says_so(opened: Opened) -> None:
    """After a restart a reading is only a guess."""
    state = replace(Table(*CALLED, e.CupLifted(), NOT_SURE).state, unwatched=True)
    table = Table()
    table.state = state
    assert opened(table, settings=Settings()).reads("Nobody watched the table since the call")


@pytest.mark.parametrize("players", [2, 10])
def test_whoever_disputes_finds_his_name(opened: Opened, players: int) -> None:
    """All of them, large enough, on the smallest screen."""
    names = tuple(f"Maximiliano {number}" for number in range(players))
    table = Table(
        *begun(names=names), e.ClaimConfirmed(0, hand("KKK87")), e.Called(1), e.RulingGiven(hand("KKQ87"), "x")
    )
    hands = opened(table)
    hands.tap("⚑ Dispute")
    (sheet,) = [child for child in hands.app.page.children if hasattr(child, "raise_by")]
    presses = [press for press in hands.presses() if sheet in list(ancestors(press))]
    assert len(presses) == players + 1
    assert not [1 for a, b in combinations(presses, 2) if overlap(a, b)]
    touch = Sizes.of(800, 480).touch
    assert all(min(press.size) >= touch - 1 and box(press)[1] >= 0 for press in presses)
