"""Whether something that was decided may be disputed now: alike for the hands of one game, the coups of the other."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from companion.games.errors import Explanation, RulesError
from companion.referee.events import Disputed, Outcome


class NotNow(RulesError):  # noqa: N818 - named as people say it
    """A dispute, a ruling or a correction that cannot be; the explanation says why."""

    def __init__(self, key: str, **values: Any) -> None:
        super().__init__(Explanation(f"cannot.{key}", values))


class Decided(Protocol):
    """A verdict, or the points of a coup."""

    @property
    def outcome(self) -> Outcome | None:
        """What a review came to."""

    @property
    def at_ns(self) -> int | None:
        """When it was decided; None: before a restart."""


class Table(Protocol):
    """What both games' states have."""

    @property
    def names(self) -> tuple[str, ...]:
        """By seat."""

    @property
    def challenge_window_s(self) -> int:
        """How long something may be disputed; 0: never."""

    @property
    def challenges(self) -> tuple[int, ...]:
        """How many more disputes each seat may lose."""


@dataclass(frozen=True, slots=True)
class Refusals:
    """What a game calls the refusals that name what was decided."""

    open: str
    settled: str
    late: str


def verify_disputed(
    table: Table, event: Disputed, decided: Sequence[Decided], in_dispute: int | None, refusals: Refusals
) -> None:
    """Whether what was decided may be disputed, by this seat, at this time.

    decided: all of it, in order, that which the event names among it; in_dispute: what is disputed already.

    Raises NotNow: no such seat, no disputes agreed on, one is open, it was settled before, too late, none left.
    """
    one, number, window_s = decided[event.hand], event.hand + 1, table.challenge_window_s
    if not 0 <= event.by < len(table.names):
        raise NotNow("not_at_table", seat=event.by)
    if window_s == 0:
        raise NotNow("no_disputes")
    if in_dispute is not None:
        raise NotNow(refusals.open, number=in_dispute + 1)
    if one.outcome is not None:
        raise NotNow(refusals.settled, number=number)
    if _too_late(event, one.at_ns, len(decided), window_s):
        raise NotNow(refusals.late, number=number, seconds=window_s)
    if table.challenges[event.by] == 0:
        raise NotNow("no_challenge_left", seat=event.by)


def _too_late(event: Disputed, decided_ns: int | None, decided: int, window_s: int) -> bool:
    """By the times of the events. In a fold there are none: what was accepted then is accepted again."""
    if event.at_ns is None:
        return False
    if decided_ns is None:
        # From before a restart: nobody knows how long ago, so only the newest one is still open.
        return event.hand != decided - 1
    return event.at_ns - decided_ns > window_s * 1_000_000_000
