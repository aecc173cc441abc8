"""Seats at the table and the triple of functions that every action has."""

from collections.abc import Callable, Collection
from typing import ParamSpec, TypeAlias

from companion.games.errors import RulesError

Seat: TypeAlias = int
"""0 to n-1 in the order of play: to the right in Mentiroso (M6), clockwise in Detective Poker (D1)."""

P = ParamSpec("P")


def next_seat(after: Seat, players: int, among: Collection[Seat]) -> Seat:
    """The nearest seat after this one, in the order of play, that is among those given (itself comes last)."""
    return next(seat for step in range(1, players + 1) if (seat := (after + step) % players) in among)


def holds(verify: Callable[P, None]) -> Callable[P, bool]:
    """Make ``can_x`` of ``verify_x``: yes where it passes, no where it raises."""

    def can(*args: P.args, **kwargs: P.kwargs) -> bool:
        try:
            verify(*args, **kwargs)
        except RulesError:
            return False
        return True

    can.__name__ = verify.__name__.replace("verify_", "can_")
    can.__doc__ = f"Whether `{verify.__name__}` would pass."
    return can
