"""From states to what is drawn, without a window: every text can be said, every number is the rules' own."""

from dataclasses import fields, is_dataclass
from typing import Any

import pytest

from companion.games.cards import FULL_PACK, Card, Rank
from companion.games.detective import ActionCard, Street
from companion.referee.detective import events as e
from companion.referee.detective.state import DetectiveState, Phase
from companion.ui.detective.bet_draft import BetDraft, bet_event, bet_view
from companion.ui.detective.keys import RANKS, Face, pad_view
from companion.ui.detective.naming import (
    NamingDraft,
    actions_event,
    actions_view,
    board_event,
    board_view,
    covered_bets,
    hands_view,
    slot,
)
from companion.ui.detective.points_view import places, points_view, scores_view
from companion.ui.detective.table_view import table_view
from companion.ui.detective.view import view_of
from companion.ui.languages import LANGUAGES, Catalogue
from companion.ui.texts import Text, Told
from tests.companion.referee.detective.table import action_cards_21, begun, bets, play, row
from tests.companion.ui.detective.scenes import DEALT, FLOP_BETS, HANDS, SCENES, SCORED, SHOWDOWN, whole


def texts_in(thing: Any) -> list[Any]:
    """Everything to be said in a view, however deep."""
    if isinstance(thing, Text | Told):
        return [thing]
    if isinstance(thing, tuple | list):
        return [text for item in thing for text in texts_in(item)]
    if is_dataclass(thing) and not isinstance(thing, type):
        return [text for field in fields(thing) for text in texts_in(getattr(thing, field.name))]
    return []


def views_of(state: DetectiveState) -> list[Any]:
    """All that is drawn of a state."""
    views: list[Any] = [view_of(state, simulated=True), table_view(state), scores_view(state), places(state)]
    if state.phase is Phase.BETS:
        views += [bet_view(state, draft) for draft in (BetDraft.of(state.bet_seen), BetDraft(0, 3, covered=True))]
    if state.phase is Phase.BOARD:
        views.append(board_view(state, NamingDraft(Rank.ACE)))
    if state.phase is Phase.SHOWDOWN:
        views += [hands_view(state, NamingDraft(seat=1)), actions_view(state, None)]
    if state.coup is not None:
        views += [points_view(state, state.coup, street) for street in (*Street, None)]
    return views


@pytest.mark.parametrize("name", SCENES)
def test_every_text_of_every_moment_can_be_said_in_every_language(name: str) -> None:
    """No key is shown as it is written, and nothing is left unfilled."""
    state, _ = play(SCENES[name])
    said = [text for view in views_of(state) for text in texts_in(view)]
    assert said
    for language in LANGUAGES:
        catalogue = Catalogue(language)
        for text in said:
            told = catalogue.say(text)
            assert told and "{" not in told
            assert not isinstance(text, Text) or told != text.key


def test_the_pad_offers_what_can_still_come() -> None:
    """All four aces gone: no ace; one suit gone: three left."""
    aces = {card for card in FULL_PACK if card.rank is Rank.ACE}
    pad = pad_view(frozenset({*aces, Card.parse("Ks")}), Rank.KING)
    keys = [key for row in pad.ranks for key in row]
    assert [key.said for key in keys][:5] == ["A", "K", "Q", "J", "10"]
    assert len(keys) == len(RANKS)
    assert [key.enabled for key in keys[:2]] == [False, True]
    assert [key.enabled for key in pad.suits] == [False, True, True, True]
    assert not any(key.enabled for key in pad_view(frozenset(), None).suits)


def test_D5_cards_lie_on_the_picture_from_the_showdown_on_only() -> None:
    """Before it nobody's cards are drawn, and no action card has a face."""
    state, _ = play(FLOP_BETS)
    seats = table_view(state).seats
    assert all(seat.cards == () for seat in seats)
    stacks = [stack for seat in seats for column in seat.stacks for stack in column]
    assert len(stacks) == 6
    assert {stack.card for stack in stacks} == {None}
    assert [stack.covered for stack in stacks].count(True) == 3
    state, _ = play(HANDS)
    assert all(card.face is Face.UP for seat in table_view(state).seats for card in seat.cards)


def test_after_the_points_the_picture_follows_the_phase_that_is_looked_at() -> None:
    """DE21: B best and C worst on the flop; turn and river lie there faded."""
    state, _ = play(SCORED)
    table = table_view(state, street=Street.FLOP)
    assert [card.faded for card in table.board] == [False, False, False, True, True]
    assert [Catalogue("en").say(seat.honour) for seat in table.seats] == ["", "♛ best", "↓ worst"]
    river = table_view(state, street=Street.RIVER)
    assert [stack.right for stack in river.seats[1].stacks[3]] == [True, False]


