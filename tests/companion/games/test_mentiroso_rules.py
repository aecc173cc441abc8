"""The rules of Mentiroso that the worked examples leave open: set-up, options, starters, trouble, trusted throws."""

import pytest

from companion.games import mentiroso as m
from companion.games.dice import Face
from companion.games.errors import IllegalAction, NotUnderstood
from companion.games.mentiroso import operations as op
from companion.games.mentiroso.state import Die, Place
from tests.companion.games.mentiroso_tables import TOLD, believed, called, hand, lying, started, thrown

A, B, C, D = range(4)


def refused(act, *args, **kwargs) -> str:
    """The rule by which an act is refused."""
    with pytest.raises(IllegalAction) as error:
        act(*args, **kwargs)
    assert error.value.rule in str(error.value)
    return error.value.rule


@pytest.mark.parametrize("players", [-1, 0, 1, 11])
def test_M6_two_to_ten_players(players):
    """Fewer or more are refused; two and ten can play."""
    assert refused(m.set_up, players) == "M6"
    assert m.can_set_up(2)
    assert m.can_set_up(10)


def test_M7_the_limit_is_at_least_one():
    """A limit of 0 is refused; with 1 the first point eliminates at once."""
    assert refused(m.set_up, 3, m.Options(limit=0)) == "M7"
    match = called(started(3, m.Options(limit=1)), "AAAAA", "KQJ87")
    assert match.out == (A,)


@pytest.mark.parametrize("options", [{"throws": "some"}, {"next_starter": "dealer"}])
def test_options_that_mean_nothing(options):
    """A misspelt option is refused, not taken for the other one."""
    with pytest.raises(NotUnderstood, match="expected"):
        m.set_up(3, m.Options(**options))


def test_M7_default_limit_is_five():
    """As the rulebook's sources say."""
    assert m.Options().limit == 5


def test_M8_the_lot_is_drawn_once_and_recorded():
    """Nothing can be claimed before, and there is no second lot."""
    match, _ = m.set_up(3)
    assert refused(m.pass_claim, match, hand("KQJ87")) == "M19"
    assert refused(m.draw_lot, match, 3) == "M8"
    match, done = m.draw_lot(match, C)
    assert (done, match.actor) == (op.DrawLot(C), C)
    assert refused(m.draw_lot, match, A) == "M8"


@pytest.mark.parametrize(
    ("who", "lie", "starter"),
    [
        ("right of loser", True, B),
        ("right of loser", False, C),
        ("loser", True, A),
        ("loser", False, B),
        ("winner", True, B),
        ("winner", False, A),
    ],
)
def test_M9_next_starter(who, lie, starter):
    """A claims, B calls; who starts next under each option."""
    match = called(started(options=m.Options(next_starter=who)), "KKJ87", "KQJ87" if lie else "KKJ87")
    assert match.starter == starter


def test_M9_a_loser_who_is_out_does_not_start():
    """With the variant the nearest player to the right starts instead."""
    match = called(started(options=m.Options(limit=1, next_starter="loser")), "AAAAA", "KQJ87")
    assert (match.out, match.starter) == ((A,), B)


def test_M10_duel_reset():
    """The last two start from nothing; the eliminated keep their points."""
    match = started(3, m.Options(limit=2, duel_reset=True))
    match = called(match, "KQJ87", "KQJ87")  # B 1, C starts
    match = called(match, "KKJ87", "KQJ87")  # C 1, A starts
    match = called(match, "KQJ87", "KQJ87")  # B 2, out
    assert (match.out, match.points) == ((B,), (0, 2, 0))


def test_M10_with_two_players_the_winner_starts():
    """Right and left are the same neighbour."""
    match = called(started(2), "KKJ87", "KQJ87")
    assert (match.points, match.starter) == ((1, 0), B)


