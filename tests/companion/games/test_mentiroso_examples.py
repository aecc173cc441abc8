"""The worked examples ME1 to ME27 of the rulebook."""

from dataclasses import replace

import pytest

from companion.games import mentiroso as m
from companion.games.commentary import tell
from companion.games.dice import DiceHand, Face
from companion.games.errors import IllegalAction
from companion.games.mentiroso import operations as op
from tests.companion.games.mentiroso_tables import TOLD, believed, called, hand, lying, started, thrown

A, B, C, D = range(4)


@pytest.mark.parametrize(
    ("high", "high_rank", "low", "low_rank"),
    [
        pytest.param("JJJA8", 154, "JJJA7", 153, id="ME1"),
        pytest.param("JJ887", 75, "AJJ77", 74, id="ME2"),
        pytest.param("AAKQJ", 66, "AAKQ8", 65, id="ME3"),
        pytest.param("AAKQ8", 65, "AAKQ7", 64, id="ME3-lower"),
        pytest.param("AAA77", 212, "KKKQQ", 210, id="ME4"),
        pytest.param("KKKKQ", 240, "KKKK7", 237, id="ME5"),
        pytest.param("77777", 247, "AAAAK", 246, id="ME6"),
        pytest.param("QJ877", 7, "AKQJ8", 6, id="ME7"),
    ],
)
def test_ME1_to_ME7_order(high, high_rank, low, low_rank):
    """The hands compare, and rank, as the examples say."""
    assert hand(high) > hand(low)
    assert (hand(high).rank, hand(low).rank) == (high_rank, low_rank)


def test_ME7_no_straight_at_the_bottom():
    """KQJ87 is the lowest hand of all."""
    assert hand("KQJ87").rank == 1


STORY = [
    # name, claimant, claim, actual (None: believed), lie, points after, out after, next starter
    ("ME8", A, "KKKJ7", "KKQJ7", True, (1, 0, 0, 0), (), B),
    ("ME9", B, "QQJ87", "QQQ87", False, (1, 0, 1, 0), (), D),
    ("ME10", D, "AAKQ8", "AAKQ8", False, (2, 0, 1, 0), (), B),
    ("ME11", B, "AAAAA", None, False, (2, 0, 2, 0), (), D),
    # Where the claimant does not start the hand, the players before him claim low and are believed.
    ("ME12", B, "AAAAA", "AAAAK", True, (2, 1, 2, 0), (), C),
    ("ME13", C, "JJJA8", "JJJA7", True, (2, 1, 3, 0), (C,), D),
    ("ME14", D, "88777", "AAAQ7", True, (2, 1, 3, 1), (C,), A),
    ("ME15", B, "KQJ87", "QJ877", False, (2, 1, 3, 2), (C,), A),
    ("ME16", A, "AAAAA", "77777", True, (3, 1, 3, 2), (C, A), B),
]


def test_ME8_to_ME16_a_whole_match():
    """One match of four, hand by hand: the verdicts, points, eliminations, starters, the duel and the places."""
    match = started()
    for name, claimant, claim, actual, lie, points, out, starter in STORY:
        if name == "ME15":
            # The rulebook lets B open here although A starts after ME14; the example is about his neighbour.
            match = replace(match, starter=B, actor=B)
        climb = (text for text in ("KQJ87", "AQJ87", "AKJ87", "AKQ87"))
        while match.actor != claimant:
            match = believed(match, next(climb))
        match = believed(match, claim) if actual is None else called(match, claim, actual)
        assert match.verdict is not None
        assert (match.verdict.claimant, match.verdict.lie) == (claimant, lie), name
        assert (match.points, match.out, match.starter, match.actor) == (points, out, starter, starter), name
    # The duel: B against D, 1 and 2 points carried over.
    match = called(match, "AAK87", "AQJ87")
    assert (match.points, match.starter) == ((3, 2, 3, 2), D)
    match = believed(match, "KKKJ7")
    match = called(match, "KKKKJ", "KKKJ7")
    assert (match.phase, match.winner, match.places) == (m.Phase.OVER, D, (D, B, A, C))
    assert match.hands == 11
    assert (4 - 1) * 3 <= match.hands <= 4 * 3 - 1