def test_DE21_every_point_is_explained() -> None:
    """Bets, reasons and points of each phase; then the sums."""
    state, _ = play(SCORED)
    assert state.coup is not None
    say = Catalogue("en").say
    flop = points_view(state, state.coup, Street.FLOP)
    assert say(flop.best) == "♛ Best: Bruno, three of a kind"
    assert [(line.name, say(line.bet), say(line.why), line.points) for line in flop.lines] == [
        ("Chloé", "● on Chloé · ↓ BLUFF", "Chloé was worst", "+1"),
        ("Ana", "● on Bruno", "Bruno was best", "+1"),
        ("Bruno", "●● on Ana · ↻ CW", "clockwise, Bruno was best", "+2"),
    ]
    river = points_view(state, state.coup, Street.RIVER)
    assert say(river.lines[2].why) == "clockwise, Chloé was not best"
    total = points_view(state, state.coup, None)
    assert [(line.name, line.by_street, line.gain, line.total) for line in total.sums] == [
        ("Ana", ("+4", "+1", "+2", "0"), "+7", "7"),
        ("Bruno", ("0", "+2", "0", "+4"), "+6", "6"),
        ("Chloé", ("+1", "+1", "0", "0"), "+2", "2"),
    ]


def test_the_scores_are_the_totals_of_the_game() -> None:
    """Eight coups, each curve ends at its total; the places are the ranking (D20)."""
    state, _ = play(whole())
    assert state.game is not None
    shown = scores_view(state, 3)
    assert len(shown.rows) == 8
    assert [curve.totals[-1] for curve in shown.curves] == list(state.game.totals)
    assert (shown.coup, shown.can_go_back, shown.can_go_on) == (3, True, True)
    assert scores_view(state, 99).coup == 8
    assert [line.points for line in places(state)] == sorted(state.game.totals, reverse=True)


def test_a_bet_is_told_to_the_referee_only_once_it_is_one() -> None:
    """Without a board there is none."""
    state, _ = play(DEALT)
    assert bet_event(state, BetDraft(), 7) is None
    assert bet_event(state, BetDraft(2, 3, covered=True), 7) == e.BetPlaced(1, 2, 3, True, 7)
    assert not bet_view(state, BetDraft(chips=2)).can_confirm


def test_the_next_card_that_is_asked_for_is_the_first_that_nobody_has_named() -> None:
    """Hands by seat, then action cards by bet; a kind that the player has laid elsewhere is off (D3)."""
    state, _ = play(SHOWDOWN)
    assert slot(state, NamingDraft()) == (0, 0)
    assert slot(state, NamingDraft(first=Card.parse("Ah"))) == (0, 1)
    state, _ = play(HANDS)
    assert slot(state, NamingDraft()) is None
    first, *_ = covered_bets(state)
    assert actions_view(state, None).bet == first
    owner = state.game.bets[first].seat if state.game else 0
    state, _ = play([e.ActionCardsTurned((e.TurnedCard(first, ActionCard.BLANK),))], state)
    later = next(bet for bet in covered_bets(state)[1:] if state.game and state.game.bets[bet].seat == owner)
    assert [key.enabled for key in actions_view(state, later).keys] == [True, True, True, False]


def test_nothing_is_drawn_before_anyone_sits_down() -> None:
    """An empty table."""
    state = DetectiveState()
    assert table_view(state).seats == ()
    assert scores_view(state).rows == ()
    assert places(state) == ()
    assert view_of(play(begun()[:1])[0]).can_leave


@pytest.mark.parametrize("flop", ["Ks 7d Kd", "Ks Kd 7d"])
def test_D22_a_duplicate_rank_that_the_camera_reads_is_called_out_with_what_to_replace(flop: str) -> None:
    """Wherever it lies in the flop; until its replacement lies there, which is proposed beside it or in its place."""
    state, _ = play(
        [*begun(expert=True), e.CoupDealt(), *bets("B->A 1, C->A 1, A->A 1"), e.CardsRead(row(flop), sure=True)]
    )
    offered = board_event(state, 0)
    assert offered is not None
    state, _ = play([offered], state)
    assert state.game is not None
    assert [str(card) for card in state.game.taken_out] == ["Kd"]
    for language in LANGUAGES:
        shown = [Catalogue(language).say(banner.said) for banner in view_of(state, simulated=False).banners]
        assert any("K♦" in text for text in shown)
    for lying in (f"{flop} 9s", "Ks 7d 9s"):
        seen, _ = play([e.CardsRead(row(lying), sure=True)], state)
        replaced = board_event(seen, 0)
        assert replaced is not None
        assert [str(card) for card in replaced.cards] == ["9s"]
        after, _ = play([replaced], seen)
        assert after.notice is None


def test_action_cards_that_the_camera_reads_are_one_tap() -> None:
    """Those that nobody has named; what is odd is told instead."""
    cards = action_cards_21().cards
    shown, _ = play(HANDS)
    assert shown.game is not None
    bets = shown.game.bets
    actions = tuple(e.ActionCardSeen(bets[c.bet].seat, c.card, bets[c.bet].owner, bets[c.bet].street) for c in cards)
    state, _ = play([*HANDS, e.CardsRead((), sure=True, actions=actions)])
    view = actions_view(state, None)
    assert view.can_accept
    assert actions_event(state, 1) == e.ActionCardsTurned(cards, e.CAMERA, 1)
    named, _ = play([e.ActionCardsTurned(cards)], state)
    assert not actions_view(named, None).can_accept
    assert actions_event(named, 1) is None
    odd, _ = play(
        [*HANDS, e.CardsRead((), sure=True, actions=(e.ActionCardSeen(0, cards[0].card, 2, bets[-1].street),))]
    )
    assert not actions_view(odd, None).can_accept
    assert actions_view(odd, None).offer
