"""A whole game of Detective Poker in the real window, by touches alone (D1 to D20)."""

import pytest

from companion.games import detective as d
from companion.referee.detective import events as e
from companion.referee.detective.state import Phase
from tests.companion.ui.conftest import Opened
from tests.companion.ui.detective.player import Player
from tests.companion.ui.detective.scenes import Table
from tests.slow import slow


def play(opened: Opened, players: int, expert: bool, coups: int | None = None) -> tuple[Table, Player]:
    """From the lot to the end, or for so many coups; after each one the points are held against the rules."""
    table = Table(e.MatchBegun(("Ana", "Bruno", "Chloé", "Dan")[:players], expert))
    hands = opened(table, lot=lambda n: n - 1)
    player = Player(hands, table)
    hands.tap("Draw the lot")
    while table.state.phase is not Phase.OVER:
        player.coup()
        game = table.state.game
        assert game is not None
        coup = game.coups[-1]
        bets = [each.bet for each in coup.bets]
        assert [bet.card for bet in bets] == player.laid
        assert d.score_coup(coup.dealer, player.holes, coup.board, bets, game.options) == coup
        if len(game.coups) == coups:
            break
        read = player.look()
        for seat, gain in enumerate(coup.gains):
            assert table.state.names[seat] in read
            assert f"{gain:+d}".replace("+0", "0").replace("-", "−") in read
        hands.tap("Next coup" if table.state.phase is Phase.SCORED else "The end of the game")
    return table, player


def test_a_whole_game_of_three_by_touches_alone(table_opened: Opened) -> None:
    """Six coups, each bet and each card tapped in; the end names who has won, and why."""
    table, player = play(table_opened, players=3, expert=False)
    game = table.state.game
    assert game is not None
    assert len(game.coups) == 6
    first = d.winners(game)
    assert player.hands.reads(f"{table.state.names[first[0]]}")
    assert player.hands.reads(f"with {game.totals[first[0]]} point")
    assert {type(event) for event in table.posted} == {
        e.DealerDrawn,
        e.CoupDealt,
        e.BetPlaced,
        e.BoardTurned,
        e.HandsShown,
        e.ActionCardsTurned,
        e.CoupScored,
        e.NextCoupBegun,
    }
    player.hands.tap("Scores")
    assert player.hands.reads("Coup 6, by phase")


def test_D22_a_coup_of_four_by_expert_rules(table_opened: Opened) -> None:
    """One coup: a board card whose rank is there is taken out and replaced, as the banner says."""
    play(table_opened, players=4, expert=True, coups=1)


@slow
@pytest.mark.parametrize("expert", [False, True])
def test_whole_games_of_four_by_touches_alone(table_opened: Opened, expert: bool) -> None:
    """Eight coups."""
    table, _ = play(table_opened, players=4, expert=expert)
    assert table.state.game is not None
    assert len(table.state.game.coups) == 8
