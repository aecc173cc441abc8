"""What may be done next, for the screen and for tests."""

from collections.abc import Iterator
from itertools import combinations

from companion.games.dice import ALL_HANDS
from companion.games.mentiroso import operations as op
from companion.games.mentiroso.claiming import can_fix_claim, can_pass_claim
from companion.games.mentiroso.deciding import can_show
from companion.games.mentiroso.state import DICE, Match, Phase
from companion.games.mentiroso.throwing import (
    can_look,
    can_take_out,
    can_throw_again,
    can_throw_cup,
    can_throw_open,
)

SUBSETS = tuple(dice for size in range(1, 6) for dice in combinations(DICE, size))
"""The 31 non-empty sets of dice."""

SOME_REASON = "dice moved"
"""Stands for any reason to void a hand."""


def legal(match: Match) -> Iterator[op.Operation]:
    """Every act the rules allow now, with nothing known about the faces that come.

    Readings of the table (`see_dice`, `see_table`) are no acts and are not listed.
    """
    if match.phase is Phase.LOT:
        yield from (op.DrawLot(seat) for seat in match.active)
    elif match.phase is Phase.TURN:
        yield from throws(match)
        yield from _claims(match)
    elif match.phase is Phase.ANSWER:
        assert match.actor is not None
        yield op.Believe(match.actor)
        yield op.Call(match.actor)
        yield op.Call(match.actor, by_lifting=True)
    elif match.phase is Phase.SHOW:
        yield from (op.Show(hand) for hand in ALL_HANDS if can_show(match, hand))
        yield op.RuleByHand(lie=True)
        yield op.RuleByHand(lie=False)
    elif match.phase is Phase.ACES:
        assert match.actor is not None
        yield from (op.ThrowForAces(match.actor, hand) for hand in ALL_HANDS)
        yield op.ThrowForAces(match.actor, None)
    if match.phase is not Phase.OVER:
        yield from (op.Withdraw(seat) for seat in match.active)
        if match.phase is not Phase.LOT:
            yield op.VoidHand(SOME_REASON)


def throws(match: Match) -> Iterator[op.ThrowOpen | op.ThrowCup | op.TakeOut | op.ThrowAgain]:
    """What the player in turn may do with the dice (M14 to M17, M27)."""
    if match.phase is not Phase.TURN or match.actor is None:
        return
    for dice in SUBSETS:
        unknown: op.Faces = (None,) * len(dice)
        if can_throw_open(match, dice):
            yield op.ThrowOpen(match.actor, dice, unknown)
        if can_throw_cup(match, dice):
            yield op.ThrowCup(match.actor, dice, unknown)
        if can_take_out(match, dice):
            yield op.TakeOut(match.actor, dice, tuple(match.dice[number].face for number in dice))
        if can_throw_again(match, dice):
            yield op.ThrowAgain(match.actor, dice, unknown, hidden=dice[0] in match.hidden)


def _claims(match: Match) -> Iterator[op.Operation]:
    assert match.actor is not None
    for hand in ALL_HANDS:
        if can_pass_claim(match, hand):
            yield op.PassClaim(match.actor, hand)
        if can_pass_claim(match, hand, blind=True):
            yield op.PassClaim(match.actor, hand, blind=True)
        if can_fix_claim(match, hand):
            yield op.FixClaim(match.actor, hand)
    if can_look(match):
        yield op.Look(match.actor)


def legal_kinds(match: Match) -> frozenset[type[op.Operation]]:
    """The kinds of acts the rules allow now."""
    return frozenset(type(operation) for operation in legal(match))
