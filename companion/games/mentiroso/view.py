"""What everyone at the table may see."""

from dataclasses import replace
from typing import NewType

from companion.games.mentiroso import operations as op
from companion.games.mentiroso.state import Die, Match, Place

PublicView = NewType("PublicView", Match)
"""A match without its secrets. Only `public_view` makes one."""


def public_view(match: Match) -> PublicView:
    """The match with every face that does not lie in the open removed."""
    dice = tuple(die if die.place is Place.TABLE else Die(die.place, die.thrown) for die in match.dice)
    return PublicView(replace(match, dice=dice))


def public_operation(operation: op.Operation) -> op.Operation:
    """The operation as the table saw it: what came under the cup is removed. These replay to the public view."""
    match operation:
        case op.ThrowCup() | op.ThrowAgain(hidden=True):
            return replace(operation, faces=(None,) * len(operation.dice))
        case _:
            return operation
