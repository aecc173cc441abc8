"""The rules of Detective Poker that the worked examples leave open: set-up, trouble, the reveal, the order of acts."""

from dataclasses import replace

import pytest

from companion.games import detective as d
from companion.games.cards import FULL_PACK, parse_cards
from companion.games.detective import operations as op
from companion.games.errors import IllegalAction
from tests.companion.games.detective_tables import bets, dealt, holes, minimal_bets, shown, started, turned

A, B, C, D = range(4)
HANDS = holes("Ah7c", "KdKs", "9s8s")
BOARD = parse_cards("As 7s Kh 2s 7d")
WORST_PACK = parse_cards("2c Ac Ad Ah As Kc Kd Kh Ks Qc 3c Qd Qh Qs Jc 4c Jd Jh Js Tc")
"""Each rank on the board is followed by its three other cards, which are all taken out."""


def refused(act, *args, **kwargs) -> str:
    """The rule by which an act is refused."""
    with pytest.raises(IllegalAction) as error:
        act(*args, **kwargs)
    assert error.value.rule in str(error.value)
    return error.value.rule


def at_reveal(hands: tuple[d.Hole, ...] | None = HANDS, expert: bool = False) -> d.Game:
    """A coup of three players after its river bets, one chip each on A, no action cards."""
    game = minimal_bets(dealt(3, expert, hands=hands))
    for street in (BOARD[:3], BOARD[3:4], BOARD[4:]):
        game = minimal_bets(turned(game, street))
    return game


@pytest.mark.parametrize("players", [0, 2, 5])
def test_D1_three_or_four_players(players):
    """Others are refused."""
    assert refused(d.set_up, players) == "D1"


def test_D2_each_deals_twice():
    """The dealer moves clockwise from the first; after 2n coups the game is over."""
    game, dealers = started(3, dealer=C), []
    while game.stage is not d.Stage.OVER:
        dealers.append(game.dealer)
        game = minimal_bets(d.deal(game, HANDS)[0])
        for street in (BOARD[:3], BOARD[3:4], BOARD[4:]):
            game = minimal_bets(turned(game, street))
        game = shown(game)
    assert dealers == [C, A, B, C, A, B]
    assert refused(d.deal, game) == "D5"
    assert d.legal_kinds(game) == frozenset()


def test_D2_the_lot_is_drawn_once():
    """For a seat at the table."""
    game, _ = d.set_up(3)
    assert refused(d.draw_dealer, game, 3) == "D2"
    assert refused(d.draw_dealer, started(), A) == "D2"


def test_D4_chips_and_action_cards_come_back():
    """In the next coup everything is there again, and unspent chips gave nothing."""
    game = bets(dealt(hands=HANDS), "B->A 1 +1, C->A 1, A->A 1")
    for street in (BOARD[:3], BOARD[3:4], BOARD[4:]):
        game = minimal_bets(turned(game, street))
    game, _ = d.deal(shown(game))
    assert [game.chips_left(seat) for seat in (A, B, C)] == [7, 7, 7]
    assert [game.cards_played(seat) for seat in (A, B, C)] == [(), (), ()]


def test_D5_hands_that_cannot_be():
    """Too few, or a card twice."""
    assert refused(d.deal, started(), HANDS[:2]) == "D5"
    assert refused(d.deal, started(), (HANDS[0], HANDS[0], HANDS[1])) == "D1"


def test_D6_board_cards_come_between_the_bets():
    """None before the preflop bets are made, no bet while the flop is coming, one card for the turn."""
    game = dealt()
    assert refused(d.turn_up, game, BOARD[0]) == "D6"
    game, _ = d.turn_up(minimal_bets(game), BOARD[0])
    assert refused(d.bet, game, B, A, 1) == "D8"
    game = turned(game, BOARD[1:3])
    assert refused(d.turn_up, game, BOARD[3]) == "D6"
    assert game.bettor == C


def test_D6_the_bets_of_a_phase_are_judged_on_its_cards():
    """B leads until the turn gives C a flush, and the river A four sevens; earlier bets do not know it."""
    hands = holes("7h7c", "KdKs", "9s8s")
    coup = shown(at_reveal(hands)).coups[0]
    assert [sorted(best) for best in coup.best] == [[B], [B], [C], [A]]


def test_D8_one_board_of_a_player_one_to_three_chips():
    """No other board, no pass, not four chips."""
    assert refused(d.bet, dealt(), B, 3, 1) == "D8"
    assert refused(d.bet, dealt(), B, A, 0) == "D9"
    assert refused(d.bet, dealt(), B, A, 4) == "D9"


def test_D20_no_action_cards_at_all_in_a_shared_win():
    """All coups equal: all share."""
    game = d.Game(d.Options(), (5, 5, 5), d.Stage.OVER, first_dealer=0)
    assert d.winners(game) == (A, B, C)


def test_D22_a_removed_card_is_out_of_play():
    """It cannot come again, neither on the board nor in a hand."""
    game = turned(minimal_bets(dealt(expert=True)), parse_cards("Ks 7d Kd"))
    assert game.taken_out == parse_cards("Kd")
    assert refused(d.turn_up, game, parse_cards("Kd")[0]) == "D1"
    assert game.stage is d.Stage.BOARD


def test_D22_base_rules_keep_pairs_on_the_board():
    """Nothing is taken out."""
    walked = d.walk(parse_cards("4c Ks 7d Kd 9s 3h 7h Jh"), expert=False)
    assert (walked.board, walked.taken_out) == (parse_cards("Ks 7d Kd 3h Jh"), ())