def test_M13_marks_are_cleared_when_a_turn_begins():
    """After BELIEVE no die counts as thrown, the places stay, and it is remembered which were thrown before."""
    match = thrown(started(options=TOLD))
    match, _ = m.pass_claim(match, hand("KKJ87"))
    assert match.thrown_before == (0, 1, 2, 3, 4)
    match, _ = m.believe(match)
    assert not any(die.thrown for die in match.dice)
    assert match.hidden == (0, 1, 2, 3, 4)


def test_M15_an_open_throw_leaves_the_others_where_they_are():
    """Hidden dice stay hidden."""
    match = lying(believed(thrown(started(options=TOLD)), "KKJ87"), (0, 1))
    match, _ = m.throw_open(match, (2, 3), {2: Face.ACE})
    assert match.hidden == (0, 1)
    assert (match.dice[2].face, match.dice[3].face) == (Face.ACE, None)


def test_M16_take_out_then_throw_with_the_cup():
    """Every die under the cup is thrown with it, or comes out first."""
    match = lying(believed(thrown(started(options=TOLD)), "KKJ87"), (0, 1))
    assert refused(m.throw_cup, match, (0, 3)) == "M16"
    assert m.can_throw_cup(match, (0, 1, 3))


def test_M17_only_hidden_dice_are_taken_out():
    """A die in the open cannot come out of the cup."""
    match = lying(believed(thrown(started(options=TOLD)), "KKJ87"), (0, 1))
    assert refused(m.take_out, match, (1, 2)) == "M17"


def test_M18_later_turns_need_no_throw():
    """Passing the dice as they lie is legal; the variant asks for a throw of who looked."""
    match = believed(thrown(started(options=TOLD)), "KKJ87")
    assert m.can_pass_claim(m.look(match)[0], hand("KKQ87"))
    strict = m.Options(throws="told", look_must_throw=True)
    match = believed(thrown(started(options=strict)), "KKJ87")
    assert m.can_pass_claim(match, hand("KKQ87"))
    looked, _ = m.look(match)
    assert refused(m.pass_claim, looked, hand("KKQ87")) == "M18"
    assert m.can_pass_claim(m.throw_cup(looked, range(5))[0], hand("KKQ87"))


def test_M20_only_a_claim_is_answered():
    """Neither BELIEVE nor CALL in a turn; no throw, look or claim while an answer is due."""
    match = started()
    assert refused(m.believe, match) == refused(m.call, match) == "M20"
    match, _ = m.pass_claim(match, hand("KKJ87"))
    assert refused(m.throw_open, match, (0,)) == "M15"
    assert refused(m.look, match) == "M22"
    assert refused(m.pass_claim, match, hand("AAAAA")) == "M19"


def test_M21_five_aces_can_be_called():
    """Like any claim."""
    assert called(started(), "AAAAA", "AAAAA").points == (0, 1, 0, 0)


@pytest.mark.parametrize(("made", "points"), [("AAAAA", (1, 0, 0, 0)), ("AAAAK", (0, 1, 0, 0)), (None, (0, 1, 0, 0))])
def test_M21_variant_one_throw_at_five_aces(made, points):
    """Who believes five aces may throw all five; only five aces save him."""
    match = believed(started(options=m.Options(aces_variant=True)), "AAAAA")
    assert (match.phase, match.actor) == (m.Phase.ACES, B)
    match, _ = m.throw_for_aces(match, None if made is None else hand(made))
    assert match.points == points
    assert refused(m.throw_for_aces, match, None) == "M21"


def test_M22_a_look_needs_hidden_dice():
    """With all dice in the open there is nothing to look at."""
    match = lying(believed(thrown(started(options=TOLD)), "KKJ87"), ())
    assert refused(m.look, match) == "M22"


def test_M23_a_blind_claim_is_fixed_before_the_throw():
    """No blind pass without fixing, and none without a cup throw after it."""
    match = believed(thrown(started(options=TOLD)), "KKJ87")
    assert refused(m.pass_claim, thrown(match), hand("KKQ87"), blind=True) == "M23"
    fixed, _ = m.fix_claim(match, hand("KKQ87"))
    assert refused(m.pass_claim, fixed, hand("KKQ87"), blind=True) == "M23"
    assert refused(m.fix_claim, fixed, hand("AAJ87")) == "M23"
    assert refused(m.fix_claim, match, hand("KKJ87")) == "M19"


