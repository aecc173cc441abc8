"""What the scoreboard shows, and what it never does."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.dice import ALL_HANDS
from companion.referee import events as e
from companion.referee.board import Board
from companion.referee.state import Phase
from companion.ui.board.plain import board_json, board_text
from companion.ui.board.signs import score_in_signs
from companion.ui.board.view import board_view, points_view
from companion.ui.languages import LANGUAGES
from tests.companion.ui.tables import CALLED, NAMES, NOT_SURE, READY, Table, begun, hand, reading


@pytest.mark.parametrize(
    ("points", "limit", "score", "signs"),
    [(2, 5, "points", "●●○○○"), (2, 5, "hearts", "♥♥♥♡♡"), (2, 12, "points", "2/12"), (2, 12, "hearts", "♥ 10")],
)
def test_points_are_signs_or_hearts(points: int, limit: int, score: str, signs: str) -> None:
    """As many as can be counted at a glance."""
    assert score_in_signs(points, limit, score) == signs


def test_the_claim_and_whose_turn_it_is_stand_there() -> None:
    """With every player, in the order of play."""
    told = board_json(board_view(Table(*begun(), e.ClaimConfirmed(0, hand("KKJ87"))).state), "en")
    assert told["headline"] == "Bruno: believe or call?"
    assert (told["claim"]["label"], told["claim"]["dice"]) == ("Ana claims", ["K", "K", "J", "8", "7"])
    assert [(p["name"], p["turn"]) for p in told["players"]] == [("Ana", False), ("Bruno", True), ("Chloé", False)]
    assert len({p["sign"] for p in told["players"]}) == len({p["colour"] for p in told["players"]}) == 3


def test_the_verdict_has_its_dice_and_its_sentence() -> None:
    """And who takes the point."""
    state = Table(*CALLED, e.CupLifted(), e.DiceRead(reading("KKQ87"), sure=True)).state
    told = board_json(board_view(state), "fr")
    assert told["verdict"]["lie"] is True
    assert told["verdict"]["dice"] == ["K", "K", "Q", "8", "7"]
    assert told["players"][0]["took_point"]
    assert "Ana" in board_text(board_view(state), "en")


DICE = st.sampled_from([hand_ for hand_ in ALL_HANDS if hand_.rank > 200])


@settings(max_examples=40, deadline=None)
@given(DICE, st.sampled_from(list(LANGUAGES)))
def test_no_die_is_on_the_board_before_the_verdict(actual: object, language: str) -> None:
    """What the camera sees during a call is not yet everyone's: only claims are told."""
    letters = str(actual)
    table = Table(*CALLED, e.CupLifted(), e.DiceGlimpsed(reading(letters)))
    before = json.dumps(board_json(board_view(table.state), language))
    table.state = Table(*CALLED, e.CupLifted(), e.DiceGlimpsed(reading("JJ877"))).state
    assert json.dumps(board_json(board_view(table.state), language)) == before


def test_a_ruling_is_not_on_the_board_before_it_is_published() -> None:
    """Nor is the score that would follow."""
    table = Table(*CALLED, e.CupLifted(), e.DiceRead(reading("KKQ87"), sure=True), e.Disputed(0, 0, "x"))
    before = board_view(table.state)
    assert "score stands still" in board_json(before, "en")["frozen"]
    table.happen(e.DisputeRuled(0, e.Outcome.OVERTURNED, "players", "x"))
    assert board_view(table.state) == before
    table.happen(e.RulingPublished(0))
    assert [line.number for line in board_view(table.state).lines] == ["0/5", "1/5", "0/5"]


@pytest.mark.parametrize("phase", list(Phase))
def test_every_moment_has_a_board(phase: Phase) -> None:
    """From nobody at the table to the winner."""
    histories: dict[Phase, tuple[e.Event, ...]] = {
        Phase.SEATING: READY,
        Phase.LOT: (e.MatchBegun(NAMES),),
        Phase.RULING: (*CALLED, e.CupLifted(), NOT_SURE),
        Phase.OVER: (*begun(1, NAMES[:2]), e.ClaimConfirmed(0, hand("AAAAA")), e.Believed(1)),
    }
    state = Table(*histories.get(phase, begun())).state
    for language in LANGUAGES:
        told = board_json(board_view(state), language)
        assert told["headline"]
        assert board_text(board_view(state), language)


def test_any_game_has_a_board_of_points() -> None:
    """Names, points, whose turn; nothing else."""
    view = points_view(("Ana", "Bo"), Board((3, 7), turn=1))
    assert [(line.name, line.number, line.turn) for line in view.lines] == [("Ana", "3", False), ("Bo", "7", True)]