def test_ME8_is_told_as_people_say_it():
    """The verdict of ME8 in one sentence."""
    verdict = called(started(), "KKKJ7", "KKQJ7").verdict
    assert verdict is not None
    assert tell(m.explain(verdict)) == "A said three kings; there were two. One point for A."


def test_ME11_believed_aces_need_no_dice():
    """The point is given at once, and nobody showed anything."""
    verdict = believed(started(), "AAAAA").verdict
    assert verdict is not None
    assert (verdict.actual, verdict.loser, verdict.ground) == (None, B, m.Ground.ACES_BELIEVED)


def test_ME14_the_dice_are_below_every_full():
    """88777 is rank 187, and AAAQ7 only a trio."""
    assert hand("88777").rank == 187
    assert hand("AAAQ7") < hand("88777")


def test_ME15_the_lowest_opening_is_always_true():
    """Whatever the dice are, KQJ87 is no lie."""
    match, _ = m.pass_claim(started(), hand("KQJ87"))
    match, _ = m.call(match)
    for rank in range(1, 253):
        after, _ = m.show(match, DiceHand.from_rank(rank))
        assert after.verdict is not None
        assert not after.verdict.lie


def test_ME17_spoken_raise():
    """Pair of kings believed: the same words are refused, a better queen or a pair of aces accepted."""
    match = believed(started(), str(m.parse_claim("Pair of kings")))
    assert match.to_beat == hand("KKJ87")
    assert match.to_beat.rank == 47
    with pytest.raises(IllegalAction) as refused:
        m.pass_claim(match, m.parse_claim("pair of kings"))
    assert refused.value.rule == "M19"
    assert m.can_pass_claim(match, hand("KKQ87"))
    assert hand("KKQ87").rank == 48
    assert m.can_pass_claim(match, m.parse_claim("pair of aces"))
    assert m.parse_claim("pair of aces").rank == 57


def test_ME18_spoken_full():
    """Full of kings means KKK77; KKK88 is better, so it was true."""
    claim = m.parse_claim("full of kings")
    assert (str(claim), claim.rank, hand("KKK88").rank) == ("KKK77", 207, 208)
    verdict = called(started(), str(claim), "KKK88").verdict
    assert verdict is not None
    assert not verdict.lie


def test_ME19_opening_throws_all_five():
    """Three thrown under the cup: no pass; the other two in the open: pass."""
    match, _ = m.throw_cup(started(options=TOLD), (0, 1, 2))
    with pytest.raises(IllegalAction) as refused:
        m.pass_claim(match, hand("KKJ87"))
    assert refused.value.rule == "M18"
    match, _ = m.throw_open(match, (3, 4))
    assert m.can_pass_claim(match, hand("KKJ87"))


def _with_three_hidden() -> m.Match:
    """Believed; hidden K K 8 (dice 0, 1, 2), in the open J 7 (dice 3, 4)."""
    return lying(believed(thrown(started(options=TOLD)), "QQJ87"), (0, 1, 2))


def test_ME20_a_die_in_the_open_thrown_the_hidden_ones_left():
    """The J is thrown open, K K 8 stay hidden and unlooked."""
    match, _ = m.throw_open(_with_three_hidden(), (3,), {3: Face.KING})
    assert match.hidden == (0, 1, 2)
    assert not match.looked
    assert m.can_pass_claim(match, hand("KKQ87"))


def test_ME21_only_the_eight_with_the_cup():
    """Without taking the kings out it is illegal; then the cup holds exactly that die."""
    match = _with_three_hidden()
    with pytest.raises(IllegalAction) as refused:
        m.throw_cup(match, (2,))
    assert refused.value.rule == "M16"
    match, _ = m.take_out(match, (0, 1))
    match, _ = m.throw_cup(match, (2,))
    assert match.hidden == (2,)


