"""The score as everyone may see it, and what a change made otherwise."""

from dataclasses import dataclass

from companion.games.errors import Explanation


@dataclass(frozen=True, slots=True)
class Board:
    """By seat. Frozen while a verdict is in dispute."""

    points: tuple[int, ...] = ()
    out: tuple[int, ...] = ()
    """Eliminated, in order."""
    places: tuple[int, ...] = ()
    """First to last, as far as they are known."""
    turn: int | None = None
    """Who must act."""


def differences(before: Board, after: Board) -> tuple[Explanation, ...]:
    """What a change made otherwise, and nothing else: points, who is out, whose turn it is."""
    told = []
    for seat, (was, now) in enumerate(zip(before.points, after.points, strict=False)):
        if was != now:
            told.append(Explanation("changed.points", {"seat": seat, "points": now, "before": was}))
    told += [Explanation("changed.out", {"seat": seat}) for seat in after.out if seat not in before.out]
    told += [Explanation("changed.back", {"seat": seat}) for seat in before.out if seat not in after.out]
    if after.turn is not None and after.turn != before.turn:
        told.append(Explanation("changed.turn", {"seat": after.turn}))
    return tuple(told)
