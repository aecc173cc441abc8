"""The dice decide: who takes the point after a CALL (M21, M24, M27)."""

from companion.games.dice import FIVE_ACES, DiceHand
from companion.games.errors import IllegalAction
from companion.games.mentiroso.operations import RuleByHand, Show, ThrowForAces
from companion.games.mentiroso.scoring import give_point
from companion.games.mentiroso.state import Claim, Ground, Match, Phase, Verdict
from companion.games.seats import Seat, holds


def judge(claim: Claim, caller: Seat, actual: DiceHand) -> Verdict:
    """M24: a lie if the dice are lower than the claim; then the claimant loses, otherwise the caller."""
    lie = actual < claim.hand
    return Verdict(claim.hand, actual, lie, claim.seat if lie else caller, claim.seat, caller)


def _called(match: Match, rule: str) -> tuple[Seat, Claim]:
    if match.phase is not Phase.SHOW or match.actor is None or match.claim is None:
        raise IllegalAction(rule, "not_called", phase=match.phase)
    return match.actor, match.claim


def verify_show(match: Match, actual: DiceHand) -> None:
    """After a CALL; where throws are told, the dice are those that were thrown.

    Raises:
        IllegalAction: M24.
    """
    _called(match, "M24")
    if match.options.throws == "told" and not match.shows(actual):
        raise IllegalAction("M24", "other_dice", hand=actual)


def show(match: Match, actual: DiceHand) -> tuple[Match, Show]:
    """Show the five dice; the new state's `verdict` says who lied and who takes the point (M24)."""
    verify_show(match, actual)
    caller, claim = _called(match, "M24")
    return give_point(match, judge(claim, caller, actual)), Show(actual)


def verify_rule_by_hand(match: Match, lie: bool) -> None:
    """After a CALL.

    Raises:
        IllegalAction: M27.
    """
    _called(match, "M27")


def rule_by_hand(match: Match, lie: bool) -> tuple[Match, RuleByHand]:
    """The dice cannot be read: the people say whether the claim was a lie (M27)."""
    caller, claim = _called(match, "M27")
    loser = claim.seat if lie else caller
    return give_point(match, Verdict(claim.hand, None, lie, loser, claim.seat, caller, Ground.RULED)), RuleByHand(lie)


def verify_throw_for_aces(match: Match, actual: DiceHand | None) -> None:
    """Five aces were believed and the table plays the variant.

    Raises:
        IllegalAction: M21.
    """
    if match.phase is not Phase.ACES:
        raise IllegalAction("M21", "no_aces_to_throw", phase=match.phase)


def throw_for_aces(match: Match, actual: DiceHand | None) -> tuple[Match, ThrowForAces]:
    """M21, variant: the one throw of all five. Five aces cost the claimant the point; anything else, or None, him."""
    verify_throw_for_aces(match, actual)
    assert match.actor is not None
    assert match.claim is not None
    loser = match.claim.seat if actual == FIVE_ACES else match.actor
    verdict = Verdict(FIVE_ACES, actual, False, loser, match.claim.seat, match.actor, Ground.ACES_THROWN)
    return give_point(match, verdict), ThrowForAces(match.actor, actual)


can_show = holds(verify_show)
can_rule_by_hand = holds(verify_rule_by_hand)
can_throw_for_aces = holds(verify_throw_for_aces)
