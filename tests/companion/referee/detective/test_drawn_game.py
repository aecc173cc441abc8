"""Detective Poker seen by a drawn camera from end to end: mat, cards, chips and action cards, by the real readers."""

import pytest

from companion.referee.events import Link
from tests.companion.referee.detective.drawn_game import Dealer
from tests.slow import slow


@slow
def test_a_coup_is_seen_from_its_first_bet_to_its_points() -> None:
    """What the camera is sure of is so; most of the table is read by it, and its pictures are kept at the showdown."""
    dealer = Dealer(seed=1)
    coup = dealer.coup()
    assert dealer.wrong == []
    assert len(coup.bets) == 12
    assert dealer.by_camera["bet"] >= 6
    assert dealer.by_camera["board"] >= 3
    assert dealer.by_camera["hand"] >= 1
    # Of two cards in one place the dealer lays the one on the other.
    places = {(each.bet.owner, each.bet.street) for each in coup.bets if each.bet.covered}
    assert dealer.by_camera["card"] == len(places) >= 6
    assert dealer.kept >= 1


def test_a_coup_whose_camera_is_lost_in_the_middle_goes_on_by_touch() -> None:
    """After the flop nobody sees anything any more, and nothing is proposed."""
    dealer = Dealer(seed=2)
    dealer.losing = 4
    coup = dealer.coup()
    assert len(coup.bets) == 12
    assert dealer.state.camera is Link.LOST
    assert dealer.by_camera["bet"] <= 3
    assert dealer.by_camera["hand"] == dealer.by_camera["card"] == dealer.kept == 0
    assert dealer.wrong == []


@slow
@pytest.mark.parametrize(("players", "expert", "coups"), [(3, False, 2), (4, True, 2)])
def test_coups_are_seen_one_after_another(players: int, expert: bool, coups: int) -> None:
    """Whoever deals, with three and four players, duplicate ranks taken out (D22): nothing wrong is sure."""
    dealer = Dealer(players, seed=players, expert=expert)
    for _ in range(coups):
        dealer.coup()
    assert dealer.wrong == []
    assert dealer.by_camera["board"] >= 3 * coups