def test_M23_a_fixed_claim_binds_from_the_throw_on():
    """Without a throw under the cup after it, another claim may still be made, not blind."""
    match, _ = m.fix_claim(believed(thrown(started(options=TOLD)), "KKJ87"), hand("KKQ87"))
    assert m.can_pass_claim(match, hand("AAJ87"))
    assert refused(m.pass_claim, thrown(match), hand("AAJ87")) == "M23"


def test_M23_taking_out_after_a_blind_throw_is_a_look():
    """It shows what came, so the claim is free again."""
    match, _ = m.fix_claim(believed(thrown(started(options=TOLD)), "KKJ87"), hand("KKQ87"))
    match, _ = m.take_out(thrown(match), (0,))
    assert match.fixed is None
    assert m.can_pass_claim(match, hand("AAJ87"))


def test_M24_dice_that_were_seen_cannot_be_others():
    """Where throws are told, the dice shown must hold the faces that lie in the open."""
    match, _ = m.throw_open(started(options=TOLD), range(5), {0: Face.ACE, 1: Face.ACE})
    match, _ = m.call(m.pass_claim(match, hand("AAJ87"))[0])
    assert refused(m.show, match, hand("AKQJ8")) == "M24"
    assert m.can_show(match, hand("AAKQJ"))


def test_M24_the_dice_are_shown_after_a_call_only():
    """Not in a turn, not twice."""
    match = started()
    assert refused(m.show, match, hand("AAKQJ")) == "M24"
    assert refused(m.rule_by_hand, match, True) == "M27"


@pytest.mark.parametrize(("lie", "points"), [(True, (1, 0, 0, 0)), (False, (0, 1, 0, 0))])
def test_M27_ruling_by_hand(lie, points):
    """Unreadable dice: the people say who takes the point, and the verdict says that they ruled."""
    match, _ = m.call(m.pass_claim(started(), hand("KKJ87"))[0])
    match, _ = m.rule_by_hand(match, lie)
    assert match.points == points
    assert match.verdict is not None
    assert (match.verdict.ground, match.verdict.actual) == (m.Ground.RULED, None)


def test_M27_a_cocked_die_is_thrown_again():
    """In the same place, without using up a throw; a die that was not thrown is not thrown again."""
    match, _ = m.throw_open(started(options=TOLD), (0, 1), {0: Face.ACE, 1: Face.RED})
    match, _ = m.throw_again(match, (1,), {1: Face.KING})
    assert match.dice[1] == Die(Place.TABLE, True, Face.KING)
    assert refused(m.throw_again, match, (2,)) == "M27"


def test_M28_void_hand():
    """Same starter, no point, nothing left of the hand."""
    match = believed(started(), "KKJ87")
    match, _ = m.void_hand(match, "the cup fell over")
    assert match == started()
    assert refused(m.void_hand, match, " ") == "M28"
    assert refused(m.void_hand, m.set_up(3)[0], "why not") == "M28"


def test_M30_withdrawal():
    """Out at once, the hand void, the next player to the right of its starter starts."""
    match = believed(started(), "KKJ87")
    match, _ = m.withdraw(match, C)
    assert (match.out, match.starter, match.claims, match.points) == ((C,), B, (), (0, 0, 0, 0))
    assert refused(m.withdraw, match, C) == "M30"


def test_M30_two_left_and_one_leaves():
    """The other wins; places follow the order of leaving."""
    match, _ = m.withdraw(started(3), B)
    match, _ = m.withdraw(match, C)
    assert (match.phase, match.winner, match.places) == (m.Phase.OVER, A, (A, C, B))
    assert refused(m.withdraw, match, A) == "M30"


def test_M30_leaving_before_the_lot():
    """The lot is then drawn among the others."""
    match, _ = m.withdraw(m.set_up(3)[0], A)
    assert refused(m.draw_lot, match, A) == "M8"
    assert m.draw_lot(match, B)[0].actor == B


