"""What a table agrees on before a match of Mentiroso."""

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

Starter: TypeAlias = Literal["right of loser", "loser", "winner"]
Throws: TypeAlias = Literal["told", "trusted"]

STARTERS: tuple[str, ...] = get_args(Starter)
THROWS: tuple[str, ...] = get_args(Throws)


@dataclass(frozen=True, slots=True)
class Options:
    """The choices the rulebook leaves open; what is not said is as written there."""

    limit: int = 5
    """M7: whoever reaches so many points is out."""
    next_starter: Starter = "right of loser"
    """M9: who starts the next hand. A loser who is out is replaced by the nearest player to the right."""
    duel_reset: bool = False
    """M10: the last two start their duel from nothing."""
    aces_variant: bool = False
    """M21: who believes five aces may throw all five dice once, to make them."""
    look_must_throw: bool = False
    """M18: who looked must throw at least one die (a variant; off)."""
    throws: Throws = "trusted"
    """Whether every throw is told to the companion, so that M14 to M18 can be held, or the players are trusted."""


AS_WRITTEN = Options()
"""The rulebook's defaults."""
