"""The stand-in (M30): legal, quick, with public knowledge only, and a good player."""

import random
import time

import numpy as np
import pytest

from benchmarks.stand_in import TABLES, table, thrown
from companion.games import mentiroso as m
from companion.games.commentary import LANGUAGES, tell
from companion.games.dice import ALL_HANDS, DiceHand, Face
from companion.games.errors import IllegalAction
from companion.games.mentiroso import operations as op
from companion.games.mentiroso.stand_in import decide, prepare
from companion.games.mentiroso.stand_in.belief import before_the_claim, hidden_odds, likelihood
from companion.games.mentiroso.stand_in.multisets import BY_SIZE, at_least, throw_odds
from companion.games.mentiroso.stand_in.outlook import after_cup, in_the_open
from companion.games.mentiroso.state import Place
from tests.companion.games.mentiroso_tables import TOLD, hand, started

A, B, C, D = range(4)


def open_table(text: str, claim: str) -> m.Match:
    """A opened with these dice in the open and this claim."""
    match, _ = m.throw_open(started(options=TOLD), range(5), dict(enumerate(hand(text).faces)))
    return m.pass_claim(match, hand(claim))[0]


def decision(match: m.Match) -> op.Operation:
    """The first thing the stand-in wants."""
    return decide(m.public_view(match)).acts[0]


@pytest.fixture(scope="module", autouse=True)
def _prepared():
    for players in (2, 3, 4):
        prepare(players)


def test_odds_of_throws_are_exact():
    """All 7,776 rolls: the odds of each category are those of the rulebook's table."""
    reach = at_least((), throw_odds(5))
    counts = {rank: reach[rank - 1] * 7776 for rank in (7, 67, 127, 187, 217, 247)}
    assert [round(count) for count in counts.values()] == [7056, 3456, 1656, 456, 156, 6]
    assert reach[0] == pytest.approx(1)
    assert [len(sets) for sets in BY_SIZE] == [1, 6, 21, 56, 126, 252]


@pytest.mark.parametrize(("claim", "beaten"), [(7, 0), (100, 47), (252, 251), (252, 0)])
def test_what_players_say_sums_to_one(claim, beaten):
    """For any dice, the chances of all possible claims make one."""
    total = sum(likelihood(rank, beaten) for rank in range(beaten + 1, 253))
    assert np.allclose(total, 1, atol=0.02)
    assert likelihood(claim, beaten).shape == (252,)


def test_odds_of_kept_and_thrown_dice_sum_to_one():
    """Whatever was claimed before, and however many dice were kept."""
    for kept in range(6):
        odds = before_the_claim(hand("KKKJ7"), kept, 5 - kept)
        assert odds.sum() == pytest.approx(1)
        assert odds.min() >= 0


def test_a_claim_tells_about_the_hidden_dice():
    """After "three kings" three kings are likelier than before; after a blind claim they are not."""
    match, _ = m.throw_cup(started(options=TOLD), range(5))
    seen, _ = m.pass_claim(match, hand("KKK87"))
    blind, _ = m.pass_claim(m.throw_cup(m.fix_claim(started(options=TOLD), hand("KKK87"))[0], range(5))[0],
                            hand("KKK87"), blind=True)  # fmt: skip
    rank = hand("KKK87").rank
    prior = at_least((), throw_odds(5))[rank - 1]
    assert at_least((), hidden_odds(m.public_view(seen)))[rank - 1] > prior
    assert at_least((), hidden_odds(m.public_view(blind)))[rank - 1] == pytest.approx(prior)


def test_a_known_lie_is_called_and_a_known_truth_believed():
    """All dice in the open (M25)."""
    assert decision(open_table("KKK87", "KKK77")) == op.Call(B)
    assert decision(open_table("KKK87", "KKK87")) == op.Believe(B)


def test_five_aces_are_called():
    """Believing them costs the point for certain (M21)."""
    match, _ = m.throw_cup(started(options=TOLD), range(5))
    assert decision(m.pass_claim(match, hand("AAAAA"))[0]) == op.Call(B)


def test_nothing_to_decide():
    """Before the lot, after a call, after the end: refused."""
    for match in (m.set_up(3)[0], m.call(open_table("KKK87", "KKK87"))[0]):
        with pytest.raises(IllegalAction) as error:
            decide(m.public_view(match))
        assert error.value.rule == "M30"


def test_dice_in_the_open_are_read_first():
    """It refuses to guess what everybody can see."""
    match, _ = m.throw_open(started(options=TOLD), range(5))
    with pytest.raises(IllegalAction, match="read it first"):
        decide(m.public_view(match))