@pytest.mark.parametrize("under_cup", [True, False])
def test_what_came_under_the_cup_is_secret(under_cup):
    """Of a throw and of one made again (M27) all see the faces in the open, and nobody those under the cup."""
    match, first = (m.throw_cup if under_cup else m.throw_open)(started(options=TOLD), (0, 1), {0: Face.ACE})
    match, again = m.throw_again(match, (0, 1), {0: Face.KING, 1: Face.RED})
    seen = m.public_view(match)
    assert [die.face for die in seen.dice[:2]] == ([None, None] if under_cup else [Face.KING, Face.RED])
    for done in (first, again):
        assert (m.public_operation(done) != done) == under_cup
    shown, _ = m.take_out(match, (0, 1)) if under_cup else (match, None)
    assert m.public_view(shown).visible == (Face.KING, Face.RED)


def test_trusted_throws_are_not_asked_for():
    """Without any throw told, an opening claim passes; a die may be told thrown twice."""
    match = started()
    assert m.can_pass_claim(match, hand("KKJ87"))
    match, _ = m.throw_open(match, (0,))
    assert m.can_throw_open(match, (0,))


def test_trusted_the_table_is_seen():
    """What lies in the open is recorded; the rest is under the cup; a blind pass needs no fixed claim."""
    match, _ = m.see_table(started(), [Face.RED, Face.KING])
    assert match.visible == (Face.KING, Face.RED)
    assert len(match.hidden) == 3
    assert m.can_pass_claim(match, hand("KKJ87"), blind=True)


def test_trusted_a_changed_die_was_thrown():
    """From the faces seen before and now, the throws follow: a new face, or a die back under the cup."""
    match, _ = m.see_table(started(), [Face.KING, Face.KING, Face.RED])
    match, _ = m.believe(m.pass_claim(match, hand("KKJ87"))[0])
    assert not any(die.thrown for die in match.dice)
    match, _ = m.see_table(match, [Face.KING, Face.KING, Face.ACE])
    assert sum(die.thrown for die in match.dice) == 1
    match, _ = m.see_table(match, [Face.KING, Face.KING])
    assert sum(die.thrown for die in match.dice) == 1
    match, _ = m.see_table(match, [Face.KING, Face.KING, Face.JACK])
    assert [die.face for die in match.dice if die.place is Place.TABLE].count(Face.JACK) == 1


def test_told_throws_say_where_the_dice_are():
    """A reading of the whole table is refused there; faces of single dice in the open are taken."""
    match = started(options=TOLD)
    assert refused(m.see_table, match, [Face.ACE]) == "M13"
    match, _ = m.throw_open(match, (0, 1))
    match, _ = m.see_dice(match, {1: Face.ACE})
    assert match.visible == (Face.ACE,)
    match, _ = m.throw_cup(match, (2, 3, 4))
    assert refused(m.see_dice, match, {2: Face.ACE}) == "M13"


@pytest.mark.parametrize("dice", [(), (5,), (-1,)])
def test_no_such_dice(dice):
    """Dice are numbered 0 to 4, and something is thrown."""
    with pytest.raises(NotUnderstood):
        m.throw_open(started(), dice)


def test_more_than_five_dice_are_impossible():
    """Six faces in the open are refused."""
    with pytest.raises(NotUnderstood):
        m.see_table(started(), [Face.ACE] * 6)


def test_replay_refuses_a_history_that_does_not_fit():
    """Nothing before the set-up, no act of another player than the one in turn, no second set-up."""
    set_up = op.SetUp(3, m.Options())
    assert refused(m.replay, []) == "M7"
    assert refused(m.replay, [op.DrawLot(0)]) == "M7"
    assert refused(m.replay, [set_up, set_up]) == "M7"
    assert refused(m.replay, [set_up, op.DrawLot(0), op.PassClaim(1, hand("KKJ87"))]) == "M19"
