"""The worked examples DE1 to DE24 of the rulebook."""

from dataclasses import replace

import pytest

from companion.games import detective as d
from companion.games.cards import FULL_PACK, parse_cards, write_cards
from companion.games.errors import IllegalAction
from tests.companion.games.detective_tables import bets, dealt, holes, minimal_bets, shown, turned

A, B, C, D = range(4)


def seats(text: str) -> frozenset[int]:
    """``AB`` as seats."""
    return frozenset("ABCD".index(letter) for letter in text)


@pytest.mark.parametrize(
    ("players", "dealer", "first"),
    [pytest.param(3, A, "BCAB", id="DE1"), pytest.param(4, A, "BCDA", id="DE2"), pytest.param(4, C, "DABC", id="DE3")],
)
def test_DE1_to_DE3_first_bettors(players, dealer, first):
    """The formula of D7 gives the first bettor of every phase; DE3 is the turn with dealer C: B."""
    game = dealt(players, dealer=dealer)
    board = iter(parse_cards("2c 5d 8h Js Ac"))
    for street, seat in zip(d.Street, first, strict=True):
        while len(game.board) < street.board_cards:
            game, _ = d.turn_up(game, next(board))
        assert game.bettor == "ABCD".index(seat), street
        game = minimal_bets(game)


EXTREMES = [
    ("DE4", "", ("As2d", "KhKd", "QcJs"), "B", "C"),
    ("DE5", "", ("AhKh", "AsKc", "Qc2d"), "AB", "C"),
    ("DE7", "3c4d5h", ("As2d", "6h2c", "KsKd"), "B", "C"),
    ("DE8", "KsQh9c", ("AhAd", "2c7d", "2d7s"), "A", "BC"),
    ("DE9", "7h8hKs2h", ("5h6h", "KdQc", "9c9d"), "A", "C"),
    ("DE10", "TsKc9hTcAd", ("TdKd", "9s9c", "Ac3c"), "A", "C"),
    ("DE11", "KdAsQhJd9c", ("Kh3d", "Ks4d", "2c5c"), "AB", "C"),
    ("DE12", "KdQsQh8d8c", ("6h6d", "Ks4d", "7c5c"), "B", "AC"),
    ("DE13", "ThJsQdKcAc", ("2c3d", "4c2s", "3h4h"), "ABC", "ABC"),
    ("DE14", "KdKhQsJc9d", ("Ah3d", "As4c", "2c5c", "6d5h"), "AB", "CD"),
    ("DE20", "Ks7d9sJh3c", ("9d9h", "Kh7s", "Ac2c"), "A", "C"),
]


@pytest.mark.parametrize(("board", "hands", "best", "worst"), [pytest.param(*row[1:], id=row[0]) for row in EXTREMES])
def test_DE4_to_DE14_best_and_worst(board, hands, best, worst):
    """Who is best and worst on each board, ties shared."""
    assert d.best_and_worst(holes(*hands), parse_cards(board)) == (seats(best), seats(worst))


def _points(bet: d.Bet, row: str, expert: bool = False) -> int:
    """What a bet gives on the cards of an example."""
    _, board, hands, _, _ = next(each for each in EXTREMES if each[0] == row)
    extremes = d.best_and_worst(holes(*hands), parse_cards(board))
    return d.score_bet(bet, *extremes, len(hands), d.Options(expert=expert)).points


def _bet(owner: int, chips: int, card: d.ActionCard | None = None, street: d.Street = d.Street.PREFLOP) -> d.Bet:
    return d.Bet(street, A, owner, chips, card is not None, card)


def test_DE5_either_of_the_tied():
    """Two chips on A or on B: 2 points."""
    assert [_points(_bet(owner, 2), "DE5") for owner in (A, B, C)] == [2, 2, 0]


def test_DE6_bluff_preflop():
    """BLUFF with 2 chips on the worst: 2; on another: 0."""
    assert [_points(_bet(owner, 2, d.ActionCard.BLUFF), "DE4") for owner in (C, A)] == [2, 0]


def test_DE8_bluff_on_either_of_the_tied_worst():
    """One point each."""
    assert [_points(_bet(owner, 1, d.ActionCard.BLUFF), "DE8") for owner in (B, C, A)] == [1, 1, 0]


