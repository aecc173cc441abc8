"""The history of a match: operations done again give the same state."""

from collections.abc import Iterable
from dataclasses import replace

from companion.games.dice import Face
from companion.games.errors import IllegalAction
from companion.games.mentiroso import operations as op
from companion.games.mentiroso.claiming import believe, call, fix_claim, pass_claim
from companion.games.mentiroso.deciding import rule_by_hand, show, throw_for_aces
from companion.games.mentiroso.state import Match
from companion.games.mentiroso.table import draw_lot, set_up, void_hand, withdraw
from companion.games.mentiroso.throwing import (
    look,
    see_dice,
    see_table,
    take_out,
    throw_again,
    throw_cup,
    throw_open,
)


def _faces(dice: tuple[int, ...], faces: op.Faces) -> dict[int, Face]:
    return {number: face for number, face in zip(dice, faces, strict=True) if face is not None}


def _done(match: Match, operation: op.Operation) -> tuple[Match, op.Operation]:  # noqa: PLR0911, PLR0912 - one line each
    match operation:
        case op.ThrowOpen(_, dice, faces):
            return throw_open(match, dice, _faces(dice, faces))
        case op.ThrowCup(_, dice, faces):
            return throw_cup(match, dice, _faces(dice, faces))
        case op.TakeOut(_, dice, faces):
            return take_out(match, dice, _faces(dice, faces))
        case op.ThrowAgain(_, dice, faces):
            return throw_again(match, dice, _faces(dice, faces))
        case op.SeeDice(dice, faces):
            return see_dice(match, _faces(dice, faces))
        case op.SeeTable(visible):
            return see_table(match, visible)
        case op.Look():
            return look(match)
        case op.FixClaim(_, hand):
            return fix_claim(match, hand)
        case op.PassClaim(_, hand, blind):
            return pass_claim(match, hand, blind)
        case op.Believe():
            return believe(match)
        case op.Call(_, by_lifting):
            return call(match, by_lifting)
        case op.Show(actual):
            return show(match, actual)
        case op.RuleByHand(lie):
            return rule_by_hand(match, lie)
        case op.ThrowForAces(_, actual):
            return throw_for_aces(match, actual)
        case op.DrawLot(starter):
            return draw_lot(match, starter)
        case op.VoidHand(reason):
            return void_hand(match, reason)
        case op.Withdraw(seat):
            return withdraw(match, seat)
        case op.SetUp():
            raise IllegalAction("M7", "set_up_already")


def perform(match: Match, operation: op.Operation) -> tuple[Match, op.Operation]:
    """Do an operation; the one returned for the history also holds the faces that a simulated table brought to light.

    Raises:
        IllegalAction: it is not legal in this state, or it names another player than the one whose act it is.
    """
    after, done = _done(match, operation)
    if isinstance(done, op.TakeOut) and isinstance(operation, op.TakeOut):
        pairs = zip(operation.faces, done.faces, strict=True)
        operation = replace(operation, faces=tuple(face if told is None else told for told, face in pairs))
    if done != operation:
        raise IllegalAction("M19", "other_history", found=operation, expected=done)
    return after, done


def apply(match: Match, operation: op.Operation) -> Match:
    """The state after `perform`."""
    return perform(match, operation)[0]


def replay(operations: Iterable[op.Operation]) -> Match:
    """The state that a history leads to; it starts with `SetUp`.

    Raises:
        IllegalAction: an operation is not legal where it stands.
    """
    match: Match | None = None
    for operation in operations:
        if match is not None:
            match = apply(match, operation)
        elif isinstance(operation, op.SetUp):
            match, _ = set_up(operation.players, operation.options)
        else:
            break
    if match is None:
        raise IllegalAction("M7", "no_set_up")
    return match
