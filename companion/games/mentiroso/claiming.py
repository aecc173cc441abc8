"""Claims and their answers (M19 to M23)."""

from dataclasses import replace

from companion.games.dice import FIVE_ACES, DiceHand
from companion.games.errors import IllegalAction
from companion.games.mentiroso.operations import Believe, Call, FixClaim, Look, PassClaim
from companion.games.mentiroso.scoring import give_point
from companion.games.mentiroso.state import Claim, Die, Ground, Match, Phase, Verdict
from companion.games.mentiroso.throwing import look
from companion.games.seats import Seat, holds


def _verify_higher(match: Match, hand: DiceHand) -> None:
    """M19: an opening claim may be anything, a later one must beat the one believed."""
    if match.to_beat is not None and hand <= match.to_beat:
        raise IllegalAction("M19", "not_higher", hand=hand, beaten=match.to_beat)


def verify_fix_claim(match: Match, hand: DiceHand) -> None:
    """A claim that could be passed, fixed once, before the cup throw.

    Raises:
        IllegalAction: M23 (not in turn, or one is fixed), M19 (not higher).
    """
    if match.phase is not Phase.TURN:
        raise IllegalAction("M23", "not_in_turn", phase=match.phase)
    if match.fixed is not None:
        raise IllegalAction("M23", "fixed_already", hand=match.fixed)
    _verify_higher(match, hand)


def fix_claim(match: Match, hand: DiceHand) -> tuple[Match, FixClaim]:
    """Fix the claim of a blind roll-and-pass (M23); the cup throw follows."""
    verify_fix_claim(match, hand)
    assert match.actor is not None
    return replace(match, fixed=hand, thrown_blind=False), FixClaim(match.actor, hand)


def verify_pass_claim(match: Match, hand: DiceHand, blind: bool = False) -> None:
    """A higher claim (M19); where throws are told, also enough of them (M18), and a blind one fixed first (M23).

    Raises:
        IllegalAction: M19, M18 or M23.
    """
    if match.phase is not Phase.TURN:
        raise IllegalAction("M19", "not_in_turn", phase=match.phase)
    _verify_higher(match, hand)
    # A fixed claim binds from the blind throw on; without one the player may still do otherwise.
    bound = match.thrown_blind or (blind and match.options.throws == "trusted")
    if match.fixed is not None and bound and (not blind or hand != match.fixed):
        raise IllegalAction("M23", "fixed_already", hand=match.fixed)
    if match.options.throws == "trusted":
        return
    thrown = sum(die.thrown for die in match.dice)
    if match.opening and thrown < 5:
        raise IllegalAction("M18", "opening_throws", left=5 - thrown)
    if match.options.look_must_throw and match.looked and not thrown:
        raise IllegalAction("M18", "looked_must_throw")
    if blind and match.fixed is None:
        raise IllegalAction("M23", "not_fixed")
    if blind and not match.thrown_blind:
        raise IllegalAction("M23", "not_thrown_blind")


def pass_claim(match: Match, hand: DiceHand, blind: bool = False) -> tuple[Match, PassClaim]:
    """Pass the dice as they lie, with a claim, to the right-hand neighbour (M19)."""
    verify_pass_claim(match, hand, blind)
    assert match.actor is not None
    claims = (*match.claims, Claim(match.actor, hand, blind))
    thrown = tuple(number for number, die in enumerate(match.dice) if die.thrown)
    passed = replace(match, phase=Phase.ANSWER, actor=match.receiver, claims=claims, thrown_before=thrown)
    return replace(passed, fixed=None, thrown_blind=False), PassClaim(match.actor, hand, blind)


def _to_answer(match: Match) -> tuple[Seat, Claim]:
    if match.phase is not Phase.ANSWER or match.actor is None or match.claim is None:
        raise IllegalAction("M20", "no_claim_to_answer", phase=match.phase)
    return match.actor, match.claim


def verify_believe(match: Match) -> None:
    """There is a claim to answer.

    Raises:
        IllegalAction: M20.
    """
    _to_answer(match)


def believe(match: Match) -> tuple[Match, Believe]:
    """The receiver believes and is in turn, all thrown marks cleared (M13); five aces cost the point (M21)."""
    seat, claim = _to_answer(match)
    dice = tuple(Die(die.place, False, die.face) for die in match.dice)
    if claim.hand != FIVE_ACES:
        return replace(match, phase=Phase.TURN, dice=dice, looked=False), Believe(seat)
    if match.options.aces_variant:
        return replace(match, phase=Phase.ACES, dice=dice), Believe(seat)
    verdict = Verdict(claim.hand, None, False, seat, claim.seat, seat, Ground.ACES_BELIEVED)
    return give_point(match, verdict), Believe(seat)


def verify_call(match: Match, by_lifting: bool = False) -> None:
    """There is a claim to answer.

    Raises:
        IllegalAction: M20.
    """
    _to_answer(match)


def call(match: Match, by_lifting: bool = False) -> tuple[Match, Call]:
    """The receiver calls, by word or by lifting the cup in the open (M20); the dice are shown next."""
    seat, _ = _to_answer(match)
    return replace(match, phase=Phase.SHOW), Call(seat, by_lifting)


def lift_cup(match: Match) -> tuple[Match, Call | Look]:
    """What lifting the cup means now: a CALL before the answer (M20), a private look in a turn (M22).

    Raises:
        IllegalAction: M20 or M22, where it means neither.
    """
    return look(match) if match.phase is Phase.TURN else call(match, by_lifting=True)


can_fix_claim = holds(verify_fix_claim)
can_pass_claim = holds(verify_pass_claim)
can_believe = holds(verify_believe)
can_call = holds(verify_call)