@pytest.mark.parametrize("card", [None, *d.ActionCard])
def test_DE13_all_tie_any_bet_is_right(card):
    """Also with BLUFF, also with CW."""
    assert all(_points(_bet(owner, 1, card), "DE13") >= 1 for owner in (A, B, C))


def test_DE15_plus_one():
    """Once for the bet, however many tie; nothing for a wrong one, minus one for experts."""
    plus = d.ActionCard.PLUS_ONE
    assert _points(_bet(B, 3, plus), "DE4") == 4
    assert _points(_bet(A, 3, plus), "DE5") == 4
    assert _points(_bet(A, 3, plus), "DE4") == 0
    assert _points(_bet(A, 3, plus), "DE4", expert=True) == -1


def test_DE16_clockwise():
    """Three players: chips on C mean A; on one's own board the left neighbour."""
    assert d.target_of(_bet(C, 1, d.ActionCard.CW), 3) == A
    assert d.target_of(_bet(A, 1, d.ActionCard.CW), 3) == B
    assert _points(_bet(A, 1, d.ActionCard.CW), "DE4") == 1


@pytest.mark.parametrize(
    ("bet_before", "offered", "limit"),
    [((), 3, 3), ((3,), 2, 2), ((3, 2), 1, 1), ((3, 2, 1), 1, 1), ((1, 1, 1), 3, 3)],
)
def test_DE17_chips(bet_before, offered, limit):
    """One chip must be left for each later phase; after 1, 1, 1 one chip stays unused."""
    game = dealt()
    board = iter(parse_cards("2c 5d 8h Js Ac"))
    for chips in bet_before:
        while game.stage is d.Stage.BETS:
            assert game.bettor is not None
            game, _ = d.bet(game, game.bettor, A, chips if game.bettor == B else 1)
        while game.stage is d.Stage.BOARD:
            game, _ = d.turn_up(game, next(board))
    while game.bettor != B:
        assert game.bettor is not None
        game, _ = d.bet(game, game.bettor, A, 1)
    assert game.chip_limit(B) == limit
    assert d.can_bet(game, B, A, offered)
    with pytest.raises(IllegalAction) as refused:
        d.bet(game, B, A, limit + 1)
    assert refused.value.rule == "D9"


def test_DE17_31_sequences():
    """The legal sequences of bets and their totals, never two 3s (D9)."""
    sequences: list[tuple[int, ...]] = [()]
    for street in d.Street:
        sequences = [
            (*before, chips)
            for before in sequences
            for chips in range(1, 4)
            if chips <= replace(dealt(), street=street, bets=tuple(_bet(A, n) for n in before)).chip_limit(A)
        ]
    totals = [sum(sequence) for sequence in sequences]
    assert {total: totals.count(total) for total in set(totals)} == {4: 1, 5: 4, 6: 10, 7: 16}
    assert all(sequence.count(3) < 2 for sequence in sequences)


def test_DE18_an_action_card_once():
    """+1 used preflop, offered again on the turn: refused."""
    game = bets(dealt(), "B->A 1 +1, C->A 1, A->A 1")
    game = bets(turned(game, parse_cards("2c 5d 8h")), "C->A 1, A->A 1, B->A 1")
    game = bets(turned(game, parse_cards("Js")), "A->A 1")
    with pytest.raises(IllegalAction) as refused:
        d.bet(game, B, A, 1, d.ActionCard.PLUS_ONE)
    assert refused.value.rule == "D25"


DE19_PACK = parse_cards("4c Ks 7d Kd 9s 3h 7h Jh 5s 9c 3c 2h")


def test_DE19_expert_walk_through_the_pack():
    """The walk of the example: what is burned, what is taken out, what stays."""
    walked = d.walk(DE19_PACK, expert=True)
    assert write_cards(walked.board) == "Ks 7d 9s Jh 3c"
    assert write_cards(walked.burned) == "4c 3h 5s"
    assert write_cards(walked.taken_out) == "Kd 7h 9c"
    assert walked.used == 11


def test_DE19_the_table_takes_the_same_cards_out():
    """Turned up one by one, the state ends with the same board."""
    walked = d.walk(DE19_PACK, expert=True)
    game = dealt(expert=True)
    for card in walked.turned:
        if game.stage is d.Stage.BETS:
            game = minimal_bets(game)
        game, _ = d.turn_up(game, card)
    assert (game.board, game.taken_out) == (walked.board, walked.taken_out)