def test_aces_variant_just_throws():
    """Nothing to choose: the neighbour throws all five."""
    match = m.believe(m.pass_claim(started(options=m.Options(aces_variant=True)), hand("AAAAA"))[0])[0]
    assert decide(m.public_view(match)).acts == ()


def test_more_choice_is_never_more_dangerous():
    """Free dice in the open can always be left; a higher claim to beat is never easier."""
    for dice in random.Random(3).sample(BY_SIZE[5], 20):
        values = in_the_open((), dice, 4)
        assert np.all(values <= after_cup(dice, 4) + 1e-6)
        assert np.all(np.diff(values) >= -1e-6)
        assert np.all((values >= 0) & (values <= 1))


def _read(match: m.Match, rng: random.Random) -> m.Match:
    """Every die in the open is read."""
    unread = [n for n, die in enumerate(match.dice) if die.place is Place.TABLE and die.face is None]
    unread = [n for n in unread if match.dice[n].thrown or not match.opening]
    return m.see_dice(match, {number: rng.choice(list(Face)) for number in unread})[0] if unread else match


def _any_turn(rng: random.Random, options: m.Options) -> m.Match:
    """A state where something is to be decided, after some random legal play."""
    match = started(rng.randint(2, 4), options)
    for _ in range(rng.randint(0, 12)):
        acts = [act for act in m.legal(match) if not isinstance(act, op.Withdraw | op.VoidHand)]
        kinds = sorted({type(act) for act in acts}, key=lambda kind: kind.__name__)
        kind = rng.choice(kinds)
        after = m.apply(match, thrown(rng.choice([act for act in acts if type(act) is kind]), rng))
        if after.phase in (m.Phase.OVER, m.Phase.SHOW):
            break
        match = _read(after, rng)
    return match


@pytest.mark.parametrize("throws", ["told", "trusted"])
def test_every_decision_is_legal_public_and_quick(throws):
    """From any state: the acts are legal, secrets change nothing, the reason can be told, and it takes under 50 ms."""
    rng = random.Random(throws)
    taken = []
    for _ in range(50):
        match = _any_turn(rng, m.Options(limit=3, throws=throws))
        began = time.process_time()
        chosen = decide(m.public_view(match))
        taken.append(time.process_time() - began)
        for act in chosen.acts:
            match = m.apply(match, act)
        assert chosen.acts or match.phase is m.Phase.ACES
        assert 0 <= chosen.danger <= 1
        assert all(tell(chosen.why, language) for language in LANGUAGES)
    assert sorted(taken)[len(taken) * 9 // 10] < 0.05


def test_every_turn_comes_to_an_end():
    """Asked again and again, it passes the dice within a few steps, with a claim that is higher."""
    rng = random.Random(8)
    for _ in range(30):
        match = _any_turn(rng, TOLD)
        turn = match.actor
        for _ in range(8):
            if match.phase is not m.Phase.TURN or match.actor != turn:
                break
            for act in decide(m.public_view(match)).acts:
                match = _read(m.apply(match, thrown(act, rng)), rng)
        assert match.phase is not m.Phase.TURN or match.actor != turn


def test_trusted_table_by_what_is_seen():
    """With trusted throws it plays from what the camera sees in the open and claims no less than that allows."""
    match, _ = m.see_table(started(), [Face.KING, Face.KING, Face.KING])
    match, _ = m.pass_claim(match, hand("KKJ87"))
    assert decision(match) == op.Believe(B)
    match, _ = m.pass_claim(m.see_table(started(), hand("KKK87").faces)[0], hand("KKKK7"))
    assert decision(match) == op.Call(B)


@pytest.mark.parametrize("name", sorted(TABLES))
def test_it_takes_fewer_points_than_its_share(name):
    """24 matches at each table of the tournament: clearly under a quarter of the points."""
    tally = table(TABLES[name], 24, seed=7)
    assert tally.points[0] / tally.hands < 0.22
    assert tally.hands == sum(tally.points.values())


def test_all_ranks_can_be_decided_about():
    """No claim, however low or high, leaves it without an answer."""
    match, _ = m.throw_cup(started(options=TOLD), range(5))
    answers = {decision(m.pass_claim(match, claim)[0]) for claim in ALL_HANDS}
    assert answers == {op.Believe(B), op.Call(B)}
    assert DiceHand(1) == ALL_HANDS[0]
