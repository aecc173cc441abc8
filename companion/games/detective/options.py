"""What a table agrees on before a game of Detective Poker."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Options:
    """Base or expert."""

    expert: bool = False
    """D21, D22: a wrong +1 costs a point, and ranks on the board are distinct."""


BASE = Options()
"""The rules without the expert ones."""