def test_DE20_no_full_on_an_expert_board():
    """No two hole cards make a full or four there."""
    board = parse_cards("Ks7d9sJh3c")
    left = [card for card in FULL_PACK if card not in board]
    kinds = {d.strength((one, two, *board)).kind for place, one in enumerate(left) for two in left[place + 1 :]}
    assert d.Kind.FULL not in kinds
    assert d.Kind.FOUR not in kinds
    assert d.Kind.THREE in kinds


def test_DE21_whole_coup_base():
    """Three players, base rules: the extremes of every phase, the points of every phase, the coup."""
    # Dealer C makes A the first bettor, which is the order the example lists its bets in.
    game = dealt(3, dealer=C, hands=holes("Ah7c", "KdKs", "9s8s"))
    game = bets(game, "A->B 3 +1, B->A 1, C->B 1 BLANK")
    game = turned(game, parse_cards("As7sKh"))
    game = bets(game, "B->A 2 CW, C->C 1 BLUFF, A->B 1")
    game = turned(game, parse_cards("2s"))
    game = bets(game, "C->A 1 CW, A->C 2, B->B 1")
    game = turned(game, parse_cards("7d"))
    game = shown(bets(game, "A->B 1 CW, B->B 3 +1, C->A 1"))
    coup = game.coups[0]
    assert coup.best == tuple(seats(letter) for letter in "BBCB")
    assert coup.worst == tuple(seats(letter) for letter in "CCAC")
    assert _by_phase(coup) == [(4, 0, 1), (1, 2, 1), (2, 0, 0), (0, 4, 0)]
    assert (coup.gains, game.totals, coup.action_cards) == ((7, 6, 2), (7, 6, 2), (2, 2, 3))


def _by_phase(coup: d.Coup) -> list[tuple[int, ...]]:
    return [
        tuple(
            sum(each.points for each in coup.bets if each.bet.street is street and each.bet.seat == seat)
            for seat in range(len(coup.gains))
        )
        for street in d.Street
    ]


@pytest.mark.parametrize(("expert", "gains"), [(True, (5, 7, 5, 4)), (False, (5, 7, 6, 4))])
def test_DE22_whole_coup_expert(expert, gains):
    """Four players: as experts C loses a point for the wrong +1, by the base rules not."""
    game = dealt(4, expert, dealer=D, hands=holes("QcJd", "TcTd", "Ac4h", "6s2s"))
    game = bets(game, "A->B 2 +1, B->B 1, C->C 1 +1, D->A 1 CW")
    game = turned(game, parse_cards("Th8cQs"))
    game = bets(game, "B->B 3 +1, C->D 2 BLUFF, D->B 1, A->A 3")
    game = turned(game, parse_cards("4d"))
    game = bets(game, "C->B 1, D->D 1, A->B 1 BLANK, B->C 1 CW")
    game = turned(game, parse_cards("9h"))
    game = shown(bets(game, "D->D 2 BLUFF, A->A 1, B->A 2, C->D 3 CW"))
    coup = game.coups[0]
    assert coup.best == tuple(seats(letter) for letter in "BBBA")
    assert coup.worst == tuple(seats(letter) for letter in "DDDD")
    assert _by_phase(coup) == [(3, 1, -1 if expert else 0, 1), (0, 4, 2, 1), (1, 0, 1, 0), (1, 2, 3, 2)]
    assert coup.gains == gains


def _finished(totals: tuple[int, ...], last_cards: tuple[int, ...]) -> d.Game:
    """A finished game with these totals, whose last coup saw so many action cards."""
    coup = d.Coup(0, (), (), (), (), (), (0,) * len(totals), last_cards)
    return d.Game(d.Options(), totals, d.Stage.OVER, first_dealer=0, coups=(coup,))


def test_DE23_tie_break():
    """The fewer action cards win; equal ones share."""
    assert d.winners(_finished((31, 31, 29), (1, 0, 2))) == (B,)
    assert d.winners(_finished((31, 31, 29), (1, 1, 2))) == (A, B)


def test_DE24_only_the_tied_are_compared():
    """C with no cards but fewer points does not enter."""
    game = _finished((31, 31, 29), (1, 1, 0))
    assert d.ranking(game) == ((A, B), (C,))