def test_D23_the_pack_never_runs_out():
    """The worst pack for four experts uses 28 cards: 8 dealt, 3 burned, 5 on the board, 12 taken out."""
    walked = d.walk(WORST_PACK, expert=True)
    assert (walked.used + 8, len(walked.taken_out)) == (28, 12)


def test_D24_void_before_the_flop_bets():
    """The same dealer deals again; from the flop bets on only by agreement."""
    game = minimal_bets(dealt())
    assert d.void_coup(turned(game, BOARD[:2]), "a burned card was shown")[0] == started()
    later = turned(game, BOARD[:3])
    assert refused(d.void_coup, later, "a card was seen") == "D24"
    assert d.void_coup(later, "a card was seen", agreed=True)[0] == started()
    assert refused(d.void_coup, game, "") == "D24"
    assert refused(d.void_coup, started(), "why") == "D24"


def test_D25_out_of_turn():
    """Taken back: the state stays as it was, and the refusal says whose turn it is."""
    with pytest.raises(IllegalAction, match="turn of B") as error:
        d.bet(dealt(), C, A, 1)
    assert error.value.rule == "D25"


def test_D25_a_card_may_be_added_until_the_next_bet():
    """Under the own last bet, once; after the next player's bet, or a board card, it is too late."""
    game, _ = d.bet(dealt(), B, A, 1)
    added, _ = d.add_card(game, B, d.ActionCard.CW)
    assert added.bets[-1] == replace(game.bets[-1], covered=True, card=d.ActionCard.CW)
    assert refused(d.add_card, added, B, d.ActionCard.BLUFF) == "D8"
    assert refused(d.add_card, game, C, d.ActionCard.CW) == "D25"
    later, _ = d.bet(game, C, A, 1)
    assert refused(d.add_card, later, B, d.ActionCard.CW) == "D25"
    last = bets(later, "A->A 1")
    assert d.can_add_card(last, A, d.ActionCard.CW)
    assert refused(d.add_card, turned(last, BOARD[:1]), A, d.ActionCard.CW) == "D25"


def test_D25_an_added_card_must_be_unused():
    """Used in an earlier phase: refused."""
    game = turned(bets(dealt(), "B->A 1 CW, C->A 1, A->A 1"), BOARD[:3])
    game = bets(game, "C->A 1, A->A 1, B->A 1")
    assert refused(d.add_card, game, B, d.ActionCard.CW) == "D25"


@pytest.mark.parametrize("players", [3, 4])
def test_D26_a_player_leaves(players):
    """The game ends; finished coups stand and rank the players."""
    game = replace(dealt(players), totals=(3, 5, 1, 0)[:players])
    game, _ = d.leave(game, A)
    assert (game.stage, game.left) == (d.Stage.OVER, A)
    assert d.winners(game) == (B,)
    assert refused(d.leave, game, B) == "D26"


def test_reveal_only_after_the_river_bets():
    """Not before."""
    assert refused(d.reveal, dealt(), HANDS, ()) == "D15"


def test_reveal_refuses_cards_that_cannot_be():
    """A hand with a board card, other hands than dealt, an uncovered action card, the same action card twice."""
    none = (None,) * 12
    game = at_reveal(hands=None)
    assert refused(d.reveal, game, holes("As7c", "KdKs", "9s8s"), none) == "D1"
    assert refused(d.reveal, at_reveal(), holes("Ah7c", "KdKc", "9s8s"), none) == "D5"
    assert refused(d.reveal, game, HANDS, none[:11]) == "D8"
    assert refused(d.reveal, game, HANDS, (d.ActionCard.CW, *none[1:])) == "D8"
    covered = replace(game, bets=tuple(replace(bet, covered=bet.seat == B) for bet in game.bets))
    twice = tuple(d.ActionCard.CW if bet.seat == B else None for bet in game.bets)
    assert refused(d.reveal, covered, HANDS, twice) == "D3"


def test_a_face_down_card_counts_though_nobody_knows_it():
    """A covered bet is told without its card, which the reveal names."""
    game, done = d.bet(dealt(hands=HANDS), B, B, 3, covered=True)
    assert done == op.PlaceBet(B, B, 3, covered=True)
    game = bets(game, "C->A 1, A->A 1")
    for street in (BOARD[:3], BOARD[3:4], BOARD[4:]):
        game = minimal_bets(turned(game, street))
    cards = (d.ActionCard.PLUS_ONE, *(None,) * 11)
    coup = d.reveal(game, HANDS, cards)[0].coups[0]
    assert (coup.bets[0].points, coup.action_cards) == (4, (0, 1, 0))


def test_dealing_goes_round_from_the_dealers_left():
    """First all own cards, then all forehead cards."""
    dealt_holes, rest = d.deal_holes(FULL_PACK, 3, dealer=A)
    assert dealt_holes[B] == d.Hole(FULL_PACK[0], FULL_PACK[3])
    assert dealt_holes[A] == d.Hole(FULL_PACK[2], FULL_PACK[5])
    assert rest == FULL_PACK[6:]


def test_replay_refuses_a_history_that_does_not_fit():
    """Nothing before the set-up, no second set-up, no deal of another dealer."""
    set_up = op.SetUp(3, d.Options())
    assert refused(d.replay, []) == "D1"
    assert refused(d.replay, [op.DrawDealer(0)]) == "D1"
    assert refused(d.replay, [set_up, set_up]) == "D1"
    assert refused(d.replay, [set_up, op.DrawDealer(0), op.Deal(1)]) == "D2"