def test_ME22_two_cup_throws():
    """The first die must come out before the second cup throw, and cannot be thrown again."""
    match, _ = m.take_out(_with_three_hidden(), (0, 1))
    match, _ = m.throw_cup(match, (2,))
    with pytest.raises(IllegalAction) as refused:
        m.throw_cup(match, (3, 4))
    assert refused.value.rule == "M16"
    with pytest.raises(IllegalAction) as refused:
        m.throw_cup(match, (2, 3, 4))
    assert refused.value.rule == "M14"
    match, _ = m.take_out(match, (2,))
    match, _ = m.throw_cup(match, (3, 4))
    assert match.hidden == (3, 4)
    assert not m.can_throw_open(match, (2,))


def test_ME23_a_die_is_thrown_once():
    """A second throw of the same die in a turn is illegal."""
    match, _ = m.throw_open(_with_three_hidden(), (3,))
    with pytest.raises(IllegalAction) as refused:
        m.throw_open(match, (3,))
    assert refused.value.rule == "M14"


def _blind() -> m.Match:
    """Believed J8877; KK887 is fixed and five dice are thrown under the cup."""
    match = believed(thrown(started(options=TOLD)), "J8877")
    match, _ = m.fix_claim(match, m.parse_claim("two pair kings and eights"))
    return thrown(match)


def test_ME24_blind_roll_and_pass():
    """The fixed claim is passed unseen."""
    match, _ = m.pass_claim(_blind(), hand("KK887"), blind=True)
    assert match.claim == m.Claim(B, hand("KK887"), blind=True)


def test_ME24_a_look_cancels_blind_not_the_turn():
    """After lifting the cup the claim is no longer blind, but the turn goes on with any higher claim."""
    match, done = m.lift_cup(_blind())
    assert done == op.Look(B)
    with pytest.raises(IllegalAction) as refused:
        m.pass_claim(match, hand("KK887"), blind=True)
    assert refused.value.rule == "M23"
    assert m.can_pass_claim(match, hand("AAKK7"))


def test_ME24_a_fixed_claim_is_kept_while_it_is_blind():
    """Nothing else can be claimed, before or after the throw, without a look."""
    for claim, blind in (("AAKK7", True), ("KK887", False)):
        with pytest.raises(IllegalAction) as refused:
            m.pass_claim(_blind(), hand(claim), blind)
        assert refused.value.rule == "M23"


def test_ME25_lifting_without_a_word_is_a_call():
    """The receiver lifts the cup: CALL."""
    match, _ = m.pass_claim(started(), hand("KKJ87"))
    match, done = m.lift_cup(match)
    assert done == op.Call(B, by_lifting=True)
    assert match.phase is m.Phase.SHOW


def test_ME26_a_known_lie():
    """All dice in the open KKK87, claim full of kings: a call costs A the point; a believer must beat KKK77."""
    match = started(options=TOLD)
    match, _ = m.throw_open(match, range(5), dict(enumerate(hand("KKK87").faces)))
    match, _ = m.pass_claim(match, m.parse_claim("full of kings"))
    shown, _ = m.show(m.call(match)[0], hand("KKK87"))
    assert shown.points == (1, 0, 0, 0)
    trusting, _ = m.believe(match)
    assert trusting.to_beat == hand("KKK77")
    assert not m.can_pass_claim(trusting, hand("KKK77"))


def _perft(match: m.Match, depth: int) -> int:
    acts = [act for act in m.throws(match) if not isinstance(act, op.ThrowAgain)]
    return len(acts) if depth == 1 else sum(_perft(m.apply(match, act), depth - 1) for act in acts)


def _reachable(match: m.Match) -> int:
    seen, todo = {match}, [match]
    while todo:
        before = todo.pop()
        for act in m.throws(before):
            after = m.apply(before, act)
            if after not in seen:
                seen.add(after)
                todo.append(after)
    return len(seen)


@pytest.mark.parametrize(
    ("hidden", "counts", "states"),
    [(0, (62, 751, 4020), 243), (5, (63, 1803, 26191), 454), (3, (42, 718, 6870), 319)],
)
def test_ME27_perft(hidden, counts, states):
    """The throws and take-outs, dice told apart, counted to depth three; and the states they reach."""
    match = lying(started(options=TOLD), range(hidden))
    assert tuple(_perft(match, depth) for depth in (1, 2, 3)) == counts
    assert _reachable(match) == states
